import type { BrowserContext, Page } from 'playwright-core';
import { open } from '../support.js';

/** The path of the page. */
export const pathOf = (page: Page) => new URL(page.url()).pathname;

/** A link of the menu. */
export const menuLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });

/** The heading of the page. */
export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** The button that opens the dialog for a donation. */
export const addDonation = (page: Page) =>
  page.getByRole('button', { name: 'Add Donation', exact: true }).first();

/** Finds the dialog that records a donation. */
export const dialog = (page: Page) => page.getByRole('dialog', { name: 'Add Donation' });

/** Finds the command palette. */
export const search = (page: Page) =>
  page.getByRole('dialog', { name: 'Go to a page or do something' });

/** Finds the question whether to leave a dialog whose form was changed. */
export const question = (page: Page) =>
  page.getByRole('alertdialog', { name: 'Leave without saving?' });

/** The panel with the details of a donation. */
export const panel = (page: Page) => page.locator('[data-side-panel]');

/** The field above the list of donations. */
export const filter = (page: Page) =>
  page.getByLabel('Search by name, email, or check or transaction number');

/** Opens the panel of the first donation. */
export async function openPanel(page: Page): Promise<void> {
  await page.getByRole('grid').getByRole('row').nth(1).click();
  await panel(page).waitFor();
}

/** Goes from the user's profile to the donations, so that there is a page to return to. */
export async function openDonations(context: BrowserContext): Promise<Page> {
  const page = await open(context, '/profile');
  await menuLink(page, 'Member Donations').click();
  await heading(page, 'Member Donations').waitFor();
  await page.getByRole('grid').getByRole('row').nth(1).waitFor();
  return page;
}
