import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Database, type Tx } from '#libs/database';
import { Drafts } from '../review/drafts.js';
import { forgetChanges } from '../review/last-change.js';
import {
  deleteGiverAnswers,
  deleteImport,
  deleteRows,
  listImportIds,
  lockOldDrafts,
} from './sweep.sql.js';

/**
 * Deletes the drafts that nobody has changed for thirty days, and the files that belong to no
 * import. Returns the numbers of deleted drafts and files.
 */
export class SweepDrafts extends Command<{ drafts: number; uploads: number }> {
  constructor(readonly organizationId: string) {
    super();
  }
}

@CommandHandler(SweepDrafts)
export class SweepDraftsHandler implements ICommandHandler<SweepDrafts> {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(Drafts) private readonly drafts: Drafts,
  ) {}

  execute({ organizationId }: SweepDrafts): Promise<{ drafts: number; uploads: number }> {
    return this.db.tenant(organizationId, async (tx) => {
      const oldDrafts = await lockOldDrafts(tx);
      for (const { id } of oldDrafts) await discardDraft(tx, this.drafts, id);
      const importIds = await listImportIds(tx);
      return {
        drafts: oldDrafts.length,
        uploads: this.drafts.uploads.sweep(organizationId, new Set(importIds.map(({ id }) => id))),
      };
    });
  }
}

/** Deletes a draft with its rows and its file. */
export async function discardDraft(tx: Tx, { uploads }: Drafts, id: string): Promise<void> {
  await forgetChanges(tx, id);
  await deleteRows(tx, { importId: id });
  await deleteGiverAnswers(tx, { importId: id });
  await deleteImport(tx, { importId: id });
  const church = tx.organizationId!;
  tx.afterCommit(() => uploads.remove(church, id));
}
