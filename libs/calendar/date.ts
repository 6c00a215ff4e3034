const pattern = /^(\d{4})-(\d{2})-(\d{2})$/;
const dayMs = 86_400_000;

/** Tells whether the text is an existing day of the years 1900 to 2999, written `YYYY-MM-DD`. */
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

/** @throws {RangeError} if the text is no calendar date */
export function yearOf(date: string): number {
  return Number(requireDate(date).slice(0, 4));
}

/**
 * Returns the days from one calendar date to another, negative if `to` is earlier.
 * @throws {RangeError} if one of the texts is no calendar date
 */
export function daysBetween(from: string, to: string): number {
  return (utcMidnight(to) - utcMidnight(from)) / dayMs;
}

/**
 * Returns the milliseconds of midnight in UTC at the beginning of the day, only for calculations.
 * @throws {RangeError} if the text is no calendar date
 */
export function utcMidnight(date: string): number {
  return Date.parse(`${requireDate(date)}T00:00:00Z`);
}

/** Returns `YYYY-MM-DD`, or null if the day does not exist. */
export function toDate(year: number, month: number, day: number): string | null {
  const two = (part: number) => String(part).padStart(2, '0');
  const text = `${year}-${two(month)}-${two(day)}`;
  return isCalendarDate(text) ? text : null;
}

function requireDate(date: string): string {
  if (!isCalendarDate(date)) throw new RangeError(`Not a calendar date: ${JSON.stringify(date)}`);
  return date;
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/**
 * Returns the same day some years later, or earlier if `years` is negative. February 29 becomes
 * February 28 if the other year is no leap year.
 */
export function addYears(date: string, years: number): string {
  const target = yearOf(date) + years;
  const [month, day] = [Number(date.slice(5, 7)), Number(date.slice(8, 10))];
  return toDate(target, month, day) ?? toDate(target, month, day - 1)!;
}
