import {
  Inject,
  Injectable,
  SetMetadata,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { setTimeout as sleep } from 'node:timers/promises';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { requestOf, type Actor } from './context.js';
import { CallMeter } from './call-meter.js';
import { routeOf } from './route.js';
import { UsageBudget } from './usage-budget.js';
import { FairQueue, tooMuchAtOnce } from './fair-queue.js';

/** Calls that are handled at the same time, and those of a church that may wait for their turn. */
export const callLimits = { ofPerson: 4, ofChurch: 8, waitingOfChurch: 100 };

/** Milliseconds of the main thread that a person's calls may use. */
const mainThreadLimits = { atOnce: 500, perMillisecond: 0.25 };
/** Calls of a person at the same time that never pause: they leave the main thread free most of the time. */
const freeAtOnce = 2;
/** Milliseconds of the main thread that each upload takes at least. They are charged before it begins. */
const leastUploadCost = 5;
/** Milliseconds of a pause at most. */
const longestPause = 10_000;

const withoutTurnKey = Symbol('without turn');
/** The handler's calls take no turn: a stream of events, which would make every other call of the person wait. */
export const WithoutTurn = () => SetMetadata(withoutTurnKey, true);

/**
 * Lets a person and a church have only so many calls handled at the same time; further calls wait, first those of the
 * person for each other, then those of the church. It comes after the guard, so that it knows the person. A turn ends
 * when the handler has returned: files and events that stream afterwards hold none. Calls whose body arrives while they
 * are handled (multipart, tus) take no turn, because a slow connection would hold it.
 *
 * The time that a person's calls take in the main thread is limited, too (`UsageBudget`). If the person sends
 * more than two calls at the same time and has used up the budget, the turn of a call is kept for a while after
 * it has been answered. Uploads have a budget of their own, and wait before their body is read.
 */
@Injectable()
export class CallTurns implements NestInterceptor {
  readonly #people = new FairQueue({
    atOnce: Infinity,
    atOnceOfOne: callLimits.ofPerson,
    waitingOfOne: Infinity,
  });
  readonly #churches = new FairQueue({
    atOnce: Infinity,
    atOnceOfOne: callLimits.ofChurch,
    waitingOfOne: Infinity,
  });
  readonly #budget = new UsageBudget(mainThreadLimits);
  readonly #meter = new CallMeter();
  readonly #uploadBudget = new UsageBudget(mainThreadLimits);
  /** uploads of each person that are handled */
  readonly #uploads = new Map<string, number>();
  /** calls in each church that are handled or wait */
  readonly #calls = new Map<string, number>();

  constructor(@Inject(Reflector) private readonly reflector: Reflector) {}

  /** @throws HttpError 429 while too many calls of the church wait */
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
    if (calls >= callLimits.ofChurch + callLimits.waitingOfChurch) throw tooMuchAtOnce();
    this.#calls.set(church, calls + 1);
    try {
      let answer: Promise<unknown> = Promise.resolve();
      const measured = async () => {
        const endMeasuring = this.#meter.begin();
        answer = handle();
        await answer.catch(() => undefined); // thrown below
        return endMeasuring();
      };
      await this.#inTurnOfPerson(actor.id, () => this.#churches.run(church, measured));
      return await answer;
    } finally {
      const left = this.#calls.get(church)! - 1;
      if (left === 0) this.#calls.delete(church);
      else this.#calls.set(church, left);
    }
  }

  /** Resolves when the call is handled; the person's turn may be kept longer. */
  #inTurnOfPerson(person: string, handle: () => Promise<number>): Promise<void> {
    return new Promise((resolve, reject) => {
      const handleAndPause = async () => {
        const cost = await handle();
        resolve();
        await this.#pause(person, cost);
      };
      this.#people.run(person, handleAndPause).catch(reject);
    });
  }

  async #pause(person: string, cost: number): Promise<void> {
    const pause = this.#budget.charge(person, cost, performance.now());
    const calls = this.#people.runningOf(person) + this.#people.waitingOf(person);
    if (calls > freeAtOnce) await pauseFor(pause);
  }

  /** Uploads take no turns. Those that a person sends beside each other wait before their body is read. */
  async #handleUpload(person: string, handle: () => Promise<unknown>): Promise<unknown> {
    const uploads = (this.#uploads.get(person) ?? 0) + 1;
    this.#uploads.set(person, uploads);
    try {
      const pause = this.#uploadBudget.charge(person, leastUploadCost, performance.now());
      if (uploads > freeAtOnce) await pauseFor(pause);
      const endMeasuring = this.#meter.begin();
      try {
        return await handle();
      } finally {
        const cost = Math.max(0, endMeasuring() - leastUploadCost);
        this.#uploadBudget.charge(person, cost, performance.now());
      }
    } finally {
      const left = this.#uploads.get(person)! - 1;
      if (left > 0) this.#uploads.set(person, left);
      else this.#uploads.delete(person);
    }
  }
}

async function pauseFor(milliseconds: number): Promise<void> {
  if (milliseconds > 0)
    await sleep(Math.min(milliseconds, longestPause), undefined, { ref: false });
}

/** The body arrives while the handler runs: a form with files, or a part of a resumable upload. */
function isStreamed({ headers }: FastifyRequest): boolean {
  const type = headers['content-type'] ?? '';
  return /^(multipart\/|application\/offset\+octet-stream)/i.test(type);
}
