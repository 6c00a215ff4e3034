import { isCalendarDate } from './date.js';
import { instantAt, localNow } from './zone.js';

/** The rule of an event that repeats in local time. */
export interface Series {
  /** local time of the first occurrence: `2026-11-22T18:00:00` */
  start: string;
  /** the value of an RRULE (RFC 5545) as `withLocalEnd` returns it: `FREQ=WEEKLY;BYDAY=TH` */
  rule: string;
  /** the local dates of skipped occurrences */
  exceptions: readonly string[];
  timeZone: string;
}

const end = /(?<=^|;)UNTIL=(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z?))?(?=;|$)/;

/**
 * Converts the end of a rule to the form in which rules are stored: a local time,
 * `UNTIL=20261231T235959`. If the end is a calendar date, the whole day is included. A time in UTC
 * (with `Z`) becomes the local time of that moment.
 * @returns the rule; null if its end is not an existing date and time
 */
export function withLocalEnd(rule: string, timeZone: string): string | null {
  const match = end.exec(rule);
  if (!match) return rule;
  const [, year, month, day, hour = '23', minute = '59', second = '59', utc = ''] = match;
  const date = `${year!}-${month!}-${day!}`;
  const isTime = Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60;
  if (!isCalendarDate(date) || !isTime) return null;
  const typed = `${date}T${hour}:${minute}:${second}`;
  const local = utc ? localNow(timeZone, new Date(`${typed}Z`)) : typed;
  return rule.replace(end, `UNTIL=${compact(local)}`);
}

/**
 * Converts the end of a rule to UTC, which libraries and calendar files require if the beginning
 * has a time zone (RFC 5545, 3.3.10).
 */
export function withEndInUtc(rule: string, timeZone: string): string {
  const stored = withLocalEnd(rule, timeZone);
  const match = stored && end.exec(stored);
  if (!match) return rule;
  const [, year, month, day, hour, minute, second] = match;
  const local = `${year!}-${month!}-${day!}T${hour!}:${minute!}:${second!}`;
  const moment = instantAt(local, timeZone).toISOString().slice(0, 19);
  return stored.replace(end, `UNTIL=${compact(moment)}Z`);
}

/**
 * Returns the lines of a calendar file that describe how a series repeats: the rule with its count
 * or its end, and the skipped dates. The caller writes the beginning of the series (`DTSTART`).
 */
export function seriesLines({ start, rule, exceptions, timeZone }: Series): string[] {
  const time = compact(start).slice(8);
  const skipped = exceptions.map((date) => `${compact(date)}${time}`);
  return [
    `RRULE:${withEndInUtc(rule, timeZone)}`,
    ...(skipped.length > 0 ? [`EXDATE;TZID=${timeZone}:${skipped.join()}`] : []),
  ];
}

/** Formats `2026-11-22T18:00:00` as `20261122T180000`. */
export const compact = (local: string): string => local.replaceAll(/[-:]/g, '');
