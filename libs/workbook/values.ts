import { secondOfDay, serialDate } from '#libs/calendar';

// Converts the stored values of spreadsheets to texts, as in a CSV file. Dates have the form year,
// month, day.

/** The kind of values that a number format shows. */
export interface Shape {
  is: 'number' | 'date' | 'dateTime' | 'time';
  /** The sign of a currency other than the dollar. */
  sign?: string;
}

const number: Shape = { is: 'number' };
const builtIn = new Map<number, Shape>();
const addBuiltIn = (kind: Shape['is'], ...ids: number[]) => {
  for (const id of ids) builtIn.set(id, { is: kind });
};
// The number formats 27 to 36 and 50 to 58 exist only in the East Asian versions of Excel.
addBuiltIn('date', 14, 15, 16, 17, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58);
addBuiltIn('time', 18, 19, 20, 21, 32, 33, 34, 35, 45, 46, 47, 55, 56);
addBuiltIn('dateTime', 22);

/** Maximum number of characters of a number format that are considered. Excel allows 255. */
const maxFormat = 500;

/**
 * Returns the kind of values of a number format, by its id or code (ECMA-376, 18.8.30 and 18.8.31).
 */
export function shapeOf(id: number, code: string | undefined): Shape {
  if (code === undefined) return builtIn.get(id) ?? number;
  const [first = ''] = code.slice(0, maxFormat).split(';');
  const sign = currencyOf(first);
  const letters = first
    .replace(/"[^"]*"|\\.|[_*]./g, '')
    .replace(/\[(h+|m+|s+)\]/gi, '$1')
    .replace(/\[[^[\]]*\]/g, '')
    .replace(/AM\/PM|A\/P/gi, 'h')
    .replace(/s\.0+/gi, 's')
    .toLowerCase();
  if (/general|[#0?@]/.test(letters))
    return sign && !/^(?:US)?\$$|^USD$/i.test(sign.trim())
      ? { is: 'number', sign: sign.trim() }
      : number;
  const hasTime = /[hs]/.test(letters);
  if (/[ydbg]/.test(letters) || (letters.includes('m') && !hasTime))
    return { is: hasTime ? 'dateTime' : 'date' };
  return hasTime ? { is: 'time' } : number;
}

const currencyCodes = new Set(Intl.supportedValuesOf('currency'));
/** Abbreviations of currencies in number formats, in addition to codes and signs. */
const abbreviations = /^(?:(?:R|C|CA|A|AU|NZ|HK|S|NT|MX)\$|kr|zł|Kč|Ft|lei|Fr|Rs|Rp|S\/)$/i;

/** Returns the currency that a number format shows: a sign, a code or a known abbreviation. */
function currencyOf(section: string): string | undefined {
  const marked = /\[\$([^\]-]+)/.exec(section)?.[1];
  if (marked !== undefined) return marked;
  const words = section
    .replace(/\\(.)|_.|\*./g, '$1')
    .replace(/\[[^[\]]*\]/g, ' ')
    .split(/["\s.,;#0?()_*+-]+/);
  return (
    words.find((word) => currencyCodes.has(word) || abbreviations.test(word)) ??
    /(?!\$)\p{Sc}/u.exec(section)?.[0]
  );
}

/**
 * Returns a stored number as a text: with 15 digits, as spreadsheets calculate (0.1 + 0.2 is 0.3),
 * or as the date or time that it means.
 */
export function numberText(stored: string, shape: Shape, from1904: boolean): string {
  const value = Number(stored);
  if (stored.trim() === '' || !Number.isFinite(value)) return stored.trim();
  if (shape.is !== 'number') {
    const moment = momentText(value, shape.is, from1904);
    if (moment) return moment;
  }
  const text = withoutExponent(Number(value.toPrecision(15)));
  return shape.sign ? `${text} ${shape.sign}` : text;
}

const twoDigits = (value: number) => String(value).padStart(2, '0');

/**
 * Returns a serial day as its date, with the time of day if it has one; null outside of the years
 * of spreadsheets.
 */
function momentText(
  serial: number,
  kind: 'date' | 'dateTime' | 'time',
  from1904: boolean,
): string | null {
  if (serial < 0 || serial >= 2_958_466) return null;
  const seconds = secondOfDay(serial);
  const clock = clockText(seconds % 86_400);
  if (kind === 'time') return clock;
  const day = Math.floor(serial) + Math.floor(seconds / 86_400);
  const date = serialDate(day, from1904);
  return date && (kind === 'dateTime' || seconds % 86_400 > 0 ? `${date} ${clock}` : date);
}

function clockText(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map(twoDigits).join(':');
}

/** Converts `2025-03-02T14:05:00.5` to `2025-03-02 14:05:00`, and keeps a time zone. */
export function isoText(text: string): string {
  const match =
    /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2})(:\d{2})?(?:\.\d+)?(Z|[+-]\d{2}:?\d{2})?)?$/.exec(
      text.trim(),
    );
  if (!match) return text.trim();
  const [, date, time, seconds = ':00', zone = ''] = match;
  return time === undefined ? date! : `${date!} ${time}${seconds}${zone}`;
}

/** Converts `PT14H05M00S` to `14:05:00`. */
export function durationText(text: string): string {
  const match = /^PT(\d{1,4})H(\d{1,2})M(\d{1,2})(?:[.,]\d+)?S$/.exec(text.trim());
  return match
    ? `${match[1]!.padStart(2, '0')}:${match[2]!.padStart(2, '0')}:${match[3]!.padStart(2, '0')}`
    : text.trim();
}

/**
 * Returns a number without an exponent, because `1E+15` cannot be read as an amount or check
 * number.
 */
function withoutExponent(value: number): string {
  const text = String(value);
  const [, sign, digits, exponent] = /^(-?)([\d.]+)e\+(\d+)$/.exec(text) ?? [];
  return digits === undefined
    ? text
    : `${sign!}${digits.replace('.', '').padEnd(Number(exponent) + 1, '0')}`;
}
