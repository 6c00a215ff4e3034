const pattern = /^(\d{4})-(\d{2})-(\d{2})$/;
const dayMs = 86_400_000;

/** Whether the text is a day that exists, written `YYYY-MM-DD`, in the years 1900 to 2999. */
export function isCalendarDate(text: string): boolean {
  const match = pattern.exec(text);
  if (!match) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  return (
    year >= 1900 &&
    year <= 2999 &&
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= daysIn(year, month)
  );
}

/** The year of a calendar date. Throws a RangeError if it is none. */
export function yearOf(date: string): number {
  return Number(checked(date).slice(0, 4));
}

/** Days from one calendar date to another; negative if `to` is earlier. Throws a RangeError if either is none. */
export function daysBetween(from: string, to: string): number {
  return (utcMidnight(to) - utcMidnight(from)) / dayMs;
}

/** Milliseconds of the day's midnight in UTC, for arithmetic only. Throws a RangeError if the text is no date. */
export function utcMidnight(date: string): number {
  return Date.parse(`${checked(date)}T00:00:00Z`);
}

/** Year, month and day as `YYYY-MM-DD`, or null where there is no such day. */
export function toDate(year: number, month: number, day: number): string | null {
  const two = (part: number) => String(part).padStart(2, '0');
  const text = `${year}-${two(month)}-${two(day)}`;
  return isCalendarDate(text) ? text : null;
}

function checked(date: string): string {
  if (!isCalendarDate(date)) throw new RangeError(`Not a calendar date: ${JSON.stringify(date)}`);
  return date;
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/**
 * The same day some years later, or earlier for a negative number; February 29 becomes February 28 where there
 * is none.
 */
export function addYears(date: string, years: number): string {
  const target = yearOf(date) + years;
  const [month, day] = [Number(date.slice(5, 7)), Number(date.slice(8, 10))];
  return toDate(target, month, day) ?? toDate(target, month, day - 1)!;
}
