import { Controller, Param, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { year, type Donation, type GivingByMonth, type Ledger } from '#libs/contracts';
import { routes } from '#libs/contracts/routes';
import { writeCsv } from '#libs/csv';
import type { Tx } from '#libs/database';
import {
  auditOnce,
  CurrentActor,
  linkNext,
  notFound,
  parse,
  parsePathValue,
  pathId,
  type ChurchActor,
  Route,
  ChurchTransaction,
} from '#libs/http';
import { today } from '../../tenancy/index.js';
import { deletedOf, donationsBehind } from '../donation/donation.query.js';
import { findDonor } from '../donor/donors.sql.js';
import {
  givingByMonth,
  journalMark,
  journalNumberAt,
  ledgerPage,
  ledgerRows,
} from './ledger.query.js';

const kinds = { member: 'Member', guest: 'Guest', unidentified: 'Unidentified' };

/** Annual totals of each donor. Whoever looks at it is in the audit log. */
@Controller()
export class LedgerController {
  @Route(routes.ledger.page)
  async page(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Query() query: unknown,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Ledger> {
    const filter = parse(routes.ledger.page.query, query);
    const { next, ...ledger } = await ledgerPage(tx, filter);
    await auditOnce(tx, actor.id, 'ledger.read', { year: filter.year ?? null });
    linkNext(request, reply, next);
    return ledger;
  }

  @Route(routes.ledger.csv)
  async csv(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Query() query: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const filter = parse(routes.ledger.csv.query, query);
    const { totals } = await ledgerPage(tx, { ...filter, limit: 1 });
    const { rows } = await ledgerRows(tx, { ...filter, limit: 10_000_000 });
    await auditOnce(tx, actor.id, 'ledger.exported', { year: filter.year ?? null });
    void reply.header('content-type', 'text/csv; charset=utf-8');
    void reply.header(
      'content-disposition',
      `attachment; filename="church-ledger-${filter.year ?? 'all-years'}.csv"`,
    );
    return writeCsv([
      ['Name', 'Kind', 'Year', 'Total', 'Donations'],
      ...rows.map((row) => [
        row.name,
        kinds[row.kind],
        String(row.year),
        row.total,
        String(row.count),
      ]),
      [
        'Total',
        '',
        filter.year ? String(filter.year) : '',
        totals.amount,
        String(totals.donations),
      ],
      [],
      ['As of', filter.asOf ?? (await today(tx, actor.organizationId))],
      ['Journal', await journalMark(tx)],
    ]);
  }

  @Route(routes.ledger.behind)
  async behind(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Param('donorId') donorId: string,
    @Param('year') yearText: string,
    @Query() query: unknown,
  ): Promise<Donation[]> {
    const id = pathId(donorId, 'This donor');
    const known = await findDonor(tx, { id });
    if (known.length === 0) throw notFound('This donor');
    const inYear = parsePathValue(year, 'year', yearText);
    const { asOf: at, state } = parse(routes.ledger.behind.query, query);
    const donations =
      state === 'deleted'
        ? await deletedOf(tx, id, inYear)
        : await donationsBehind(
            tx,
            id,
            inYear,
            at === undefined ? null : await journalNumberAt(tx, at),
          );
    await auditOnce(tx, actor.id, 'ledger.donor', { donorId: id, year: inYear });
    return donations;
  }

  @Route(routes.ledger.byMonth)
  async byMonth(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Query() query: unknown,
  ): Promise<GivingByMonth> {
    const filter = parse(routes.ledger.byMonth.query, query);
    const months = await givingByMonth(tx, filter.year, filter.asOf);
    await auditOnce(tx, actor.id, 'ledger.read', { year: filter.year });
    return months;
  }
}
