import type {
  AllStreamResolvedEvent,
  AppendExpectedRevision,
  EventData,
  EventStoreDBClient,
  RecordedEvent,
  ResolvedEvent,
} from '@eventstore/db-client';
import { setTimeout as sleep } from 'node:timers/promises';
import { StoreUnavailable, type Position } from './event-store.js';
import { dbClient } from './eventstoredb-client.js';
import { isOfType, isTransient, TimeLimitExceeded } from './eventstoredb-errors.js';
import { endStream, readAvailable, withTimeLimit } from './eventstoredb-streams.js';

/**
 * Number of events that are received while the reader works. Servers up to version 23.10 end the
 * subscription of a client that reads too slowly.
 */
export const readAhead = 5_000;

/**
 * Called with problems that pass by themselves: a lost connection, a server that is not ready, a
 * changed leader.
 */
export type OnProblem = (error: unknown) => void;

/**
 * Adds to the client of EventStoreDB what it lacks: time limits that do not depend on the server,
 * and reads that continue after a lost connection. It connects at its first use, so that the
 * program starts without the server.
 */
export class Connection {
  readonly #client: EventStoreDBClient;
  #isUsed = false;

  /**
   * @param deadline milliseconds for which a call is tried before it fails
   * @throws Error if the connection string is invalid, or names a certificate file that is missing
   */
  constructor(
    connectionString: string,
    readonly deadline: number,
    readonly onProblem: OnProblem,
  ) {
    this.#client = dbClient().EventStoreDBClient.connectionString(connectionString);
    // Otherwise all appends share one BatchAppend call. It compares its deadline with the server's
    // clock, it never returns if that call ends without an error, and if the call fails, it rejects
    // the appends of all clients.
    Object.assign(this.#client, { supports: () => Promise.resolve(false) });
  }

  get client(): EventStoreDBClient {
    this.#isUsed = true;
    return this.#client;
  }

  /**
   * Appends events, and repeats this after errors that may pass by themselves. The ids and the
   * expected revision make the repetition safe.
   * @throws StoreUnavailable after the deadline, or the error of the server
   */
  append(name: string, expected: number, events: EventData[]): Promise<Position | undefined> {
    const expectedRevision: AppendExpectedRevision = expected < 0 ? 'no_stream' : BigInt(expected);
    return this.retry(async (time) => {
      const { position } = await this.client.appendToStream(name, events, {
        expectedRevision,
        requiresLeader: true,
        deadline: time,
      });
      return position?.commit;
    });
  }

  /**
   * Reads a stream from a revision on, or backwards from its end, in batches. It reads ahead, and
   * continues after a lost connection. Yields nothing for a stream that does not exist.
   */
  async *readStream(
    name: string,
    from: number | 'end',
    count = Number.MAX_SAFE_INTEGER,
  ): AsyncGenerator<RecordedEvent[]> {
    const [direction, requiresLeader] = [
      from === 'end' ? ('backwards' as const) : ('forwards' as const),
      true,
    ];
    let fromRevision: bigint | 'end' = from === 'end' ? 'end' : BigInt(from);
    let remaining = count;
    for (const attempts = new Attempts(this); remaining > 0;) {
      const read = this.client.readStream(
        name,
        { direction, requiresLeader, fromRevision, maxCount: remaining },
        { highWaterMark: from === 'end' ? 16 : readAhead },
      );
      try {
        for await (const resolved of readAvailable<ResolvedEvent>(read, this.deadline)) {
          const events = resolved.flatMap(({ event }) => event ?? []);
          const last = events.at(-1);
          if (!last) continue;
          attempts.succeeded();
          if (last.revision === 0n && from === 'end') remaining = 0;
          else fromRevision = last.revision + (from === 'end' ? -1n : 1n);
          remaining -= events.length;
          yield events;
        }
        return;
      } catch (error) {
        if (isOfType(error, 'STREAM_NOT_FOUND')) return;
        await attempts.failed(error);
      } finally {
        endStream(read, () => read.cancel());
      }
    }
  }

  /** Whether the server has an event at exactly that position. */
  hasEventAt(position: Position): Promise<boolean> {
    return this.retry(async (time) => {
      const read = this.client.readAll({
        direction: 'forwards',
        fromPosition: { commit: position, prepare: position },
        maxCount: 1,
        requiresLeader: true,
      });
      try {
        for await (const [first] of readAvailable<AllStreamResolvedEvent>(read, time))
          if (first?.event) return first.event.position.commit === position;
        return false;
      } finally {
        endStream(read, () => read.cancel());
      }
    });
  }

  /**
   * Returns the position of the newest event, including the server's own events; null for an empty
   * server.
   */
  head(deadline = this.deadline): Promise<Position | null> {
    return this.retry(async (time) => {
      const read = this.client.readAll({
        direction: 'backwards',
        fromPosition: 'end',
        maxCount: 1,
        requiresLeader: true,
      });
      try {
        for await (const [first] of readAvailable<AllStreamResolvedEvent>(read, time))
          if (first?.event) return first.event.position.commit;
        return null;
      } finally {
        endStream(read, () => read.cancel());
      }
    }, deadline);
  }

  /**
   * Runs an action, and repeats it after errors that may pass by themselves.
   * @param action gets the milliseconds that it may take, at most half of the deadline, so that a
   *   node that does not answer is tried twice
   */
  async retry<T>(action: (time: number) => Promise<T>, deadline = this.deadline): Promise<T> {
    for (const attempts = new Attempts(this, deadline); ;) {
      const time = Math.ceil(Math.min(deadline / 2, attempts.left));
      try {
        return await withTimeLimit(time, action(time));
      } catch (error) {
        await attempts.failed(error);
      }
    }
  }

  /** Ends all calls, and closes the connection, which `dispose` of the client does not do. */
  async dispose(): Promise<void> {
    await withTimeLimit(1_000, this.#client.dispose()).catch(this.onProblem);
    if (this.#isUsed)
      await withTimeLimit(
        1_000,
        this.#client['getChannel']().then((channel) => channel.close()),
      ).catch(this.onProblem);
  }
}

/** Counts failures since the last success, pauses after each failure, and ends at the deadline. */
class Attempts {
  #failures = 0;
  #until: number;
  /** The last error with a reason. An attempt that ran out of time does not know why. */
  #lastWithReason: unknown;

  constructor(
    private readonly connection: Connection,
    private readonly deadline = connection.deadline,
  ) {
    this.#until = performance.now() + deadline;
  }

  get left(): number {
    return Math.max(1, this.#until - performance.now());
  }

  succeeded(): void {
    this.#failures = 0;
    this.#lastWithReason = undefined;
    this.#until = performance.now() + this.deadline;
  }

  /**
   * @throws the error itself if it is not transient; after the deadline StoreUnavailable, whose
   *   cause is the last error with a reason
   */
  async failed(error: unknown): Promise<void> {
    if (!isTransient(error)) throw error;
    this.connection.onProblem(error);
    if (!(error instanceof TimeLimitExceeded)) this.#lastWithReason = error;
    const pause = randomPause(this.#failures++, 20, 500);
    if (performance.now() + pause >= this.#until)
      throw new StoreUnavailable({ cause: this.#lastWithReason ?? error });
    await sleep(pause);
  }
}

/**
 * Returns the milliseconds to wait after a failure. The time doubles with every failure up to a
 * limit, and half of it is random, so that clients do not try again at the same time.
 */
export const randomPause = (failures: number, first: number, most: number) =>
  Math.min(most, first * 2 ** Math.min(failures, 20)) * (0.5 + Math.random() / 2);
