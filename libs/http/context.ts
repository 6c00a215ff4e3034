import { AsyncLocalStorage } from 'node:async_hooks';
import { createParamDecorator, SetMetadata, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { v5 as idFrom, v7 as randomId } from 'uuid';
import type { Actor as PolicyActor, Standing } from '#libs/contracts';
import type { Tx } from '#libs/database';

/**
 * The signed-in user of a request. `organizationId` is null for a super administrator without a
 * church.
 */
export interface Actor extends PolicyActor {
  accountId: string;
  /** the id of the user in the church; without a church, the id of the account */
  id: string;
  name: string;
  sessionId: string;
  /** the standing of the church; null without a church */
  standing: Standing | null;
}

/**
 * An actor of a church. All routes get one, except for public routes and routes of the platform.
 */
export interface ChurchActor extends Actor {
  organizationId: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    actor?: Actor;
    /** the church that the host names, for signed-out pages and registration */
    hostChurch?: { id: string; slug: string } | null;
    /** the code of the error with which the request was refused, for the log */
    refusal?: string;
    /**
     * True if the answer refuses the request but shows a donation. The view must then be recorded
     * in the audit log separately, because the transaction of the request is rolled back.
     */
    showsDonation?: true;
    /**
     * the open transaction of the request, which `TransactionInterceptor` sets; absent for
     * `@OwnTransaction`
     */
    transaction?: Tx;
  }
}

export const ownTransactionKey = Symbol('own transaction');
export const privateKey = Symbol('private');
export const noVisitKey = Symbol('no visit');

/** The controller method opens its own transactions, for example because uploads take long. */
export const OwnTransaction = () => SetMetadata(ownTransactionKey, true);
/** Requests that pages send in the background do not extend the session. */
export const NoVisit = () => SetMetadata(noVisitKey, true);
/** The answer is confidential. It is encrypted if it is stored for an `Idempotency-Key`. */
export const Private = () => SetMetadata(privateKey, true);

export const requestOf = (context: ExecutionContext) =>
  context.switchToHttp().getRequest<FastifyRequest>();
export const CurrentActor = createParamDecorator(
  (_: unknown, context: ExecutionContext) => requestOf(context).actor,
);
/**
 * Parameter of a controller method: the open transaction (`Tx`) of the request, in the church of
 * the signed-in user (`actor.organizationId`), never in another church. It commits after the method
 * has returned, and rolls back if the method throws.
 * @throws Error if the request has no such transaction: in a method with `@OwnTransaction`, on a
 *   public route without a signed-in user, and for a super administrator without a church
 */
export const ChurchTransaction = createParamDecorator(
  (_: unknown, context: ExecutionContext): Tx => {
    const { transaction } = requestOf(context);
    if (!transaction || transaction.organizationId === null)
      throw new Error('This request has no open transaction of a church.');
    return transaction;
  },
);
/**
 * Parameter of a controller method: the church of the host; null on a host that serves all
 * churches.
 */
export const HostChurch = createParamDecorator(
  (_: unknown, context: ExecutionContext) => requestOf(context).hostChurch ?? null,
);

/** Data that all code within one request or job shares. */
export interface WorkContext {
  correlation: string;
  /**
   * set if the work may be repeated under the same name; `newId` then returns the same ids in the
   * same order
   */
  repeatable?: { name: string; idCount: number };
}
export const work = new AsyncLocalStorage<WorkContext>();
export const correlation = () => work.getStore()?.correlation ?? 'none';

const repeatableIds = 'b4a9c7f0-5b0e-4a57-9d0c-6f6a4f1f0c55';

/**
 * Creates an id. A repeated request with the same `Idempotency-Key` gets the same ids again, so
 * that the event store recognizes events that it already has.
 */
export function newId(): string {
  const repeatable = work.getStore()?.repeatable;
  return repeatable
    ? idFrom(`${repeatable.name} ${repeatable.idCount++}`, repeatableIds)
    : randomId();
}
