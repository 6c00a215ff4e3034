import { setTimeout as sleep } from 'node:timers/promises';
import { patience } from '../support/until.js';

/** The exact name of a control, or a pattern for it. */
export type Name = string | RegExp;

/**
 * A browser with an empty profile, and what a person does with it. A control is found by the name
 * that a screen reader says. Every method waits until it can do its work, and throws if that does
 * not happen in time.
 */
export interface Driver {
  /** Opens a path of the portal, as a complete load of the page. */
  open(path: string): Promise<void>;
  /** Replaces the value of a field. A date is written as `YYYY-MM-DD`. */
  fill(label: string, value: string): Promise<void>;
  /** Chooses the option of a select that has this text. */
  select(label: string, option: string): Promise<void>;
  /** Presses a button, a link or an entry of a menu. */
  press(name: Name): Promise<void>;
  /** Chooses a file in a file field. */
  chooseFile(label: string, file: string): Promise<void>;
  /** Waits until the page shows a text. Spaces and line breaks count as one space. */
  waitForText(text: string): Promise<void>;
  /** Returns the visible texts of all elements that a CSS selector matches. */
  readTexts(selector: string): Promise<string[]>;
  /** Closes the browser, and forgets its profile. */
  close(): Promise<void>;
}

/** A browser that runs, and opens empty profiles. */
export interface RunningBrowser {
  /** The name and the version. */
  version: string;
  /** Opens an empty profile for a portal. At most one is open at a time. */
  newDriver(url: string): Promise<Driver>;
  /** Further checks of this browser. `find` returns the problems; empty if there are none. */
  checks: readonly { title: string; find: (url: string) => Promise<string[]> }[];
  /** Ends the browser and everything that was started for it. */
  stop(): Promise<void>;
}

/** The time in milliseconds after which a task fails, so that the other tasks can run. */
const longestWait = Math.min(patience, 100_000);

/**
 * Calls a function until it returns true. Its errors count as false: the page may be replaced, or
 * the element may move or disappear, between two commands.
 * @param action says in the error what was waited for
 * @param readShownTexts returns what the page shows, for the error
 * @throws Error if it does not happen in time
 */
export async function waitUntil(
  action: string,
  attempt: () => Promise<boolean>,
  readShownTexts: () => Promise<string[]>,
): Promise<void> {
  const deadline = performance.now() + longestWait;
  let problem = 'not found';
  while (performance.now() < deadline) {
    try {
      if (await attempt()) return;
    } catch (error) {
      problem = String(error);
    }
    await sleep(25);
  }
  const pageText = (await readShownTexts().catch(() => [])).join(' ').slice(0, 400);
  throw new Error(`${action}: ${problem}. The page shows: ${pageText}`);
}

/**
 * Waits for a promise, but not longer than a time in milliseconds. A command to a browser that has
 * ended may never be answered.
 * @throws Error when the time is over
 */
export async function within<Value>(time: number, promise: Promise<Value>): Promise<Value> {
  const timer = new AbortController();
  const limit = sleep(time, undefined, { signal: timer.signal }).then(() => {
    throw new Error(`The browser does not answer within ${time / 1_000} seconds.`);
  });
  try {
    return await Promise.race([promise, limit]);
  } finally {
    timer.abort();
  }
}
