import type { Connection } from './eventstoredb-connection.js';
import type { Envelope } from './eventstoredb-records.js';
import type { Position } from './event-store.js';

/**
 * Rows of one bulk that are received and dropped before the server is asked to filter out the rest.
 */
export const maxDroppedRows = 1_000;
/**
 * The first and the longest pause, in milliseconds, between two reads of the stream while nothing
 * else arrives.
 */
const [firstPause, longestPause] = [25, 2_000];
/**
 * Milliseconds without a new row after which a bulk is no longer filtered out, because its writer
 * has probably failed.
 */
const idleAfter = 10_000;

interface Bulk {
  /** Revision of its first row. */
  first: number;
  /** Position of the newest row that is known. It is before the end of the bulk. */
  newestRow: Position;
  /** Position of the bulk's last event. Null until that event has been read. */
  end: Position | null;
  /** When a new row was last seen, by `performance.now()`. */
  changedAt: number;
}

/**
 * Long bulks whose rows the server filters out of the subscription. Rows become visible with the
 * last event of their bulk, and are then read from the stream. Without the filter, the server would
 * send each row twice.
 *
 * The server does not send the last event of such a bulk either. Therefore the end of the stream is
 * read before anything is handed over that may come after that event. When the last event has been
 * found, the bulk is no longer filtered out, so that its last event is received in the order of all
 * events.
 *
 * A subscription never resumes after the newest known row of an unfinished bulk (`resumeAt`). The
 * last event of the bulk comes after that row, so that it cannot be skipped.
 */
export class UnfinishedBulks {
  /** Rows received and dropped so far, by stream. */
  readonly #dropped = new Map<string, number>();
  /** Bulks that are filtered out, by stream. */
  readonly #filtered = new Map<string, Bulk>();
  /** Streams of bulks that were filtered out at any time and have not been handed over yet. */
  readonly #pending = new Set<string>();
  #pause = firstPause;

  constructor(private readonly connection: Connection) {}

  /** The milliseconds after which `readEnds` must be called if no event has arrived. */
  get pause(): number {
    return this.#filtered.size === 0 ? Infinity : this.#pause;
  }

  /** Whether a bulk has ended or is idle, so that the next subscription must include its stream. */
  get needsNewFilter(): boolean {
    return [...this.#filtered.values()].some((bulk) => bulk.end !== null || isIdle(bulk));
  }

  /**
   * Returns the filter for a new subscription. Bulks that have ended or are idle are no longer
   * filtered out.
   * @param regex the regular expression of the names of all streams to follow
   */
  filter(regex: string): string {
    for (const [stream, bulk] of this.#filtered)
      if (bulk.end !== null || isIdle(bulk)) this.#filtered.delete(stream);
    const streams = [...this.#filtered.keys()].map((stream) => stream.replace(/[^\w-]/g, '\\$&'));
    return streams.length === 0 ? regex : `^(?!(${streams.join('|')})$)${regex.replace(/^\^/, '')}`;
  }

  /**
   * Counts a row that was received and dropped.
   * @returns whether the remaining rows should be filtered out by a new subscription
   */
  dropRow(stream: string, first: number, position: Position): boolean {
    const count = (this.#dropped.get(stream) ?? 0) + 1;
    this.#dropped.set(stream, count);
    if (count < maxDroppedRows) return false;
    this.#dropped.delete(stream);
    this.#filtered.set(stream, {
      first,
      newestRow: position,
      end: null,
      changedAt: performance.now(),
    });
    this.#pending.add(stream);
    this.#pause = firstPause;
    return true;
  }

  /** Whether rows of this stream's bulk were filtered out and must still be read from it. */
  isPending(stream: string): boolean {
    return this.#pending.has(stream);
  }

  /** Forgets a bulk whose last event has been received. */
  handedOver(stream: string): void {
    this.#dropped.delete(stream);
    this.#filtered.delete(stream);
    this.#pending.delete(stream);
  }

  /**
   * Reads the ends of the streams that are filtered out.
   * @param isQuiet whether nothing has arrived since the last call
   */
  async readEnds(isQuiet: boolean): Promise<void> {
    this.#pause = isQuiet ? Math.min(2 * this.#pause, longestPause) : firstPause;
    for (const [stream, bulk] of this.#filtered) {
      if (bulk.end === null) await this.#readEnd(stream, bulk);
    }
  }

  /**
   * Whether a bulk append that is filtered out ends at or before `position`. If so, its last event
   * must be received before the caller gets any event at or after that position.
   * @param position undefined for the end of the store
   */
  hasEndedBy(position: Position | undefined): boolean {
    return [...this.#filtered.values()].some(
      ({ end }) => end !== null && (position === undefined || position >= end),
    );
  }

  /**
   * Returns the position at which a subscription may resume when everything up to `position` has
   * been received, except for bulks that are filtered out. It is never after the newest known row
   * of such a bulk.
   */
  resumeAt(position: Position): Position {
    return [...this.#filtered.values()].reduce(
      (earliest, { newestRow }) => (newestRow < earliest ? newestRow : earliest),
      position,
    );
  }

  /** Notes the newest row of a bulk and, if it has ended, the position of its last event. */
  async #readEnd(stream: string, bulk: Bulk): Promise<void> {
    for await (const events of this.connection.readStream(stream, 'end')) {
      for (const recorded of events) {
        const envelope = (recorded.metadata ?? {}) as Partial<Envelope>;
        if (envelope.bulk?.first !== bulk.first) continue;
        const position = recorded.position!.commit;
        if (envelope.bulk.last) {
          bulk.end = position;
          continue; // the newest row is before it
        }
        if (position > bulk.newestRow) {
          bulk.newestRow = position;
          bulk.changedAt = performance.now();
        }
        return;
      }
    }
  }
}

const isIdle = ({ changedAt }: Bulk) => performance.now() - changedAt > idleAfter;
