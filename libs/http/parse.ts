import { z } from 'zod';
import { excessOf } from './json-bodies.js';
import { notFound, badRequest } from './errors.js';

/** Problems that one answer lists: more than any form of the client has fields. */
const maxIssues = 100;

/**
 * Validates a body with a schema.
 * @throws HttpError 400 with the first problem as its message and at most a hundred in `issues`;
 *   also for a body beyond the limits of `json-bodies.ts`, and for a string, however deep and in
 *   whatever field, that PostgreSQL or UTF-8 cannot hold: a NUL, half of a surrogate pair
 */
export function parse<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  assertWithinLimits(value);
  const unkeepable = pathToUnkeepable(value);
  if (unkeepable)
    throw badRequest(invisible, [
      { path: unkeepable.join('.').toWellFormed(), message: invisible },
    ]);
  const result = schema.safeParse(value, { error: plainWords });
  if (result.success) return result.data;
  const issues = result.error.issues.slice(0, maxIssues).map((issue) => ({
    path: issue.path.join('.'),
    message: issue.message,
  }));
  throw badRequest(issues[0]?.message ?? 'Please check what you entered.', issues);
}

/** @throws HttpError 400 for the body of a request whose JSON is beyond the limits of `json-bodies.ts` */
export function assertWithinLimits(body: unknown): void {
  const excess = excessOf(body);
  if (excess) throw badRequest(excess);
}

const invisible = 'Please remove the invisible characters';

function pathToUnkeepable(value: unknown, path: readonly string[] = []): readonly string[] | null {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed() ? path : null;
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, one] of Object.entries(value)) {
    const found = pathToUnkeepable(key, path) ?? pathToUnkeepable(one, [...path, key]);
    if (found) return found;
  }
  return null;
}

/** For people, where the schema says nothing of its own. */
function plainWords({ code, path, input, ...issue }: z.core.$ZodRawIssue): string | undefined {
  const field = path?.join('.');
  if (code === 'invalid_type') {
    if (!field) return 'Please send a JSON object.';
    return input === undefined ? `"${field}" is missing.` : `"${field}" is of the wrong kind.`;
  }
  if (code === 'unrecognized_keys') return unknownFields(issue.keys as string[]);
  if (code === 'invalid_value')
    return `"${field}" must be one of: ${(issue.values as unknown[]).join(', ')}.`;
  if (code === 'too_big')
    return `"${field}" must ${amountOf(issue.origin)} at most ${String(issue.maximum)}${issue.origin === 'string' ? ' characters' : ''}.`;
  if (code === 'too_small')
    return `"${field}" must ${amountOf(issue.origin)} at least ${String(issue.minimum)}${issue.origin === 'string' ? ' characters' : ''}.`;
  return undefined;
}

/** Unknown fields that an error names, and the characters of a name that it repeats. */
const maxNamedFields = 3;
const maxNameLength = 50;

function unknownFields(keys: readonly string[]): string {
  const named = keys
    .slice(0, maxNamedFields)
    .map((key) => `"${key.length > maxNameLength ? `${key.slice(0, maxNameLength)}…` : key}"`);
  const others = keys.length - named.length;
  return `There is no field ${named.join(', ')} here${others > 0 ? `, nor are there ${others} more that were sent` : ''}.`;
}

const amountOf = (origin: unknown) => (origin === 'string' ? 'have' : 'be');

/**
 * Reads a value of the path of a call.
 * @param name of the value, which a message names
 * @throws HttpError 400
 */
export function parsePathValue<S extends z.ZodType>(
  schema: S,
  name: string,
  value: string,
): z.output<S> {
  const read = parse(z.object({ [name]: schema }), { [name]: value });
  return read[name] as z.output<S>;
}

const uuid = z.uuid();
/** An id from a path; what is no id at all names nothing that exists. @throws HttpError 404 */
export function pathId(value: string, what?: string): string {
  const result = uuid.safeParse(value.toLowerCase());
  if (!result.success) throw notFound(what);
  return result.data;
}
