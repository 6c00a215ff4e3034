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
import { assertWithinLimits, HttpError } from './errors.js';
import { excessOf } from './json-bodies.js';

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
    const kept = tx.organizationId === null ? ofPlatform : ofChurch;
    const id = [
      ...(tx.organizationId === null ? [] : [tx.organizationId]),
      request.actor!.id,
      `${request.method} ${request.url.toLowerCase()}`,
      key,
    ];
    const about = `answer ${id.join(' ')}`;
    const bodyHash = createHash('sha256')
      .update(excessOf(request.body) ?? JSON.stringify(request.body ?? null))
      .digest('hex');
    await tx.sql(kept.forget, id);
    const made = await tx.sql(kept.begin, [...id, bodyHash]);
    const first = await firstAttempt(tx, kept.find, id, bodyHash);
    if (made.length === 0 && first.status !== null) {
      void reply.status(first.status);
      return first.response === null
        ? undefined
        : (JSON.parse(isPrivate ? this.#opened(first.response, about) : first.response) as unknown);
    }
    // Without a status the first attempt is under way elsewhere, or was cut off: with the same ids this one is the same.
    // Its time is in them, so that the key may serve for something else a day later.
    work.getStore()!.repeatable = {
      name: [...id, first.created_at.toISOString()].join(' '),
      made: 0,
    };
    const answer = await handle();
    await tx.sql(kept.end, [
      ...id,
      reply.statusCode,
      answer === undefined
        ? null
        : isPrivate
          ? this.keys.seal(JSON.stringify(answer), about)
          : JSON.stringify(answer),
    ]);
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

interface Attempt {
  body_hash: string;
  status: number | null;
  response: string | null;
  created_at: Date;
}

/** @throws HttpError 422 when the key was used for another body */
async function firstAttempt(
  tx: Tx,
  find: string,
  id: unknown[],
  bodyHash: string,
): Promise<Attempt> {
  const [first] = await tx.sql<Attempt>(find, id);
  if (first?.body_hash !== bodyHash)
    throw new HttpError(
      422,
      'This Idempotency-Key was used for something else.',
      'idempotency-key-reused',
    );
  return first;
}

/** The statements on what is kept for a key: of whom (`columns`), of which route and which key. */
function keptIn(table: string, columns: string[]) {
  const all = [...columns, 'route', 'key'];
  const it = all.map((column, index) => `${column} = $${index + 1}`).join(' and ');
  const [next, last] = [`$${all.length + 1}`, `$${all.length + 2}`];
  return {
    forget: `delete from ${table} where ${it} and created_at < now() - interval '24 hours'`,
    begin: `insert into ${table} (${all.join(', ')}, body_hash) values (${all.map((_, index) => `$${index + 1}`).join(', ')}, ${next}) on conflict do nothing returning 1`,
    find: `select body_hash, status, response, created_at from ${table} where ${it}`,
    end: `update ${table} set status = ${next}, response = ${last} where ${it}`,
  };
}
const ofChurch = keptIn('idempotent_request', ['organization_id', 'user_id']);
const ofPlatform = keptIn('platform_idempotent_request', ['account_id']);
