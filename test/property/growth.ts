type Reader = (text: string) => unknown;

/**
 * Minimum processor time of a meaningful measurement, in microseconds. If reading a text takes
 * less, the text is made twice as long.
 */
const minCost = 2_000;
/**
 * Processor time in microseconds above which it does not matter whether the process has the memory
 * already.
 */
const steadyCost = 20_000;
const firstLength = 8_000;
const maxLength = 32_000;
/** The compared text is four times as long. Quadratic cost is then sixteen times as high. */
const factor = 4;
/** Between 4 (linear cost) and 16 (quadratic cost); a busy machine can double a measurement. */
export const maxGrowth = 8;

/**
 * Returns a function that makes a text: a beginning, a piece repeated up to at least the given
 * length, and an end.
 */
export const repeated =
  (piece: string, before = '', after = '') =>
  (length: number): string =>
    before + piece.repeat(Math.ceil(length / piece.length)) + after;

async function read(reader: Reader, text: string): Promise<void> {
  try {
    await reader(text);
  } catch {
    // an error is an answer as good as any
  }
}

/** More characters than one piece has, so that each round reads another text. */
const characterStep = 32;

/**
 * Returns the processor time of one call in microseconds: the least of some rounds. Each round
 * reads another text, because V8 keeps the matches of a short text for the next call.
 */
export async function costOf(
  reader: Reader,
  textOf: (length: number) => string,
  { length, rounds }: { length: number; rounds: number },
): Promise<number> {
  let fastest = Infinity;
  for (let round = 0; round < rounds; round++) {
    const text = textOf(length + round * characterStep);
    const before = process.cpuUsage();
    await read(reader, text);
    const { user, system } = process.cpuUsage(before);
    fastest = Math.min(fastest, user + system);
  }
  return fastest;
}

/** Returns the shortest length with a meaningful cost; null if even the longest has none. */
async function meaningfulLength(
  reader: Reader,
  textOf: (length: number) => string,
): Promise<number | null> {
  for (let length = firstLength; length <= maxLength; length *= 2)
    if ((await costOf(reader, textOf, { length, rounds: 2 })) >= minCost) return length;
  return null;
}

/**
 * Measures how many times more processor time a text of four times the length takes; 1 if even the
 * longest takes next to none. Compare it with `maxGrowth`.
 *
 * A high figure is measured again with longer texts: where a reader begins to need memory that the
 * process does not have yet, the system has to provide it, and the time of a linear reader may grow
 * twelve times. Quadratic cost grows sixteen times at each length.
 */
export async function measureGrowth(
  reader: Reader,
  textOf: (length: number) => string,
): Promise<number> {
  let length = await meaningfulLength(reader, textOf);
  if (length === null) return 1;
  let minGrowth = Infinity;
  for (let attempt = 0; attempt < 4; attempt++) {
    const long = await costOf(reader, textOf, { length: factor * length, rounds: 5 });
    const short = await costOf(reader, textOf, { length, rounds: 5 });
    minGrowth = Math.min(minGrowth, long / short);
    if (minGrowth <= maxGrowth) break;
    if (short < steadyCost) length *= 2;
  }
  return minGrowth;
}
