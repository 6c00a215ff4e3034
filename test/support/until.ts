import { setTimeout as sleep } from 'node:timers/promises';

/**
 * How long tests wait for what has to come, in milliseconds: it ends what hangs and is no figure of
 * the product, so that no machine is too slow for it.
 */
export const patience = Number(process.env.TEST_PATIENCE ?? 300_000);

type Nothing = false | 0 | null | undefined;

/**
 * Looks again and again until there is something (not false, 0, null or undefined), and gives it.
 * @throws when it does not come, with the complaint
 */
export async function until<Found>(
  look: () => Found | Promise<Found>,
  complaint: string | (() => string) = `This did not come true: ${look.toString()}`,
): Promise<Exclude<Found, Nothing>> {
  const start = performance.now();
  while (performance.now() - start < patience) {
    const found = await look();
    if (found) return found as Exclude<Found, Nothing>;
    await sleep(25);
  }
  throw new Error(typeof complaint === 'string' ? complaint : complaint());
}
