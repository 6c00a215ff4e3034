import { describe } from '@jest/globals';
import { AxeBuilder } from '@axe-core/playwright';
import { existsSync } from 'node:fs';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { demoPassword } from '../support/program.js';

const executablePath =
  process.env.CHROMIUM_PATH ?? ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((file) => existsSync(file));

/** `describe` where there is a Chromium. Without one the tests are skipped, aloud; with REQUIRE_BROWSER they fail. */
export function describeInBrowser(name: string, tests: () => void): void {
  if (executablePath === undefined && process.env.REQUIRE_BROWSER === '1') throw new Error('REQUIRE_BROWSER is set, but there is no Chromium (CHROMIUM_PATH).');
  if (executablePath === undefined) describe.skip(`${name} (skipped: no Chromium here; install one or set CHROMIUM_PATH)`, tests);
  else describe(name, tests);
}

export function launch(): Promise<Browser> {
  return chromium.launch({ executablePath: executablePath!, args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'] });
}

export const wide = { width: 1440, height: 900 };
export const phone = { width: 390, height: 844 };

export interface Look {
  viewport?: { width: number; height: number };
  colorScheme?: 'light' | 'dark';
}

/** A fresh browser profile, signed in unless `email` is null. Motion is off, so that nothing is caught half faded. */
export async function visit(browser: Browser, url: string, email: string | null, { viewport = wide, colorScheme = 'light' }: Look = {}): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: url, viewport, colorScheme, reducedMotion: 'reduce', acceptDownloads: true });
  if (email !== null) {
    const response = await context.request.post('/api/login', { data: { email, password: demoPassword } });
    if (!response.ok()) throw new Error(`sign-in of ${email}: ${response.status()}`);
  }
  return context;
}

/** Goes to a path and waits until it is quiet. */
export async function open(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(path, { waitUntil: 'networkidle' });
  return page;
}

/** Violations of WCAG 2.2 AA and axe's best practices, one line each. */
export async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page }).analyze();
  return found.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} — ${failureSummary ?? ''}`));
}
