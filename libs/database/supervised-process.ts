import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

/** Callbacks for events of a supervised process. */
export interface SupervisionEvents {
  /** The process has ended unexpectedly and is started again. @param attempt counts from 1 */
  onRestart(attempt: number, reason: string): void;
  /** The process could not be started again. */
  onLost(error: Error): void;
}

/** How often a process is started again before it counts as lost. */
export const maxRestarts = 3;
/** Milliseconds before each attempt, in which subprocesses of the old process can end. */
const pauses = [200, 2_000, 5_000];
/**
 * A process that has run for this many milliseconds is stable: its attempts are counted from zero.
 */
const stableAfter = 300_000;

/** A child process that is started again if it ends unexpectedly. */
export class SupervisedProcess {
  #stopping = false;
  #restarts = 0;
  #startedAt = performance.now();

  /**
   * @param child the running process
   * @param start starts the process again; rejects if it does not become ready
   */
  constructor(
    private child: ChildProcess,
    private readonly start: () => Promise<ChildProcess>,
    private readonly events: SupervisionEvents,
  ) {
    this.#watch();
  }

  /** Ends the process with `end`, and does not start it again. */
  async stop(end: (child: ChildProcess) => Promise<void>): Promise<void> {
    this.#stopping = true;
    await end(this.child);
  }

  /** Must be checked again after each wait, because the program may be told to stop during it. */
  #isStopping(): boolean {
    return this.#stopping;
  }

  #watch(): void {
    const { child } = this;
    const onExit = () => void this.#restart(describeEnd(child));
    if (hasEnded(child)) onExit();
    else child.once('exit', onExit);
  }

  async #restart(reason: string): Promise<void> {
    if (performance.now() - this.#startedAt > stableAfter) this.#restarts = 0;
    let lastError = new Error(reason);
    while (!this.#isStopping() && this.#restarts < maxRestarts) {
      const pause = pauses[this.#restarts]!;
      this.events.onRestart(++this.#restarts, reason);
      await sleep(pause);
      if (this.#isStopping()) return;
      try {
        this.child = await this.start();
        this.#startedAt = performance.now();
        this.#watch();
        return;
      } catch (error) {
        lastError = error as Error;
      }
    }
    if (!this.#isStopping()) this.events.onLost(lastError);
  }
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

const describeEnd = ({ exitCode, signalCode }: ChildProcess) =>
  signalCode === null ? `it ended with code ${exitCode}` : `it was ended by ${signalCode}`;
