import { Readable } from 'node:stream';
import { Body, Controller, Inject, Param, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { type DonationImport, type ErrorBody, type UndoPreview } from '#libs/contracts';
import { routes } from '#libs/contracts/routes';
import { Database, type Tx } from '#libs/database';
import {
  audit,
  auditOnce,
  conflict,
  CurrentActor,
  OwnTransaction,
  parse,
  pathId,
  type ChurchActor,
  Route,
  ChurchTransaction,
} from '#libs/http';
import { toDecimal } from '#libs/money';
import { toDraft } from '../review/drafts.js';
import { assertDraft, openImport, resourceName, withImport } from '../review/edit-draft.js';
import { askAboutGone } from '../givers/guests.js';
import { findImportRecord, importView, type ImportRecord } from '../review/import.query.js';
import { classifyDraft } from '../classification/classify-draft.js';
import { ImportRunner, tellImport } from './runner.js';
import { changedBy } from './changes.js';
import { undoPreview } from './undo.query.js';
import { sumStandingDonations } from './undo.sql.js';
import { beginCommit, beginUndo, insertWork } from './work.sql.js';
import { lockImport } from '../review/edit-draft.sql.js';

/** Commit and undo of imports, which run in the background, with their progress. */
@Controller()
export class ImportRecordingController {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(ImportRunner) private readonly runner: ImportRunner,
  ) {}

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
      // A prepared commit is not compared again: its rows would look like duplicates of themselves.
      const changed = record.commitPrepared ? 0 : await lookAgain(tx, record);
      const view = await importView(tx, record, changed === 0);
      if (changed > 0) {
        // An exception would roll back the transaction, and with it the new verdicts.
        void reply.status(409);
        return refuseChanged(view);
      }
      assertCommittable(view);
      await storeCommit(tx, actor, view);
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
      const byHand = (await changedBy(tx, record)).filter((gift) => gift.byHand).length;
      if (byHand > 0 && !answer) {
        void reply.status(409);
        return {
          message: askAboutChangedByHand(byHand),
          code: 'conflict',
          preview: await undoPreview(tx, record),
        };
      }
      const [standing] = await sumStandingDonations(tx, { importId: record.id });
      await audit(tx, actor.id, 'import.undone', {
        importId: record.id,
        donations: standing!.donations,
        amount: toDecimal(standing!.amount),
      });
      await beginUndo(tx, {
        importId: record.id,
        userId: actor.id,
        putBack: answer === 'restore',
      });
      return null;
    });
  }

  /**
   * Sends the status and the progress as server-sent events whenever they change, until the commit
   * or undo has ended or the server stops.
   */
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
   * Changes the status while the row of the import is locked, so that the second of two clicks
   * finds it changed. The work starts after the transaction. If `change` returns an answer instead
   * of null, that answer is sent and no work starts.
   */
  async #change<Other>(
    tx: Tx,
    id: string,
    change: (record: ImportRecord) => Promise<Other | null>,
  ): Promise<DonationImport | Other> {
    const importId = pathId(id, resourceName);
    await lockImport(tx, { importId });
    const record = await openImport(tx, importId);
    const other = await change(record);
    if (other !== null) return other;
    await insertWork(tx, { importId });
    await tellImport(tx, importId);
    tx.afterCommit(() => this.runner.start(tx.organizationId!, importId));
    return importView(tx, (await findImportRecord(tx, importId))!);
  }
}

/** Compares a draft with the books as they are now. @returns how many verdicts changed */
async function lookAgain(tx: Tx, record: ImportRecord): Promise<number> {
  await askAboutGone(tx, record.id);
  return classifyDraft(tx, toDraft(record));
}

/** Returns the answer for a draft whose verdicts have changed since the user looked at them. */
const refuseChanged = (view: DonationImport): ErrorBody & { preview: DonationImport } => ({
  message:
    'Something has changed since you looked: some rows are here already, or their giver ' +
    'is not clear. Please check the preview again.',
  code: 'conflict',
  preview: view,
});

/** @throws HttpError 409 if a row has an error or waits for a decision, or if no row is new */
function assertCommittable({ counts }: DonationImport): void {
  if (counts.rejected > 0)
    throw conflict(`${rowsWithErrors(counts.rejected)}. Fix them or skip them first.`);
  if (counts.held > 0)
    throw conflict(
      `${counts.held} ${counts.held === 1 ? 'row waits' : 'rows wait'} for your decision.`,
    );
  if (counts.new === 0) throw conflict('There is nothing to import: no row of this file is new.');
}

/** Stores that the import is being committed, with its figures, and adds it to the audit log. */
async function storeCommit(tx: Tx, actor: ChurchActor, view: DonationImport): Promise<void> {
  const { id: importId, counts, amounts, problems, errors, repaired } = view;
  const committed = { importId, donations: counts.new, amount: amounts.new };
  await audit(tx, actor.id, 'import.committed', committed);
  const figures = { counts, amounts, problems, errors, repaired };
  await beginCommit(tx, { importId, userId: actor.id, total: counts.new, figures });
}

type Progress = Pick<DonationImport, 'status' | 'progress' | 'message'>;

async function* tell(
  first: Progress,
  read: () => Promise<Progress>,
  runner: ImportRunner,
): AsyncGenerator<string> {
  let lastText = '';
  for (let now = first; ; now = await read()) {
    const text = JSON.stringify(now);
    if (text !== lastText) yield `data: ${text}\n\n`;
    lastText = text;
    if ((now.status !== 'committing' && now.status !== 'undoing') || runner.isStopping) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

const rowsWithErrors = (rows: number): string =>
  `${rows} ${rows === 1 ? 'row has an error' : 'rows have errors'}`;

function askAboutChangedByHand(gifts: number): string {
  const changedGifts =
    gifts === 1
      ? 'A gift that this import changed was'
      : `${gifts} gifts that this import changed were`;
  const question = 'Put back what it was before, or leave it as it is?';
  return `${changedGifts} changed by hand since. ${question}`;
}
