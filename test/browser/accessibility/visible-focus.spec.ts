import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { sampleOf } from '../../support/generated.js';
import { screens } from '../all-screens.js';
import { describeInBrowser, open, phone, wide } from '../support.js';

const sizes = [
  wide,
  { width: 1280, height: 720 },
  { width: 640, height: 450 },
  phone,
  { width: 320, height: 256 },
];

const cases = screens.flatMap(([path, email]) =>
  sizes.map(({ width, height }) => [path, email, width, height] as const),
);

/** The largest number of times that Tab is pressed on a screen. */
const maxStops = 150;

/**
 * An expression that returns a description of the focused element if no part of it is visible,
 * `lost` if nothing has the focus, and otherwise an empty text. A part that another element covers
 * or clips is not visible. An element for screen readers only is as visible as its label or its
 * parent.
 */
const hiddenFocus = `(() => {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return 'lost';
  const isTiny = focused.offsetWidth <= 1 && focused.offsetHeight <= 1;
  const element = isTiny ? focused.parentElement : focused;
  const { left, top, width, height } = element.getBoundingClientRect();
  const shares = [0.1, 0.3, 0.5, 0.7, 0.9];
  const isVisible = shares.some((across) => shares.some((down) => {
    const found = document.elementFromPoint(left + width * across, top + height * down);
    return found && (element.contains(found) || found.closest('label')?.control === focused);
  }));
  if (isVisible) return '';
  const name = focused.getAttribute('aria-label') ?? focused.textContent;
  return focused.tagName + ' ' + name.slice(0, 60);
})()`;

/** An expression that returns whether the first element that Tab can reach has the focus. */
const isFirstStop = `document.activeElement === [
  ...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]'),
].find((element) => element.tabIndex >= 0 && element.checkVisibility() && !element.disabled)`;

/**
 * Presses Tab until the focus leaves the page, and returns the stops that are not visible. After
 * the last stop, Tab reaches the first one again. If it reaches another one, the focus was lost.
 */
async function findHiddenStops(page: Page): Promise<string[]> {
  const hidden: string[] = [];
  for (let stop = 0; stop < maxStops; stop++) {
    await page.keyboard.press('Tab');
    const problem = await page.evaluate<string>(hiddenFocus);
    if (problem === 'lost') {
      await page.keyboard.press('Tab');
      if (!(await page.evaluate<boolean>(isFirstStop)))
        hidden.push(`The focus was lost after ${stop} stops.`);
      return hidden;
    }
    if (problem !== '') hidden.push(problem);
  }
  return hidden;
}

describeInBrowser('the focus', (portal) => {
  it.each(sampleOf(cases, 12))(
    'is visible at every stop: %s as %s at %i × %i',
    async (path, email, width, height) => {
      const context = await portal.visit(email, { viewport: { width, height } });
      const page = await open(context, path);
      expect(await findHiddenStops(page)).toEqual([]);
      await context.close();
    },
  );

  it.each([1679, 1440, 1280, 1279, 1024])(
    'is not covered by an open side panel in a window of %i px',
    async (width) => {
      const context = await portal.visit('secretary@grace.test', {
        viewport: { width, height: 900 },
      });
      const page = await open(context, '/admin/church-ledger');
      await page.locator('[data-cell="1:0"]').click();
      await page.locator('[data-side-panel]').waitFor();
      // A modal panel keeps the focus, and the page behind it is hidden from assistive technology.
      const isModal = width < 1280;
      expect(await page.locator('#root[aria-hidden=true]').count()).toBe(isModal ? 1 : 0);
      if (!isModal) {
        await page.getByRole('heading', { level: 1 }).focus();
        expect(await findHiddenStops(page)).toEqual([]);
      }
      await context.close();
    },
  );
});
