import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Database, type Tx } from '#libs/database';
import { Drafts } from '../review/drafts.js';
import { forgetChanges } from '../review/last-change.js';

/** Drafts of imports that nobody has touched for thirty days, and files that belong to none. Gives how many of each were taken away. */
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
      const old = await tx.sql<{ id: string }>(
        `select id from donation_import where organization_id = $1 and ${isDraft} and touched_at < now() - interval '30 days' for update skip locked`,
        [organizationId],
      );
      for (const { id } of old) await discardDraft(tx, this.drafts, id);
      const kept = await tx.sql<{ id: string }>(
        'select id from donation_import where organization_id = $1',
        [organizationId],
      );
      return {
        drafts: old.length,
        uploads: this.drafts.uploads.sweep(organizationId, new Set(kept.map(({ id }) => id))),
      };
    });
  }
}

/** Nothing of it is recorded yet: what was begun on another store has to be finished. */
export const isDraft = `status in ('needs_mapping', 'ready', 'failed') and not decided`;

/** The draft, its rows and its file, as if it had never been uploaded. */
export async function discardDraft(tx: Tx, { uploads }: Drafts, id: string): Promise<void> {
  await forgetChanges(tx, id);
  for (const [table, column] of [
    ['donation_import_row', 'import_id'],
    ['donation_import_giver', 'import_id'],
    ['donation_import', 'id'],
  ] as const) {
    await tx.sql(`delete from ${table} where organization_id = $1 and ${column} = $2`, [
      tx.organizationId,
      id,
    ]);
  }
  const church = tx.organizationId!;
  tx.afterCommit(() => uploads.remove(church, id));
}
