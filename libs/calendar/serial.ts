import { isCalendarDate } from './date.js';

const dayMs = 86_400_000;

/**
 * Returns the date of the number of a day in a spreadsheet, or null if the number is no date.
 * Spreadsheets count days from 1900, or from 1904 in workbooks of old Macintoshes. The 1900 system
 * takes 1900 for a leap year. Therefore its day 60 does not exist, and the days before it differ by
 * one from those after it.
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
 * Returns the second of the day of a date and time in a spreadsheet, rounded down, so that the last
 * moment of a day stays in that day. A value within half a millisecond before midnight gives
 * 86,400, the beginning of the next day, because calculations of spreadsheets have errors of this
 * size.
 * @param serial days, with the time as a fraction of a day
 */
export function secondOfDay(serial: number): number {
  const milliseconds = Math.round((serial % 1) * dayMs);
  return Math.floor(milliseconds / 1_000);
}

/**
 * Returns the number of a date in the 1900 system of spreadsheets, the inverse of `serialDate`.
 * @param date a calendar date, `YYYY-MM-DD`
 * @returns null for no date, and before 1900-03-01, where spreadsheets disagree about the days
 */
export function dateSerial(date: string): number | null {
  if (!isCalendarDate(date) || date < '1900-03-01') return null;
  return Date.parse(date) / dayMs + 25_569;
}
