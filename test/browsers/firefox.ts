import { existsSync } from 'node:fs';
import puppeteer, { type Browser, type ConsoleMessage, type Page } from 'puppeteer-core';
import { demoPassword } from '../support/program/program.js';

/** Where Firefox is installed; undefined where it is not. */
export const firefoxPath =
  process.env.FIREFOX_PATH ??
  [
    '/usr/bin/firefox-esr',
    '/usr/bin/firefox',
    '/Applications/Firefox.app/Contents/MacOS/firefox',
    'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
  ].find((file) => existsSync(file));

/** A Firefox without a window. */
export const startFirefox = (executablePath: string): Promise<Browser> =>
  puppeteer.launch({
    browser: 'firefox',
    protocol: 'webDriverBiDi',
    executablePath,
    headless: true,
  });

/** What the browser complains about on a page from now on, with the path at which it did. */
export function complaintsOf(page: Page): Promise<string>[] {
  const complaints: Promise<string>[] = [];
  const path = () => new URL(page.url()).pathname;
  page.on('console', (message) => {
    if (['error', 'warn'].includes(message.type()))
      complaints.push(textOf(message).then((text) => `${path()}: ${text}`));
  });
  page.on('pageerror', (error) =>
    complaints.push(Promise.resolve(`${path()}: ${detailsOf(error)}`)),
  );
  return complaints;
}

/** What was written to the console; of an error, its message and where it was thrown. */
async function textOf(message: ConsoleMessage): Promise<string> {
  const values = message.args().map((value) => value.evaluate(detailsOf));
  return Promise.all(values).then(
    (texts) => texts.join(' ') || message.text(),
    () => message.text(),
  );
}

/** Runs in the page as well. */
const detailsOf = (value: unknown): string =>
  value instanceof Error ? `${value.message} ${value.stack ?? ''}` : String(value);

/** Signs in on the sign-in page, and waits for the start page. */
export async function signIn(page: Page, url: string, email: string): Promise<void> {
  await page.goto(`${url}/sign-in`);
  await page.locator('input[type=email]').fill(email);
  await page.locator('input[autocomplete=current-password]').fill(demoPassword);
  await page.locator('button[type=submit]').click();
  await page.locator('h1').wait();
  await page.waitForFunction('location.pathname === "/"');
}
