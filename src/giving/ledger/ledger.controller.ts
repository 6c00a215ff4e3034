import { Controller, Param, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { year, type Donation, type GivingByMonth, type Ledger } from '#libs/contracts';
import { routes } from '#libs/contracts/routes';
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
import { deletedDonationsOfLedgerRow, donationsOfLedgerRow } from '../donation/donation.query.js';
import { findDonor } from '../donor/donors.sql.js';
import { givingByMonth, journalNumberOf, ledgerPage } from './ledger.query.js';

/** The routes of the ledger. The audit log names each user who reads it. */
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

  @Route(routes.ledger.behind)
  async behind(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Param('donorId') donorId: string,
    @Param('year') yearText: string,
    @Query() query: unknown,
  ): Promise<Donation[]> {
    const id = pathId(donorId, 'This donor');
    const donors = await findDonor(tx, { id });
    if (donors.length === 0) throw notFound('This donor');
    const rowYear = parsePathValue(year, 'year', yearText);
    const { asOf, state } = parse(routes.ledger.behind.query, query);
    const donations =
      state === 'deleted'
        ? await deletedDonationsOfLedgerRow(tx, id, rowYear)
        : await donationsOfLedgerRow(tx, id, rowYear, await journalNumberOf(tx, asOf));
    await auditOnce(tx, actor.id, 'ledger.donor', { donorId: id, year: rowYear });
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
