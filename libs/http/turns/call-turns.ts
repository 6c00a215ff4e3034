import {
  Inject,
  Injectable,
  SetMetadata,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { setTimeout as sleep } from 'node:timers/promises';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { requestOf, type Actor } from '../context.js';
import { CallMeter } from './call-meter.js';
import { routeOf } from '../route.js';
import { UsageBudget } from './usage-budget.js';
import { FairQueue, tooManyRequests } from './fair-queue.js';
import { isStreamed } from './streamed-bodies.js';

/** How many calls are handled at the same time, and how many calls of a church may wait. */
export const callLimits = { perUser: 4, perChurch: 8, waitingPerChurch: 100 };

/** How many milliseconds of the main thread the calls of a user may take. */
const mainThreadLimits = { capacity: 500, perMillisecond: 0.25 };
/**
 * How many calls of a user at the same time never pause. They leave the main thread free most of
 * the time.
 */
const maxCallsWithoutPause = 2;
/**
 * The minimum time of the main thread that an upload takes, in milliseconds. It is charged before
 * the upload starts.
 */
const minUploadCost = 5;
/** The longest pause in milliseconds. */
const longestPause = 10_000;

const withoutTurnKey = Symbol('without turn');
/**
 * The calls of the controller method take no turn, because a stream of events would occupy one
 * forever.
 */
export const WithoutTurn = () => SetMetadata(withoutTurnKey, true);

/**
 * Limits how many calls of a user and of a church are handled at the same time. Further calls wait:
 * first for other calls of the user, then for other calls of the church. It runs after the guard,
 * which identifies the user. A turn ends when the controller method has returned; streaming the
 * answer takes no turn. Calls whose body arrives while they are handled (multipart, tus) take no
 * turn either, because a slow connection would occupy it.
 *
 * The time that a user's calls take in the main thread is limited, too (`UsageBudget`). If the user
 * sends more than two calls at the same time and has used up the budget, the turn of a call is kept
 * for a while after it was answered. Uploads have a separate budget, and wait before their body is
 * read.
 */
@Injectable()
export class CallTurns implements NestInterceptor {
  readonly #users = new FairQueue({
    maxRunning: Infinity,
    maxRunningPerKey: callLimits.perUser,
    maxWaitingPerKey: Infinity,
  });
  readonly #churches = new FairQueue({
    maxRunning: Infinity,
    maxRunningPerKey: callLimits.perChurch,
    maxWaitingPerKey: Infinity,
  });
  readonly #budget = new UsageBudget(mainThreadLimits);
  readonly #meter = new CallMeter();
  readonly #uploadBudget = new UsageBudget(mainThreadLimits);
  /** how many uploads of each user are being handled */
  readonly #uploads = new Map<string, number>();
  /** how many calls of each church are being handled or wait */
  readonly #calls = new Map<string, number>();

  constructor(@Inject(Reflector) private readonly reflector: Reflector) {}

  /** @throws HttpError 429 if too many calls of the church are waiting */
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = requestOf(context);
    const { actor } = request;
    const takesNoTurn = this.reflector.getAllAndOverride<boolean | undefined>(withoutTurnKey, [
      context.getHandler(),
      context.getClass(),
    ]);
    const isPublic = routeOf(context.getHandler())?.access === 'public';
    if (!actor || isPublic || takesNoTurn === true) return next.handle();
    const handle = () => lastValueFrom(next.handle(), { defaultValue: undefined });
    if (isStreamed(request)) return from(this.#handleUpload(actor.id, handle));
    return from(this.#inTurn(actor, handle));
  }

  async #inTurn(actor: Actor, handle: () => Promise<unknown>): Promise<unknown> {
    const church = actor.organizationId ?? 'platform';
    const calls = this.#calls.get(church) ?? 0;
    if (calls >= callLimits.perChurch + callLimits.waitingPerChurch) throw tooManyRequests();
    this.#calls.set(church, calls + 1);
    try {
      let answer: Promise<unknown> = Promise.resolve();
      const measured = async () => {
        const endMeasuring = this.#meter.begin();
        answer = handle();
        await answer.catch(() => undefined); // `return await answer` below throws the error
        return endMeasuring();
      };
      await this.#inTurnOfUser(actor.id, () => this.#churches.run(church, measured));
      return await answer;
    } finally {
      const remaining = this.#calls.get(church)! - 1;
      if (remaining === 0) this.#calls.delete(church);
      else this.#calls.set(church, remaining);
    }
  }

  /** Resolves when the call has been handled. The user's turn may last longer. */
  #inTurnOfUser(userId: string, handle: () => Promise<number>): Promise<void> {
    return new Promise((resolve, reject) => {
      const handleAndPause = async () => {
        const cost = await handle();
        resolve();
        await this.#pause(userId, cost);
      };
      this.#users.run(userId, handleAndPause).catch(reject);
    });
  }

  async #pause(userId: string, cost: number): Promise<void> {
    const pause = this.#budget.charge(userId, cost, performance.now());
    const calls = this.#users.runningOf(userId) + this.#users.waitingOf(userId);
    if (calls > maxCallsWithoutPause) await pauseFor(pause);
  }

  /**
   * Handles an upload, which takes no turn. Concurrent uploads of a user may wait before their body
   * is read.
   */
  async #handleUpload(userId: string, handle: () => Promise<unknown>): Promise<unknown> {
    const uploads = (this.#uploads.get(userId) ?? 0) + 1;
    this.#uploads.set(userId, uploads);
    try {
      const pause = this.#uploadBudget.charge(userId, minUploadCost, performance.now());
      if (uploads > maxCallsWithoutPause) await pauseFor(pause);
      const endMeasuring = this.#meter.begin();
      try {
        return await handle();
      } finally {
        const cost = Math.max(0, endMeasuring() - minUploadCost);
        this.#uploadBudget.charge(userId, cost, performance.now());
      }
    } finally {
      const remaining = this.#uploads.get(userId)! - 1;
      if (remaining > 0) this.#uploads.set(userId, remaining);
      else this.#uploads.delete(userId);
    }
  }
}

async function pauseFor(milliseconds: number): Promise<void> {
  if (milliseconds > 0)
    await sleep(Math.min(milliseconds, longestPause), undefined, { ref: false });
}
