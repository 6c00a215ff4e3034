import { z } from 'zod';
import { excessOf } from './json-bodies.js';
import { notFound, badRequest } from './errors.js';

/** How many problems an answer lists at most. No form of the client has that many fields. */
const maxIssues = 100;

/**
 * Validates a body with a schema.
 * @throws HttpError 400 with the first problem as its message and at most a hundred in `issues`;
 *   also for a body beyond the limits of `json-bodies.ts`, and for a string at any depth that
 *   PostgreSQL or UTF-8 cannot store: with a NUL character or half of a surrogate pair
 */
export function parse<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  assertWithinLimits(value);
  const invalidPath = findInvalidString(value);
  if (invalidPath)
    throw badRequest(invisible, [
      { path: invalidPath.join('.').toWellFormed(), message: invisible },
    ]);
  const result = schema.safeParse(value, { error: messageOf });
  if (result.success) return result.data;
  const issues = result.error.issues.slice(0, maxIssues).map((issue) => ({
    path: issue.path.join('.'),
    message: issue.message,
  }));
  throw badRequest(issues[0]?.message ?? 'Please check what you entered.', issues);
}

/**
 * @throws HttpError 400 for the body of a request whose JSON is beyond the limits of
 *   `json-bodies.ts`
 */
export function assertWithinLimits(body: unknown): void {
  const excess = excessOf(body);
  if (excess) throw badRequest(excess);
}

const invisible = 'Please remove the invisible characters';

/** Returns the path to the first string that cannot be stored; null if there is none. */
function findInvalidString(value: unknown, path: readonly string[] = []): readonly string[] | null {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed() ? path : null;
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, member] of Object.entries(value)) {
    const found = findInvalidString(key, path) ?? findInvalidString(member, [...path, key]);
    if (found) return found;
  }
  return null;
}

/** Returns a message for users if the schema does not define one. */
function messageOf({ code, path, input, ...issue }: z.core.$ZodRawIssue): string | undefined {
  const field = path?.join('.');
  if (code === 'invalid_type') {
    if (!field) return 'Please send a JSON object.';
    return input === undefined ? `"${field}" is missing.` : `"${field}" is of the wrong kind.`;
  }
  if (code === 'unrecognized_keys') return unknownFields(issue.keys as string[]);
  if (code === 'invalid_value')
    return `"${field}" must be one of: ${(issue.values as unknown[]).join(', ')}.`;
  if (code === 'too_big') return `"${field}" must ${limitOf(issue.origin, 'most', issue.maximum)}.`;
  if (code === 'too_small')
    return `"${field}" must ${limitOf(issue.origin, 'least', issue.minimum)}.`;
  return undefined;
}

/** How many unknown fields an error names, and how many characters of each name it repeats. */
const maxNamedFields = 3;
const maxNameLength = 50;

function unknownFields(keys: readonly string[]): string {
  const named = keys
    .slice(0, maxNamedFields)
    .map((key) => `"${key.length > maxNameLength ? `${key.slice(0, maxNameLength)}…` : key}"`);
  const otherCount = keys.length - named.length;
  const otherFields = otherCount > 0 ? `, nor are there ${otherCount} more that were sent` : '';
  return `There is no field ${named.join(', ')} here${otherFields}.`;
}

/** The words for the units of texts and lists, by their type: for one unit, and for several. */
const countedIn: Partial<Record<string, [one: string, several: string]>> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
};

/** Describes a limit: `be at most 12`, or `have at least 1 entry` for a text or a list. */
function limitOf(origin: unknown, bound: 'least' | 'most', limit: unknown): string {
  const units = countedIn[String(origin)];
  if (!units) return `be at ${bound} ${String(limit)}`;
  return `have at ${bound} ${String(limit)} ${Number(limit) === 1 ? units[0] : units[1]}`;
}

/**
 * Validates a parameter of a request's path.
 * @param name the name of the parameter in an error message
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
/**
 * Reads an id from a path.
 * @param resourceName the thing that the id names, for the error message
 * @throws HttpError 404 if the value is not a UUID
 */
export function pathId(value: string, resourceName?: string): string {
  const result = uuid.safeParse(value.toLowerCase());
  if (!result.success) throw notFound(resourceName);
  return result.data;
}
