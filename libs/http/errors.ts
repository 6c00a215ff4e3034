import {
  Catch,
  HttpException,
  Logger,
  type ArgumentsHost,
  type ExceptionFilter,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorBody } from '#libs/contracts';
import { isDatabaseUnreachable, isDiskFull, lockNotAvailable } from '#libs/database';
import {
  NotYetPublished,
  Refused,
  sqlState,
  StoreUnavailable,
  WrongExpectedRevision,
} from '#libs/event-sourcing';
import { StorageError } from '#libs/files';
import { Refusal } from '#libs/workers';

/** An error with a status, a code and a message for users. */
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

export const notFound = (resourceName = 'This page or record') =>
  new HttpError(404, `${resourceName} does not exist.`, 'not-found');
export const forbidden = (message = "You don't have permission to do that.") =>
  new HttpError(403, message, 'forbidden');
export const unauthorized = (message = 'Please sign in.') =>
  new HttpError(401, message, 'signed-out');
export const badRequest = (message: string, issues?: ErrorBody['issues']) =>
  new HttpError(400, message, 'invalid', issues ? { issues } : {});
export const conflict = (message: string, details?: Record<string, unknown>) =>
  new HttpError(409, message, 'conflict', details);
/**
 * Makes the error for a change of an outdated version. Clients show `current` next to the change.
 * @param current what is saved now, as the route returns it
 */
export const staleVersion = (message: string, current: object | null) =>
  new HttpError(409, message, 'stale', { current });

/**
 * Says who has saved a resource, to a user whose own change was therefore refused.
 * @param savedBy the user who saved it; `name` is null if there is no such user anymore
 * @param resource for example `this sermon`
 */
export function describeOtherChange(
  actor: { id: string },
  savedBy: { id: string; name: string | null } | null,
  resource: string,
): string {
  const subject = savedBy?.id === actor.id ? 'You have' : `${savedBy?.name ?? 'Somebody else'} has`;
  return `${subject} saved ${resource} since you opened it. Your change was not made.`;
}

/**
 * @param message tells when the user may try again
 * @param retryAfter seconds, also sent as the header `Retry-After`
 */
export const tooMany = (message: string, retryAfter: number, code = 'throttled') =>
  new HttpError(429, message, code, { retryAfter: Math.max(1, Math.ceil(retryAfter)) });
/**
 * Creates the error 400 for one field of a body. Forms show the message at the field.
 * @param path the name of the field
 */
export const invalidField = (path: string, message: string) =>
  badRequest(message, [{ path, message }]);
/** Creates the error 409 for one field of a body. Forms show the message at the field. */
export const conflictInField = (path: string, message: string) =>
  conflict(message, { issues: [{ path, message }] });

const refusedStatus: Record<Refused['code'], number> = {
  'not-found': 404,
  conflict: 409,
  stale: 409,
  invalid: 400,
};

/** Turns errors into answers, and logs unexpected errors. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  readonly #log = new Logger('http');

  catch(error: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    const { status, body } = answerTo(error);
    if (error instanceof HttpError && isRefusal(error)) request.refusal = error.code;
    if (error instanceof Refused && error.code === 'stale') request.showsDonation = true;
    if (error instanceof HttpError && typeof error.details.retryAfter === 'number')
      void reply.header('retry-after', String(error.details.retryAfter));
    if (status === 503) {
      if (isTemporary(error)) void reply.header('retry-after', '10');
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

/** Whether the request may succeed if the user tries again after this error (status 503). */
const isTemporary = (error: unknown) =>
  !(error instanceof StorageError) || error.fault === 'unreachable';

interface Answer {
  status: number;
  body: object;
}

/**
 * Returns the status and the body with which the API answers a request that failed with an error.
 */
export function answerTo(error: unknown): Answer {
  return (
    answerToOwnError(error) ??
    answerToDatabaseError(error) ??
    answerToReadError(error) ??
    unexpected
  );
}

const unexpected: Answer = {
  status: 500,
  body: {
    message: 'Something went wrong on our side. Nothing was changed. Please try again.',
    code: 'unexpected',
  },
};

const answer = (status: number, code: string, message: string): Answer => ({
  status,
  body: { message, code },
});

