import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Database, isDatabaseUnreachable, isDiskFull, type Tx } from '#libs/database';
import {
  NotYetPublished,
  Refused,
  StoreMoved,
  StoreUnavailable,
  type RoutedStore,
} from '#libs/event-sourcing';
import { FairQueue, work } from '#libs/http';
import { tellLive } from '#libs/live';
import { EVENT_STORE } from '../../event-store.js';
import { ThrottledLog } from '../../../ops/throttled-log.js';
import { commitImport } from './commit.js';
import { ImportIncomplete } from './incomplete.js';
import { undoImport } from './undo.js';
import { Drafts } from '../review/drafts.js';
import { forgetChanges } from '../review/last-change.js';
import { convertRows } from '../review/convert.js';
import { findImportRecord, type ImportRecord } from '../review/import.query.js';
import {
  allowLargeSums,
  deleteWork,
  endCommit,
  endUndo,
  listWork,
  returnToDraft,
  storeFailure,
  storeProgress,
} from './work.sql.js';

/** Milliseconds between two searches for imports that another process did not finish. */
const checkInterval = 1_000;
/**
 * The first and the longest pause, in milliseconds, before an import that failed is tried again.
 */
const [firstPause, longestPause] = [1_000, 60_000];
/**
 * The pauses while PostgreSQL cannot be reached. They are short, because an attempt costs little
 * and the import should continue soon after PostgreSQL is back.
 */
const longestPauseWhileAway = 5_000;
/** Imports that are committed or undone at the same time, at most one of each church. */
const importsAtOnce = 2;

const hasChanged =
  'Something has changed since you looked: some rows are here already, or their giver is not ' +
  'clear. Please check the preview again.';

interface Retry {
  /** by `performance.now()` */
  at: number;
  pause: number;
}

/**
 * Commits and undoes imports in the background, after the request was answered with 202. Two
 * imports run at the same time, of different churches, which take turns. An import that was
 * interrupted, in this process or in one that has ended, is resumed within seconds: its events have
 * the same ids, so nothing is recorded twice.
 */
