/** Functions that exceed the limits of a worker thread, for this library's own tests. */
import { Refusal, returnRefusals } from '../answer.js';

/** Never returns. */
export function runForever(_input: null): never {
  for (;;);
}

/** Allocates until the heap is full. */
export function fillMemory(_input: null): number {
  const allocated: number[][] = [];
  for (;;)
    allocated.push(Array.from({ length: 10_000 }, (_, position) => position + allocated.length));
}

/** Returns, and then allocates until the heap is full. */
export function fillMemorySoon(_input: null): void {
  setTimeout(() => fillMemory(null), 300);
}

export async function wait(milliseconds: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Counts its calls in the state of the module. */
let calls = 0;
export function countCalls(_input: null): number {
  return ++calls;
}

export const refuse = returnRefusals((reason: string): never => {
  throw new Refusal(reason);
});

export function fail(message: string): never {
  throw new TypeError(message);
}
