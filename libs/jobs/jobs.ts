import pLimit from 'p-limit';
import { PgBoss, type Job, type WorkOptions } from 'pg-boss';
import { grantsAtOnce, type Database, type Tx } from '#libs/database';
import { findDueQueues, selectUpkeep } from './jobs.sql.js';
import { Turns } from './turns.js';

/** The names of the queues, one for each kind of job. */
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
  'event-changed',
  'content-picture',
  'ticket-assigned',
] as const;
export type Queue = (typeof queues)[number];

/**
 * The number of jobs of a queue that run at the same time in one process, if it is more than one.
 * `reserved` is an additional number of jobs that were sent as urgent.
 */
const concurrency: Partial<Record<Queue, { shared: number; reserved?: number }>> = {
  mail: { shared: 6, reserved: 2 },
  'forgot-password': { shared: 2 },
  'verify-domain': { shared: 4 },
  'content-picture': { shared: 3 },
};
/** Higher than the priority of each job that waits for the turn of its church. */
const urgentPriority = 1;

export interface SendOptions {
  /** the job does not run before this time */
  startAfter?: Date | undefined;
  /** `withdraw` finds the job by this key while it waits */
  key?: string;
  /** the job runs before all jobs of the queue that are not urgent, of every church */
  isUrgent?: boolean;
}

/**
 * A failed job is retried up to 15 times in about a day. Each wait is up to twice as long as the
 * one before, and at most four hours long. A job that is finished, or that failed at each try, is
 * deleted after a week.
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
 * Creates the queues as the role that owns the schema, and grants the role of the program the use
 * of them. Runs at every start after the migrations, so that it also updates the schema of the
 * queues for a newer version of pg-boss.
 */
export async function installJobs(ownerUrl: string, appUrl: string): Promise<void> {
  const boss = new PgBoss({
    connectionString: ownerUrl,
    max: 1,
    schema,
    supervise: false,
    schedule: false,
  });
  boss.on('error', () => undefined); // the failed calls report their errors
  await boss.start();
  for (const queue of queues) {
    await boss.createQueue(queue, options);
    await boss.updateQueue(queue, options); // the queue may have the options of an earlier version
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

/** Milliseconds between searches for jobs whose process died, and deletions of finished jobs. */
export const upkeepIntervals = { lost: 60_000, finished: 86_400_000 };

/**
 * The milliseconds between searches for due jobs that this process did not send: retries, delayed
 * jobs, and jobs of other processes. One search serves all queues. When each worker searched for
 * itself, an idle process used 7 ms more of a core in each second.
 */
const pollInterval = 1_000;
/** The milliseconds between searches of each worker, in case the common search misses a job. */
const workerPollInterval = 300_000;
const workerOptions = { pollingIntervalSeconds: workerPollInterval / 1000, batchSize: 1 };
/**
 * The number of connections that the workers use at the same time to search for jobs and to mark
 * them as finished. At the start, all 25 workers search at once. Without this limit they would open
 * all connections of the pool.
 */
const maxConnections = 2;
/**
 * When jobs whose process had died were last searched for, and when finished jobs were last
 * deleted, in any process.
 */
export interface Upkeep {
  lost: Date | null;
  finished: Date | null;
}

/** A problem for the log, without the data of the job. */
export interface JobProblem {
  message: string;
  queue?: Queue;
  error?: unknown;
}

/** Thrown by a handler whose job is not possible yet. The job is retried, and nothing is logged. */
export class RetryLater extends Error {}

/**
 * Thrown by a handler whose job cannot succeed at any later try. `cause` is logged, and the job is
 * not retried.
 */
export class PermanentFailure extends Error {
  constructor(cause: unknown) {
    super('The job cannot succeed.', { cause });
  }
}

/**
 * Runs jobs after the transactions that sent them, in any process, and retries them until they
 * succeed. A job can run twice if a process ends while it runs.
 */
export class Jobs {
  readonly #boss: PgBoss;
  readonly #workers = new Map<Queue, string[]>();
  readonly #turns = new Turns();
  #isStarted = false;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;

  /**
   * @param onProblem logs temporary problems (such as an unreachable database), failed jobs, and
   *   warnings of pg-boss
   */
  constructor(
    private readonly db: Database,
    private readonly onProblem: (problem: JobProblem) => void = () => undefined,
  ) {
    const limit = pLimit(maxConnections);
    // pg-boss sends several statements at a time for its upkeep, with transactions of its own
    const executeSql = async (text: string, values?: unknown[]) => ({
      rows: await limit(() => db.statements(text, values)),
    });
    this.#boss = new PgBoss({
      db: { executeSql },
      schema,
      migrate: false,
      createSchema: false,
      schedule: false,
      monitorIntervalSeconds: upkeepIntervals.lost / 1000,
      maintenanceIntervalSeconds: upkeepIntervals.finished / 1000,
      reindex: false, // only the owner of the tables may do it
    });
    this.#boss.on('error', this.#reportFailure);
    this.#boss.on('warning', ({ message }) => {
      this.onProblem({ message });
    });
  }

  /**
   * Sends a job in the transaction of the caller, so that it runs if and only if the transaction is
   * committed. The jobs of a queue that are not urgent alternate between churches.
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
   * Deletes the jobs of a queue that were sent with this key and have not begun, in the transaction
   * of the caller.
   * @returns their data, in no particular order
   */
  async withdraw(tx: Tx, queue: Queue, key: string): Promise<object[]> {
    const db = asPgBossDatabase(tx);
    const queuedJobs = await this.#boss.findJobs<object>(queue, { key, queued: true, db });
    const ids = queuedJobs.map(({ id }) => id);
    if (ids.length > 0) await this.#boss.deleteJob(queue, ids, { db });
    return queuedJobs.map(({ data }) => data);
  }

  /**
   * Starts the workers of a queue.
   * @param handler runs a job; `id` is the same at each try
   */
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
      this.#wake(queue); // another worker takes the next job at once
      try {
        if (job) await handler(job.data, job.id);
      } catch (error) {
        if (error instanceof PermanentFailure) {
          this.onProblem({ message: 'a job failed for good', queue, error: error.cause });
          return;
        }
        if (!(error instanceof RetryLater))
          this.onProblem({ message: 'a job failed', queue, error });
        throw error; // pg-boss retries the job
      }
    };
  }

  /** Reads the times of the last upkeep of the queues; null means never. */
  async upkeep(): Promise<Upkeep> {
    const [last] = await this.db.outside((tx) => selectUpkeep(tx, { queues }));
    return last!;
  }

  /** Waits up to ten seconds for running jobs, and stops the workers. */
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
      }); // one search at a time, even if the database is slow
    }, pollInterval).unref();
    // finds the jobs of a process that died at once, not only after the first interval
    void this.#boss.supervise().catch(this.#reportFailure);
  }
}

/** Returns a database for pg-boss that runs its statements in a transaction. */
const asPgBossDatabase = (tx: Tx) => ({
  executeSql: async (text: string, values?: unknown[]) => ({ rows: await tx.sql(text, values) }),
});

/** Returns the church of a job. Jobs of the platform count as jobs of one more church. */
function churchOf(tx: Tx, data: object): string {
  const organizationId = 'organizationId' in data ? data.organizationId : null;
  return typeof organizationId === 'string' ? organizationId : (tx.organizationId ?? 'platform');
}
