import { afterAll, beforeAll, describe } from '@jest/globals';
import type { Result } from 'axe-core';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type Locator,
  type Page,
  type Request,
} from 'playwright-core';
import { listen } from '../support/app.js';
import type { DatabaseCopy } from '../support/database/postgres.js';
import { demoDatabase } from '../support/demo.js';
import { cli, dataDirectory, demoPassword } from '../support/program/program.js';
import { patience, until as eventually } from '../support/until.js';

const executablePath =
  process.env.CHROMIUM_PATH ??
  [
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ].find((file) => existsSync(file));

/**
 * The pages of a profile share a process, as in a browser with many of them: one that starts anew
 * for each page costs a sixth of what these tests take in Chromium.
 */
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--process-per-site',
  // most pages live for a second or two: to optimize their code takes longer than it saves
  '--js-flags=--no-maglev --no-turbofan',
];

/**
 * so many times slower than it is: finds the tests that count on a quick machine
 * (BROWSER_SLOWDOWN=6 npm test -- browser/)
 */
const slowdown = process.env.BROWSER_SLOWDOWN;

/**
 * What has not come to a page after so many milliseconds never comes. A page that lacks something
 * makes many tests wait: if each waits longer, the run is ended before it says what failed.
 */
const longestWait = Math.min(patience, 100_000);

export const wide = { width: 1440, height: 900 };
export const phone = { width: 390, height: 844 };

export interface Look {
  viewport?: { width: number; height: number };
  colorScheme?: 'light' | 'dark';
}

/** The application with its demo churches, and a browser before it. */
export interface Portal {
  url: string;
  /** its DATA_DIR */
  directory: string;
  /** a statement on its database, as nobody in the program could send it */
  sql(text: string): Promise<unknown[]>;
  /** an operator command on its database */
  cli(...args: string[]): ReturnType<typeof cli>;
  /**
   * A fresh browser profile, signed in unless `email` is null. Motion is off, so that nothing is
   * caught half faded.
   */
  visit(email: string | null, look?: Look): Promise<BrowserContext>;
}

type Environment = () => Record<string, string> | Promise<Record<string, string>>;

/**
 * `describe` where there is a Chromium, with a portal that runs before the tests' own hooks.
 * Without a Chromium the tests are skipped, aloud; with REQUIRE_BROWSER they fail. `environment` is
 * of the program, beside what it always has.
 */
export function describeInBrowser(
  name: string,
  tests: (portal: Portal) => void,
  environment: Environment = () => ({}),
): void {
  if (executablePath === undefined && process.env.REQUIRE_BROWSER === '1')
    throw new Error('REQUIRE_BROWSER is set, but there is no Chromium (CHROMIUM_PATH).');
  const withPortal = () => tests(portalForTests(environment));
  if (executablePath === undefined)
    describe.skip(
      `${name} (skipped: no Chromium here; install one or set CHROMIUM_PATH)`,
      withPortal,
    );
  else describe(name, withPortal);
}

function portalForTests(environment: Environment): Portal {
  const directory = dataDirectory();
  let database: DatabaseCopy;
  let server: Awaited<ReturnType<typeof listen>>;
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: executablePath!,
      args: flags,
      timeout: patience,
    });
    // after it: without a browser nothing is left running
    database = await demoDatabase(directory.path);
    server = await listen(
      { ...connections(), DATA_DIR: directory.path, ...(await environment()) },
      database.appUrl,
    );
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
    directory.remove();
  });
  const connections = () => ({
    DATABASE_URL: database.appUrl,
    DATABASE_OWNER_URL: database.ownerUrl,
  });
  return {
    directory: directory.path,
    sql: (text) => database.asSuperuser(text),
    cli: (...args) => cli(directory.path, args, connections()),
    get url() {
      return server.url;
    },
    async visit(email, { viewport = wide, colorScheme = 'light' } = {}) {
      const context = await browser.newContext({
        baseURL: server.url,
        viewport,
        colorScheme,
        reducedMotion: 'reduce',
        acceptDownloads: true,
      });
      context.setDefaultTimeout(longestWait);
      if (email !== null) {
        const response = await context.request.post('/api/login', {
          data: { email, password: demoPassword },
        });
        if (!response.ok()) throw new Error(`sign-in of ${email}: ${response.status()}`);
      }
      return context;
    },
  };
}

/** A new page at a path, at rest. */
export async function open(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  if (slowdown !== undefined)
    await (
      await context.newCDPSession(page)
    ).send('Emulation.setCPUThrottlingRate', { rate: Number(slowdown) });
  await goTo(page, path);
  return page;
}

