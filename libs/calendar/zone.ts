import { utcMidnight } from './date.js';

const dayMs = 86_400_000;
/** Making a formatter costs about as much as a thousand uses of it. Few zones occur, so none is let go. */
const clocks = new Map<string, Intl.DateTimeFormat>();

/** Whether the name is a time zone that this platform knows, such as `America/New_York`. Offsets (`+05:30`) are none. */
export function isTimeZone(name: string): boolean {
  if (!/^[a-z]/i.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** The calendar date that it is in the zone at the instant `now`. Throws a RangeError on an unknown zone. */
export function todayIn(timeZone: string, now: Date): string {
  return new Date(wallTime(now.getTime(), timeZone)).toISOString().slice(0, 10);
}

/**
 * The first instant after the day `date` in the zone: an exclusive upper bound for everything that
 * happened on or before that day. Throws a RangeError on a text that is no date or an unknown zone.
 *
 * Where clocks pass midnight twice, the later passing counts; where they skip it, the moment of the skip.
 */
export function endOfDay(date: string, timeZone: string): Date {
  const midnight = utcMidnight(date) + dayMs;
  const offset = (instant: number) => wallTime(instant, timeZone) - instant;
  // The zone's offset changes at most once in these two days, so midnight lies at one of the two.
  const candidates = [offset(midnight - dayMs), offset(midnight + dayMs)].map(
    (ahead) => midnight - ahead,
  );
  const real = candidates.filter((instant) => wallTime(instant, timeZone) === midnight);
  if (real.length > 0) return new Date(Math.max(...real));
  let [before, after] = [Math.min(...candidates) - 1, Math.max(...candidates)];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (wallTime(middle, timeZone) >= midnight) after = middle;
    else before = middle;
  }
  return new Date(after);
}

/**
 * The instant at which the zone's clocks show `local` (`2026-11-22T18:00:00`). What they show twice means the earlier; what they
 * skip is read as if they had not been changed yet (RFC 5545, 3.3.5). Throws a RangeError on an unknown zone.
 */
export function instantAt(local: string, timeZone: string): Date {
  const shown = Date.parse(`${local}Z`);
  const offset = (instant: number) => wallTime(instant, timeZone) - instant;
  const candidates = [offset(shown - dayMs), offset(shown + dayMs)].map((ahead) => shown - ahead);
  return new Date(
    candidates.find((instant) => wallTime(instant, timeZone) === shown) ?? candidates[0]!,
  );
}

/** An instant as the zone's clocks show it, with their offset: `2026-11-22T18:00:00-05:00`. */
export function withOffset(instant: Date, timeZone: string): string {
  const shown = wallTime(instant.getTime(), timeZone);
  const ahead = Math.round((shown - instant.getTime()) / 60_000);
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  return `${new Date(shown).toISOString().slice(0, 19)}${ahead < 0 ? '-' : '+'}${two(Math.abs(ahead) / 60)}:${two(Math.abs(ahead) % 60)}`;
}

/** What the zone's clocks show now, without zone: `2026-11-22T18:00:00`. */
export const localNow = (timeZone: string, now: Date): string =>
  new Date(wallTime(now.getTime(), timeZone)).toISOString().slice(0, 19);

/** The calendar date in the zone at an instant, in milliseconds. */
export const dayIn = (timeZone: string, instant: number): string =>
  new Date(wallTime(instant, timeZone)).toISOString().slice(0, 10);

/** How far each zone is ahead at the beginning of a day of UTC: a file asks of the same days again and again. */
const ahead = new Map<string, Map<number, number>>();

/**
 * What the zone's clocks show at an instant, as the milliseconds that UTC would have at that reading. A day of UTC that begins and
 * ends with the same offset has had no other: clocks are changed once in a season.
 */
function wallTime(instant: number, timeZone: string): number {
  const day = Math.floor(instant / dayMs);
  const offset = aheadAt(day, timeZone);
  return offset === aheadAt(day + 1, timeZone) ? instant + offset : askClock(instant, timeZone);
}

function aheadAt(day: number, timeZone: string): number {
  let days = ahead.get(timeZone);
  if (!days || days.size > 20_000) ahead.set(timeZone, (days = new Map<number, number>()));
  let offset = days.get(day);
  if (offset === undefined) days.set(day, (offset = askClock(day * dayMs, timeZone) - day * dayMs));
  return offset;
}

function askClock(instant: number, timeZone: string): number {
  const parts: Record<string, number> = {};
  for (const { type, value } of clockOf(timeZone).formatToParts(instant))
    parts[type] = Number(value);
  const shown = Date.UTC(
    parts.year!,
    parts.month! - 1,
    parts.day,
    parts.hour,
    parts.minute,
    parts.second,
  );
  return shown + (((instant % 1000) + 1000) % 1000);
}

function clockOf(timeZone: string): Intl.DateTimeFormat {
  let clock = clocks.get(timeZone);
  if (!clock) {
    clock = new Intl.DateTimeFormat('en-US', {
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
    clocks.set(timeZone, clock);
  }
  return clock;
}
