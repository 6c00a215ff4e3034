type Reader = (text: string) => unknown;

/**
 * Minimum processor time of a meaningful measurement, in microseconds. If reading a text takes
 * less, the text is made twice as long.
 */
const leastCost = 2_000;
const firstLength = 8_000;
const maxLength = 32_000;
/** The compared text is four times as long. Quadratic cost is then sixteen times as high. */
const factor = 4;
/** Between 4 (linear cost) and 16 (quadratic cost); a busy machine can double a measurement. */
export const maxGrowth = 8;

/** Returns texts that repeat a piece until they have a length, between a beginning and an end. */
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

/** Returns the processor time of one call in microseconds: the least of some rounds. */
export async function costOf(reader: Reader, text: string, rounds: number): Promise<number> {
  let least = Infinity;
  for (let round = 0; round < rounds; round++) {
    const before = process.cpuUsage();
    await read(reader, text);
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, user + system);
  }
  return least;
}

async function measureOnce(reader: Reader, textOf: (length: number) => string): Promise<number> {
  let length = firstLength;
  while ((await costOf(reader, textOf(length), 2)) < leastCost) {
    length *= 2;
    if (length > maxLength) return 1;
  }
  const [short, long] = [textOf(length), textOf(factor * length)];
  return (await costOf(reader, long, 5)) / (await costOf(reader, short, 5));
}

/**
 * Measures how many times more processor time a text of four times the length takes; 1 if even the
 * longest takes next to none. Compare it with `maxGrowth`. It measures again if a busy machine may
 * have made the figure wrong.
 */
export async function measureGrowth(
  reader: Reader,
  textOf: (length: number) => string,
): Promise<number> {
  let growth = await measureOnce(reader, textOf);
  for (let again = 0; growth > maxGrowth && again < 3; again++)
    growth = Math.min(growth, await measureOnce(reader, textOf));
  return growth;
}
