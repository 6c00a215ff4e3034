import { expect } from '@jest/globals';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { tone } from '../../support/audio.js';
import { until } from '../../support/until.js';
import { violations } from '../support.js';

const narrow = { width: 320, height: 700 };
export const tooWide = (page: Page) =>
  page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
export const button = (page: Page | Locator, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true });
export const link = (page: Page | Locator, name: string) =>
  page.getByRole('link', { name, exact: true });
export const waitForText = (page: Page | Locator, text: string | RegExp) =>
  page.getByText(text, { exact: true }).first().waitFor();
export const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true });
export const card = (page: Page | Locator, title: string) =>
  page
    .getByRole('article')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) });
/** Waits until the link that opened an item has the focus again. */
export const returned = (page: Page, id: string) =>
  until(async () => (await page.locator(`[data-opens="${id}"]:focus`).count()) === 1);
export const focused = (page: Page, element: Locator) =>
  until(async () => (await element.and(page.locator(':focus')).count()) === 1);

/**
 * Checks that the page has no violation of accessibility rules and fits on the narrowest phone.
 * Then the window has its earlier size again.
 */
export async function looksRight(page: Page): Promise<void> {
  expect(await violations(page)).toEqual([]);
  const before = page.viewportSize()!;
  await page.setViewportSize(narrow);
  expect(await tooWide(page)).toBeLessThanOrEqual(0);
  await page.setViewportSize(before);
}

export async function add<T>(context: BrowserContext, path: string, data: unknown): Promise<T> {
  const answer = await context.request.post(path, { data });
  if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** Uploads a tone by the protocol that the forms use (tus), and returns the id of the upload. */
export async function upload(
  context: BrowserContext,
  name: string,
  seconds: number,
): Promise<string> {
  const bytes = Buffer.from(tone(seconds));
  const headers = { 'tus-resumable': '1.0.0' };
  const metadata =
    `filename ${Buffer.from(name).toString('base64')},filetype ` +
    Buffer.from('audio/wav').toString('base64');
  const begun = await context.request.post('/api/uploads', {
    headers: { ...headers, 'upload-length': String(bytes.length), 'upload-metadata': metadata },
  });
  const { pathname } = new URL(begun.headers().location!, 'http://localhost');
  await context.request.patch(pathname, {
    headers: {
      ...headers,
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    },
    data: bytes,
  });
  return pathname.split('/').at(-1)!;
}

export const article =
  `## Begin\n\n${'Read it **slowly**, and again. '.repeat(80)}\n\n- ` + `one\n- two`;
