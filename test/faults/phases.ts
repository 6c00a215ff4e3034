import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../support/random.js';

/** The parts of an import, from its file to its end. */
export type Phase = 'upload' | 'commit' | 'undo';

/**
 * Of five kills, by chance in their order: the parts that write the books get more than the one
 * before them.
 */
const share: readonly Phase[] = ['commit', 'undo', 'commit', 'undo', 'upload'];

/**
 * Which part of an import is under way, so that trouble can be brought into the midst of a certain
 * one.
 */
export class Phases {
  now: Phase = 'upload';
  /** the part that somebody waits for */
  awaited: Phase | null = null;
  readonly #shortest = new Map<Phase, number>();
  #began = -Infinity;
  #deal: Phase[] = [];
  #notice: () => void = () => undefined;
  #isOver = false;

  private readonly random: Random;

  constructor(random: Random) {
    this.random = random;
  }

  begin(phase: Phase): void {
    const length = performance.now() - this.#began;
    if (length < (this.#shortest.get(this.now) ?? Infinity)) this.#shortest.set(this.now, length);
    this.now = phase;
    this.#began = performance.now();
    this.#notice();
  }

  /** Nobody imports anymore: whoever waits for a part waits in vain. */
  end(): void {
    this.#isOver = true;
    this.#notice();
  }

  /**
   * At any moment, by chance, of the part whose turn it is. The phase that is under way then is
   * `now`.
   */
  async anyMoment(): Promise<void> {
    if (this.#deal.length === 0) this.#deal = shuffled(share, this.random);
    this.awaited = this.#deal.pop()!;
    while (this.now !== this.awaited) {
      if (this.#isOver) throw new Error(`no ${this.awaited} comes anymore`);
      await new Promise<void>((resolve) => (this.#notice = resolve));
    }
    this.awaited = null;
    await sleep(this.random.below(Math.ceil(this.#shortest.get(this.now) ?? 200)));
  }
}

/** Counts what was hit. */
export class Hits {
  readonly #counts = new Map<string, number>([
    ['upload', 0],
    ['commit', 0],
    ['undo', 0],
  ]);

  add(what: string): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + 1);
  }

  toString(): string {
    return `hit during: ${[...this.#counts].map(([what, count]) => `${what} ${count}`).join(', ')}`;
  }
}

function shuffled<T>(values: readonly T[], random: Random): T[] {
  const rest = [...values];
  return values.map(() => rest.splice(random.below(rest.length), 1)[0]!);
}
