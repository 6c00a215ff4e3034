import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { describeInBrowser, open, until } from '../support.js';

const zoomed = { width: 640, height: 450 }; // 1280 × 900 at 200 %
const laptop = { width: 1024, height: 600 };
const lowest = { width: 1024, height: 720 }; // the lowest window in which grids have a box

const grids: [path: string, email: string][] = [
  ['/admin/member-donations', 'secretary@grace.test'],
  ['/admin/church-ledger', 'secretary@grace.test'],
  ['/admin/members', 'secretary@grace.test'],
  ['/admin/fundraisers', 'admin@grace.test'],
  ['/admin/audit', 'admin@grace.test'],
  ['/admin/content', 'admin@grace.test'],
  ['/admin/brothers-in-christ', 'pastor@grace.test'],
  ['/admin/organizations', 'owner@platform.test'],
];

/** Returns how many rows are inside of the grid and the window, and whether the grid scrolls. */
const look = (page: Page) =>
  page.evaluate<{ rows: number; scrolls: boolean }>(`(() => {
    const box = document.querySelector('[data-grid-scroll]');
    const { top, bottom } = box.getBoundingClientRect();
    const end = Math.min(bottom - (box.querySelector('tfoot')?.offsetHeight ?? 0), innerHeight);
    const rows = [...box.querySelectorAll('[data-row]')].filter((row) => {
      const place = row.getBoundingClientRect();
      return place.top >= top && place.bottom <= end + 1;
    });
    return { rows: rows.length, scrolls: box.scrollHeight > box.clientHeight + 1 };
  })()`);

describeInBrowser('a grid in a low window', (portal) => {
  it.each(grids)('shows five rows or scrolls with the page: %s', async (path, email) => {
    const context = await portal.visit(email, { viewport: zoomed });
    const page = await open(context, path);
    await page.locator('[data-grid-scroll]').waitFor();
    expect((await look(page)).scrolls).toBe(false);
    await page.setViewportSize(laptop);
    expect((await look(page)).scrolls).toBe(false);
    await page.setViewportSize(lowest);
    const { rows, scrolls } = await look(page);
    expect(!scrolls || rows >= 5).toBe(true);
    await context.close();
  });

  it('shows the row that the arrow keys reach, also after the last loaded one', async () => {
    const context = await portal.visit('secretary@grace.test', { viewport: zoomed });
    const page = await open(context, '/admin/member-donations');
    const isVisible = (row: string) => `(() => {
      const { top, bottom } = document.activeElement.getBoundingClientRect();
      const row = document.activeElement.closest('[data-row]')?.dataset.row;
      return row === '${row}' && top >= 56 && bottom <= innerHeight;
    })()`;
    await page.locator('[data-cell="0:0"]').focus();
    for (let press = 0; press < 30; press++) await page.keyboard.press('ArrowDown');
    await until(page, isVisible('30'));
    for (let press = 0; press < 30; press++) await page.keyboard.press('ArrowUp');
    await until(page, isVisible('0'));
    const total = await page.evaluate<number>(
      `Number(document.querySelector('[role=grid]').getAttribute('aria-rowcount')) - 1`,
    );
    await page.keyboard.press('Control+End');
    await until(page, isVisible(String(total - 1)));
    await context.close();
  });
});
