import { dataDirectory, startProgram } from '../support/program/program.js';
import { within, type RunningBrowser } from './driver.js';
import { firefoxChecks } from './firefox-checks.js';
import { openFirefox } from './firefox-driver.js';
import { startFirefox, whyNoFirefox } from './firefox.js';
import { tasks } from './tasks.js';
import { startWebKit, whyNoWebKit } from './webkit.js';

/** A browser that may be installed. */
interface InstallableBrowser {
  name: string;
  /** The reason why it cannot run here; undefined if it can. */
  reasonToSkip: string | undefined;
  start: () => Promise<RunningBrowser>;
  /** The titles of the checks that only this browser runs. */
  checkTitles: readonly string[];
}

const browsers: readonly InstallableBrowser[] = [
  {
    name: 'Firefox',
    reasonToSkip: whyNoFirefox(),
    start: startFirefoxWithChecks,
    checkTitles: firefoxChecks.map(({ title }) => title),
  },
  { name: 'WebKitGTK', reasonToSkip: whyNoWebKit(), start: startWebKit, checkTitles: [] },
];

/**
 * Runs the tasks, and the checks of Firefox, in each browser that is installed.
 * @returns the exit code: 1 if a task or a check failed
 */
export async function main(): Promise<number> {
  let failed = 0;
  for (const browser of browsers)
    if (browser.reasonToSkip === undefined) failed += await runInBrowser(browser).catch(failOnce);
    else listSkippedTasks(browser);
  for (const { name, reasonToSkip } of browsers)
    if (reasonToSkip !== undefined) print(`Skipped ${name}: ${reasonToSkip}.`);
  print(failed === 0 ? 'Nothing failed.' : `Failed: ${failed}.`);
  return failed === 0 ? 0 : 1;
}

/**
 * Runs everything in one browser, with a portal and demo churches of its own.
 * @returns the number of failures
 */
async function runInBrowser({ start }: InstallableBrowser): Promise<number> {
  const directory = dataDirectory();
  const program = await startProgram(directory.path, { DEMO: '1' });
  let failed = 0;
  try {
    const browser = await start();
    print(browser.version);
    try {
      for (const { title, run } of stepsOf(browser, program.url))
        if (!(await succeeds(title, run))) failed++;
    } finally {
      await browser.stop();
    }
  } finally {
    await program.stop().finally(() => directory.remove());
  }
  return failed;
}

/** The time in milliseconds after which a task is given up. */
const longestTask = 600_000;

interface Step {
  title: string;
  run: () => Promise<void>;
}

/** Returns the tasks and the checks, each with a profile of its own. */
function stepsOf(browser: RunningBrowser, url: string): Step[] {
  const taskSteps = tasks.map(({ title, run }) => ({
    title,
    run: async () => {
      const driver = await browser.newDriver(url);
      try {
        await within(longestTask, run(driver));
      } finally {
        await driver.close();
      }
    },
  }));
  const checkSteps = browser.checks.map(({ title, find }) => ({
    title,
    run: async () => {
      const problems = await find(url);
      if (problems.length > 0) throw new Error(problems.join('\n'));
    },
  }));
  return [...taskSteps, ...checkSteps];
}

/** Runs a step, and prints its result. */
async function succeeds(title: string, run: Step['run']): Promise<boolean> {
  try {
    await run();
  } catch (error) {
    printFailure(title, error);
    return false;
  }
  print(`  passed  ${title}`);
  return true;
}

/** Reports that a browser or its portal could not be started or stopped. It is one failure. */
function failOnce(error: unknown): number {
  printFailure('start and stop the browser and the portal', error);
  return 1;
}

function printFailure(title: string, error: unknown): void {
  print(`  FAILED  ${title}`);
  const problem = error instanceof Error ? error.message : String(error);
  for (const line of problem.split('\n')) print(`          ${line}`);
}

function listSkippedTasks({ name, reasonToSkip, checkTitles }: InstallableBrowser): void {
  print(`${name}: ${reasonToSkip}`);
  for (const title of [...tasks.map((task) => task.title), ...checkTitles])
    print(`  skipped ${title}`);
}

async function startFirefoxWithChecks(): Promise<RunningBrowser> {
  const browser = await startFirefox();
  return {
    version: (await browser.version()).replace('firefox/', 'Firefox '),
    newDriver: (url) => openFirefox(browser, url),
    checks: firefoxChecks.map(({ title, find }) => ({ title, find: (url) => find(browser, url) })),
    stop: () => browser.close(),
  };
}

const print = (line: string): void => void process.stdout.write(`${line}\n`);
