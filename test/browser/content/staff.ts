import { expect } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { until } from '../../support/until.js';

export const narrow = { width: 320, height: 700 };
export const tooWide = (page: Page) =>
  page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
/** Finds a field by its label. Labels of optional fields end with `(optional)`. */
export const field = (page: Page | Locator, label: string) =>
  page.getByLabel(new RegExp(`^${label}( \\(optional\\))?$`));
export const focused = (page: Page) => page.locator(':focus');
export const button = (page: Page | Locator, name: string) =>
  page.getByRole('button', { name, exact: true });
export const waitForText = (page: Page, text: string) => page.getByText(text).first().waitFor();
export const card = (page: Page, title: string) =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) });
/** Finds the row of an item in a grid. */
export const row = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title });

export const drafts = (page: Page) =>
  page.evaluate<number>(`Object.keys(localStorage).filter((key) => key.includes('draft')).length`);
export const drafted = async (page: Page) => {
  await until(() => drafts(page));
  expect(await drafts(page)).toBe(1);
};

/** Calls `act`, and returns the request that the page then sends, with its response. */
export async function sentRequest(
  page: Page,
  method: string,
  path: RegExp,
  act: () => Promise<unknown>,
): Promise<{ status: number; body: Record<string, unknown>; answer: Record<string, unknown> }> {
  const [response] = await Promise.all([
    page.waitForResponse(
      (candidate) =>
        candidate.request().method() === method && path.test(new URL(candidate.url()).pathname),
    ),
    act(),
  ]);
  return {
    status: response.status(),
    body: response.request().postDataJSON() as Record<string, unknown>,
    answer: (await response.json().catch(() => ({}))) as Record<string, unknown>,
  };
}
