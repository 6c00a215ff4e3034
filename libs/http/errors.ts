import {
  Catch,
  HttpException,
  Logger,
  type ArgumentsHost,
  type ExceptionFilter,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { ErrorBody } from '#libs/contracts';
import { isAway, isFull, lockNotFree } from '#libs/database';
import {
  NotYetShown,
  Refused,
  sqlState,
  StoreUnavailable,
  WrongExpectedRevision,
} from '#libs/event-sourcing';
import { FilesAway } from '#libs/files';
import { Refusal } from '#libs/workers';
import { excessOf } from './json-bodies.js';

/** An answer that is not what was asked for. `message` is fit to show to a person. */
export class HttpError extends HttpException {
  constructor(
    status: number,
    message: string,
    readonly code: string,
    readonly details: Record<string, unknown> = {},
  ) {
    super({ message, code, ...details }, status);
  }
}

export const notFound = (what = 'This page or record') =>
  new HttpError(404, `${what} does not exist.`, 'not-found');
export const forbidden = (message = "You don't have permission to do that.") =>
  new HttpError(403, message, 'forbidden');
export const unauthorized = (message = 'Please sign in.') =>
  new HttpError(401, message, 'signed-out');
export const badRequest = (message: string, issues?: ErrorBody['issues']) =>
  new HttpError(400, message, 'invalid', issues ? { issues } : {});
export const conflict = (message: string, details?: Record<string, unknown>) =>
  new HttpError(409, message, 'conflict', details);
/**
 * @param message when the user may go on
 * @param retryAfter seconds, also sent as the header `Retry-After`
 */
export const tooMany = (message: string, retryAfter: number, code = 'throttled') =>
  new HttpError(429, message, code, { retryAfter: Math.max(1, Math.ceil(retryAfter)) });
/** What is refused is one field's: forms say it there. */
export const refusedAt = (path: string, message: string) =>
  badRequest(message, [{ path, message }]);
export const conflictAt = (path: string, message: string) =>
  conflict(message, { issues: [{ path, message }] });

/** Problems that one answer lists: more than any form of the client has fields. */
const maxIssues = 100;

/**
 * @throws HttpError 400 with the first problem as its message and at most a hundred in `issues`; also for a body beyond
 *   the limits of `json-bodies.ts`, and for a string, however deep and in whatever field, that PostgreSQL or UTF-8 cannot
 *   hold: a NUL, half of a surrogate pair
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

const refusedStatus: Record<Refused['code'], number> = {
  'not-found': 404,
  conflict: 409,
  stale: 409,
  invalid: 400,
};

/** Where errors become answers. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  readonly #log = new Logger('http');

  catch(error: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    const { status, body } = answerTo(error);
    if (error instanceof HttpError && isRefusal(error)) request.refusal = error.code;
    if (error instanceof Refused && error.code === 'stale') request.shown = true;
    if (error instanceof HttpError && typeof error.details.retryAfter === 'number')
      void reply.header('retry-after', String(error.details.retryAfter));
    if (status === 503) {
      if (passesByItself(error)) void reply.header('retry-after', '10');
    } else if (status >= 500)
      this.#log.error({
        message: 'unexpected error',
        requestId: request.id,
        path: request.routeOptions.url,
        error,
      });
    if (reply.sent || reply.raw.headersSent) {
      reply.raw.destroy();
      return;
    }
    void reply.status(status).send(body);
  }
}

/** Whether an error with the status 503 may be over when the user tries again. */
const passesByItself = (error: unknown) =>
  !(error instanceof FilesAway) || error.fault === 'unreachable';

/** What an error is to whoever asked, in words for a person. */
export function answerTo(error: unknown): { status: number; body: object } {
  if (error instanceof HttpError)
    return { status: error.getStatus(), body: error.getResponse() as object };
  if (error instanceof Refused)
    return {
      status: refusedStatus[error.code],
      body: { message: error.message, code: error.code, ...error.details },
    };
  if (error instanceof WrongExpectedRevision) {
    return {
      status: 409,
      body: {
        message: 'Somebody else changed this in the meantime. Please look at it again.',
        code: 'conflict',
      },
    };
  }
  if (error instanceof NotYetShown)
    return { status: 202, body: { message: error.message, code: 'not-yet-shown' } };
  if (error instanceof StoreUnavailable)
    return { status: 503, body: { message: error.message, code: 'event-store-away' } };
  if (error instanceof Refusal)
    return { status: 400, body: { message: error.message, code: 'invalid' } };
  if (error instanceof FilesAway) {
    const code = error.fault === 'unreachable' ? 'files-away' : 'files-refused';
    return { status: 503, body: { message: error.message, code } };
  }
  if (error instanceof HttpException) {
    const status = error.getStatus();
    return {
      status,
      body: {
        message: sentence[status] ?? plainMessage(error.message),
        code: `http-${status}`,
      },
    };
  }
  if (sqlState(error) === lockNotFree) {
    const message =
      'A long piece of work, such as an import, is being recorded at this moment. Nothing of yours was saved yet; please try again in a minute.';
    return { status: 503, body: { message, code: 'busy' } };
  }
  if (isFull(error)) {
    const message =
      'The server has no room left to save this. Nothing of yours was saved; please tell whoever runs the portal, and try again later.';
    return { status: 507, body: { message, code: 'disk-full' } };
  }
  if (gotNoConnection(error)) {
    const message =
      'Too much is being done at this moment. Nothing of yours was saved yet; please try again in a minute.';
    return { status: 503, body: { message, code: 'busy' } };
  }
  if (isAway(error)) {
    // a commit whose answer was lost may have happened
    const message =
      'The database could not be reached. If you were saving something, please check whether it is there before you try again.';
    return { status: 503, body: { message, code: 'database-away' } };
  }
  if (isMalformedForm(error)) {
    const message =
      'The form is incomplete, or it is not multipart/form-data. Please send it again.';
    return { status: 400, body: { message, code: 'invalid' } };
  }
  const status = statusOf(error);
  if (status && status < 500)
    return {
      status,
      body: unreadable(status),
    };
  return {
    status: 500,
    body: {
      message: 'Something went wrong on our side. Nothing was changed. Please try again.',
      code: 'unexpected',
    },
  };
}

/** What is refused to somebody, rather than not understood: rights, wrong passwords and codes, worthless links, too many tries. */
const isRefusal = (error: HttpError) =>
  [403, 429].includes(error.getStatus()) ||
  ['wrong-password', 'wrong-code', 'stale-link'].includes(error.code);

/** pg-pool's own sentence: the request waited in vain for a turn, so nothing was begun. */
const gotNoConnection = (error: unknown) =>
  error instanceof Error && error.message === 'timeout exceeded when trying to connect';

const sentence: Partial<Record<number, string>> = {
  404: 'There is nothing at this address.',
  408: 'The request did not arrive in time. Please try again.',
  413: 'This is more than may be sent at once.',
  415: 'Please send JSON.',
  417: 'This server does not understand the header "Expect".',
  431: 'The headers of this request are too large.',
};

/** Fastify's words about a body that is no JSON, in the words of people. */
const plainMessage = (message: string) =>
  message.includes("content-type is set to 'application/json'")
    ? 'Please send valid JSON.'
    : message;

/** The body of an answer to what is no request that can be read. */
export const unreadable = (status: number): ErrorBody => ({
  message: sentence[status] ?? 'This request could not be read.',
  code: `http-${status}`,
});

/** The errors of the reader of forms have neither a class nor a code of their own. */
const malformedForm =
  /^Multipart: Boundary not found$|unexpected end of multipart data$|^The needle cannot /i;

/** Whether the body of a request is no form that can be read: no or another boundary, or cut off. */
const isMalformedForm = (error: unknown) =>
  error instanceof Error && malformedForm.test(error.message);

/**
 * Handles an error of `toBuffer()` of a file in a form.
 * @param message said if the file is larger than it may be
 * @throws HttpError 400, or the error itself if it has another reason
 */
export const refuseTooLarge =
  (message: string) =>
  (error: unknown): never => {
    const isTooLarge =
      error instanceof Error && 'code' in error && error.code === 'FST_REQ_FILE_TOO_LARGE';
    throw isTooLarge ? badRequest(message) : error;
  };

/** Fastify's own errors (bad JSON, too large, wrong type) carry a statusCode. */
function statusOf(error: unknown): number | undefined {
  return typeof error === 'object' &&
    error !== null &&
    'statusCode' in error &&
    typeof error.statusCode === 'number'
    ? error.statusCode
    : undefined;
}
