import { Inject, Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Database, type Tx } from '#libs/database';
import { PostgresEventStore, Refused } from '#libs/event-sourcing';
import { work } from '#libs/http';
import { commitImport, undoImport } from './commit.js';
import { Drafts } from './drafts.js';
import { importRecord, type ImportRecord } from './import.query.js';

/**
 * Does what was asked for after the answer 202: commits and undoes imports, one at a time. What was cut off
 * by the end of the process is begun again at the next start; the transaction saw to it that nothing half
 * was left. An advisory lock keeps two processes from the same import.
 */
@Injectable()
export class ImportRunner implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #log = new Logger('imports');
  #queue: Promise<void> = Promise.resolve();
  #stopping = false;

  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(PostgresEventStore) private readonly store: PostgresEventStore,
    @Inject(Drafts) private readonly drafts: Drafts,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const churches = await this.db.platform((tx) => tx.sql<{ id: string }>('select id from organization'));
    for (const { id } of churches) {
      const open = await this.db.tenant(id, (tx) =>
        tx.sql<{ id: string }>(`select id from donation_import where organization_id = $1 and status in ('committing', 'undoing') order by created_at`, [id]),
      );
      for (const row of open) this.start(id, row.id);
    }
  }

  /** Whoever watches progress is let go then. */
  get isStopping(): boolean {
    return this.#stopping;
  }

  /** Finishes the import that runs; those that wait go on at the next start. */
  async beforeApplicationShutdown(): Promise<void> {
    this.#stopping = true;
    await this.#queue;
  }

  /** Queues an import whose status says what to do. */
  start(organizationId: string, importId: string): void {
    this.#queue = this.#queue.then(async () => {
      if (this.#stopping) return;
      try {
        await work.run({ correlation: importId }, () => this.#run(organizationId, importId));
      } catch (error) {
        this.#log.error({ message: 'an import failed', importId, error: error instanceof Error ? `${error.name} ${'code' in error ? String(error.code) : ''}` : '' });
        const message = error instanceof Refused ? error.message : 'The import could not be finished. Nothing of it was recorded. Please try again.';
        await this.#fail(organizationId, importId, message).catch(() => undefined); // a database that is away: it stays open for the next start
      }
    });
  }

  async #run(organizationId: string, importId: string): Promise<void> {
    const finished = await this.db.separate(organizationId, async (tx) => {
      const [lock] = await tx.sql<{ mine: boolean }>(`select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as mine`, [importId]);
      const record = await importRecord(tx, importId);
      if (!lock?.mine || !record) return null;
      if (record.status === 'committing') return this.#commit(tx, record);
      if (record.status === 'undoing') await this.#undo(tx, record);
      return null;
    });
    if (finished) this.drafts.uploads.remove(organizationId, importId);
  }

  async #commit(tx: Tx, record: ImportRecord): Promise<boolean> {
    const organizationId = tx.organizationId!;
    const progress = new Progress(this.db, record.id);
    const committed = await commitImport(tx, this.store, record, (done) => progress.tell(organizationId, done));
    await progress.settled();
    await (committed
      ? tx.sql(`update donation_import set status = 'committed', committed_at = now(), message = null, revision = $3 where organization_id = $1 and id = $2`, [
          organizationId, record.id, committed.revision,
        ])
      : tx.sql(
          `update donation_import set status = 'ready', committed_by = null, message = 'Some rows are here already since you looked. Please check the preview again.'
            where organization_id = $1 and id = $2`,
          [organizationId, record.id],
        ));
    return committed !== null;
  }

  async #undo(tx: Tx, record: ImportRecord): Promise<void> {
    await undoImport(tx, this.store, record);
    await tx.sql(`update donation_import set status = 'undone', undone_at = now(), done = total, message = null where organization_id = $1 and id = $2`, [
      tx.organizationId, record.id,
    ]);
  }

  /** An undo that failed leaves the import committed; a commit that failed leaves it to be tried again. */
  async #fail(organizationId: string, importId: string, message: string): Promise<void> {
    await this.db.tenant(organizationId, (tx) =>
      tx.sql(
        `update donation_import set status = case when status = 'undoing' then 'committed' else 'failed' end, message = $3
          where organization_id = $1 and id = $2 and status in ('committing', 'undoing')`,
        [organizationId, importId, message],
      ),
    );
  }
}

/** Tells others how far an import is, in transactions of its own, without keeping the import waiting for them. */
class Progress {
  #writing: Promise<unknown> | null = null;

  constructor(
    private readonly db: Database,
    private readonly importId: string,
  ) {}

  tell(organizationId: string, done: number): void {
    if (this.#writing) return;
    const sql = `update donation_import set done = $3 where organization_id = $1 and id = $2 and status = 'committing'`;
    this.#writing = this.db
      .separate(organizationId, (tx) => tx.sql(sql, [organizationId, this.importId, done]))
      .catch(() => undefined) // a figure to look at, nothing more
      .finally(() => (this.#writing = null));
  }

  async settled(): Promise<void> {
    await this.#writing;
  }
}
