import type { FastifyReply, FastifyRequest } from 'fastify';
import { isCalendarDate } from '#libs/calendar';
import { badRequest } from './errors.js';

/** Whether PostgreSQL can read a value of a cursor as a type. */
const readable = {
  text: (text: string) => !text.includes('\0'),
  uuid: (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text),
  date: isCalendarDate,
  int: (text: string) => /^-?\d{1,9}$/.test(text),
  timestamp: (text: string) =>
    !Number.isNaN(Date.parse(text)) && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text),
  local: (text: string) =>
    !Number.isNaN(Date.parse(`${text}Z`)) && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(text),
  bigint: (text: string) => /^-?\d{1,18}$/.test(text),
};
export type CursorType = keyof typeof readable;

/**
 * Reads a cursor. It contains the sort values of the last row as base64url JSON. Clients must not
 * interpret it.
 * @returns null without a cursor, for the first page
 * @throws HttpError 400 for a cursor that does not contain values of these types
 */
export function readCursor(
  cursor: string | undefined,
  types: readonly CursorType[],
): unknown[] | null {
  if (cursor === undefined) return null;
  try {
    const values: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    const fits = (value: unknown, index: number) =>
      (typeof value === 'string' || typeof value === 'number') &&
      readable[types[index]!](String(value));
    if (Array.isArray(values) && values.length === types.length && values.every(fits))
      return values as unknown[];
  } catch {
    // the error is thrown below
  }
  throw badRequest('This page link is not valid anymore. Please start from the first page.');
}

/** Returns the cursor of the page after a row with these sort values, for `readCursor`. */
export const writeCursor = (last: unknown[]): string =>
  Buffer.from(JSON.stringify(last), 'utf8').toString('base64url');

export interface Page<Row> {
  rows: Row[];
  /** The sort values of the last row; null on the last page. */
  next: unknown[] | null;
}

/**
 * Yields all rows of a list that is read in pages. The transaction must be a snapshot
 * (`Tx.snapshot`), so that no row is missing or repeated.
 * @param pageSize how many rows are read at a time
 */
export async function* allRows<Row>(
  readPage: (page: { limit: number; cursor: string | undefined }) => Promise<Page<Row>>,
  pageSize = 2_000,
): AsyncGenerator<Row> {
  let cursor: string | undefined;
  do {
    const { rows, next } = await readPage({ limit: pageSize, cursor });
    yield* rows;
    cursor = next === null ? undefined : writeCursor(next);
  } while (cursor !== undefined);
}

/** Sets the header `Link: <…>; rel="next"` with the address of the next page, if there is one. */
export function linkNext(
  request: FastifyRequest,
  reply: FastifyReply,
  last: unknown[] | null,
): void {
  if (last === null) return;
  const url = new URL(request.url, 'http://localhost');
  url.searchParams.set('cursor', writeCursor(last));
  void reply.header('link', `<${url.pathname}${url.search}>; rel="next"`);
}
