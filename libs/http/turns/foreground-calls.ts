import type { FastifyInstance, FastifyRequest } from 'fastify';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isStreamed } from './streamed-bodies.js';

/** For how many milliseconds a step of long work waits at most, so that it makes progress. */
const longestWait = 20;
/**
 * Milliseconds after which a call no longer counts. Long work must not wait for the call that it
 * belongs to, or for a stream of events.
 */
const countedFor = 200;
/** Milliseconds after a call in which the next one is expected. */
const inUseFor = 2_000;

/** How many items a step of long work has. */
export interface StepSizes {
  /** the number of items while calls are handled now and then */
  small: number;
  /** the number of items if no call was handled in the last two seconds */
  large: number;
}

/** Decides when the next step of long work starts, and how large it is. */
export interface Pace {
  /** Waits until the next step may start. @returns the number of its items */
  nextStep(sizes: StepSizes): Promise<number>;
}

/**
 * The pace of work for which users wait, or that holds a lock for which they wait: large steps,
 * between which other calls can begin.
 */
export const fullPace: Pace = {
  async nextStep({ large }) {
    await nextTurn();
    return large;
  },
};

/** Divides items into steps at a pace. */
export async function* inSteps<Item>(
  items: readonly Item[],
  sizes: StepSizes,
  pace: Pace,
): AsyncGenerator<Item[]> {
  let from = 0;
  while (from < items.length) {
    const size = await pace.nextStep(sizes);
    yield items.slice(from, from + size);
    from += size;
  }
}

/** Lets long work, such as the preview of an import, give way to the calls that users wait for. */
export class ForegroundCalls implements Pace {
  readonly #running = new Set<symbol>();
  /** when the last call began, in milliseconds of `performance.now()` */
  #lastBegin = -Infinity;
  readonly #waiting = new Set<() => void>();

  /**
   * Counts a call for 200 ms at most.
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
   * Waits until no call is being handled, but at most 20 ms. The steps of the work should take a
   * few milliseconds.
   */
  async nextStep({ small, large }: StepSizes): Promise<number> {
    await nextTurn();
    if (this.#running.size > 0) {
      await this.#untilIdle();
      await nextTurn(); // the answer of the call is sent first
    }
    const isInUse = this.#running.size > 0 || performance.now() - this.#lastBegin < inUseFor;
    return isInUse ? small : large;
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
