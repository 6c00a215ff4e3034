import type { PaymentMethod } from '#libs/contracts';
import { parseDate, splitMoment, type DateStyle } from '#libs/calendar';

/** What the template takes (`templateMethods` of the contracts, which are types only to this library). */
export const templateMethods = ['Cash', 'CashApp', 'Zeffy'] as const satisfies PaymentMethod[];
/** What every other file may name. */
export const paymentMethods = [
  'Cash',
  'Check',
  'CashApp',
  'Zeffy',
  'Card',
  'Other',
] as const satisfies PaymentMethod[];

/** The payment method that a word names, whatever its case and surrounding space; null if none. */
export function findMethod(word: string, allowed: readonly PaymentMethod[]): PaymentMethod | null {
  const meant = word.trim().toLowerCase();
  return allowed.find((method) => method.toLowerCase() === meant) ?? null;
}

/** The date of a text that can be read in one way only: year first, or with the month's name. Null for any other. */
export function certainDate(text: string): string | null {
  if (isYearFirst(text)) return parseDate(text, 'ymd');
  return /^\D*[a-z]{3}|^\s*\d{1,2}\D{1,4}[a-z]{3}/i.test(text) ? parseDate(text, 'mdy') : null;
}

/** The order of dates that no spreadsheet has changed, in a file in which some are changed. */
export function orderOf(style: DateStyle | undefined): DateStyle | undefined {
  if (style === 'mdyConverted') return 'mdy';
  return style === 'dmyConverted' ? 'dmy' : style;
}

export const isYearFirst = (text: string): boolean => /^\s*\d{4}/.test(text);

const styles = ['ymd', 'mdy', 'dmy'] as const satisfies DateStyle[];

/** Whether a text is a date in whatever order, with or without a time of day, also a day as spreadsheets count them. */
export function isDateLike(text: string): boolean {
  if (text === '') return false;
  const { day } = splitMoment(text);
  return (
    isSerialDay(text) ||
    certainDate(day) !== null ||
    styles.some((style) => parseDate(day, style) !== null)
  );
}

/** A number that a spreadsheet would show as a day from 1990 to 2099; a part of it is a time of day. */
export const isSerialDay = (text: string): boolean =>
  /^\d{5}(?:\.\d{1,15})?$/.test(text) && Number(text) >= 32_874 && Number(text) < 73_051;
