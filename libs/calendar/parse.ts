import { toDate } from './date.js';
import { serialDate } from './serial.js';

/**
 * The order in which a text names year, month and day. `serial`: the number by which a spreadsheet
 * counts days. `mdyConverted` and `dmyConverted`: as `mdy` and `dmy`, but in dates with the year
 * first a spreadsheet has exchanged day and month.
 */
export type DateStyle = 'ymd' | 'mdy' | 'dmy' | 'serial' | 'mdyConverted' | 'dmyConverted';

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const names = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

// Services export `03/02/2025 14:05:00`, `3/2/2025, 2:05 PM`, `2025-03-02T14:05:00-05:00`.
const timeOfDay =
  /(?:T|,?\s{1,9})\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?\s{0,3}(?:[ap]\.?m\.?)?\s{0,3}(?:Z|[A-Z]{2,5}|(?:UTC|GMT)?\s{0,3}[+-]\d{2}:?\d{2})?$/i;
// No date is longer. The limit keeps the regular expressions fast for any text of a file.
const maxLength = 60;
const yearFirst = /^(\d{4})\s?([/.-])\s?(\d{1,2})\s?\2\s?(\d{1,2})$/;
const compact = /^(\d{4})(\d{2})(\d{2})$/;
const yearLast = /^(\d{1,2})\s?([/.-])\s?(\d{1,2})\s?\2\s?(\d{4}|\d{2})$/;
const nameFirst = /^([a-z]+)\.?[\s-]*(\d{1,2})(?:st|nd|rd|th)?[\s,-]+(\d{4}|\d{2})$/i;
const nameSecond = /^(\d{1,2})(?:st|nd|rd|th)?\.?[\s-]*([a-z]+)\.?[\s,-]+(\d{4}|\d{2})$/i;

/**
 * Reads a day in the forms of files and users.
 *
 * Separators are `/`, `-` and `.`. `ymd` requires a year of four digits and also accepts
 * `20250302`. `mdy` and `dmy` read years of two digits as 20YY, and accept English month names in
 * either order. A time after the date is ignored, and the date is not converted to another time
 * zone.
 * @returns `YYYY-MM-DD`, or null if the text is no existing day from 1900 to 2999
 */
export function parseDate(text: string, style: DateStyle): string | null {
  if (text.length > maxLength) return null;
  if (style === 'serial') return /^\d{1,7}$/.test(text.trim()) ? serialDate(Number(text)) : null;
  if (style === 'mdyConverted' || style === 'dmyConverted') return parseConverted(text, style);
  const day = text.trim().replace(timeOfDay, '');
  if (style === 'ymd') {
    const match = yearFirst.exec(day);
    if (match) return toDate(Number(match[1]), Number(match[3]), Number(match[4]));
    const digits = compact.exec(day);
    return digits && toDate(Number(digits[1]), Number(digits[2]), Number(digits[3]));
  }
  const match = yearLast.exec(day);
  if (match) {
    const [first, second] = [Number(match[1]), Number(match[3])];
    return style === 'mdy'
      ? toDate(fullYear(match[4]!), first, second)
      : toDate(fullYear(match[4]!), second, first);
  }
  const named = nameFirst.exec(day);
  if (named) return toDate(fullYear(named[3]!), monthNumber(named[1]!), Number(named[2]));
  const nameSecondMatch = nameSecond.exec(day);
  return (
    nameSecondMatch &&
    toDate(
      fullYear(nameSecondMatch[3]!),
      monthNumber(nameSecondMatch[2]!),
      Number(nameSecondMatch[1]),
    )
  );
}

function parseConverted(text: string, style: 'mdyConverted' | 'dmyConverted'): string | null {
  const yearFirst = parseDate(text, 'ymd');
  if (yearFirst === null) return parseDate(text, style === 'mdyConverted' ? 'mdy' : 'dmy');
  const [year, month, day] = yearFirst.split('-') as [string, string, string];
  // a day above 12 cannot have been exchanged with the month
  return Number(day) <= 12 ? `${year}-${day}-${month}` : yearFirst;
}

const fullYear = (digits: string): number => (digits.length === 2 ? 2000 : 0) + Number(digits);

/** Returns 1 to 12 for names such as `Mar`, `march` and `Sept`, and 0 for other words. */
function monthNumber(word: string): number {
  const lower = word.toLowerCase();
  const index = months.indexOf(lower === 'sept' ? 'sep' : lower);
  return (index === -1 ? names.indexOf(lower) : index) + 1;
}
