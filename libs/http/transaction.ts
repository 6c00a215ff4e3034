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

/**
 * One transaction for each request of somebody signed in, of their church or of the platform: what the handler does is kept whole or not at
 * all, and the answer leaves after the commit. An `Idempotency-Key` is kept in that same transaction, so
 * a repeated or simultaneous request meets the first one's answer instead of doing its work again.
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
    const says = (key: symbol) =>
      this.reflector.getAllAndOverride<boolean | undefined>(key, [
        context.getHandler(),
        context.getClass(),
      ]) === true;
    if (says(ownTransactionKey)) return next.handle();
    if (request.headers['content-type']?.startsWith('multipart/'))
      throw new HttpError(415, 'Please send JSON.', 'http-415');
    const handle = async () => {
      const answer: unknown = await lastValueFrom(next.handle());
      assertWithinLimits(request.body); // of a handler that does not look at the body
      return answer;
    };
    return from(
      work.run({ correlation: request.id }, () =>
        request.actor
          ? this.db.transactionOf(request.actor, (tx) => {
              request.transaction = tx;
              return this.#once(tx, request, reply, says(privateKey), handle);
            })
          : handle(),
      ),
    );
  }

  async #once(
    tx: Tx,
    request: FastifyRequest,
    reply: FastifyReply,
    isPrivate: boolean,
    handle: () => Promise<unknown>,
  ): Promise<unknown> {
    const key = request.headers['idempotency-key'];
    if (typeof key !== 'string' || request.method === 'GET') return handle();
    if (key.length < 1 || key.length > 200)
      throw new HttpError(400, 'Idempotency-Key must have 1 to 200 characters.', 'invalid');
    const kept = tx.organizationId === null ? answersOfPlatform : answersOfChurch;
    const userId = request.actor!.id;
    const route = `${request.method} ${request.url.toLowerCase()}`;
    const sent = { userId, route, key };
    const id = [...(tx.organizationId === null ? [] : [tx.organizationId]), userId, route, key];
    const about = `answer ${id.join(' ')}`;
    const bodyHash = createHash('sha256')
      .update(excessOf(request.body) ?? JSON.stringify(request.body ?? null))
      .digest('hex');
    await kept.forget(tx, sent);
    const begun = await kept.begin.count(tx, { ...sent, bodyHash });
    const first = assertSameBody((await kept.find(tx, sent))[0], bodyHash);
    if (begun === 0 && first.status !== null) {
      void reply.status(first.status);
      return first.response === null
        ? undefined
        : (JSON.parse(isPrivate ? this.#opened(first.response, about) : first.response) as unknown);
    }
    // Without a status the first attempt is under way elsewhere, or was cut off: with the same ids this one is the same.
    // Its time is in them, so that the key may serve for something else a day later.
    work.getStore()!.repeatable = {
      name: [...id, first.createdAt.toISOString()].join(' '),
      made: 0,
    };
    const answer = await handle();
    const text = answer === undefined ? null : JSON.stringify(answer);
    await kept.end(tx, {
      ...sent,
      status: reply.statusCode,
      response: text !== null && isPrivate ? this.keys.seal(text, about) : text,
    });
    return answer;
  }

  /** @throws HttpError 503 where its key is gone since: what was done is done, and can be looked at */
  #opened(sealed: string, about: string): string {
    try {
      return this.keys.unseal(sealed, about);
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

/** @throws HttpError 422 when the key was used for another body */
function assertSameBody(first: Attempt | undefined, bodyHash: string): Attempt {
  if (first?.bodyHash !== bodyHash)
    throw new HttpError(
      422,
      'This Idempotency-Key was used for something else.',
      'idempotency-key-reused',
    );
  return first;
}