/** Answers an error of a class of this program or of NestJS. */
function answerToOwnError(error: unknown): Answer | undefined {
  if (error instanceof HttpError)
    return { status: error.getStatus(), body: error.getResponse() as object };
  if (error instanceof Refused)
    return {
      status: refusedStatus[error.code],
      body: { message: error.message, code: error.code, ...error.details },
    };
  if (error instanceof WrongExpectedRevision)
    return answer(
      409,
      'conflict',
      'Somebody else changed this in the meantime. Please look at it again.',
    );
  if (error instanceof NotYetPublished) return answer(202, 'not-yet-shown', error.message);
  if (error instanceof StoreUnavailable) return answer(503, 'event-store-away', error.message);
  if (error instanceof Refusal) return answer(400, 'invalid', error.message);
  if (error instanceof StorageError) {
    const code = error.fault === 'unreachable' ? 'files-away' : 'files-refused';
    return answer(503, code, error.message);
  }
  if (error instanceof HttpException) {
    const status = error.getStatus();
    return answer(status, `http-${status}`, messages[status] ?? messageOfFastify(error.message));
  }
  return undefined;
}

function answerToDatabaseError(error: unknown): Answer | undefined {
  if (sqlState(error) === lockNotAvailable)
    return answer(
      503,
      'busy',
      'A long piece of work, such as an import, is being recorded at this moment. ' +
        'Nothing of yours was saved yet; please try again in a minute.',
    );
  if (isDiskFull(error))
    return answer(
      507,
      'disk-full',
      'The server has no room left to save this. Nothing of yours was saved; ' +
        'please tell whoever runs the portal, and try again later.',
    );
  if (gotNoConnection(error))
    return answer(
      503,
      'busy',
      'Too much is being done at this moment. ' +
        'Nothing of yours was saved yet; please try again in a minute.',
    );
  if (isDatabaseUnreachable(error))
    // the transaction may have been committed if only the answer of the database was lost
    return answer(
      503,
      'database-away',
      'The database could not be reached. ' +
        'If you were saving something, please check whether it is there before you try again.',
    );
  return undefined;
}

/**
 * Returns the answer to an error that Fastify or the form parser threw because it could not read
 * the request; undefined for all other errors.
 */
function answerToReadError(error: unknown): Answer | undefined {
  if (isMalformedForm(error))
    return answer(
      400,
      'invalid',
      'The form is incomplete, or it is not multipart/form-data. Please send it again.',
    );
  const status = statusOf(error);
  return status && status < 500 ? { status, body: unreadable(status) } : undefined;
}

/**
 * Whether an error is recorded as a refusal: missing rights, a wrong password or code, a link that
 * no longer works, or too many attempts.
 */
const isRefusal = (error: HttpError) =>
  [403, 429].includes(error.getStatus()) ||
  ['wrong-password', 'wrong-code', 'stale-link'].includes(error.code);

/**
 * The message of pg-pool if no connection became free in time. The request has done nothing then.
 */
const gotNoConnection = (error: unknown) =>
  error instanceof Error && error.message === 'timeout exceeded when trying to connect';

const messages: Partial<Record<number, string>> = {
  404: 'There is nothing at this address.',
  408: 'The request did not arrive in time. Please try again.',
  413: 'This is more than may be sent at once.',
  415: 'Please send JSON.',
  417: 'This server does not understand the header "Expect".',
  431: 'The headers of this request are too large.',
};

/** Replaces Fastify's message about invalid JSON by a message for users. */
const messageOfFastify = (message: string) =>
  message.includes("content-type is set to 'application/json'")
    ? 'Please send valid JSON.'
    : message;

/** Returns the body of the answer to a request that cannot be read. */
export const unreadable = (status: number): ErrorBody => ({
  message: messages[status] ?? 'This request could not be read.',
  code: `http-${status}`,
});

/**
 * The errors of the parser of forms have neither a class nor a code, so their messages are
 * compared.
 */
const malformedForm =
  /^Multipart: Boundary not found$|unexpected end of multipart data$|^The needle cannot /i;

/** Whether a form cannot be read because its boundary is missing or wrong, or it is incomplete. */
const isMalformedForm = (error: unknown) =>
  error instanceof Error && malformedForm.test(error.message);

/**
 * Returns a function for `toBuffer().catch()` of a file in a form. The function throws HttpError
 * 400 if the file is too large. It throws any other error unchanged.
 * @param message the message of the HttpError
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
