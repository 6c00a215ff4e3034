import type { Browser } from 'puppeteer-core';
import { pdfPages } from '../support/pdf.js';
import { complaintsOf, signIn } from './firefox.js';

const secretary = 'secretary@grace.test';

/** Something that Firefox shows or prints, and how to find what is wrong with it. */
export interface Check {
  title: string;
  /** @returns the problems; empty if there are none */
  find: (browser: Browser, url: string) => Promise<string[]>;
}

export const firefoxChecks: readonly Check[] = [
  {
    title: 'reports no violation of the content security policy, no error and no warning',
    find: complaintsOfPages,
  },
  {
    title: 'saves a ledger as PDF whose text can be searched and copied',
    find: lostTextOfLedger,
  },
];

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
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  const complaints = complaintsOf(page);
  await signIn(page, url, secretary);
  for (const path of pages) {
    await page.goto(url + path, { waitUntil: 'load' });
    await page.locator('h1').wait();
    await page.evaluate('document.querySelector("main input:not([type=file])")?.focus()');
    await page.waitForNetworkIdle({ idleTime: 300 });
  }
  const foundComplaints = await Promise.all(complaints);
  await context.close();
  return [...new Set(foundComplaints)];
}

async function lostTextOfLedger(browser: Browser, url: string): Promise<string[]> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await signIn(page, url, secretary);
  await page.goto(`${url}/admin/church-ledger`, { waitUntil: 'load' });
  await page.locator('tbody tr').wait();
  await page.waitForNetworkIdle({ idleTime: 300 });
  await page.evaluate('document.querySelectorAll(".sr-only").forEach((hidden) => hidden.remove())');
  const cellTexts = (await page.evaluate(
    '[...document.querySelectorAll("tbody td, tfoot td")].map((cell) => cell.innerText.trim())',
  )) as string[];
  const paper = (await pdfPages(await page.pdf({ format: 'letter' }))).join('\n');
  await context.close();
  const squeezed = paper.replace(/\s+/g, '');
  const lost = cellTexts.filter((text) => !squeezed.includes(text.replace(/\s+/g, '')));
  if (cellTexts.length === 0) return ['the ledger has no rows'];
  return lost.length === 0
    ? []
    : [
        `${lost.length} of ${cellTexts.length} texts are not on paper: ` +
          lost.slice(0, 5).join(' | '),
      ];
}
