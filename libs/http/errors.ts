import {
  Catch,
  HttpException,
  Logger,
  type ArgumentsHost,
  type ExceptionFilter,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
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
 * A change to a version that is no longer the saved one. Clients show `current` beside the change.
 * @param current what is saved now, as the route returns it
 */
export const staleVersion = (message: string, current: object | null) =>
  new HttpError(409, message, 'stale', { current });
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
