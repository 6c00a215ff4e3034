import { utcMidnight } from './date.js';

/*
 * The texts are those of `Intl.DateTimeFormat` for en-US. They are written here because the first
 * use of `Intl` in a page takes about 35 ms of processor time, about two thirds of what a page with
 * React and nothing else takes (src/decisions/own-code-or-library.md).
 */
/** The names of the months, beginning with January. */
export const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;
const weekdayNames = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const;

function monthName(month: number): string {
  const name = monthNames[month - 1];
  if (name === undefined) throw new RangeError(`Not a month: ${month}`);
  return name;
}

/**
 * Returns the first three letters of the name of a month, for example `Mar`.
 * @param month from 1 to 12
 * @throws {RangeError} if there is no such month
 */
export const shortMonthName = (month: number): string => monthName(month).slice(0, 3);

/**
 * Formats `2025-03-02` as `Mar 2, 2025`.
 * @throws {RangeError} if the text is no calendar date
 */
export function formatShort(date: string): string {
  const { year, month, day } = partsOf(date);
  return `${shortMonthName(month)} ${day}, ${year}`;
}

/**
 * Formats `2025-03-02` as `March 2, 2025`.
 * @throws {RangeError} if the text is no calendar date
 */
export function formatLong(date: string): string {
  const { year, month, day } = partsOf(date);
  return `${monthName(month)} ${day}, ${year}`;
}

/**
 * Returns the name of the weekday of a date, for example `Sunday`.
 * @throws {RangeError} if the text is no calendar date
 */
export const weekdayName = (date: string): string =>
  weekdayNames[new Date(utcMidnight(date)).getUTCDay()]!;

/**
 * Formats a time of day as `6:05 PM`.
 * @throws {RangeError} if `hours` is not from 0 to 23, or `minutes` not from 0 to 59
 */
export function formatTime(hours: number, minutes: number): string {
  const isTime = hours >= 0 && hours <= 23 && minutes >= 0 && minutes <= 59;
  if (!isTime) throw new RangeError(`Not a time of day: ${hours}:${minutes}`);
  const hour = hours % 12 === 0 ? 12 : hours % 12;
  return `${hour}:${String(minutes).padStart(2, '0')} ${hours < 12 ? 'AM' : 'PM'}`;
}

function partsOf(date: string) {
  const instant = new Date(utcMidnight(date));
  return {
    year: instant.getUTCFullYear(),
    month: instant.getUTCMonth() + 1,
    day: instant.getUTCDate(),
  };
}
