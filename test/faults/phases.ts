import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../support/random.js';

/** The parts of an import. */
export type Phase = 'upload' | 'commit' | 'undo';

/**
 * The parts of an import in which five faults occur, in random order. The commit and the undo,
 * which write donations, get more of them than the upload.
 */
const share: readonly Phase[] = ['commit', 'undo', 'commit', 'undo', 'upload'];

/** Records which part of an import is running, so that a fault can occur during a certain part. */
export class Phases {
  now: Phase = 'upload';
  /** the part for which `anyMoment` waits; null if it does not wait */
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

  /**
   * Ends the recording after the last import. If `anyMoment` waits for a part, it throws an error.
   */
  end(): void {
    this.#isOver = true;
    this.#notice();
  }

  /** Resolves at a random moment of the next part in the random order. */
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

/** Counts the faults by the part of the import in which they occurred. */
export class Hits {
  readonly #counts = new Map<string, number>([
    ['upload', 0],
    ['commit', 0],
    ['undo', 0],
  ]);

  add(operation: string): void {
    this.#counts.set(operation, (this.#counts.get(operation) ?? 0) + 1);
  }

  toString(): string {
    const counts = [...this.#counts].map(([operation, count]) => `${operation} ${count}`);
    return `hit during: ${counts.join(', ')}`;
  }
}

function shuffled<T>(values: readonly T[], random: Random): T[] {
  const remaining = [...values];
  return values.map(() => remaining.splice(random.below(remaining.length), 1)[0]!);
}
