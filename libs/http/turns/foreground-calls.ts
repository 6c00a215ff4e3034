import type { FastifyInstance, FastifyRequest } from 'fastify';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isStreamed } from './streamed-bodies.js';

/** For how many milliseconds a step of long work waits at most, so that it makes progress. */
const longestWait = 30;
/** Milliseconds after which a call no longer counts: a stream of events lasts for hours. */
const countedFor = 1_000;

/** Lets long work, such as reading an import, give way to the calls that users wait for. */
export class ForegroundCalls {
  readonly #running = new Set<symbol>();
  readonly #waiting = new Set<() => void>();

  /**
   * Counts a call for a second at most.
   * @returns a function that ends it
   */
  begin(): () => void {
    const call = Symbol('call');
    this.#running.add(call);
    const end = () => {
      clearTimeout(timer);
      if (this.#running.delete(call) && this.#running.size === 0) this.#resumeWork();
    };
    const timer = setTimeout(end, countedFor).unref();
    return end;
  }

  /**
   * Waits until no call is being handled, but at most 30 ms. Long work calls it before each of its
   * steps, which should take a few milliseconds.
   */
  async giveWay(): Promise<void> {
    await nextTurn();
    if (this.#running.size === 0) return;
    await this.#untilIdle();
    await nextTurn(); // the answer of the call is sent first
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
