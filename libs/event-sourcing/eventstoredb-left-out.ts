import type { Connection } from './eventstoredb-connection.js';
import type { Envelope } from './eventstoredb-records.js';
import type { Position } from './event-store.js';

/** rows of a bulk that are taken and thrown away before the server is asked to leave the rest out */
const mostInVain = 1_000;
/** milliseconds between two looks for the end of a bulk that is left out, where nothing else comes: from, to */
const [lookFrom, lookTo] = [25, 2_000];

/**
 * Long bulks whose rows the server leaves out of what it sends: they count only with their end, and are read from their
 * stream then, so that it would send each of them twice. Their streams are looked at for that end before anything is given
 * out that may come after it. Then they are taken in again, so that it comes among everything else, at its place.
 */
export class LeftOut {
  /** how many rows of a bulk have come in vain, by its stream */
  readonly #inVain = new Map<string, number>();
  /** by stream: where it begins, and the position of its end, once that is there */
  readonly #bulks = new Map<string, { first: number; end: Position | null }>();
  #pause = lookFrom;

  constructor(private readonly connection: Connection) {}

  /** Milliseconds without anything until somebody should look. */
  get pause(): number {
    return this.#bulks.size === 0 ? Infinity : this.#pause;
  }

  /** Whether one has ended meanwhile, so that its stream should be taken in again. */
  get hasEnded(): boolean {
    return [...this.#bulks.values()].some((bulk) => bulk.end !== null);
  }

  /** What the names of streams match that are sent: a bulk that has ended is no longer left out. */
  within(regex: string): string {
    for (const [stream, { end }] of this.#bulks) if (end !== null) this.forget(stream);
    const streams = [...this.#bulks.keys()].map((stream) => stream.replace(/[^\w-]/g, '\\$&'));
    return streams.length === 0 ? regex : `^(?!(${streams.join('|')})$)${regex.replace(/^\^/, '')}`;
  }

  /** Counts a row that has come in vain. @returns whether the rest shall be left out from now on */
  passes(stream: string, first: number): boolean {
    const count = (this.#inVain.get(stream) ?? 0) + 1;
    this.#inVain.set(stream, count);
    if (count < mostInVain) return false;
    this.#inVain.delete(stream);
    this.#bulks.set(stream, { first, end: null });
    this.#pause = lookFrom;
    return true;
  }

  /** Its end has come. */
  forget(stream: string): void {
    this.#inVain.delete(stream);
    this.#bulks.delete(stream);
  }

  /** Looks whether bulks have ended meanwhile. @param isQuiet nothing has come since the look before */
  async look(isQuiet: boolean): Promise<void> {
    this.#pause = isQuiet ? Math.min(2 * this.#pause, lookTo) : lookFrom;
    for (const [stream, bulk] of this.#bulks) bulk.end ??= await this.#endOf(stream, bulk.first);
  }

  /** @param position of what comes next; none: that everything there was has come */
  endsBefore(position?: Position): boolean {
    if (this.#bulks.size === 0) return false;
    return [...this.#bulks.values()].some(
      ({ end }) => end !== null && (position === undefined || position > end),
    );
  }

  async #endOf(stream: string, first: number): Promise<Position | null> {
    for await (const come of this.connection.readStream(stream, 'end')) {
      for (const recorded of come) {
        const { bulk } = (recorded.metadata ?? {}) as Partial<Envelope>;
        if (bulk?.first === first) return bulk.last ? recorded.position!.commit : null;
      }
    }
    return null;
  }
}
