import { Readable } from 'node:stream';
import { Body, Controller, Inject, Param, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  type DonationImport,
  type ErrorBody,
  type ImportRow,
  type ImportRowsSum,
  type UndoPreview,
} from '#libs/contracts';
import { routes } from '#libs/contracts/routes';
import { templateCsv } from '#libs/csv';
import { Database, type Tx } from '#libs/database';
import {
  audit,
  auditOnce,
  badRequest,
  conflict,
  CurrentActor,
  HttpError,
  linkNext,
  OwnTransaction,
  parse,
  pathId,
  readableFileName,
  type ChurchActor,
  Route,
  ChurchTransaction,
} from '#libs/http';
import { Drafts, sameIn } from './review/drafts.js';
import { assertDraft, assertOpen, editDraft, openImport, what } from './review/edit-draft.js';
import { askAboutGone } from './givers/guests.js';
import { importRecord, importView, listImports, type ImportRecord } from './review/import.query.js';
import { importRows, sumOfRows } from './review/import-rows.js';
import { undoably, undoLastChange } from './review/last-change.js';
import { leftOut } from './review/left-out.js';
import { repairRows } from './review/repair.js';
import { classifyDraft } from './classification/classify-draft.js';
import { ImportRunner, tellImport } from './recording/runner.js';
import { discardDraft } from './recording/sweep.js';
import { undoPreview } from './recording/undo.query.js';
import { beginCommit, beginUndo, insertWork } from './recording/work.sql.js';
import { lockImport } from './review/edit-draft.sql.js';

