import { Random } from './random.js';

/** Whether generated tests run whole (`npm run faults` sets it) or a sample of them. */
export const isWhole = process.env.GENERATED_TESTS === 'whole';

/**
 * The cases of a generated test: all of them, or a sample that a printed seed repeats (`TEST_SEED`).
 * @param always cases that every sample contains
 */
export function sampleOf<Case>(cases: readonly Case[], size: number, always: Case[] = []): Case[] {
  if (isWhole || cases.length <= size) return [...cases];
  const random = new Random();
  console.info(
    `A sample of ${size} of ${cases.length} cases; TEST_SEED=${random.seed} repeats it.`,
  );
  const chosen = new Set(always);
  while (chosen.size < size) chosen.add(random.of(cases));
  return [...chosen];
}
