import { afterAll, beforeAll, beforeEach, afterEach, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, Page, Request } from 'playwright-core';
import { dataDirectory, startProgram, type Program } from '../support/program.js';
import { describeInBrowser, launch, open, visit } from './support.js';

let year = 2000;
/** A file of a year of its own at each call: rows that look like others would be held. */
const csv = (rows: number) => {
  year++;
  const lines = Array.from({ length: rows }, (_, n) => `member@grace.test,${(n % 90) + 1}.00,Cash,${year}-01-${String((n % 28) + 1).padStart(2, '0')},,`);
  return ['email,amount,paymentmethod,date,campaign,notes', ...lines, ''].join('\n');
};

describeInBrowser('the import wizard', () => {
  const directory = dataDirectory();
  let program: Program;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  beforeAll(async () => {
    [program, browser] = await Promise.all([startProgram(directory.path), launch()]);
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await program.stop();
    directory.remove();
  });
  beforeEach(async () => {
    context = await visit(browser, program.url, 'secretary@grace.test');
    page = await open(context, '/admin/donation-imports');
  });
  afterEach(() => context.close());

  const upload = async (rows: number) => {
    await page.getByLabel('CSV file').setInputFiles({ name: 'gifts.csv', mimeType: 'text/csv', buffer: Buffer.from(csv(rows)) });
    await page.getByRole('heading', { level: 1, name: 'gifts.csv' }).waitFor();
  };
  const record = () => page.getByRole('button', { name: /^Import [\d,]+ donations$/ }).click();
  const isOne = /\/api\/admin\/donation-imports\/[\w-]+$/;

  it('follows the server’s events while it imports: nothing has to be asked for again', async () => {
    await upload(3_000);
    // from here on only the stream can say that it is done; then the receipt is fetched
    let isTold = false;
    const over = (request: Request) => {
      if (request.url().endsWith('/events')) isTold = true;
    };
    page.on('requestfinished', over).on('requestfailed', over);
    await page.route(isOne, (route) => (isTold ? route.continue() : route.abort()));
    await record();
    await page.getByRole('heading', { name: 'Imported', exact: true }).waitFor();
    expect(isTold).toBe(true);
  }, 60_000);

  it('asks again and again where the events do not come through', async () => {
    await upload(3_000);
    await page.route('**/events', (route) => route.abort());
    await record();
    await page.getByRole('heading', { name: 'Imported', exact: true }).waitFor();
  }, 60_000);
});
