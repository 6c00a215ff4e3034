import type { RowLayout } from './row-layout';

/**
 * A layout of rows whose height is known only after they are rendered. Until then each row has the
 * estimated height.
 */
export class MeasuredRows implements RowLayout {
  #heights = new Float32Array(0);
  #tops = new Float64Array(1);
  /** The first row whose top must be calculated again. */
  #stale = 0;
  readonly #estimate: number;

  constructor(estimate: number) {
    this.#estimate = estimate;
  }

  /** Changes the number of rows. Rows are added or removed at the end. */
  resize(count: number): void {
    const had = this.#heights.length;
    if (count === had) return;
    const heights = new Float32Array(count).fill(this.#estimate);
    heights.set(this.#heights.subarray(0, count));
    this.#heights = heights;
    this.#tops = new Float64Array(count + 1);
    this.#stale = 0;
  }

  /** Resets all heights, because the width has changed. */
  forget(): void {
    this.#heights.fill(this.#estimate);
    this.#stale = 0;
  }

  /** Stores the measured heights of the rows from `first` on. */
  measured(first: number, heights: readonly number[]): void {
    for (const [index, height] of heights.entries()) {
      const row = first + index;
      if (Math.abs((this.#heights[row] ?? height) - height) < 0.05) continue;
      this.#heights[row] = height;
      this.#stale = Math.min(this.#stale, row);
    }
  }

  topOf(row: number): number {
    for (; this.#stale < this.#heights.length; this.#stale++)
      this.#tops[this.#stale + 1] = this.#tops[this.#stale]! + this.#heights[this.#stale]!;
    return this.#tops[Math.max(0, Math.min(row, this.#heights.length))]!;
  }

  rowAt(top: number): number {
    let [low, high] = [0, this.#heights.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.topOf(middle + 1) <= top) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