@Injectable()
export class ImportRunner implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #log = new Logger('imports');
  readonly #problems = new ThrottledLog((entry) => this.#log.error(entry));
  readonly #queue = new FairQueue({
    maxRunning: importsAtOnce,
    maxRunningPerKey: 1,
    maxWaitingPerKey: Infinity,
  });
  readonly #queued = new Map<string, Promise<void>>();
  readonly #retries = new Map<string, Retry>();
  #timer: NodeJS.Timeout | undefined;
  #stopping = false;

  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(EVENT_STORE) private readonly store: RoutedStore,
    @Inject(Drafts) private readonly drafts: Drafts,
  ) {}

  onApplicationBootstrap(): void {
    // If PostgreSQL cannot be reached, the next search finds the imports.
    const look = () => void this.#look().catch(() => undefined);
    this.#timer = setInterval(look, checkInterval);
    look();
  }

  /** Whether the program stops. Streams of progress end then. */
  get isStopping(): boolean {
    return this.#stopping;
  }

  /** Finishes the running imports. Another process, or the next start, takes the waiting ones. */
  async beforeApplicationShutdown(): Promise<void> {
    this.#stopping = true;
    clearInterval(this.#timer);
    await Promise.all(this.#queued.values());
  }

  /** Queues an import. Its status says whether it is committed or undone. */
  start(organizationId: string, importId: string): void {
    if (this.#queued.has(importId)) return;
    const finished = this.#queue
      .run(organizationId, () => this.#attempt(organizationId, importId))
      .finally(() => this.#queued.delete(importId));
    this.#queued.set(importId, finished);
  }

  async #look(): Promise<void> {
    const open = await this.db.platform((tx) => listWork(tx));
    for (const { organizationId, importId } of open) {
      const retry = this.#retries.get(importId);
      if (!retry || retry.at <= performance.now()) this.start(organizationId, importId);
    }
  }

  async #attempt(organizationId: string, importId: string): Promise<void> {
    if (this.#stopping) return;
    try {
      await work.run({ correlation: importId }, () =>
        this.db.exclusively(`import ${importId}`, () => this.#run(organizationId, importId)),
      );
      this.#retries.delete(importId);
    } catch (error) {
      if (error instanceof StoreMoved) {
        this.#log.log({
          message: 'an import begins again: its church has moved to the other event store',
          importId,
        });
        return;
      }
      this.#problems.report({ message: 'an import failed', importId, error }, importId);
      if (isTemporary(error))
        this.#retryLater(
          importId,
          isDatabaseUnreachable(error) ? longestPauseWhileAway : longestPause,
        );
      else await this.#fail(organizationId, importId, messageOf(error)).catch(() => undefined);
    }
  }

  /** The import stays open and is resumed after a pause that doubles each time. */
  #retryLater(importId: string, longest: number): void {
    const before = this.#retries.get(importId)?.pause ?? firstPause / 2;
    const pause = Math.min(2 * before, longest);
    this.#retries.set(importId, { at: performance.now() + pause, pause });
  }

  async #run(organizationId: string, importId: string): Promise<void> {
    const finished = await this.db.tenant(organizationId, async (tx) => {
      allowLargeSums.send(tx);
      const record = await findImportRecord(tx, importId);
      const isCommitted = record?.status === 'committing' && (await this.#commit(tx, record));
      if (record?.status === 'undoing') await this.#undo(tx, record);
      await deleteWork(tx, { importId });
      await tellImport(tx, importId);
      return isCommitted;
    });
    if (finished) this.drafts.uploads.remove(organizationId, importId);
  }

  async #commit(tx: Tx, record: ImportRecord): Promise<boolean> {
    const organizationId = tx.organizationId!;
    await convertRows(tx, record);
    const progress = new Progress(this.db, record.id);
    const committed = await commitImport(tx, this.store, record, (done) =>
      progress.tell(organizationId, done),
    );
    await progress.settled();
    if (committed) await forgetChanges(tx, record.id);
    const importId = record.id;
    if (committed) await endCommit(tx, { importId, revision: committed.revision });
    else await returnToDraft(tx, { importId, message: hasChanged });
    return committed !== null;
  }

  async #undo(tx: Tx, record: ImportRecord): Promise<void> {
    const organizationId = tx.organizationId!;
    const progress = new Progress(this.db, record.id);
    await undoImport(tx, this.store, record, (done) => progress.tell(organizationId, done));
    await progress.settled();
    await endUndo(tx, { importId: record.id });
  }

  /**
   * After a failed undo the import is still committed. After a failed commit the user can try
   * again.
   */
  async #fail(organizationId: string, importId: string, message: string): Promise<void> {
    await this.db.tenant(organizationId, async (tx) => {
      await storeFailure(tx, { importId, message });
      await deleteWork(tx, { importId });
      await tellImport(tx, importId);
    });
  }
}

const isTemporary = (error: unknown): boolean =>
  isDatabaseUnreachable(error) ||
  isDiskFull(error) ||
  error instanceof StoreUnavailable ||
  error instanceof NotYetPublished ||
  error instanceof ImportIncomplete;

const messageOf = (error: unknown): string =>
  error instanceof Refused
    ? error.message
    : 'The import could not be finished. Nothing of it was recorded. Please try again.';

/** Tells listeners that the status of an import has changed. */
export const tellImport = (tx: Tx, id: string): Promise<void> =>
  tellLive(tx, {
    kind: 'import',
    id,
    organizationId: tx.organizationId,
    action: 'donation.import',
  });

/**
 * Stores the progress of an import in separate transactions, for which the import does not wait,
 * and sends a live update. While one progress is being stored, further ones are dropped.
 */
class Progress {
  #writing: Promise<unknown> | null = null;

  constructor(
    private readonly db: Database,
    private readonly importId: string,
  ) {}

  tell(organizationId: string, done: number): void {
    if (this.#writing) return;
    this.#writing = this.db
      .separate(organizationId, async (tx) => {
        await storeProgress(tx, { importId: this.importId, done });
        await tellImport(tx, this.importId);
      })
      .catch(() => undefined) // a figure to look at, nothing more
      .finally(() => (this.#writing = null));
  }

  async settled(): Promise<void> {
    await this.#writing;
  }
}
