import { formatTime, shortMonthName } from '#libs/calendar';

/*
 * Formats counts and times for en-US. `libs/money` and `libs/calendar` format amounts and dates.
 * `Intl` is not used, because its first use in a page takes long (libs/calendar/format.ts).
 */

/** Formats a whole number: `2,004`. */
export const formatCount = (value: number): string =>
  String(value).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');

/** `1 donation`, `2,004 donations` */
export const plural = (value: number, singular: string, many = `${singular}s`) =>
  `${formatCount(value)} ${value === 1 ? singular : many}`;

/** Formats a time in the time zone of the browser: `Mar 2, 2025, 6:05 PM`. */
export function formatMoment(iso: string): string {
  const moment = new Date(iso);
  const time = formatTime(moment.getHours(), moment.getMinutes());
  return `${formatDay(iso)}, ${time}`;
}

/** Formats the date of a time in the time zone of the browser. */
export function formatDay(iso: string): string {
  const moment = new Date(iso);
  return `${shortMonthName(moment.getMonth() + 1)} ${moment.getDate()}, ${moment.getFullYear()}`;
}

const steps: [unit: string, seconds: number, next?: string, last?: string][] = [
  ['year', 31_536_000, 'next year', 'last year'],
  ['month', 2_592_000, 'next month', 'last month'],
  ['week', 604_800, 'next week', 'last week'],
  ['day', 86_400, 'tomorrow', 'yesterday'],
  ['hour', 3600],
  ['minute', 60],
];

/** Formats the distance of a time from now: `yesterday`, `3 days ago`, `in 1 hour`, `just now`. */
export function formatRelative(iso: string, now = Date.now()): string {
  const seconds = (new Date(iso).getTime() - now) / 1000;
  for (const [unit, size, next, last] of steps) {
    if (Math.abs(seconds) < size) continue;
    const units = Math.round(seconds / size);
    if (units === 1) return next ?? `in 1 ${unit}`;
    if (units === -1) return last ?? `1 ${unit} ago`;
    return units > 0 ? `in ${plural(units, unit)}` : `${plural(-units, unit)} ago`;
  }
  return 'just now';
}

export const percent = (share: number) => `${share.toFixed(1)}%`;

/**
 * Returns a share of a goal in percent with one decimal, from 0 to 100; 0 if the goal is 0. It is
 * calculated with integers, so that no floating-point error changes a digit.
 */
export function percentOf(part: bigint, goal: bigint): number {
  if (goal <= 0n || part <= 0n) return 0;
  const tenths = Number((part * 1000n) / goal);
  return Math.min(1000, tenths) / 10;
}
