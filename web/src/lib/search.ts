import { isCalendarDate } from '#libs/calendar';
import { localPath } from '#libs/contracts';

/**
 * Functions that read search parameters. A user may have typed anything, so invalid values count as
 * absent.
 */
type Raw = Record<string, unknown>;

const text = (raw: Raw, name: string): string | undefined => {
  // Values from the address are strings, but links of this program may contain numbers.
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

/** Reads an amount in the format of the server, `1234.50`; undefined for any other text. */
export function readAmount(raw: Raw, name: string): string | undefined {
  const value = text(raw, name);
  return value && /^\d{1,10}\.\d\d$/.test(value) ? value : undefined;
}

export type SortOf<T extends string> = T | `-${T}`;

/** A field name, with a minus before it for descending order. */
export function readSortOf<const T extends string>(
  raw: Raw,
  fields: readonly T[],
): SortOf<T> | undefined {
  const value = text(raw, 'sort');
  const field = fields.find((name) => value === name || value === `-${name}`);
  if (!field) return undefined;
  return value === field ? field : `-${field}`;
}

/** Returns a path of this site to open after signing in; undefined for any other address. */
export function readNextPath(raw: Raw): string | undefined {
  const path = localPath(text(raw, 'next'));
  return path?.startsWith('/api') ? undefined : path;
}

/** Parses `?a=1&b=x` as strings. The router's own parser would read values as JSON. */
export const parseSearch = (query: string): Raw => Object.fromEntries(new URLSearchParams(query));
