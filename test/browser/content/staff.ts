import { expect } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { until } from '../../support/until.js';

export const narrow = { width: 320, height: 700 };
export const tooWide = (page: Page) =>
  page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
/** Whatever is optional says so in its label. */
export const field = (page: Page | Locator, label: string) =>
  page.getByLabel(new RegExp(`^${label}( \\(optional\\))?$`));
export const focused = (page: Page) => page.locator(':focus');
export const button = (page: Page | Locator, name: string) =>
  page.getByRole('button', { name, exact: true });
export const said = (page: Page, text: string) => page.getByText(text).first().waitFor();
export const card = (page: Page, title: string) =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) });
/** Its row in a grid. */
export const row = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title });

export const drafts = (page: Page) =>
  page.evaluate<number>(`Object.keys(localStorage).filter((key) => key.includes('draft')).length`);
export const drafted = async (page: Page) => {
  await until(() => drafts(page));
  expect(await drafts(page)).toBe(1);
};

/** What the page sends by this method to this path, with what comes back. */
export async function sent(
  page: Page,
  method: string,
  path: RegExp,
  act: () => Promise<unknown>,
): Promise<{ status: number; body: Record<string, unknown>; answer: Record<string, unknown> }> {
  const [response] = await Promise.all([
    page.waitForResponse(
      (one) => one.request().method() === method && path.test(new URL(one.url()).pathname),
    ),
    act(),
  ]);
  return {
    status: response.status(),
    body: response.request().postDataJSON() as Record<string, unknown>,
    answer: (await response.json().catch(() => ({}))) as Record<string, unknown>,
  };
}
