/**
 * Formats counts and times for en-US. `libs/money` and `libs/calendar` format amounts and dates.
 */
const countFormat = new Intl.NumberFormat('en-US');
export const formatCount = (value: number) => countFormat.format(value);

/** `1 donation`, `2,004 donations` */
export const plural = (value: number, one: string, many = `${one}s`) =>
  `${formatCount(value)} ${value === 1 ? one : many}`;

const momentFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });
export const formatMoment = (iso: string) => momentFormat.format(new Date(iso));

const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });
/** Formats the date of a time in the time zone of the browser. */
export const formatDay = (iso: string) => dayFormat.format(new Date(iso));

const relative = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' });
const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

export function formatRelative(iso: string, now = Date.now()): string {
  const seconds = (new Date(iso).getTime() - now) / 1000;
  for (const [unit, size] of steps) {
    if (Math.abs(seconds) >= size) return relative.format(Math.round(seconds / size), unit);
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
