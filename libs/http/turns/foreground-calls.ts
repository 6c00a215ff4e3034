import type { FastifyInstance, FastifyRequest } from 'fastify';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isStreamed } from './streamed-bodies.js';

/** For how many milliseconds a step of long work waits at most, so that it makes progress. */
const longestWait = 20;
/** Milliseconds after which a call no longer counts: a stream of events lasts for hours. */
const countedFor = 1_000;
/** Milliseconds after a call in which the next one is expected. */
const inUseFor = 2_000;

/** How many items a step of long work has. */
export interface StepSizes {
  /** while calls are handled now and then */
  small: number;
  /** if there was no call in the last two seconds */
  large: number;
}

/** Lets long work, such as reading an import, give way to the calls that users wait for. */
export class ForegroundCalls {
  readonly #running = new Set<symbol>();
  /** when the last call began, in milliseconds of `performance.now()` */
  #lastBegin = -Infinity;
  readonly #waiting = new Set<() => void>();

  /**
   * Counts a call for a second at most.
   * @returns a function that ends it
   */
  begin(): () => void {
    const call = Symbol('call');
    this.#lastBegin = performance.now();
    this.#running.add(call);
    const end = () => {
      clearTimeout(timer);
      if (this.#running.delete(call) && this.#running.size === 0) this.#resumeWork();
    };
    const timer = setTimeout(end, countedFor).unref();
    return end;
  }

  /**
   * Waits until no call is being handled, but at most 20 ms. Long work calls it before each of its
   * steps, which should take a few milliseconds.
   */
  async giveWay(): Promise<void> {
    await nextTurn();
    if (this.#running.size === 0) return;
    await this.#untilIdle();
    await nextTurn(); // the answer of the call is sent first
  }

  /** Returns how much the next step of long work does. */
  stepSize({ small, large }: StepSizes): number {
    const isInUse = this.#running.size > 0 || performance.now() - this.#lastBegin < inUseFor;
    return isInUse ? small : large;
  }

  /** Divides items into steps, and gives way before each of them. */
  async *inSteps<Item>(items: readonly Item[], sizes: StepSizes): AsyncGenerator<Item[]> {
    let from = 0;
    while (from < items.length) {
      await this.giveWay();
      const step = items.slice(from, from + this.stepSize(sizes));
      yield step;
      from += step.length;
    }
  }

  #resumeWork(): void {
    for (const resume of this.#waiting) resume();
  }

  #untilIdle(): Promise<void> {
    return new Promise((resolve) => {
      const resume = () => {
        clearTimeout(timer);
        this.#waiting.delete(resume);
        resolve();
      };
      const timer = setTimeout(resume, longestWait);
      this.#waiting.add(resume);
    });
  }
}

/** The calls of all users that this process is handling. */
export const foregroundCalls = new ForegroundCalls();

const endOfCall = new WeakMap<FastifyRequest, () => void>();

/**
 * Counts each call from when its body has arrived until its answer is sent, which may take long
 * itself. Uploads, whose body arrives while they are handled, are not counted.
 */
export function countForegroundCalls(fastify: FastifyInstance): void {
  fastify.addHook('preHandler', (request, { raw: response }, done) => {
    if (!isStreamed(request)) {
      const end = foregroundCalls.begin();
      endOfCall.set(request, end);
      response.once('close', end); // the user has gone, or the answer was sent without Fastify
    }
    done();
  });
  fastify.addHook('onSend', (request, _reply, _payload, done) => {
    endOfCall.get(request)?.();
    done();
  });
}
