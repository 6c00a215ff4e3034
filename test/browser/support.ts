import { afterAll, beforeAll, describe } from '@jest/globals';
import type { Result } from 'axe-core';
import { readFileSync } from 'node:fs';
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
import { executablePath, flags } from './steps/chromium.js';
import { collectLostFocus } from './steps/lost-focus.js';

/**
 * The factor by which the browser is slowed down, to find tests that rely on a fast machine
 * (`BROWSER_SLOWDOWN=6 npm test -- browser/`).
 */
const slowdown = process.env.BROWSER_SLOWDOWN;

/**
 * The time in milliseconds after which waiting for an element of a page fails. One missing element
 * can make many tests wait. If each of them waited longer, the run would be stopped before it
 * reports what failed.
 */
const longestWait = Math.min(patience, 100_000);

export const wide = { width: 1440, height: 900 };
export const phone = { width: 390, height: 844 };

export interface Look {
  viewport?: { width: number; height: number };
  colorScheme?: 'light' | 'dark';
  /** True for a touch screen, on which `tap` works. */
  hasTouch?: boolean;
}

/** The running application with its demo churches, and a browser for it. */
export interface Portal {
  url: string;
  /** The `DATA_DIR` of the application. */
  directory: string;
  /**
   * Executes a statement on the database as a superuser, whose rights the program does not have.
   */
  sql(text: string): Promise<unknown[]>;
  /** Runs an operator command on the database. */
  cli(...args: string[]): ReturnType<typeof cli>;
  /** Creates a browser profile, signed in unless `email` is null. Nothing is animated in it. */
  visit(email: string | null, look?: Look): Promise<BrowserContext>;
}

type Environment = () => Record<string, string> | Promise<Record<string, string>>;

/**
 * Calls `describe` with a portal that is started before the hooks of the tests. Without Chromium
 * the tests are skipped with a message or, if `REQUIRE_BROWSER` is set, they fail. They also fail
 * if an action has left nothing focused for two seconds. `environment` returns further environment
 * variables of the program.
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
  const lostFocus: string[] = [];
  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: executablePath!,
      args: flags,
      timeout: patience,
    });
    // The server starts after the browser. If the browser cannot start, no server is left running.
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
    if (lostFocus.length > 0) throw new Error(`The focus was lost:\n${lostFocus.join('\n')}`);
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
    async visit(email, { viewport = wide, colorScheme = 'light', hasTouch = false } = {}) {
      const context = await browser.newContext({
        baseURL: server.url,
        viewport,
        colorScheme,
        hasTouch,
        reducedMotion: 'reduce',
        acceptDownloads: true,
      });
      context.setDefaultTimeout(longestWait);
      await collectLostFocus(context, lostFocus);
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

/** Opens a new page at a path, and waits until it is loaded completely. */
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
 * An expression that is false while the page is still empty, because its scripts have arrived but
 * wait for the processor of a busy machine.
 */
const isDrawn = `document.getElementById('root')?.childElementCount !== 0`;

/**
 * An expression that is false while a placeholder is visible. Placeholders further down, or behind
 * the bar with the buttons of a form, stay until the user scrolls near them or acts.
 */
const hasNoPlaceholder = `![...document.querySelectorAll('[data-skeleton]')].some((one) => {
  const { top, bottom, width } = one.getBoundingClientRect();
  const bar = document.querySelector('[data-action-bar]')?.getBoundingClientRect();
  const isBarAtBottom = bar && bar.bottom <= innerHeight && bar.bottom > innerHeight - 100;
  return width > 0 && bottom > 0 && top < (isBarAtBottom ? bar.top : innerHeight);
})`;

/**
 * True when the page has gone back from the history entry of each closed dialog. It does so a
 * moment after the dialog has closed, which would stop the loading of another page.
 */
const hasLeftClosedDialogs = `document.querySelector('[role=dialog], [role=alertdialog]') !== null
  || !(history.state?.layerDepth > 0)`;

/**
 * Goes to a path and waits until the page is loaded completely: all requests are answered, the page
 * is idle, and nothing visible is a placeholder. It does not suffice that no request runs for half
 * a second: on a busy machine the page may not have sent its next request yet, or may not have
 * drawn the last response.
 */
export async function goTo(page: Page, path: string): Promise<void> {
  const running = new Set<Request>();
  let requestCount = 0;
  const begins = (request: Request) => {
    // The stream of live updates stays open as long as the page.
    if (request.resourceType() === 'eventsource') return;
    requestCount++;
    running.add(request);
  };
  const ends = (request: Request) => void running.delete(request);
  await until(page, hasLeftClosedDialogs);
  page.on('request', begins).on('requestfinished', ends).on('requestfailed', ends);
  try {
    await page.goto(path, { waitUntil: 'networkidle' });
    const deadline = performance.now() + longestWait;
    for (let before = -1; before !== requestCount || running.size > 0;) {
      before = requestCount;
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
      else await until(page, `${isDrawn} && ${hasNoPlaceholder}`);
    }
  } finally {
    page.off('request', begins).off('requestfinished', ends).off('requestfailed', ends);
  }
}

/**
 * Waits until an expression is true in the page. Playwright's `waitForFunction` does not work here,
 * because the content security policy forbids how it evaluates expressions.
 */
export async function until(page: Page, expression: string): Promise<void> {
  await eventually(
    () => page.evaluate<boolean>(`Boolean(${expression})`),
    `This did not come true: ${expression}`,
  );
}

/**
 * Collects all text that a page receives from now on, including the stream of live updates. Returns
 * a function that returns the collected text.
 */
export async function everyByte(page: Page): Promise<() => Promise<string>> {
  const received: Promise<string>[] = [];
  // A stream has no end for which the test could wait. Its messages are collected one by one.
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

/** Returns whether the browser would ask before it reloads or closes the page. */
export const holdsBack = (page: Page) =>
  page.evaluate<boolean>(`!window.dispatchEvent(new Event('beforeunload', { cancelable: true }))`);

/**
 * Waits until the page asks before the user leaves it. The page loads the code of this question
 * when the user types for the first time.
 */
export async function guarded(page: Page): Promise<void> {
  await eventually(() => holdsBack(page), 'This page can be left without a question.');
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Returns the violations of WCAG 2.2 AA and of the best practices of axe in the page and its
 * frames, one line for each.
 */
export async function violations(page: Page): Promise<string[]> {
  // The source of axe has half a megabyte. It is sent only to frames that do not have it yet.
  for (const frame of page.frames())
    if (!(await frame.evaluate<boolean>('"axe" in window')))
      await frame.evaluate(`${axe}; axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] })`);
  const results = await page.evaluate<Result[]>(
    `axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations)`,
  );
  return results.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} — ${failureSummary ?? ''}`,
    ),
  );
}
