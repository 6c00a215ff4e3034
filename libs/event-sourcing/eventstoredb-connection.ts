import type {
  AllStreamResolvedEvent,
  AppendExpectedRevision,
  EventData,
  EventStoreDBClient,
  RecordedEvent,
  ResolvedEvent,
} from '@eventstore/db-client';
import type { Readable } from 'node:stream';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import { StoreUnavailable, type Position } from './event-store.js';
import { dbClient } from './eventstoredb-client.js';
import { isOfType, isTransient, TimeLimitExceeded } from './eventstoredb-errors.js';

/** events that are taken from the server while the reader works: up to 23.10 it ends the subscription of a slow one */
export const readAhead = 5_000;

/** Called with problems that pass by themselves: a lost connection, a server that is not ready, a changed leader. */
export type OnProblem = (error: unknown) => void;

/**
 * The client with what it lacks: time limits that hold whatever the server does, and going on after a lost
 * connection. Connects when first used, so a server that is away fails no start.
 */
export class Connection {
  readonly #client: EventStoreDBClient;
  #used = false;

  /**
   * @param deadline milliseconds for which a call is tried before it fails
   * @throws Error when the connection string cannot be read or names a certificate file that is not there
   */
  constructor(
    connectionString: string,
    readonly deadline: number,
    readonly onProblem: OnProblem,
  ) {
    this.#client = dbClient().EventStoreDBClient.connectionString(connectionString);
    // Otherwise appends go through one BatchAppend call shared by all: it compares its deadline with the server's
    // clock, never answers when that call ends quietly, and rejects the appends of every other client with its own.
    Object.assign(this.#client, { supports: () => Promise.resolve(false) });
  }

  get client(): EventStoreDBClient {
    this.#used = true;
    return this.#client;
  }

  /**
   * One append, repeated while what stops it may pass: the ids and the explicit revision make that safe.
   * @throws StoreUnavailable after the deadline; what the server answers otherwise
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
   * A stream from a revision on (or backwards from its end), in batches, going on where the connection was lost; ahead of
   * who works on them. Nothing for a stream that does not exist.
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
    let left = count;
    for (const attempts = new Attempts(this); left > 0;) {
      const read = this.client.readStream(
        name,
        { direction, requiresLeader, fromRevision, maxCount: left },
        { highWaterMark: from === 'end' ? 16 : readAhead },
      );
      try {
        for await (const come of readAvailable<ResolvedEvent>(read, this.deadline)) {
          const events = come.flatMap(({ event }) => event ?? []);
          const last = events.at(-1);
          if (!last) continue;
          attempts.succeeded();
          if (last.revision === 0n && from === 'end') left = 0;
          else fromRevision = last.revision + (from === 'end' ? -1n : 1n);
          left -= events.length;
          yield events;
        }
        return;
      } catch (error) {
        if (isOfType(error, 'STREAM_NOT_FOUND')) return;
        await attempts.failed(error);
      } finally {
        end(read, () => read.cancel());
      }
    }
  }

  /** Whether there is an event at exactly that position. */
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
        end(read, () => read.cancel());
      }
    });
  }

  /** Position of the newest event of all, the server's own among them; null for an empty server. */
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
        end(read, () => read.cancel());
      }
    }, deadline);
  }

  /** @param action is given the milliseconds it may take: half of what there is, so that a silent node is tried twice */
  async retry<T>(action: (time: number) => Promise<T>, deadline = this.deadline): Promise<T> {
    for (const attempts = new Attempts(this, deadline); ;) {
      const time = Math.ceil(Math.min(deadline / 2, attempts.left));
      try {
        return await within(time, action(time));
      } catch (error) {
        await attempts.failed(error);
      }
    }
  }

  /** Ends all calls and the connection, which the client leaves open. */
  async dispose(): Promise<void> {
    await within(1_000, this.#client.dispose()).catch(this.onProblem);
    if (this.#used)
      await within(
        1_000,
        this.#client['getChannel']().then((channel) => channel.close()),
      ).catch(this.onProblem);
  }
}

/** Counts failures since the last success, pauses after each, and gives up after the deadline. */
class Attempts {
  #failures = 0;
  #until: number;

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
    this.#until = performance.now() + this.deadline;
  }

  /** @throws the error itself if it will not pass; StoreUnavailable when the time is over */
  async failed(error: unknown): Promise<void> {
    if (!isTransient(error)) throw error;
    this.connection.onProblem(error);
    const pause = randomPause(this.#failures++, 20, 500);
    if (performance.now() + pause >= this.#until) throw new StoreUnavailable({ cause: error });
    await sleep(pause);
  }
}

/** Doubles with every failure up to a limit; half of it is chance, so that clients do not come back in step. */
export const randomPause = (failures: number, first: number, most: number) =>
  Math.min(most, first * 2 ** Math.min(failures, 20)) * (0.5 + Math.random() / 2);

export async function within<T>(time: number, work: Promise<T>, signal?: AbortSignal): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  let stop: () => void = () => undefined;
  const limit = new Promise<never>((_, reject) => {
    stop = () => reject(new TimeLimitExceeded('Stopped'));
    if (time !== Infinity)
      timer = setTimeout(
        () => reject(new TimeLimitExceeded(`EventStoreDB did not answer within ${time} ms`)),
        time,
      );
  });
  signal?.addEventListener('abort', stop);
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}

/** A stream of the client: a `Readable`, whose types and Node's own do not quite agree. */
type Source = Pick<Readable, 'read' | 'readableEnded' | 'destroyed'> & NodeJS.EventEmitter;

/** the most of what has come that is handed on at once */
const mostAtOnce = 1_000;

/**
 * What a stream of the client gives, as much at once as has come: to wait for each event by itself takes longer than to
 * read it. There is a limit on each wait; the time that the reader takes does not count.
 * @param quiet milliseconds after which an empty list is handed on, where nothing has come
 */
export async function* readAvailable<T>(
  source: Source,
  time: number,
  signal?: AbortSignal,
  quiet: () => number = () => Infinity,
): AsyncGenerator<T[]> {
  let failure: { error: unknown } | undefined;
  let wake: () => void = () => undefined;
  source.on('error', (error) => (failure ??= { error })); // stays: one after the last read would end the process
  for (const sign of ['readable', 'end', 'close', 'error']) source.on(sign, () => wake());
  for (let silence = 0; !signal?.aborted;) {
    const come: T[] = [];
    for (let item: unknown; come.length < mostAtOnce && (item = source.read()) !== null;)
      come.push(item as T);
    if (come.length > 0) {
      silence = 0;
      yield come;
      continue;
    }
    if (failure) throw failure.error;
    if (source.readableEnded || source.destroyed) return;
    const [left, pause] = [time - silence, quiet()];
    const isQuiet = await within(
      Math.min(left, pause),
      new Promise<false>((resolve) => (wake = () => resolve(false))),
      signal,
    ).catch((error: unknown) => {
      if (signal?.aborted || left <= pause) throw error;
      return true;
    });
    if (isQuiet) {
      silence += pause;
      yield [];
    } else await turn(); // what else is on its way comes along
  }
}

/**
 * Ends a stream of the client. Neither its own iterator nor `destroy` ends the call behind it; and unless what came
 * already is drained, the client counts the call as open and waits for it in `dispose`.
 */
export function end(stream: NodeJS.EventEmitter, cancel: () => Promise<void>): void {
  cancel().catch(() => undefined);
  stream.removeAllListeners('readable').on('data', () => undefined);
}
