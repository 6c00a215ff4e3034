import { instantAt, localNow } from './zone.js';

/** `local` (`2026-11-22T18:00:00`), so many minutes later on a clock that nobody changes meanwhile. */
export const addMinutes = (local: string, minutes: number): string =>
  new Date(Date.parse(`${local}Z`) + minutes * 60_000).toISOString().slice(0, 19);

/** The same time of day, so many days later. */
export const addDays = (local: string, days: number): string => addMinutes(local, days * 1_440);

/**
 * When something ends, by the clock that people typed: an event of 48 hours that begins at 6:00 PM ends at 6:00 PM, also
 * when the clocks are changed meanwhile. A beginning or end that the clocks skip is moved as `instantAt` says.
 * @param start local time of the beginning: `2026-11-22T18:00:00`
 * @returns the local time of the end
 */
export function endOf(start: string, minutes: number, timeZone: string): string {
  const begins = localNow(timeZone, instantAt(start, timeZone));
  const ends = addMinutes(begins, minutes);
  return localNow(timeZone, instantAt(ends, timeZone));
}
