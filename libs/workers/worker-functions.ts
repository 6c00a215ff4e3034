import { fileURLToPath } from 'node:url';
import type { Transferable } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { Refusal } from './answer.js';

/** The limits for small files: a picture, an email, a feed, a list. */
export const smallFileLimits: WorkerLimits = { seconds: 30, heapMegabytes: 256 };

export interface WorkerLimits {
  /** seconds after which the work is ended */
  seconds: number;
  /** megabytes of JavaScript heap that a thread may use before the work is ended */
  heapMegabytes: number;
}

/** The work exceeded its time or its memory, and was ended. The same input fails again. */
export class TooMuchWork extends Refusal {
  constructor() {
    super(
      'This file takes too long to read. Save it again in the program that it comes from, or ' +
        'split it, then try again.',
    );
  }
}

/**
 * The functions that a worker module exports. Each takes one value; it and the result are copied
 * between the threads.
 */
type Exported<Module> = {
  [Name in keyof Module]: Module[Name] extends (input: infer Input) => infer Output
    ? { input: Input; output: Awaited<Output> }
    : never;
};

/** Lower priority than the main thread, so that requests are answered first. */
const niceness = 10;
/** Milliseconds without work after which a thread ends and gives its memory back. */
const idleTimeout = 30_000;

function startThreads(
  module: URL,
  limits: WorkerLimits,
  threads: { atLeast: number; atMost: number },
): Piscina {
  const pool = new Piscina({
    filename: fileURLToPath(module),
    minThreads: threads.atLeast,
    maxThreads: threads.atMost,
    idleTimeout,
    niceIncrement: niceness,
    // while a thread waits in an atomic operation, its pending reads do not continue
    atomics: 'disabled',
    resourceLimits: { maxOldGenerationSizeMb: limits.heapMegabytes },
  });
  // A thread can end between two calls, for example if it runs out of memory. Without this
  // listener, the error would end the program.
  pool.on('error', () => undefined);
  return pool;
}

/** @throws TooMuchWork */
async function runWithin<Output>(
  threads: Piscina,
  call: { name: string; input: unknown; milliseconds: number; transfer?: Transferable[] },
): Promise<Output> {
  const { name, input, milliseconds, transfer = [] } = call;
  try {
    return (await threads.run(input, {
      name,
      transferList: transfer,
      signal: AbortSignal.timeout(Math.max(1, Math.ceil(milliseconds))),
    })) as Output;
  } catch (error) {
    throw isOverLimit(error) ? new TooMuchWork() : error;
  }
}

function isOverLimit(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const isOutOfMemory = (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';
  return isOutOfMemory || error.name === 'AbortError' || error.name === 'TimeoutError';
}

/**
 * Runs the exported functions of a module in worker threads. Callers let churches take turns
 * (`readingTurns` of `libs/http`): a call that waits for a thread would use up its own time.
 */
export class WorkerFunctions<Module> {
  #threads: Piscina | undefined;

  /**
   * @param module the file of the module, as it is built
   * @param limits for each call
   * @param threads how many calls run at the same time
   */
  constructor(
    private readonly module: URL,
    private readonly limits: WorkerLimits,
    private readonly threads = 4,
  ) {}

  /**
   * @param transfer the ports of `input`, which the worker thread takes over
   * @throws TooMuchWork when the call exceeds the limits
   */
  call<Name extends keyof Exported<Module> & string>(
    name: Name,
    input: Exported<Module>[Name]['input'],
    transfer: Transferable[] = [],
  ): Promise<Exported<Module>[Name]['output']> {
    this.#threads ??= startThreads(this.module, this.limits, {
      atLeast: 0,
      atMost: this.threads,
    });
    const milliseconds = this.limits.seconds * 1_000;
    return runWithin(this.#threads, { name, input, milliseconds, transfer });
  }
}

/**
 * One thread for several calls, which share the state of the module. The limit of time is for all
 * calls together; the time between them does not count. The thread stays until the session is
 * closed.
 */
export class WorkerSession<Module> {
  readonly #threads: Piscina;
  #left = 0;
  /** the thread ended between two calls, and the state of the module with it */
  #isLost = false;

  constructor(
    module: URL,
    private readonly limits: WorkerLimits,
  ) {
    this.#threads = startThreads(module, limits, { atLeast: 1, atMost: 1 });
    this.#threads.on('error', () => (this.#isLost = true));
    this.restartClock();
  }

  /** Gives the calls that follow the whole time again. */
  restartClock(): void {
    this.#left = this.limits.seconds * 1_000;
  }

  /** @throws TooMuchWork when the calls of this session exceed the limits */
  async call<Name extends keyof Exported<Module> & string>(
    name: Name,
    input: Exported<Module>[Name]['input'],
  ): Promise<Exported<Module>[Name]['output']> {
    if (this.#isLost || this.#left <= 0) throw new TooMuchWork();
    const begun = performance.now();
    try {
      return await runWithin(this.#threads, { name, input, milliseconds: this.#left });
    } finally {
      this.#left -= performance.now() - begun;
    }
  }

  /** Ends the thread, even during a call. */
  close(): Promise<void> {
    return this.#threads.destroy();
  }
}
