import type { ElementHandle, Locator, Page } from 'playwright-core';
import { until } from './support.js';

/**
 * A CSS selector of the controls whose choice the arrow keys can change, and of the menus that look
 * like a select.
 */
export const choices = [
  'select',
  '[role=listbox]',
  '[role=combobox]',
  'input[type=radio]',
  'button[aria-haspopup=menu]:not([data-row] *)',
].join(', ');

/** The result of `pressArrowDownInEveryControl`. */
export interface Pressed {
  /** The number of controls in which ArrowDown was pressed. */
  controls: number;
  /** The requests that may have changed something, as `POST /api/…`. */
  changes: string[];
}

/** Whether an element has the focus of its page. */
export const hasFocus = (element: Locator): Promise<boolean> =>
  element.evaluate((focusable: { matches(selector: string): boolean }) =>
    focusable.matches(':focus'),
  );

/** Waits until the page has sent all requests that a key press caused. */
export async function waitForRequests(page: Page): Promise<void> {
  // Without a timeout, a page that draws nothing may never call back.
  await page.evaluate(
    'new Promise((resolve) => requestIdleCallback(() => resolve(), { timeout: 500 }))',
  );
  await page.waitForLoadState('networkidle');
}

/**
 * Presses ArrowDown in each control of the page or, if a dialog is open, in each control of the
 * dialog.
 */
export async function pressArrowDownInEveryControl(page: Page): Promise<Pressed> {
  await waitForRequests(page);
  const changes: string[] = [];
  const noteChange = (request: { method(): string; url(): string }) => {
    const isRead = ['GET', 'HEAD', 'OPTIONS'].includes(request.method());
    if (!isRead) changes.push(`${request.method()} ${new URL(request.url()).pathname}`);
  };
  page.on('request', noteChange);
  const dialog = page.getByRole('dialog');
  const place = (await dialog.count()) > 0 ? dialog.last() : page;
  const controls = await place.locator(choices).elementHandles();
  for (const control of controls) await pressArrowDown(page, control);
  if (controls.length > 0) await waitForRequests(page);
  page.off('request', noteChange);
  return { controls: controls.length, changes };
}

/** Presses ArrowDown in a control, and once more in the menu that it may have opened. */
async function pressArrowDown(page: Page, control: ElementHandle): Promise<void> {
  if (!(await control.isVisible().catch(() => false))) return;
  await control.focus();
  await page.keyboard.press('ArrowDown');
  if ((await control.getAttribute('aria-haspopup')) !== 'menu') return;
  const menu = page.getByRole('menu');
  await menu.waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'detached' });
  // The closed menu gives the focus back to its button a moment later. This would close a menu that
  // is opened before.
  await until(page, `document.activeElement?.getAttribute('aria-haspopup') === 'menu'`);
}
