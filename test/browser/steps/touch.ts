import type { Page } from 'playwright-core';

/** Lets a page behave as on a touch screen, where controls are larger. */
export async function emulateTouch(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Emulation.setTouchEmulationEnabled', { enabled: true });
}
