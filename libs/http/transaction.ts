import { createHash } from 'node:crypto';
import { Inject, Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { Database, type Tx } from '#libs/database';
import { CannotOpen, KeyRing } from '#libs/sealed';
import { ownTransactionKey, privateKey, requestOf, work } from './context.js';
import { HttpError } from './errors.js';

/**
 * One transaction for each request of a church's person: what the handler does is kept whole or not at
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
    const organizationId = request.actor?.organizationId;
    const says = (key: symbol) => this.reflector.getAllAndOverride<boolean | undefined>(key, [context.getHandler(), context.getClass()]) === true;
    if (says(ownTransactionKey)) return next.handle();
    if (request.headers['content-type']?.startsWith('multipart/')) throw new HttpError(415, 'Please send JSON.', 'http-415');
    const handle = () => lastValueFrom(next.handle());
    return from(
      work.run({ correlation: request.id }, () =>
        organizationId ? this.db.tenant(organizationId, (tx) => this.#once(tx, request, reply, says(privateKey), handle)) : handle(),
      ),
    );
  }

  async #once(tx: Tx, request: FastifyRequest, reply: FastifyReply, isPrivate: boolean, handle: () => Promise<unknown>): Promise<unknown> {
    const key = request.headers['idempotency-key'];
    if (typeof key !== 'string' || request.method === 'GET') return handle();
    if (key.length < 1 || key.length > 200) throw new HttpError(400, 'Idempotency-Key must have 1 to 200 characters.', 'invalid');
    const id = [tx.organizationId, request.actor!.id, `${request.method} ${request.url.toLowerCase()}`, key];
    const about = `answer ${id.join(' ')}`;
    const bodyHash = createHash('sha256').update(JSON.stringify(request.body ?? null)).digest('hex');
    await tx.sql(
      `delete from idempotent_request where organization_id = $1 and user_id = $2 and route = $3 and key = $4 and created_at < now() - interval '24 hours'`,
      id,
    );
    const made = await tx.sql(
      `insert into idempotent_request (organization_id, user_id, route, key, body_hash) values ($1, $2, $3, $4, $5) on conflict do nothing returning 1`,
      [...id, bodyHash],
    );
    const first = await firstAttempt(tx, id, bodyHash);
    if (made.length === 0 && first.status !== null) {
      void reply.status(first.status);
      return first.response === null ? undefined : (JSON.parse(isPrivate ? this.#opened(first.response, about) : first.response) as unknown);
    }
    // Without a status the first attempt is under way elsewhere, or was cut off: with the same ids this one is the same.
    // Its time is in them, so that the key may serve for something else a day later.
    work.getStore()!.repeatable = { name: [...id, first.created_at.toISOString()].join(' '), made: 0 };
    const answer = await handle();
    await tx.sql(`update idempotent_request set status = $5, response = $6 where organization_id = $1 and user_id = $2 and route = $3 and key = $4`, [
      ...id, reply.statusCode, answer === undefined ? null : isPrivate ? this.keys.seal(JSON.stringify(answer), about) : JSON.stringify(answer),
    ]);
    return answer;
  }

  /** @throws HttpError 503 where its key is gone since: what was done is done, and can be looked at */
  #opened(sealed: string, about: string): string {
    try {
      return this.keys.unseal(sealed, about);
    } catch (error) {
      if (error instanceof CannotOpen) throw new HttpError(503, 'This was done, but its answer cannot be opened any more. Please load the page again.', 'key-missing');
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
async function firstAttempt(tx: Tx, id: unknown[], bodyHash: string): Promise<Attempt> {
  const [first] = await tx.sql<Attempt>(
    `select body_hash, status, response, created_at from idempotent_request where organization_id = $1 and user_id = $2 and route = $3 and key = $4`,
    id,
  );
  if (first?.body_hash !== bodyHash) throw new HttpError(422, 'This Idempotency-Key was used for something else.', 'idempotency-key-reused');
  return first;
}
