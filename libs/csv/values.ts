import type { PaymentMethod } from '#libs/contracts';
import { parseDate, splitMoment, type DateStyle } from '#libs/calendar';

/**
 * The payment methods that the template allows. They are the same as `templateMethods` of the
 * contracts, of which this library imports only types.
 */
export const templateMethods = ['Cash', 'CashApp', 'Zeffy'] as const satisfies PaymentMethod[];
/** The payment methods that other files can name. */
export const paymentMethods = [
  'Cash',
  'Check',
  'CashApp',
  'Zeffy',
  'Card',
  'Other',
] as const satisfies PaymentMethod[];

/** Returns the payment method that a word names, in any case and with spaces; null for none. */
export function findMethod(word: string, allowed: readonly PaymentMethod[]): PaymentMethod | null {
  const name = word.trim().toLowerCase();
  return allowed.find((method) => method.toLowerCase() === name) ?? null;
}

/**
 * Returns the date of a text that has only one reading: with the year first, or with the name of
 * the month. Returns null for any other text.
 */
export function certainDate(text: string): string | null {
  if (isYearFirst(text)) return parseDate(text, 'ymd');
  return /^\D*[a-z]{3}|^\s*\d{1,2}\D{1,4}[a-z]{3}/i.test(text) ? parseDate(text, 'mdy') : null;
}

/** Returns the style for dates that no spreadsheet has converted, such as those a user entered. */
export function orderOf(style: DateStyle | undefined): DateStyle | undefined {
  if (style === 'mdyConverted') return 'mdy';
  return style === 'dmyConverted' ? 'dmy' : style;
}

export const isYearFirst = (text: string): boolean => /^\s*\d{4}/.test(text);

const styles = ['ymd', 'mdy', 'dmy'] as const satisfies DateStyle[];

/**
 * Whether a text is a date in any order, with or without a time of day, or a serial number of a
 * spreadsheet.
 */
export function isDateLike(text: string): boolean {
  if (text === '') return false;
  const { day } = splitMoment(text);
  return (
    isSerialDay(text) ||
    certainDate(day) !== null ||
    styles.some((style) => parseDate(day, style) !== null)
  );
}

/**
 * Whether a text is a serial number that spreadsheets show as a day from 1990 to 2099. Its decimals
 * are the time of day.
 */
export const isSerialDay = (text: string): boolean =>
  /^\d{5}(?:\.\d{1,15})?$/.test(text) && Number(text) >= 32_874 && Number(text) < 73_051;
