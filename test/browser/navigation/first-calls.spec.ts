import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { describeInBrowser, open } from '../support.js';

describeInBrowser('a page that starts', (portal) => {
  /** Returns a list to which the path of each later call of a page is added. */
  function watchCalls(page: Page): string[] {
    const calls: string[] = [];
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      const isCall = pathname.startsWith('/api/') && request.resourceType() !== 'eventsource';
      if (isCall && request.resourceType() !== 'image') calls.push(`${pathname}${search}`);
    });
    return calls;
  }
  const isBatch = (call: string) => call.startsWith('/api/batch?');

  it('sends its calls in a few batches, and uses the preload of the first batch', async () => {
    const context = await portal.visit('member@grace.test');
    const page = await context.newPage();
    const warnings: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'warning') warnings.push(message.text());
    });
    const calls = watchCalls(page);
    await page.goto('/', { waitUntil: 'networkidle' });
    await page.getByRole('heading', { level: 1, name: /^Welcome/ }).waitFor();
    expect(calls.filter((call) => !isBatch(call))).toEqual([]);
    expect(calls.length).toBeLessThanOrEqual(4);
    // The browser warns some seconds after the load if the page has not used a preload.
    await page.waitForTimeout(5_000);
    expect(warnings).toEqual([]);
    await context.close();
  });

  it('sends each call alone after the user has done something', async () => {
    const context = await portal.visit('member@grace.test');
    const page = await open(context, '/');
    const calls = watchCalls(page);
    await page.getByRole('link', { name: 'Sermon Archive' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Sermon Archive' }).waitFor();
    expect(calls.filter(isBatch)).toEqual([]);
    expect(calls).not.toEqual([]);
    await context.close();
  });

  it('sends each call alone if the batch fails', async () => {
    const context = await portal.visit('secretary@grace.test');
    await context.route('**/api/batch?**', (route) => route.fulfill({ status: 503, json: {} }));
    const page = await open(context, '/admin/church-ledger');
    await page.getByText('Abigail Carter').first().waitFor();
    await context.close();
  });

  it('sends a call alone that the server has left out', async () => {
    const context = await portal.visit('member@grace.test');
    await context.route('**/api/batch?**', async (route) => {
      const answers = (await (await route.fetch()).json()) as unknown[];
      const calls = new URL(route.request().url()).searchParams.get('calls')!.split(' ');
      const json = answers.map((answer, index) =>
        calls[index]!.startsWith('/api/announcements') ? null : answer,
      );
      await route.fulfill({ json });
    });
    const page = await context.newPage();
    const calls = watchCalls(page);
    await page.goto('/', { waitUntil: 'networkidle' });
    await page.getByText('Parking on Sunday').first().waitFor();
    expect(calls.filter((call) => !isBatch(call))).toEqual([
      expect.stringMatching(/^\/api\/announcements/),
    ]);
    await context.close();
  });

  it('shows the error of one call, and the answers of the others', async () => {
    const context = await portal.visit('member@grace.test');
    await context.route('**/api/batch?**', async (route) => {
      const answers = (await (await route.fetch()).json()) as { status: number; text: string }[];
      const calls = new URL(route.request().url()).searchParams.get('calls')!.split(' ');
      const json = answers.map((answer, index) =>
        calls[index]!.startsWith('/api/announcements') ? { ...answer, status: 500 } : answer,
      );
      await route.fulfill({ json });
    });
    const page = await open(context, '/');
    await page.getByText('The announcements could not be loaded.').waitFor();
    await page.getByRole('heading', { level: 1, name: /^Welcome/ }).waitFor();
    await context.close();
  });
});