/**
 * Scripts that have arrived may wait for the processor of a busy machine, so that the page is still
 * empty.
 */
const isDrawn = `document.getElementById('root')?.childElementCount !== 0`;

/** Grey shapes that are in sight; further down they stand until somebody comes near. */
const nothingToCome = `![...document.querySelectorAll('[data-skeleton]')].some((one) => {
  const { top, bottom, width } = one.getBoundingClientRect();
  return width > 0 && bottom > 0 && top < window.innerHeight;
})`;

/**
 * Goes to a path and waits until the page rests: nothing asked for, nothing left to compute, and
 * what came is drawn. A network that is quiet for half a second is not enough: on a busy machine
 * that may be a page that has not come to its next request yet, or has not drawn the answer.
 */
export async function goTo(page: Page, path: string): Promise<void> {
  const running = new Set<Request>();
  let asked = 0;
  const begins = (request: Request) => {
    // what is new may come for as long as the page is open
    if (request.resourceType() === 'eventsource') return;
    asked++;
    running.add(request);
  };
  const ends = (request: Request) => void running.delete(request);
  page.on('request', begins).on('requestfinished', ends).on('requestfailed', ends);
  try {
    await page.goto(path, { waitUntil: 'networkidle' });
    const deadline = performance.now() + longestWait;
    for (let before = -1; before !== asked || running.size > 0;) {
      before = asked;
      if (performance.now() > deadline) {
        const urls = [...running].map((request) => request.url());
        throw new Error(
          `${path} does not come to rest. It waits for ${urls.join(', ') || 'itself'}`,
        );
      }
      // With a time limit, because a page that is not drawn may never be idle.
      await page.evaluate(
        'new Promise((resolve) => requestIdleCallback(() => resolve(), { timeout: ' +
          `${longestWait} }))`,
      );
      if (running.size > 0) await page.waitForTimeout(50);
      else await until(page, `${isDrawn} && ${nothingToCome}`);
    }
  } finally {
    page.off('request', begins).off('requestfinished', ends).off('requestfailed', ends);
  }
}

/**
 * Waits until an expression holds in the page. (Playwright's own waiting evaluates it within the
 * page, which the content policy forbids once it has to wait.)
 */
export async function until(page: Page, expression: string): Promise<void> {
  await eventually(
    () => page.evaluate<boolean>(`Boolean(${expression})`),
    `This did not come true: ${expression}`,
  );
}

/**
 * Collects every byte of text that a page receives from here on, the stream of what is new among
 * them; gives all of them when called.
 */
export async function everyByte(page: Page): Promise<() => Promise<string>> {
  const received: Promise<string>[] = [];
  // a stream has no end to wait for: what comes by it is told as it comes
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'eventsource')
      received.push(response.text().catch(() => ''));
  });
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Network.enable');
  devTools.on(
    'Network.eventSourceMessageReceived',
    ({ data }) => void received.push(Promise.resolve(data)),
  );
  return async () => (await Promise.all(received)).join('\n');
}

/**
 * Chooses an entry of a `ChoiceMenu`, which is a button named by its label and its current choice.
 */
export async function chooseIn(
  within: Page | Locator,
  label: string,
  entry: string | RegExp,
): Promise<void> {
  const page = 'page' in within ? within.page() : within;
  const name = new RegExp(`^${label.replaceAll('?', '\\?')}: `);
  await within.getByRole('button', { name }).click();
  await page.getByRole('menuitemradio', { name: entry, exact: typeof entry === 'string' }).click();
}

/** Whether the browser would ask before reloading or closing. */
export const holdsBack = (page: Page) =>
  page.evaluate<boolean>(`!window.dispatchEvent(new Event('beforeunload', { cancelable: true }))`);

/** Waits until leaving is guarded: the code of it comes with the first thing typed. */
export async function guarded(page: Page): Promise<void> {
  await eventually(() => holdsBack(page), 'This page can be left without a question.');
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Violations of WCAG 2.2 AA and axe's best practices, one line each, in the page and the frames
 * within it.
 */
export async function violations(page: Page): Promise<string[]> {
  // axe is half a megabyte of source: a page that was looked at before has it still
  for (const frame of page.frames())
    if (!(await frame.evaluate<boolean>('"axe" in window')))
      await frame.evaluate(`${axe}; axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] })`);
  const found = await page.evaluate<Result[]>(
    `axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations)`,
  );
  return found.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} — ${failureSummary ?? ''}`,
    ),
  );
}
