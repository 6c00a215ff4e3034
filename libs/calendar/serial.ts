import { isCalendarDate } from './date.js';

const dayMs = 86_400_000;

/**
 * The date of a day as spreadsheets count them, from 1900 or, in workbooks of old Macintoshes, from 1904; null where that is none.
 * The 1900 system takes that year for a leap year: its day 60 does not exist, and the days before it are one off.
 */
export function serialDate(day: number, from1904 = false): string | null {
  if (
    !Number.isInteger(day) ||
    day < 0 ||
    day > 2_958_465 ||
    (!from1904 && (day === 0 || day === 60))
  )
    return null;
  const epoch = from1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, day < 60 ? 31 : 30);
  const date = new Date(epoch + day * dayMs).toISOString().slice(0, 10);
  return isCalendarDate(date) ? date : null;
}

/**
 * Returns the second of the day of a spreadsheet's moment, rounded down, so that the last moment of
 * a day stays in that day. A value within half a millisecond of midnight gives 86,400, the beginning
 * of the next day, because spreadsheets lose this much when they calculate.
 * @param serial days, with the time as a fraction of a day
 */
export function secondOfDay(serial: number): number {
  const milliseconds = Math.round((serial % 1) * dayMs);
  return Math.floor(milliseconds / 1_000);
}

/**
 * Returns the number of a date in the 1900 system of spreadsheets. `serialDate` turns it back.
 * @param date a calendar date, `YYYY-MM-DD`
 * @returns null for no date, and before 1900-03-01, where spreadsheets disagree about the days
 */
export function dateSerial(date: string): number | null {
  if (!isCalendarDate(date) || date < '1900-03-01') return null;
  return Date.parse(date) / dayMs + 25_569;
}
