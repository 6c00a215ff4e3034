import { parsePhoneNumberFromString } from 'libphonenumber-js';

/**
 * Reads a phone number with or without country code and extension. A number without a country code
 * is a number of North America.
 * @returns the stored form: E.164, and `;ext=` before an extension (RFC 3966). Null if the text is
 *   not exactly one possible number, for example if it contains two.
 */
export function readPhone(text: string): string | null {
  const number = parsePhoneNumberFromString(text.trim(), { defaultCountry: 'US', extract: false });
  if (!number?.isPossible()) return null;
  return number.ext ? `${number.number};ext=${number.ext}` : number.number;
}

/**
 * Tells whether two texts are the same number.
 * @param stored the stored number, or a number as a user typed it
 */
export const isSamePhone = (typed: string, stored: string): boolean =>
  typed.trim() === stored || readPhone(typed) === stored;

/**
 * Returns the number for text messages to a user.
 * @param phone the phone number of a profile: ten digits in any spelling, or as `readPhone` returns
 *   it
 * @returns E.164; null for a number with an extension, which cannot receive text messages, and for
 *   a number of another country, which would cost more
 */
export function readTextMessageNumber(phone: string): string | null {
  const number = readPhone(phone);
  return number !== null && /^\+1\d{10}$/.test(number) ? number : null;
}
