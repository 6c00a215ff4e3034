import { createHash } from 'node:crypto';
import {
  Inject,
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { Database, type Tx } from '#libs/database';
import { CannotOpen, KeyRing } from '#libs/sealed';
import { ownTransactionKey, privateKey, requestOf, work } from './context.js';
import { HttpError } from './errors.js';
import { assertWithinLimits } from './parse.js';
import { excessOf } from './json-bodies.js';
import { answersOfChurch, answersOfPlatform } from './transaction.sql.js';

/** A request in its transaction. */
interface KeyedRequest {
  tx: Tx;
  request: FastifyRequest;
  reply: FastifyReply;
  /** whether the stored answer is encrypted */
  isPrivate: boolean;
}

/**
 * Runs each request of a signed-in user in one transaction, of the user's church or of the
 * platform. The answer is sent after the commit. An `Idempotency-Key` is stored in the same
 * transaction with the answer, so that a repeated or concurrent request gets the first answer and
 * is not executed again.
 */
@Injectable()
export class TransactionInterceptor implements NestInterceptor {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(Reflector) private readonly reflector: Reflector,
    @Inject(KeyRing) private readonly keys: KeyRing,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = requestOf(context);
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    const hasDecorator = (key: symbol) =>
      this.reflector.getAllAndOverride<boolean | undefined>(key, [
        context.getHandler(),
        context.getClass(),
      ]) === true;
    if (hasDecorator(ownTransactionKey)) return next.handle();
    if (request.headers['content-type']?.startsWith('multipart/'))
      throw new HttpError(415, 'Please send JSON.', 'http-415');
    const handle = async () => {
      const answer: unknown = await lastValueFrom(next.handle());
      assertWithinLimits(request.body); // in case the controller method did not read the body
      return answer;
    };
    return from(
      work.run({ correlation: request.id }, () =>
        request.actor
          ? this.db.transactionOf(request.actor, (tx) => {
              request.transaction = tx;
              const isPrivate = hasDecorator(privateKey);
              return this.#once({ tx, request, reply, isPrivate }, handle);
            })
          : handle(),
      ),
    );
  }

  async #once(keyed: KeyedRequest, handle: () => Promise<unknown>): Promise<unknown> {
    const { tx, request, reply, isPrivate } = keyed;
    const key = idempotencyKeyOf(request);
    if (key === null) return handle();
    const answers = tx.organizationId === null ? answersOfPlatform : answersOfChurch;
    const userId = request.actor!.id;
    const route = `${request.method} ${request.url.toLowerCase()}`;
    const requestKey = { userId, route, key };
    const id = [...(tx.organizationId === null ? [] : [tx.organizationId]), userId, route, key];
    const purpose = `answer ${id.join(' ')}`;
    const bodyHash = hashBody(request.body);
    await answers.deleteExpired(tx, requestKey);
    const started = await answers.start.count(tx, { ...requestKey, bodyHash });
    const first = assertSameBody((await answers.find(tx, requestKey))[0], bodyHash);
    if (started === 0 && first.status !== null) {
      void reply.status(first.status);
      if (first.response === null) return undefined;
      const text = isPrivate ? this.#decrypt(first.response, purpose) : first.response;
      return JSON.parse(text) as unknown;
    }
    // Without a status, the first attempt still runs in another process or was interrupted. This
    // attempt uses the same ids, so that the event store recognizes its events. The ids depend on
    // the time of the first attempt, so that the key can be used for something else a day later.
    work.getStore()!.repeatable = {
      name: [...id, first.createdAt.toISOString()].join(' '),
      idCount: 0,
    };
    const answer = await handle();
    const text = answer === undefined ? null : JSON.stringify(answer);
    await answers.storeAnswer(tx, {
      ...requestKey,
      status: reply.statusCode,
      response: text !== null && isPrivate ? this.keys.seal(text, purpose) : text,
    });
    return answer;
  }

  /** @throws HttpError 503 if the key was removed since; the request itself was executed */
  #decrypt(encrypted: string, purpose: string): string {
    try {
      return this.keys.unseal(encrypted, purpose);
    } catch (error) {
      if (error instanceof CannotOpen)
        throw new HttpError(
          503,
          'This was done, but its answer cannot be opened anymore. Please load the page again.',
          'key-missing',
        );
      throw error;
    }
  }
}

type Attempt = Awaited<ReturnType<typeof answersOfChurch.find>>[number];

/** @throws HttpError 422 if the key was used for another body */
function assertSameBody(first: Attempt | undefined, bodyHash: string): Attempt {
  if (first?.bodyHash !== bodyHash)
    throw new HttpError(
      422,
      'This Idempotency-Key was used for something else.',
      'idempotency-key-reused',
    );
  return first;
}

/**
 * Returns the idempotency key of a request that changes something; null if it has none.
 * @throws HttpError 400 for an empty key, or a key that is too long
 */
function idempotencyKeyOf(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string' || request.method === 'GET') return null;
  if (key.length < 1 || key.length > 200)
    throw new HttpError(400, 'Idempotency-Key must have 1 to 200 characters.', 'invalid');
  return key;
}

const hashBody = (body: unknown): string =>
  createHash('sha256')
    .update(excessOf(body) ?? JSON.stringify(body ?? null))
    .digest('hex');
