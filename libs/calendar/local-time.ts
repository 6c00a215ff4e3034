import { instantAt, localNow } from './zone.js';

/**
 * Adds minutes to a local time (`2026-11-22T18:00:00`), without regard to changes of the clocks.
 */
export const addMinutes = (local: string, minutes: number): string =>
  new Date(Date.parse(`${local}Z`) + minutes * 60_000).toISOString().slice(0, 19);

/** Returns the same time of day some days later. */
export const addDays = (local: string, days: number): string => addMinutes(local, days * 1_440);

/**
 * Returns the end of an event in local time: an event of 48 hours that begins at 6:00 PM ends at
 * 6:00 PM, also if the clocks change meanwhile. A beginning or an end that the clocks skip is moved
 * as in `instantAt`.
 * @param start local time of the beginning: `2026-11-22T18:00:00`
 * @returns the local time of the end
 */
export function endOf(start: string, minutes: number, timeZone: string): string {
  const begins = localNow(timeZone, instantAt(start, timeZone));
  const ends = addMinutes(begins, minutes);
  return localNow(timeZone, instantAt(ends, timeZone));
}
