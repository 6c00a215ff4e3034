import { Random } from './random.js';

/** Whether all cases of generated tests run (`npm run faults` sets this), or only a sample. */
export const isWhole = process.env.GENERATED_TESTS === 'whole';

/**
 * Returns the cases of a generated test: all of them, or a random sample. The printed seed repeats
 * the choice (`TEST_SEED`).
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

/**
 * Returns the cases of a generated test: all of them, or `size` random cases of each group. The
 * printed seed repeats the choice (`TEST_SEED`).
 * @param groupOf the group of a case, for example the field that it fills
 */
export function sampleOfEachGroup<Case>(
  cases: readonly Case[],
  groupOf: (testCase: Case) => string,
  size: number,
): Case[] {
  if (isWhole) return [...cases];
  const random = new Random();
  const chosen = [...Map.groupBy(cases, groupOf).values()].flatMap((group) => {
    const remaining = [...group];
    const count = Math.min(size, remaining.length);
    return Array.from(
      { length: count },
      () => remaining.splice(random.below(remaining.length), 1)[0]!,
    );
  });
  console.info(
    `A sample of ${chosen.length} of ${cases.length} cases; TEST_SEED=${random.seed} repeats it.`,
  );
  return chosen;
}

/**
 * Returns the pairs of two lists: all of them, or a sample in which each entry of both lists occurs
 * at least once. The printed seed repeats the choice (`TEST_SEED`).
 */
export function sampleOfPairs<First, Second>(
  firsts: readonly First[],
  seconds: readonly Second[],
): [First, Second][] {
  const pairs = firsts.flatMap((first) =>
    seconds.map((second): [First, Second] => [first, second]),
  );
  if (isWhole) return pairs;
  const random = new Random();
  const shift = random.below(seconds.length);
  const size = Math.max(firsts.length, seconds.length);
  console.info(
    `A sample of ${size} of ${pairs.length} pairs; TEST_SEED=${random.seed} repeats it.`,
  );
  return Array.from({ length: size }, (_, index) => [
    firsts[index % firsts.length]!,
    seconds[(index + shift) % seconds.length]!,
  ]);
}
