import type { Readable } from 'node:stream';
import { Controller, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { TableFormat } from '#libs/contracts';
import { routes } from '#libs/contracts/routes';
import type { Tx } from '#libs/database';
import { sendTable } from '#libs/downloads';
import {
  audit,
  auditOnce,
  ChurchTransaction,
  CurrentActor,
  parse,
  Route,
  type ChurchActor,
} from '#libs/http';
import { donationsTable, ownGivingTable } from './donations-table.js';
import { ledgerTable } from './ledger-table.js';

/** The request for a download, and the format of the file. */
interface Download {
  actor: ChurchActor;
  tx: Tx;
  query: unknown;
  reply: FastifyReply;
  format: TableFormat;
}

/** Sends all rows that match the filters of a list, as a CSV file or an Excel workbook. */
@Controller()
export class GivingDownloadsController {
  @Route(routes.adminDonations.csv)
  donationsCsv(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Query() query: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Readable> {
    return sendDonations({ actor, tx, query, reply, format: 'csv' });
  }

  @Route(routes.adminDonations.xlsx)
  donationsXlsx(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Query() query: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Readable> {
    return sendDonations({ actor, tx, query, reply, format: 'xlsx' });
  }

  @Route(routes.ledger.csv)
  ledgerCsv(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Query() query: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Readable> {
    return sendLedger({ actor, tx, query, reply, format: 'csv' });
  }

  @Route(routes.ledger.xlsx)
  ledgerXlsx(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Query() query: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Readable> {
    return sendLedger({ actor, tx, query, reply, format: 'xlsx' });
  }

  @Route(routes.donations.csv)
  ownCsv(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Query() query: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Readable> {
    return sendOwnGiving({ actor, tx, query, reply, format: 'csv' });
  }

  @Route(routes.donations.xlsx)
  ownXlsx(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Query() query: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Readable> {
    return sendOwnGiving({ actor, tx, query, reply, format: 'xlsx' });
  }
}

async function sendDonations({ actor, tx, query, reply, format }: Download): Promise<Readable> {
  const filter = parse(routes.adminDonations.csv.query, query);
  await audit(tx, actor.id, 'donations.exported', { year: filter.year ?? null });
  await tx.snapshot();
  return sendTable(reply, await donationsTable(tx, filter), format);
}

async function sendLedger({ actor, tx, query, reply, format }: Download): Promise<Readable> {
  const filter = parse(routes.ledger.csv.query, query);
  await auditOnce(tx, actor.id, 'ledger.exported', { year: filter.year ?? null });
  await tx.snapshot();
  return sendTable(reply, await ledgerTable(tx, filter), format);
}

async function sendOwnGiving({ actor, tx, query, reply, format }: Download): Promise<Readable> {
  const { year } = parse(routes.donations.csv.query, query);
  return sendTable(reply, await ownGivingTable(tx, actor.id, year), format);
}
