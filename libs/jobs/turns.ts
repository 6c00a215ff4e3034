import type { Tx } from '#libs/database';
import { readLowestTurn } from './turns.sql.js';

/** Milliseconds for which the turn that a queue has come to is taken as known. */
const turnLifetime = 1_000;

/** The jobs of one queue: the turn that it has come to, and the last turn that each church has been given. */
interface QueueTurns {
  now: number;
  readAt: number;
  last: Map<string, number>;
}

/**
 * Alternates the jobs of a queue between churches. Each job of a church gets the turn after the one before it, but none
 * that is over. A church with one job therefore waits for one job of each other church, however many these have sent.
 * Every process counts by itself: what a process does not know of another's turns makes a church's jobs run earlier, at
 * most once.
 */
export class Turns {
  readonly #queues = new Map<string, QueueTurns>();

  /** @returns the priority of the church's next job: 0 or less, higher priorities first */
  async priorityOf(tx: Tx, queue: string, church: string): Promise<number> {
    const turns = await this.#read(tx, queue);
    const turn = Math.max((turns.last.get(church) ?? -1) + 1, turns.now);
    turns.last.set(church, turn);
    return turn === 0 ? 0 : -turn;
  }

  async #read(tx: Tx, queue: string): Promise<QueueTurns> {
    const known = this.#queues.get(queue);
    if (known && Date.now() - known.readAt < turnLifetime) return known;
    const [row] = await readLowestTurn(tx, { queue });
    const turns = {
      now: row?.turn ?? 0,
      readAt: Date.now(),
      last: row && known ? known.last : new Map<string, number>(),
    };
    this.#queues.set(queue, turns);
    return turns;
  }
}
