import { formatShort, formatTime } from '#libs/calendar';

/** Parses a local time of the church (see event-time.ts) as if it were UTC. */
export const parseLocal = (local: string) => new Date(`${local}Z`);

/** `11:00 AM` */
export function timeOf(local: string): string {
  const time = parseLocal(local);
  return formatTime(time.getUTCHours(), time.getUTCMinutes());
}

/**
 * Returns the end of an event that lasts `minutes`: `7:30 PM`, with the date if it ends on another
 * day. Returns null if `local` is not a valid time.
 */
export function untilOf(local: string, minutes: number): string | null {
  const end = parseLocal(local).getTime() + minutes * 60_000;
  if (Number.isNaN(end)) return null;
  const until = new Date(end).toISOString().slice(0, 19);
  return until.slice(0, 10) === local.slice(0, 10)
    ? timeOf(until)
    : `${formatShort(until.slice(0, 10))}, ${timeOf(until)}`;
}

/** Returns minutes in words: 90 as `1 hr 30 min`, and longer durations with days. */
export function minutesInWords(minutes: number): string {
  const [days, hours, remainder] = [
    Math.floor(minutes / 1440),
    Math.floor((minutes % 1440) / 60),
    minutes % 60,
  ];
  return [
    days > 0 && `${days} ${days === 1 ? 'day' : 'days'}`,
    hours > 0 && `${hours} hr`,
    remainder > 0 && `${remainder} min`,
  ]
    .filter(Boolean)
    .join(' ');
}
