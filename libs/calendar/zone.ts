import { utcMidnight } from './date.js';

const dayMs = 86_400_000;
/**
 * The formatter of each time zone. Making one takes as long as about a thousand uses of it. Few
 * zones occur, so none is removed.
 */
const formatters = new Map<string, Intl.DateTimeFormat>();

/** Tells whether the name is a time zone such as `America/New_York`. Offsets (`+05:30`) are not. */
export function isTimeZone(name: string): boolean {
  if (!/^[a-z]/i.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the calendar date in the zone at the instant `now`.
 * @throws {RangeError} if the zone is unknown
 */
export function todayIn(timeZone: string, now: Date): string {
  return new Date(wallTime(now.getTime(), timeZone)).toISOString().slice(0, 10);
}

/**
 * Returns the first instant after the day `date` in the zone, an exclusive upper bound for
 * everything on or before that day. If the clocks pass midnight twice, it is the later passing. If
 * they skip midnight, it is the moment of the change.
 * @throws {RangeError} if the text is no date or the zone is unknown
 */
export function endOfDay(date: string, timeZone: string): Date {
  const midnight = utcMidnight(date) + dayMs;
  const offset = (instant: number) => wallTime(instant, timeZone) - instant;
  // The offset of the zone changes at most once in these two days, so midnight has one of the two.
  const candidates = [offset(midnight - dayMs), offset(midnight + dayMs)].map(
    (ahead) => midnight - ahead,
  );
  const matching = candidates.filter((instant) => wallTime(instant, timeZone) === midnight);
  if (matching.length > 0) return new Date(Math.max(...matching));
  let [before, after] = [Math.min(...candidates) - 1, Math.max(...candidates)];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (wallTime(middle, timeZone) >= midnight) after = middle;
    else before = middle;
  }
  return new Date(after);
}

/**
 * Returns the instant of the local time `local` (`2026-11-22T18:00:00`) in the zone. If the local
 * time occurs twice, it is the earlier instant. If the clocks skip it, the offset before the change
 * counts (RFC 5545, 3.3.5).
 * @throws {RangeError} if the zone is unknown
 */
export function instantAt(local: string, timeZone: string): Date {
  const localTime = Date.parse(`${local}Z`);
  const offset = (instant: number) => wallTime(instant, timeZone) - instant;
  const candidates = [offset(localTime - dayMs), offset(localTime + dayMs)].map(
    (ahead) => localTime - ahead,
  );
  return new Date(
    candidates.find((instant) => wallTime(instant, timeZone) === localTime) ?? candidates[0]!,
  );
}

/**
 * Formats an instant as the local time of the zone with its offset: `2026-11-22T18:00:00-05:00`.
 */
export function withOffset(instant: Date, timeZone: string): string {
  const localTime = wallTime(instant.getTime(), timeZone);
  const ahead = Math.round((localTime - instant.getTime()) / 60_000);
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const local = new Date(localTime).toISOString().slice(0, 19);
  const [hours, minutes] = [two(Math.abs(ahead) / 60), two(Math.abs(ahead) % 60)];
  return `${local}${ahead < 0 ? '-' : '+'}${hours}:${minutes}`;
}

/**
 * Returns the local time of the zone at the instant `now`, without offset: `2026-11-22T18:00:00`.
 */
export const localNow = (timeZone: string, now: Date): string =>
  new Date(wallTime(now.getTime(), timeZone)).toISOString().slice(0, 19);

/** Returns the calendar date in the zone at an instant in milliseconds. */
export const dayIn = (timeZone: string, instant: number): string =>
  new Date(wallTime(instant, timeZone)).toISOString().slice(0, 10);

/**
 * The offset of each zone from UTC in milliseconds, at the beginning of a day of UTC. The map is a
 * cache, because the rows of a file have the same days again and again.
 */
const offsets = new Map<string, Map<number, number>>();

/**
 * Returns the local time of the zone at an instant, as the milliseconds of the same reading in UTC.
 * A day of UTC that begins and ends with the same offset has no other offset between, because
 * clocks change at most once in a season.
 */
function wallTime(instant: number, timeZone: string): number {
  const day = Math.floor(instant / dayMs);
  const offset = offsetAt(day, timeZone);
  return offset === offsetAt(day + 1, timeZone) ? instant + offset : readClock(instant, timeZone);
}

function offsetAt(day: number, timeZone: string): number {
  let days = offsets.get(timeZone);
  if (!days || days.size > 20_000) offsets.set(timeZone, (days = new Map<number, number>()));
  let offset = days.get(day);
  if (offset === undefined)
    days.set(day, (offset = readClock(day * dayMs, timeZone) - day * dayMs));
  return offset;
}

function readClock(instant: number, timeZone: string): number {
  const parts: Record<string, number> = {};
  for (const { type, value } of formatterOf(timeZone).formatToParts(instant))
    parts[type] = Number(value);
  const localTime = Date.UTC(
    parts.year!,
    parts.month! - 1,
    parts.day,
    parts.hour,
    parts.minute,
    parts.second,
  );
  return localTime + (((instant % 1000) + 1000) % 1000);
}

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(timeZone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formatters.set(timeZone, formatter);
  }
  return formatter;
}
