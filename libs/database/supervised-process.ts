import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

/** Told of what happens to a supervised process. */
export interface SupervisionEvents {
  /** It ended unexpectedly, and is started again. @param attempt from 1 */
  onRestart(attempt: number, reason: string): void;
  /** It could not be started again. Nothing works without it. */
  onLost(error: Error): void;
}

/** Attempts to start a process again before it counts as lost. */
export const maxRestarts = 3;
/** Milliseconds before each attempt: what is left of the old process has to end first. */
const pauses = [200, 2_000, 5_000];
/** Milliseconds after which a process that runs has proved that it can, so that attempts are counted anew. */
const stableAfter = 300_000;

/** A child process that is started again when it ends without having been asked to. */
export class SupervisedProcess {
  #stopping = false;
  #restarts = 0;
  #startedAt = performance.now();

  /**
   * @param child the running process
   * @param start starts it again; rejects if it does not become ready
   */
  constructor(
    private child: ChildProcess,
    private readonly start: () => Promise<ChildProcess>,
    private readonly events: SupervisionEvents,
  ) {
    this.#watch();
  }

  /** Ends the process by `end`, and starts it no more. */
  async stop(end: (child: ChildProcess) => Promise<void>): Promise<void> {
    this.#stopping = true;
    await end(this.child);
  }

  /** Asked again after each wait, because the program may have been told to stop meanwhile. */
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
