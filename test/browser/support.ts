import { afterAll, beforeAll, describe } from '@jest/globals';
import { AxeBuilder } from '@axe-core/playwright';
import { existsSync } from 'node:fs';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import type { DatabaseCopy } from '../support/postgres.js';
import { demoDatabase } from '../support/demo.js';
import { cli, dataDirectory, demoPassword, startProgram, type Program } from '../support/program.js';

const executablePath =
  process.env.CHROMIUM_PATH ?? ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((file) => existsSync(file));

export const wide = { width: 1440, height: 900 };
export const phone = { width: 390, height: 844 };

export interface Look {
  viewport?: { width: number; height: number };
  colorScheme?: 'light' | 'dark';
}

/** The program with its demo churches, and a browser before it. */
export interface Portal {
  url: string;
  /** its DATA_DIR */
  directory: string;
  /** an operator command on its database */
  cli(...args: string[]): ReturnType<typeof cli>;
  /** A fresh browser profile, signed in unless `email` is null. Motion is off, so that nothing is caught half faded. */
  visit(email: string | null, look?: Look): Promise<BrowserContext>;
}

type Environment = () => Record<string, string> | Promise<Record<string, string>>;

/**
 * `describe` where there is a Chromium, with a portal that runs before the tests' own hooks. Without a Chromium the
 * tests are skipped, aloud; with REQUIRE_BROWSER they fail. `environment` is of the program, beside what it always has.
 */
export function describeInBrowser(name: string, tests: (portal: Portal) => void, environment: Environment = () => ({})): void {
  if (executablePath === undefined && process.env.REQUIRE_BROWSER === '1') throw new Error('REQUIRE_BROWSER is set, but there is no Chromium (CHROMIUM_PATH).');
  const withPortal = () => tests(portalForTests(environment));
  if (executablePath === undefined) describe.skip(`${name} (skipped: no Chromium here; install one or set CHROMIUM_PATH)`, withPortal);
  else describe(name, withPortal);
}

function portalForTests(environment: Environment): Portal {
  const directory = dataDirectory();
  let database: DatabaseCopy;
  let program: Program;
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: executablePath!, args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'] });
    database = await demoDatabase(); // after it: without a browser nothing is left running
    program = await startProgram(directory.path, { ...connections(), ...(await environment()) });
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await program.stop();
    directory.remove();
  });
  const connections = () => ({ DATABASE_URL: database.appUrl, DATABASE_OWNER_URL: database.ownerUrl });
  return {
    directory: directory.path,
    cli: (...args) => cli(directory.path, args, connections()),
    get url() {
      return program.url;
    },
    async visit(email, { viewport = wide, colorScheme = 'light' } = {}) {
      const context = await browser.newContext({ baseURL: program.url, viewport, colorScheme, reducedMotion: 'reduce', acceptDownloads: true });
      if (email !== null) {
        const response = await context.request.post('/api/login', { data: { email, password: demoPassword } });
        if (!response.ok()) throw new Error(`sign-in of ${email}: ${response.status()}`);
      }
      return context;
    },
  };
}

/** Goes to a path and waits until it is quiet. */
export async function open(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(path, { waitUntil: 'networkidle' });
  return page;
}

/** Violations of WCAG 2.2 AA and axe's best practices, one line each. */
export async function violations(page: Page): Promise<string[]> {
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] });
  // where there are no frames, there is nothing to put together from them, which takes another page and axe once more
  const { violations: found } = await (page.frames().length === 1 ? axe.setLegacyMode() : axe).analyze();
  return found.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} — ${failureSummary ?? ''}`));
}
