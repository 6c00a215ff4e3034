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
import { publicKey, requestOf, type Actor } from './context.js';
import { CallMeter } from './call-meter.js';
import { UsageBudget } from './usage-budget.js';
import { FairQueue, tooMuchAtOnce } from './fair-queue.js';

/** Calls that are handled at the same time, and those of a church that may wait for their turn. */
export const callLimits = { ofPerson: 4, ofChurch: 8, waitingOfChurch: 100 };

/** Milliseconds of the main thread that the calls of a person may use while further calls of that person wait. */
const mainThreadLimits = { atOnce: 500, perMillisecond: 0.25 };
/** Milliseconds that a person's turn is kept at most after a call. */
const longestPause = 2_000;

const withoutTurnKey = Symbol('without turn');
/** The handler's calls take no turn: a stream of events, which would make every other call of the person wait. */
export const WithoutTurn = () => SetMetadata(withoutTurnKey, true);

/**
 * Lets a person and a church have only so many calls handled at the same time; further calls wait, first those of the
 * person for each other, then those of the church. It comes after the guard, so that it knows the person. A turn ends
 * when the handler has returned: files and events that stream afterwards hold none. Calls whose body arrives while they
 * are handled (multipart, tus) take no turn, because a slow connection would hold it.
 *
 * While a person's calls wait, the time that their calls take in the main thread is limited, too (`UsageBudget`): the turn of
 * a call that has been answered is kept for a while. So is that of uploads which a person sends beside each other.
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
    const isFree = [publicKey, withoutTurnKey].some((key) =>
      this.reflector.getAllAndOverride<boolean>(key, [context.getHandler(), context.getClass()]),
    );
    if (!actor || isFree) return next.handle();
    if (isStreamed(request))
      return from(
        this.#handleStreamed(actor.id, () =>
          lastValueFrom(next.handle(), { defaultValue: undefined }),
        ),
      );
    return from(
      this.#inTurn(actor, () => lastValueFrom(next.handle(), { defaultValue: undefined })),
    );
  }

  async #inTurn(actor: Actor, handle: () => Promise<unknown>): Promise<unknown> {
    const church = actor.organizationId ?? 'platform';
    const calls = this.#calls.get(church) ?? 0;
    if (calls >= callLimits.ofChurch + callLimits.waitingOfChurch) throw tooMuchAtOnce();
    this.#calls.set(church, calls + 1);
    try {
      return await this.#inTurnOfPerson(actor.id, () => this.#churches.run(church, handle));
    } finally {
      const left = this.#calls.get(church)! - 1;
      if (left === 0) this.#calls.delete(church);
      else this.#calls.set(church, left);
    }
  }

  /** Resolves when the call is handled; the person's turn may be kept longer. */
  #inTurnOfPerson(person: string, handle: () => Promise<unknown>): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const handleAndPause = async () => {
        const endMeasuring = this.#meter.begin();
        try {
          resolve(await handle());
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)));
        }
        await this.#pause(person, endMeasuring());
      };
      this.#people.run(person, handleAndPause).catch(reject);
    });
  }

  /** A person's uploads take no turns; those that a person sends beside each other have a budget of their own. */
  async #handleStreamed(person: string, handle: () => Promise<unknown>): Promise<unknown> {
    const uploads = (this.#uploads.get(person) ?? 0) + 1;
    this.#uploads.set(person, uploads);
    if (uploads > 1) {
      const pause = this.#uploadBudget.charge(person, 0, performance.now());
      // meanwhile the body is not read, and its sender waits
      if (pause > 0) await sleep(Math.min(pause, longestPause), undefined, { ref: false });
    }
    const endMeasuring = this.#meter.begin();
    try {
      return await handle();
    } finally {
      this.#uploadBudget.charge(person, endMeasuring(), performance.now());
      const left = this.#uploads.get(person)! - 1;
      if (left > 0) {
        this.#uploads.set(person, left);
      } else {
        this.#uploads.delete(person);
        this.#uploadBudget.reset(person);
      }
    }
  }

  async #pause(person: string, cost: number): Promise<void> {
    if (this.#people.waitingOf(person) === 0) {
      this.#budget.reset(person);
      return;
    }
    const pause = this.#budget.charge(person, cost, performance.now());
    if (pause > 0) await sleep(Math.min(pause, longestPause), undefined, { ref: false });
  }
}

/** The body arrives while the handler runs: a form with files, or a part of a resumable upload. */
function isStreamed({ headers }: FastifyRequest): boolean {
  const type = headers['content-type'] ?? '';
  return /^(multipart\/|application\/offset\+octet-stream)/i.test(type);
}
