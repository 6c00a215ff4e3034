import { createHash } from 'node:crypto';
import pg from 'pg';

const names = new Map<string, string>();

/**
 * Marks a statement that runs often. PostgreSQL parses it once on each connection and may keep its
 * plan. Only for constant texts at module level, and not for statements whose best plan depends on
 * the parameters.
 * @returns the text, unchanged
 */
export function prepared(text: string): string {
  names.set(text, createHash('sha1').update(text).digest('hex'));
  return text;
}

/** Returns the name of a marked statement; undefined if the statement is not marked. */
export const preparedName = (text: string): string | undefined => names.get(text);

type QueryArguments = [text: unknown, values?: unknown, callback?: unknown];

/** A connection that sends marked statements as named prepared statements. */
export class PreparingClient extends pg.Client {
  override query(...[text, values, callback]: QueryArguments): never {
    const name = typeof text === 'string' ? preparedName(text) : undefined;
    const query = super.query.bind(this) as (...args: QueryArguments) => never;
    return name === undefined
      ? query(text, values, callback)
      : query({ name, text, values }, undefined, callback);
  }
}
