import type { Browser } from 'puppeteer-core';
import { pdfPages } from '../support/pdf.js';
import { dataDirectory, startProgram } from '../support/program/program.js';
import { complaintsOf, firefoxPath, signIn, startFirefox } from './firefox.js';

const owner = 'secretary@grace.test';

interface Check {
  title: string;
  /** @returns the problems; empty if there are none */
  find: (browser: Browser, url: string) => Promise<string[]>;
}

const checks: Check[] = [
  {
    title: 'Firefox reports no violation of the content security policy, no error and no warning',
    find: complaintsOfPages,
  },
  {
    title: 'the text of a ledger that Firefox saves as PDF can be searched and copied',
    find: lostTextOfLedger,
  },
];

/**
 * Runs every check in Firefox. If Firefox is not installed, it skips them.
 * @returns the exit code: 1 if a check has found a problem
 */
export async function main(): Promise<number> {
  if (firefoxPath === undefined) {
    for (const { title: what } of checks) process.stdout.write(`skipped, no Firefox: ${what}\n`);
    process.stdout.write('Install Firefox ESR, or set FIREFOX_PATH.\n');
    return 0;
  }
  const directory = dataDirectory();
  const program = await startProgram(directory.path, { DEMO: '1' });
  const browser = await startFirefox(firefoxPath);
  process.stdout.write(`${await browser.version()}\n`);
  let failed = 0;
  try {
    for (const { title: what, find } of checks) {
      const found = await find(browser, program.url);
      process.stdout.write(`${found.length === 0 ? 'ok    ' : 'FAILED'} ${what}\n`);
      for (const one of found) process.stdout.write(`         ${one}\n`);
      if (found.length > 0) failed++;
    }
  } finally {
    await browser.close();
    await program.stop();
    directory.remove();
  }
  return failed === 0 ? 0 : 1;
}

/**
 * The pages that are checked. On some of them the schema of a form is loaded as soon as a field of
 * the form has the focus.
 */
const pages = [
  '/',
  '/donations',
  '/church-program',
  '/resources',
  '/profile',
  '/support',
  '/admin/member-donations',
  '/admin/church-ledger',
  '/admin/members',
  '/admin/events/new',
];

async function complaintsOfPages(browser: Browser, url: string): Promise<string[]> {
  const page = await browser.newPage();
  const complaints = complaintsOf(page);
  await signIn(page, url, owner);
  for (const path of pages) {
    await page.goto(url + path, { waitUntil: 'load' });
    await page.locator('h1').wait();
    await page.evaluate('document.querySelector("main input:not([type=file])")?.focus()');
    await page.waitForNetworkIdle({ idleTime: 300 });
  }
  const found = await Promise.all(complaints);
  await page.close();
  return [...new Set(found)];
}

async function lostTextOfLedger(browser: Browser, url: string): Promise<string[]> {
  const page = await browser.newPage();
  await page.goto(`${url}/admin/church-ledger`, { waitUntil: 'load' });
  await page.locator('tbody tr').wait();
  await page.waitForNetworkIdle({ idleTime: 300 });
  await page.evaluate('document.querySelectorAll(".sr-only").forEach((one) => one.remove())');
  const shown = (await page.evaluate(
    '[...document.querySelectorAll("tbody td, tfoot td")].map((cell) => cell.innerText.trim())',
  )) as string[];
  const paper = (await pdfPages(await page.pdf({ format: 'letter' }))).join('\n');
  await page.close();
  const squeezed = paper.replace(/\s+/g, '');
  const lost = shown.filter((text) => !squeezed.includes(text.replace(/\s+/g, '')));
  if (shown.length === 0) return ['the ledger has no rows'];
  return lost.length === 0
    ? []
    : [`${lost.length} of ${shown.length} texts are not on paper: ${lost.slice(0, 5).join(' | ')}`];
}
