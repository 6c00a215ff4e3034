import type { Tx } from '#libs/database';
import { readLowestTurn } from './turns.sql.js';

/** The milliseconds for which the current turn of a queue is not read again. */
const turnLifetime = 1_000;

/** The current turn of one queue, and the last turn that each church has received. */
interface QueueTurns {
  now: number;
  readAt: number;
  last: Map<string, number>;
}

/**
 * Alternates the jobs of a queue between churches. Each job of a church gets the turn after the
 * previous job of the church, but no turn before the current one. Therefore a church with one job
 * waits for at most one job of each other church, even if these have sent many. Each process counts
 * turns on its own. Because it does not know the turns of other processes, a job of a church can
 * run earlier, at most once.
 */
export class Turns {
  readonly #queues = new Map<string, QueueTurns>();

  /** @returns the priority of the next job of the church: 0 or less; higher priorities run first */
  async priorityOf(tx: Tx, queue: string, church: string): Promise<number> {
    const turns = await this.#read(tx, queue);
    const turn = Math.max((turns.last.get(church) ?? -1) + 1, turns.now);
    turns.last.set(church, turn);
    return turn === 0 ? 0 : -turn;
  }

  async #read(tx: Tx, queue: string): Promise<QueueTurns> {
    const cachedTurns = this.#queues.get(queue);
    if (cachedTurns && Date.now() - cachedTurns.readAt < turnLifetime) return cachedTurns;
    const [row] = await readLowestTurn(tx, { queue });
    const turns = {
      now: row?.turn ?? 0,
      readAt: Date.now(),
      last: row && cachedTurns ? cachedTurns.last : new Map<string, number>(),
    };
    this.#queues.set(queue, turns);
    return turns;
  }
}
