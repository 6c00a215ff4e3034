import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { phone, violations, wide, type Look } from '../support.js';

/** A wide window with light colors, and a phone with dark colors. */
export const dayAndNight: Omit<Required<Look>, 'hasTouch'>[] = [
  { viewport: wide, colorScheme: 'light' },
  { viewport: phone, colorScheme: 'dark' },
];

/** Checks that the page is not wider than its window. */
export async function expectNoOverflow(page: Page): Promise<void> {
  expect(
    await page.evaluate(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    ),
  ).toBeLessThanOrEqual(0);
}

/**
 * Checks the width and the accessibility of the page in each look. Then it sets a wide window and
 * light colors again.
 */
export async function expectToFit(page: Page, looks = dayAndNight): Promise<void> {
  for (const { viewport, colorScheme } of looks) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expectNoOverflow(page);
    expect(await violations(page)).toEqual([]);
  }
  await page.setViewportSize(wide);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
}
