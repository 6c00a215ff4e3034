import { parsePhoneNumberFromString } from 'libphonenumber-js';

/**
 * Reads a phone number as people write it, with or without country code and extension. A number without a country code
 * is one of North America.
 * @returns the form in which it is stored: E.164, and `;ext=` before an extension (RFC 3966). Null if the text is not one
 *   possible number: of two numbers in one text nobody knows which is meant.
 */
export function readPhone(text: string): string | null {
  const number = parsePhoneNumberFromString(text.trim(), { defaultCountry: 'US', extract: false });
  if (!number?.isPossible()) return null;
  return number.ext ? `${number.number};ext=${number.ext}` : number.number;
}

/**
 * Whether two texts are the same number.
 * @param stored as it is stored, or as a person typed it
 */
export const isSamePhone = (typed: string, stored: string): boolean =>
  typed.trim() === stored || readPhone(typed) === stored;

/**
 * Decides where text messages to a person go.
 * @param phone of a profile: a number of ten digits in any spelling, or a stored one (`readPhone`)
 * @returns E.164. Null for a number with an extension, where no text message arrives, and for one of another country,
 *   where it would cost more.
 */
export function textNumber(phone: string): string | null {
  const number = readPhone(phone);
  return number !== null && /^\+1\d{10}$/.test(number) ? number : null;
}
