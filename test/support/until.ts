import { setTimeout as sleep } from 'node:timers/promises';

/**
 * How long tests wait, in milliseconds. It only ends tests that hang, and is so long that no
 * machine is too slow.
 */
export const patience = Number(process.env.TEST_PATIENCE ?? 300_000);

type Nothing = false | 0 | null | undefined;

/**
 * Calls a function repeatedly until it returns a value other than false, 0, null and undefined, and
 * returns this value.
 * @throws Error with the complaint if it does not happen
 */
export async function until<Found>(
  look: () => Found | Promise<Found>,
  complaint: string | (() => string) = `This did not come true: ${look.toString()}`,
): Promise<Exclude<Found, Nothing>> {
  const start = performance.now();
  while (performance.now() - start < patience) {
    const result = await look();
    if (result) return result as Exclude<Found, Nothing>;
    await sleep(25);
  }
  throw new Error(typeof complaint === 'string' ? complaint : complaint());
}
