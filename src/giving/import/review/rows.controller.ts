import type { Readable } from 'node:stream';
import { Body, Controller, Param, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type DonationImport, type ImportRow, type ImportRowsSum } from '#libs/contracts';
import { routes } from '#libs/contracts/routes';
import { type Tx } from '#libs/database';
import { sendTable } from '#libs/downloads';
import {
  audit,
  auditOnce,
  CurrentActor,
  linkNext,
  parse,
  type ChurchActor,
  Route,
  ChurchTransaction,
} from '#libs/http';
import { toDraft } from './drafts.js';
import { assertOpen, editDraft, withImport } from './edit-draft.js';
import { importRows, sumOfRows } from './import-rows.js';
import { runUndoableChange, undoLastChange } from './last-change.js';
import { leftOutTable } from './left-out.js';
import { repairRows } from './repair.js';

/** Serves the rows of an import, and changes of the rows of a draft. */
@Controller()
export class ImportRowsController {
  @Route(routes.donationImports.rows)
  rows(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Param('id') id: string,
    @Query() query: unknown,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ImportRow[]> {
    return withImport(tx, id, async (record) => {
      const filter = parse(routes.donationImports.rows.query, query);
      const { rows, next } = await importRows(tx, record, filter);
      await auditOnce(tx, actor.id, 'import.read', { importId: record.id });
      linkNext(request, reply, next);
      return rows;
    });
  }

  /** Sums all rows that a filter finds. */
  @Route(routes.donationImports.sum)
  sum(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Param('id') id: string,
    @Query() query: unknown,
  ): Promise<ImportRowsSum> {
    return withImport(tx, id, async (record) => {
      const sum = await sumOfRows(tx, record.id, parse(routes.donationImports.sum.query, query));
      await auditOnce(tx, actor.id, 'import.read', { importId: record.id });
      return sum;
    });
  }

  /**
   * Returns the rows of a state with their reasons, as a file to correct and upload again. By
   * default these are the rejected and the skipped rows.
   */
  @Route(routes.donationImports.rowsCsv)
  rowsCsv(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Param('id') id: string,
    @Query() query: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Readable> {
    return withImport(tx, id, async (record) => {
      const { state } = parse(routes.donationImports.rowsCsv.query, query);
      await auditOnce(tx, actor.id, 'import.exported', { importId: record.id });
      const table = await leftOutTable(tx, record, state ? [state] : ['rejected', 'setAside']);
      return sendTable(reply, { name: `import-${state ?? 'left-out'}-rows`, ...table }, 'csv');
    });
  }

  @Route(routes.donationImports.repair)
  repair(
    @ChurchTransaction() tx: Tx,
    @Param('id') id: string,
    @Body() body: unknown,
  ): Promise<DonationImport> {
    return editDraft(tx, id, async (record) => {
      const repair = parse(routes.donationImports.repair.body, body);
      assertOpen(record);
      await runUndoableChange(tx, record.id, repair.action, () => repairRows(tx, record, repair));
    });
  }

  /**
   * Undoes the last change of a draft: of rows or of answers about givers.
   * @throws HttpError 409 when there is none
   */
  @Route(routes.donationImports.undoRows)
  undoRows(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Param('id') id: string,
    @Body() body: unknown,
  ): Promise<DonationImport> {
    return editDraft(tx, id, async (record) => {
      const { number } = parse(routes.donationImports.undoRows.body, body ?? {});
      assertOpen(record);
      await undoLastChange(tx, toDraft(record), number);
      await audit(tx, actor.id, 'import.change-undone', { importId: record.id });
    });
  }
}
