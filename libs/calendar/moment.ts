import { dayIn, instantAt, isTimeZone } from './zone.js';

/** What a text says beside its day. */
export interface ParsedMoment {
  /** the text without time and zone, for `parseDate` */
  day: string;
  /** `14:05:00`; null where the text has none */
  time: string | null;
  /** the zone's name as written; null where the text has none */
  zone: string | null;
}

// No moment is longer; the bound keeps the patterns cheap on whatever a file holds instead.
const maxLength = 80;
const clock = String.raw`(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?(?:\s*([ap])\.?m\b\.?)?(?:\s*\(?(Z|[a-z]+(?:\/[a-z_-]+)+|(?:UTC|GMT)?\s?[+-]\d{1,2}(?::?\d{2})?|[a-z]{2,5})\)?)?`;
const withDay = new RegExp(String.raw`^(.*\d)(?:T|,?\s+)${clock}$`, 'is');
const alone = new RegExp(`^${clock}$`, 'i');

/** Parts day, time of day and zone, as services export them: `2023-10-07 16:12:36 EDT`, `3/2/2025, 2:05 PM`, `2025-03-02T14:05:00-05:00`. */
export function splitMoment(text: string): ParsedMoment {
  const whole = { day: text, time: null, zone: null };
  if (text.length > maxLength) return whole;
  const match = withDay.exec(text.trim());
  const time = match && timeOf(match.slice(2));
  return time ? { day: match[1]!, time, zone: match[6] ?? null } : whole;
}

/** A time of day that stands by itself, with its zone; null for anything else. */
export function parseTime(text: string): { time: string; zone: string | null } | null {
  const match = text.length > maxLength ? null : alone.exec(text.trim());
  const time = match && timeOf(match.slice(1));
  return time ? { time, zone: match[5] ?? null } : null;
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

/** Those that mean one thing to everybody who writes to a church in the United States: hours from UTC, or a place whose clocks change. */
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
const known = new Map<string, string | null>();

/** The zone that a text names: an offset (`-05:00`) or a place (`America/Chicago`); null for what it cannot mean for certain. */
export function zoneNamed(text: string): string | null {
  const name = text.trim();
  if (name.length > maxLength) return null;
  let zone = known.get(name);
  if (zone === undefined) {
    zone = findZone(name);
    if (known.size >= 1_000) known.clear();
    known.set(name, zone);
  }
  return zone;
}

function findZone(name: string): string | null {
  const short = abbreviations[name.toUpperCase()];
  if (short) return short;
  const offset = /^(?:UTC|GMT)?\s?([+-])(\d{1,2})(?::?(\d{2}))?$/i.exec(name);
  if (offset)
    return Number(offset[2]) <= 14 && Number(offset[3] ?? 0) < 60
      ? `${offset[1]!}${offset[2]!.padStart(2, '0')}:${offset[3] ?? '00'}`
      : null;
  return name.includes('/') && isTimeZone(name) ? name : null;
}

/** The day that it is in `to` when it is `time` on the day `date` in `from`, both as `zoneNamed` gives zones. */
export function dayElsewhere(date: string, time: string, from: string, to: string): string {
  if (from === to) return date;
  const instant = /^[+-]/.test(from)
    ? Date.parse(`${date}T${time}${from}`)
    : instantAt(`${date}T${time}`, from).getTime();
  return dayIn(to, instant);
}
