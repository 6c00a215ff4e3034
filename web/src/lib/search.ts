import { isCalendarDate } from '#libs/calendar';
import { localPath } from '#libs/contracts';

/** Reading of what stands in the address bar: anybody may have typed it. Wrong values count as absent. */
type Raw = Record<string, unknown>;

const text = (raw: Raw, name: string): string | undefined => {
  // From the address everything is text; our own links put numbers in.
  const value = typeof raw[name] === 'number' ? String(raw[name]) : raw[name];
  return typeof value === 'string' && value !== '' ? value.slice(0, 500) : undefined;
};

export const readText = text;

export function readYear(raw: Raw, name = 'year'): number | undefined {
  const value = text(raw, name);
  return value && /^(19|2\d)\d\d$/.test(value) ? Number(value) : undefined;
}

export function readChoice<const T extends string>(
  raw: Raw,
  name: string,
  choices: readonly T[],
): T | undefined {
  const value = text(raw, name);
  return choices.find((choice) => choice === value);
}

export function readDate(raw: Raw, name: string): string | undefined {
  const value = text(raw, name);
  return value && isCalendarDate(value) ? value : undefined;
}

export function readId(raw: Raw, name: string): string | undefined {
  const value = text(raw, name);
  return value && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value) ? value : undefined;
}

/** As the server writes amounts: `1234.50`. */
export function readAmount(raw: Raw, name: string): string | undefined {
  const value = text(raw, name);
  return value && /^\d{1,10}\.\d\d$/.test(value) ? value : undefined;
}

export type SortOf<T extends string> = T | `-${T}`;

/** One of the fields, or one with a minus before it. */
export function readSortOf<const T extends string>(
  raw: Raw,
  fields: readonly T[],
): SortOf<T> | undefined {
  const value = text(raw, 'sort');
  const field = fields.find((name) => value === name || value === `-${name}`);
  if (!field) return undefined;
  return value === field ? field : `-${field}`;
}

/** A path of this site to go to after signing in; anything else is no answer. */
export function readNext(raw: Raw): string | undefined {
  const path = localPath(text(raw, 'next'));
  return path?.startsWith('/api') ? undefined : path;
}

/** `?a=1&b=x`, without the JSON that the router would write by itself. */
export const parseSearch = (query: string): Raw => Object.fromEntries(new URLSearchParams(query));
