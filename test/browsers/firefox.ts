import { existsSync } from 'node:fs';
import puppeteer, { type Browser, type ConsoleMessage, type Page } from 'puppeteer-core';
import { demoPassword } from '../support/program/program.js';

/** The path of Firefox; undefined if it is not installed. */
const firefoxPath =
  process.env.FIREFOX_PATH ??
  [
    '/usr/bin/firefox-esr',
    '/usr/bin/firefox',
    '/Applications/Firefox.app/Contents/MacOS/firefox',
    'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
  ].find((file) => existsSync(file));

/** The reason why Firefox cannot run here; undefined if it can. */
export const whyNoFirefox = (): string | undefined =>
  firefoxPath === undefined
    ? 'it is not installed (Debian: apt-get install firefox-esr), and FIREFOX_PATH is not set'
    : undefined;

/** Starts Firefox without a window. */
export const startFirefox = (): Promise<Browser> =>
  puppeteer.launch({
    browser: 'firefox',
    protocol: 'webDriverBiDi',
    executablePath: firefoxPath!,
    headless: true,
  });

/** Collects the errors and warnings of a page from now on, with the path of the page. */
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

/** Returns the text of a message in the console. For an error it includes the stack. */
async function textOf(message: ConsoleMessage): Promise<string> {
  const values = message.args().map((value) => value.evaluate(detailsOf));
  return Promise.all(values).then(
    (texts) => texts.join(' ') || message.text(),
    () => message.text(),
  );
}

/** Returns a value as text. The function also runs in the page. */
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
