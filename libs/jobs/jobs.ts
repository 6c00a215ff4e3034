import { PgBoss, type Job, type WorkOptions } from 'pg-boss';
import { grantsAtOnce, type Database, type Tx } from '#libs/database';
import { findDueQueues, selectUpkeep } from './jobs.sql.js';
import { Turns } from './turns.js';

/** What may be done later; the names of the queues. */
export const queues = [
  'mail',
  'forgot-password',
  'email-changed',
  'verify-domain',
  'check-subscription',
  'tell-stripe',
  'published',
  'tell-news',
  'text-news',
  'content-picture',
  'ticket-assigned',
] as const;
export type Queue = (typeof queues)[number];

/**
 * How many jobs of a queue run at the same time in one process, where it is more than one. `reserved`: further places
 * for jobs that were sent as urgent.
 */
const concurrency: Partial<Record<Queue, { shared: number; reserved?: number }>> = {
  mail: { shared: 6, reserved: 2 },
  'forgot-password': { shared: 2 },
  'verify-domain': { shared: 4 },
  'content-picture': { shared: 3 },
};
/** Above the priority of every job that waits for the turn of its church. */
const urgentPriority = 1;

export interface SendOptions {
  /** the job does not run before */
  startAfter?: Date | undefined;
  /** by which `withdraw` finds the job while it waits */
  key?: string;
  /** the job runs before those of the queue that are not urgent, of whichever church */
  isUrgent?: boolean;
}

/**
 * A job that fails is tried again 15 times, in about a day: each pause is up to twice as long as the one before,
 * and at most four hours long. A job that is done, or failed every time, is kept for a week.
 */
const options = {
  retryLimit: 15,
  retryBackoff: true,
  retryDelay: 10,
  retryDelayMax: 4 * 3600,
  deleteAfterSeconds: 7 * 86_400,
  expireInSeconds: 120,
};
const schema = 'jobs';

/**
 * Makes the queues, as the role that owns the schema, and lets `appRole` use them. Called at every start, after the
 * migrations: what a newer version of the queue needs is brought up to date.
 */
export async function installJobs(ownerUrl: string, appUrl: string): Promise<void> {
  const boss = new PgBoss({
    connectionString: ownerUrl,
    max: 1,
    schema,
    supervise: false,
    schedule: false,
  });
  boss.on('error', () => undefined); // told by what fails
  await boss.start();
  for (const queue of queues) {
    await boss.createQueue(queue, options);
    await boss.updateQueue(queue, options); // of an earlier version
  }
  const role = `"${decodeURIComponent(new URL(appUrl).username).replaceAll('"', '""')}"`;
  await boss.getDb().executeSql(
    `${grantsAtOnce}
     grant usage on schema ${schema} to ${role};
     grant select, insert, update, delete on all tables in schema ${schema} to ${role};
     grant usage, select on all sequences in schema ${schema} to ${role};
     grant execute on all functions in schema ${schema} to ${role};`,
  );
  await boss.stop({ graceful: false });
}

/** How often the queue looks for jobs whose process died, and deletes what was finished; milliseconds. */
export const upkeepIntervals = { lost: 60_000, finished: 86_400_000 };

/**
 * How often it looks for what is to be done and was not sent by this process: tries again, what was put off, what others sent.
 * One look for all queues: that of every worker for itself took seven milliseconds of a core more in each second in which nothing was to be done.
 */
const pollInterval = 1_000;
/** How often each worker looks for itself, should the common look miss something. */
const workerPollInterval = 300_000;
const workerOptions = { pollingIntervalSeconds: workerPollInterval / 1000, batchSize: 1 };
/** The last run of the queue's upkeep, in whichever process. */
export interface Upkeep {
  lost: Date | null;
  finished: Date | null;
}

/** For the log, without what is in the job. */
export interface JobProblem {
  message: string;
  queue?: Queue;
  error?: unknown;
}

/** What has to be done is not possible yet, and nothing is wrong: it is tried again without a word to anybody. */
export class RetryLater extends Error {}

/** Thrown by a handler whose job cannot succeed at any later try. `cause` is logged, and the job is not tried again. */
export class PermanentFailure extends Error {
  constructor(cause: unknown) {
    super('The job cannot succeed.', { cause });
  }
}

/**
 * Work that is done after the transaction that asks for it, in whichever process comes first, and again until it is
 * done. It may be done twice when a process ends in the middle.
 */
export class Jobs {
  readonly #boss: PgBoss;
  readonly #workers = new Map<Queue, string[]>();
  readonly #turns = new Turns();
  #isStarted = false;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;

