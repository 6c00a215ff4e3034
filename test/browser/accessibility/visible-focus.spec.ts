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
const mostStops = 150;

/**
 * An expression that describes the focused element if no part of it is visible, `lost` if nothing
 * has the focus, and otherwise returns an empty text.
 */
const hiddenFocus = `(() => {
  const element = document.activeElement;
  if (!element || element === document.body) return 'lost';
  const { left, top, width, height } = element.getBoundingClientRect();
  const shares = [0.1, 0.3, 0.5, 0.7, 0.9];
  const isVisible = shares.some((across) => shares.some((down) => {
    const found = document.elementFromPoint(left + width * across, top + height * down);
    const isLabel = found?.closest('label')?.control === element;
    return found && (isLabel || element.contains(found) || found.contains(element));
  }));
  if (isVisible) return '';
  const name = element.getAttribute('aria-label') ?? element.textContent;
  return element.tagName + ' ' + name.slice(0, 60);
})()`;

/** Presses Tab until the focus leaves the page, and returns the stops that are not visible. */
async function findHiddenStops(page: Page): Promise<string[]> {
  const hidden: string[] = [];
  for (let stop = 0; stop < mostStops; stop++) {
    await page.keyboard.press('Tab');
    const problem = await page.evaluate<string>(hiddenFocus);
    if (problem === 'lost') return hidden;
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
    'is not below an open side panel in a window of %i px',
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