/** Upload, look, repair, commit, undo. */
@Controller()
export class ImportsController {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(Drafts) private readonly drafts: Drafts,
    @Inject(ImportRunner) private readonly runner: ImportRunner,
  ) {}

  @Route(routes.donationImports.template)
  template(@Res({ passthrough: true }) reply: FastifyReply): string {
    sendCsv(reply, 'donations-template.csv');
    return templateCsv();
  }

  @Route(routes.donationImports.list)
  async list(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
  ): Promise<DonationImport[]> {
    await auditOnce(tx, actor.id, 'import.read');
    return listImports(tx);
  }

  @Route(routes.donationImports.upload)
  @OwnTransaction()
  async upload(
    @CurrentActor() actor: ChurchActor,
    @Req() request: FastifyRequest,
  ): Promise<DonationImport> {
    if (!request.isMultipart())
      throw new HttpError(
        415,
        'Please send the file as multipart/form-data, in the field "file".',
        'http-415',
      );
    const part = await request.file();
    if (!part || part.fieldname !== 'file') throw badRequest('Please choose a CSV file.');
    const fileName = readableFileName(part.filename);
    const id = await this.drafts.create(actor, fileName, part.file, () => part.file.truncated);
    return this.db.tenant(actor.organizationId, async (tx) =>
      importView(tx, (await importRecord(tx, id))!),
    );
  }

  @Route(routes.donationImports.one)
  one(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Param('id') id: string,
  ): Promise<DonationImport> {
    return withImport(tx, id, (record) => this.#view(tx, actor, record));
  }

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

  /** What all rows that a filter finds come to. */
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

  /** The rows of a state (rejected and set aside, unless asked otherwise) with their reasons, as a file to mend. */
  @Route(routes.donationImports.rowsCsv)
  rowsCsv(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Param('id') id: string,
    @Query() query: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    return withImport(tx, id, async (record) => {
      const { state } = parse(routes.donationImports.rowsCsv.query, query);
      sendCsv(reply, `import-${state ?? 'left-out'}-rows.csv`);
      await auditOnce(tx, actor.id, 'import.exported', { importId: record.id });
      return leftOut(tx, record, state ? [state] : ['rejected', 'setAside']);
    });
  }

  @Route(routes.donationImports.mapping)
  @OwnTransaction()
  async mapping(
    @CurrentActor() actor: ChurchActor,
    @Param('id') id: string,
    @Body() body: unknown,
  ): Promise<DonationImport> {
    const { mapping, importId } = await this.db.tenant(actor.organizationId, (tx) =>
      withImport(tx, id, (record) => {
        const mapping = parse(routes.donationImports.mapping.body, body);
        assertOpen(record);
        if (record.format === 'template')
          throw badRequest('This file is in the template’s format: its columns are known.');
        return Promise.resolve({ mapping, importId: record.id });
      }),
    );
    await this.drafts.map(actor.organizationId, importId, mapping, async (tx) => {
      await lockImport(tx, { importId });
      const record = await openImport(tx, importId);
      assertOpen(record);
      return record;
    });
    return this.db.tenant(actor.organizationId, (tx) =>
      withImport(tx, importId, (record) => importView(tx, record)),
    );
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
      await undoably(tx, record.id, repair.action, () => repairRows(tx, record, repair));
    });
  }

  /** Takes the last change of a draft back: of rows, or of who their givers are. @throws HttpError 409 when there is none */
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
      await undoLastChange(tx, sameIn(record), number);
      await audit(tx, actor.id, 'import.change-undone', { importId: record.id });
    });
  }

  /** Only a draft, of which nothing is recorded; an import is undone. @throws HttpError 404, 409 */
  @Route(routes.donationImports.remove)
  async remove(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Param('id') id: string,
  ): Promise<void> {
    const importId = pathId(id, what);
    await lockImport(tx, { importId });
    const record = await openImport(tx, importId);
    assertOpen(record);
    await discardDraft(tx, this.drafts, importId);
    await audit(tx, actor.id, 'import.deleted', { importId });
  }

  @Route(routes.donationImports.commit)
  async commit(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Param('id') id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<DonationImport | (ErrorBody & { preview: DonationImport })> {
    return this.#change(tx, id, async (record) => {
      assertDraft(record);
      if (record.status === 'needs_mapping')
        throw conflict('Say first what the columns of this file mean.');
      // what was begun is settled: its own rows would look like duplicates of themselves
      const changed = record.decided ? 0 : await lookAgain(tx, record);
      const view = await importView(tx, record, changed === 0);
      if (changed > 0) {
        // answered, not thrown: what was found is kept, so that the next look shows it
        void reply.status(409);
        return {
          message:
            'Something has changed since you looked: some rows are here already, or their giver is not clear. Please check the preview again.',
          code: 'conflict',
          preview: view,
        };
      }
      const { counts } = view;
      if (counts.rejected > 0)
        throw conflict(
          `${counts.rejected} ${counts.rejected === 1 ? 'row has an error' : 'rows have errors'}. Fix them or set them aside first.`,
        );
      if (counts.held > 0)
        throw conflict(
          `${counts.held} ${counts.held === 1 ? 'row waits' : 'rows wait'} for your decision.`,
        );
      if (counts.new === 0)
        throw conflict('There is nothing to import: no row of this file is new.');
      await audit(tx, actor.id, 'import.committed', {
        importId: record.id,
        donations: counts.new,
        amount: view.amounts.new,
      });
      await beginCommit(tx, { importId: record.id, userId: actor.id, total: counts.new });
      return null;
    });
  }

  @Route(routes.donationImports.undoPreview)
  undoPreview(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Param('id') id: string,
  ): Promise<UndoPreview> {
    return withImport(tx, id, async (record) => {
      const preview = await undoPreview(tx, record);
      await auditOnce(tx, actor.id, 'import.read', { importId: record.id });
      return preview;
    });
  }

  @Route(routes.donationImports.undo)
  undo(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Param('id') id: string,
    @Body() body: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<DonationImport | (ErrorBody & { preview: UndoPreview })> {
    return this.#change<ErrorBody & { preview: UndoPreview }>(tx, id, async (record) => {
      if (record.status !== 'committed')
        throw conflict(
          record.status === 'undone'
            ? 'This import is already undone.'
            : 'This import is not committed.',
        );
      const answer = parse(routes.donationImports.undo.body, body ?? {}).changed;
      const preview = await undoPreview(tx, record);
      const { donations, amount } = preview;
      const byHand = preview.changed.filter((gift) => gift.byHand).length;
      if (byHand > 0 && !answer) {
        void reply.status(409);
        return {
          message: `${byHand === 1 ? 'A gift' : `${byHand} gifts`} that this import changed ${byHand === 1 ? 'was' : 'were'} changed by hand since. Put back what it was before, or leave it as it is?`,
          code: 'conflict',
          preview,
        };
      }
      await audit(tx, actor.id, 'import.undone', { importId: record.id, donations, amount });
      await beginUndo(tx, {
        importId: record.id,
        userId: actor.id,
        putBack: answer === 'restore',
      });
      return null;
    });
  }

  /** What the preview says names givers. */
  async #view(tx: Tx, actor: ChurchActor, record: ImportRecord): Promise<DonationImport> {
    await auditOnce(tx, actor.id, 'import.read', { importId: record.id });
    return importView(tx, record);
  }

  /** Status and progress as they change, as server-sent events, until there is nothing more to tell. */
  @Route(routes.donationImports.events)
  @OwnTransaction()
  async events(
    @CurrentActor() actor: ChurchActor,
    @Param('id') id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Readable> {
    const read = () =>
      this.db.tenant(actor.organizationId, (tx) =>
        withImport(tx, id, ({ status, done, total, message }) =>
          Promise.resolve({ status, progress: { done, total }, message }),
        ),
      );
    const first = await read();
    void reply.header('content-type', 'text/event-stream').header('x-accel-buffering', 'no');
    return Readable.from(tell(first, read, this.runner));
  }

  /**
   * Changes the status under the import's row lock, so that of two clicks one finds it changed; the work
   * starts after the commit. `change` may give another answer instead: then nothing starts.
   */
  async #change<Other>(
    tx: Tx,
    id: string,
    change: (record: ImportRecord) => Promise<Other | null>,
  ): Promise<DonationImport | Other> {
    const importId = pathId(id, what);
    await lockImport(tx, { importId });
    const record = await openImport(tx, importId);
    const other = await change(record);
    if (other !== null) return other;
    await insertWork(tx, { importId });
    await tellImport(tx, importId);
    tx.afterCommit(() => this.runner.start(tx.organizationId!, importId));
    return importView(tx, (await importRecord(tx, importId))!);
  }
}

/** Compares a draft with the books as they are now. @returns how many verdicts changed */
async function lookAgain(tx: Tx, record: ImportRecord): Promise<number> {
  await askAboutGone(tx, record.id);
  return classifyDraft(tx, sameIn(record));
}

/** @throws HttpError 404 if the church has no such import */
async function withImport<T>(
  tx: Tx,
  id: string,
  work: (record: ImportRecord) => Promise<T>,
): Promise<T> {
  return work(await openImport(tx, pathId(id, what)));
}

type Progress = Pick<DonationImport, 'status' | 'progress' | 'message'>;

async function* tell(
  first: Progress,
  read: () => Promise<Progress>,
  runner: ImportRunner,
): AsyncGenerator<string> {
  let told = '';
  for (let now = first; ; now = await read()) {
    const text = JSON.stringify(now);
    if (text !== told) yield `data: ${text}\n\n`;
    told = text;
    if ((now.status !== 'committing' && now.status !== 'undoing') || runner.isStopping) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

function sendCsv(reply: FastifyReply, fileName: string): void {
  void reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${fileName}"`);
}