  /** @param onProblem told, for the log, of what passes by itself, such as a database that is away, of work that failed and is tried again, and of what the queue warns of */
  constructor(
    private readonly db: Database,
    private readonly onProblem: (problem: JobProblem) => void = () => undefined,
  ) {
    // the queue's upkeep sends several statements at a time, with transactions of its own
    const executeSql = async (text: string, values?: unknown[]) => ({
      rows: await db.statements(text, values),
    });
    this.#boss = new PgBoss({
      db: { executeSql },
      schema,
      migrate: false,
      createSchema: false,
      schedule: false,
      monitorIntervalSeconds: upkeepIntervals.lost / 1000,
      maintenanceIntervalSeconds: upkeepIntervals.finished / 1000,
      reindex: false, // is the owner's to do
    });
    this.#boss.on('error', this.#reportFailure);
    this.#boss.on('warning', ({ message }) => {
      this.onProblem({ message });
    });
  }

  /**
   * Asks for it in the caller's transaction: it happens if and only if that is committed. The jobs of a queue that are not
   * urgent alternate between the churches that have sent them.
   */
  async send(tx: Tx, queue: Queue, data: object, options: SendOptions = {}): Promise<void> {
    const { startAfter, key, isUrgent = false } = options;
    await this.#boss.send(queue, data, {
      db: asPgBossDatabase(tx),
      priority: isUrgent
        ? urgentPriority
        : await this.#turns.priorityOf(tx, queue, churchOf(tx, data)),
      ...(startAfter ? { startAfter } : {}),
      ...(key === undefined ? {} : { singletonKey: key }),
    });
    if (!startAfter) tx.afterCommit(() => this.#wake(queue));
  }

  /**
   * Deletes the jobs of a queue that were sent with this key and have not begun yet, in the caller's transaction.
   * @returns their data, in no particular order
   */
  async withdraw(tx: Tx, queue: Queue, key: string): Promise<object[]> {
    const db = asPgBossDatabase(tx);
    const waiting = await this.#boss.findJobs<object>(queue, { key, queued: true, db });
    const ids = waiting.map(({ id }) => id);
    if (ids.length > 0) await this.#boss.deleteJob(queue, ids, { db });
    return waiting.map(({ data }) => data);
  }

  /** Who does it; `id` is the same at every try. */
  async work(queue: Queue, handler: (data: unknown, id: string) => Promise<void>): Promise<void> {
    await this.#start();
    const { shared, reserved = 0 } = concurrency[queue] ?? { shared: 1 };
    const workers: string[] = [];
    this.#workers.set(queue, workers);
    const add = async (options: WorkOptions) => {
      workers.push(await this.#boss.work(queue, options, this.#wrapHandler(queue, handler)));
    };
    for (let n = 0; n < shared; n++) await add(workerOptions);
    for (let n = 0; n < reserved; n++) await add({ ...workerOptions, minPriority: urgentPriority });
  }

  #wrapHandler(queue: Queue, handler: (data: unknown, id: string) => Promise<void>) {
    return async ([job]: Job[]): Promise<void> => {
      this.#wake(queue); // the next one at once
      try {
        if (job) await handler(job.data, job.id);
      } catch (error) {
        if (error instanceof PermanentFailure) {
          this.onProblem({ message: 'a job failed for good', queue, error: error.cause });
          return;
        }
        if (!(error instanceof RetryLater))
          this.onProblem({ message: 'a job failed', queue, error });
        throw error; // for the queue, which lets it be tried again
      }
    };
  }

  /** When jobs whose process had died were last looked for, and when what was finished was last deleted; null: never. */
  async upkeep(): Promise<Upkeep> {
    const [last] = await this.db.outside((tx) => selectUpkeep(tx, { queues }));
    return last!;
  }

  /** Finishes what is being done. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
    if (this.#isStarted) await this.#boss.stop({ graceful: true, timeout: 10_000 });
  }

  #reportFailure = (error: unknown): void => {
    this.onProblem({ message: 'the job queue failed', error });
  };

  async #wakeDueQueues(): Promise<void> {
    try {
      // without a transaction, because this runs every second
      const due = await this.db.statements(findDueQueues.text, [[...this.#workers.keys()]]);
      for (const { name } of due) this.#wake(name as Queue);
    } catch (error) {
      this.#reportFailure(error);
    }
  }

  #wake(queue: Queue): void {
    for (const worker of this.#workers.get(queue) ?? []) this.#boss.notifyWorker(worker);
  }

  async #start(): Promise<void> {
    if (this.#isStarted) return;
    this.#isStarted = true;
    await this.#boss.start();
    this.#timer = setInterval(() => {
      this.#looking ??= this.#wakeDueQueues().finally(() => {
        this.#looking = undefined;
      }); // one at a time, however slow the database is
    }, pollInterval).unref();
    // what another process left behind when it died is not made to wait for the first minute's
    void this.#boss.supervise().catch(this.#reportFailure);
  }
}

/** Runs the statements that pg-boss brings in a transaction. */
const asPgBossDatabase = (tx: Tx) => ({
  executeSql: async (text: string, values?: unknown[]) => ({ rows: await tx.sql(text, values) }),
});

/** The church that a job is for; jobs of the platform count as those of one more church. */
function churchOf(tx: Tx, data: object): string {
  const named = 'organizationId' in data ? data.organizationId : null;
  return typeof named === 'string' ? named : (tx.organizationId ?? 'platform');
}
