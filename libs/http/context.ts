import { AsyncLocalStorage } from 'node:async_hooks';
import { createParamDecorator, SetMetadata, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { v5 as idFrom, v7 as randomId } from 'uuid';
import type { Actor as PolicyActor, Standing } from '#libs/contracts';
import type { Tx } from '#libs/database';

/** The signed-in person of a request. `organizationId` is null for a super administrator without a church. */
export interface Actor extends PolicyActor {
  accountId: string;
  /** user id in the church; the account's id where there is no church */
  id: string;
  name: string;
  sessionId: string;
  /** of the church; null without one */
  standing: Standing | null;
}

/** An actor of a church: what every route that is not public and not the platform's gets. */
export interface ChurchActor extends Actor {
  organizationId: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    actor?: Actor;
    /** the church that the host names, for signed-out pages and registration */
    hostChurch?: { id: string; slug: string } | null;
    /** the code of what was refused of it, for the log */
    refusal?: string;
    /** the answer refuses, but shows a gift: the transaction that would have recorded the look is rolled back */
    shown?: true;
    /** the open transaction of the request, which `TransactionInterceptor` sets; absent for `@OwnTransaction` */
    transaction?: Tx;
  }
}

export const ownTransactionKey = Symbol('own transaction');
export const privateKey = Symbol('private');
export const noVisitKey = Symbol('no visit');

/** The handler opens its transactions itself: long uploads and streams must not hold one. */
export const OwnTransaction = () => SetMetadata(ownTransactionKey, true);
/** What a page asks by itself is no visit of its person: the session does not live longer for it. */
export const NoVisit = () => SetMetadata(noVisitKey, true);
/** What it answers only few may read: kept for an `Idempotency-Key`, it is sealed. */
export const Private = () => SetMetadata(privateKey, true);

export const requestOf = (context: ExecutionContext) =>
  context.switchToHttp().getRequest<FastifyRequest>();
export const CurrentActor = createParamDecorator(
  (_: unknown, context: ExecutionContext) => requestOf(context).actor,
);
/**
 * Parameter of a controller method: the open transaction (`Tx`) of the request, in the church of the signed-in user
 * (`actor.organizationId`), never in another church. It commits after the method has returned, and rolls back if the
 * method throws.
 * @throws Error if the request has no such transaction: in a method with `@OwnTransaction`, on a public route without
 *   a signed-in user, and for a super administrator without a church
 */
export const ChurchTransaction = createParamDecorator(
  (_: unknown, context: ExecutionContext): Tx => {
    const { transaction } = requestOf(context);
    if (!transaction || transaction.organizationId === null)
      throw new Error('This request has no open transaction of a church.');
    return transaction;
  },
);
/** The church that the host names; null on a host that serves every church. */
export const HostChurch = createParamDecorator(
  (_: unknown, context: ExecutionContext) => requestOf(context).hostChurch ?? null,
);

/** What everything done within one request or job shares. */
export interface WorkContext {
  correlation: string;
  /** set where the work may be done again under the same name: it then makes the same ids in the same order */
  repeatable?: { name: string; made: number };
}
export const work = new AsyncLocalStorage<WorkContext>();
export const correlation = () => work.getStore()?.correlation ?? 'none';

const repeatableIds = 'b4a9c7f0-5b0e-4a57-9d0c-6f6a4f1f0c55';

/**
 * Id of something that is recorded. A request with an `Idempotency-Key` that is sent again makes the same ones, so that
 * an event store which has its events already knows them.
 */
export function newId(): string {
  const repeatable = work.getStore()?.repeatable;
  return repeatable ? idFrom(`${repeatable.name} ${repeatable.made++}`, repeatableIds) : randomId();
}
