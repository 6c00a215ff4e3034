import { dayIn, instantAt, isTimeZone } from './zone.js';

/** The parts of a text that contains a day and perhaps a time and a time zone. */
export interface ParsedMoment {
  /** the text without time and zone, for `parseDate` */
  day: string;
  /** `14:05:00`; null if the text has no time */
  time: string | null;
  /** the time zone as in the text; null if the text has none */
  zone: string | null;
}

// No time is longer. The limit keeps the regular expressions fast for any text of a file.
const maxLength = 80;
const timePattern = String.raw`(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?(?:\s*([ap])\.?m\b\.?)?`;
const offsetPattern = String.raw`(?:UTC|GMT)?\s?[+-]\d{1,2}(?::?\d{2})?`;
const zonePattern = String.raw`Z|[a-z]+(?:\/[a-z_-]+)+|${offsetPattern}|[a-z]{2,5}`;
const clock = String.raw`${timePattern}(?:\s*\(?(${zonePattern})\)?)?`;
const dayAndTimePattern = new RegExp(String.raw`^(.*\d)(?:T|,?\s+)${clock}$`, 'is');
const onlyTimePattern = new RegExp(`^${clock}$`, 'i');

/**
 * Splits a text into the day, the time and the time zone, in the forms that services export:
 * `2023-10-07 16:12:36 EDT`, `3/2/2025, 2:05 PM`, `2025-03-02T14:05:00-05:00`.
 */
export function splitMoment(text: string): ParsedMoment {
  const unparsed = { day: text, time: null, zone: null };
  if (text.length > maxLength) return unparsed;
  const match = dayAndTimePattern.exec(text.trim());
  const parsed = match && timeOf(match.slice(2));
  return parsed ? { day: match[1]!, time: parsed, zone: match[6] ?? null } : unparsed;
}

/** Reads a time without a day, with its time zone; null for any other text. */
export function parseTime(text: string): { time: string; zone: string | null } | null {
  const match = text.length > maxLength ? null : onlyTimePattern.exec(text.trim());
  const parsed = match && timeOf(match.slice(1));
  return parsed ? { time: parsed, zone: match[5] ?? null } : null;
}

function timeOf([hours, minutes, seconds = '00', half]: string[]): string | null {
  const hour = Number(hours);
  if (
    hour > 23 ||
    Number(minutes) > 59 ||
    Number(seconds) > 59 ||
    (half !== undefined && (hour < 1 || hour > 12))
  )
    return null;
  const full = half === undefined ? hour : (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  return `${String(full).padStart(2, '0')}:${minutes!}:${seconds}`;
}

/**
 * The abbreviations that are unambiguous for a church in the United States: a difference from UTC,
 * or a time zone with daylight saving time.
 */
const abbreviations: Record<string, string> = {
  Z: '+00:00',
  UTC: '+00:00',
  GMT: '+00:00',
  EST: '-05:00',
  EDT: '-04:00',
  CST: '-06:00',
  CDT: '-05:00',
  MST: '-07:00',
  MDT: '-06:00',
  PST: '-08:00',
  PDT: '-07:00',
  AKST: '-09:00',
  AKDT: '-08:00',
  HST: '-10:00',
  CET: '+01:00',
  CEST: '+02:00',
  ET: 'America/New_York',
  CT: 'America/Chicago',
  MT: 'America/Denver',
  PT: 'America/Los_Angeles',
};
const foundZones = new Map<string, string | null>();

/**
 * Finds the time zone that a text names.
 * @returns a difference from UTC (`-05:00`) or a name (`America/Chicago`); null if the text is
 *   ambiguous or unknown
 */
export function findTimeZone(text: string): string | null {
  const name = text.trim();
  if (name.length > maxLength) return null;
  let zone = foundZones.get(name);
  if (zone === undefined) {
    zone = lookUpZone(name);
    if (foundZones.size >= 1_000) foundZones.clear();
    foundZones.set(name, zone);
  }
  return zone;
}

function lookUpZone(name: string): string | null {
  const short = abbreviations[name.toUpperCase()];
  if (short) return short;
  const offset = /^(?:UTC|GMT)?\s?([+-])(\d{1,2})(?::?(\d{2}))?$/i.exec(name);
  if (offset)
    return Number(offset[2]) <= 14 && Number(offset[3] ?? 0) < 60
      ? `${offset[1]!}${offset[2]!.padStart(2, '0')}:${offset[3] ?? '00'}`
      : null;
  return name.includes('/') && isTimeZone(name) ? name : null;
}

/**
 * Returns the day in the time zone `to` at the time `time` of the day `date` in the time zone
 * `from`. Both zones are results of `findTimeZone`.
 */
export function convertDay(date: string, time: string, from: string, to: string): string {
  if (from === to) return date;
  const instant = /^[+-]/.test(from)
    ? Date.parse(`${date}T${time}${from}`)
    : instantAt(`${date}T${time}`, from).getTime();
  return dayIn(to, instant);
}
