import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { patience } from '../../support/until.js';
import { chooseIn, goTo, open, type Portal } from '../support.js';

/** An action of a user on a page. */
export type Act = (page: Page) => Promise<unknown>;

/**
 * Actions on a screen, and the texts that must be on it afterwards. A row without `screen`
 * continues on the page of the row before it.
 */
export interface Row {
  screen?: string;
  /** The email address of the user; undefined for a visitor who is not signed in. */
  as?: string;
  acts?: readonly Act[];
  says: readonly string[];
}

type Role = Parameters<Page['getByRole']>[0];
/** Clicks the last element with the name, which is in the dialog if one is open. */
export const click =
  (name: string | RegExp, role: Role = 'button'): Act =>
  (page) =>
    page.getByRole(role, { name, exact: true }).last().click();
export const first =
  (name: string | RegExp, role: Role = 'button'): Act =>
  (page) =>
    page.getByRole(role, { name, exact: true }).first().click();
const labelled = (label: string) =>
  new RegExp(`^${label.replace(/[()?.]/g, '\\$&')}( \\(optional\\))?$`);
/** Clicks a button in the dialog. Waits for the dialog, whose code the page may load only now. */
export const sure =
  (name: string | RegExp): Act =>
  (page) =>
    page
      .getByRole('dialog')
      .or(page.getByRole('alertdialog'))
      .getByRole('button', { name, exact: true })
      .click();
export const fill =
  (label: string, text: string): Act =>
  (page) =>
    page.getByLabel(labelled(label)).last().fill(text);
export const choose =
  (label: string, option: string): Act =>
  (page) =>
    page.getByLabel(labelled(label)).last().selectOption(option);
/** Opens the menu of a choice that is saved at once, such as the status of a ticket. */
export const openChoices =
  (label: string): Act =>
  (page) =>
    page.getByRole('button', { name: new RegExp(`^${label}: `) }).click();
export const chooseFromMenu =
  (label: string, entry: string): Act =>
  (page) =>
    chooseIn(page, label, entry);
export const pressEscape: Act = (page) => page.keyboard.press('Escape');
/** Loads a screen again, without removing what earlier actions have stored or simulated. */
export const reopen =
  (path: string): Act =>
  (page) =>
    goTo(page, path);
/** Makes requests for changes at a path fail with a status of 500 and without a message. */
export const broken =
  (path: string): Act =>
  (page) =>
    page.route(`**${path}`, (route) =>
      route.request().method() === 'GET'
        ? route.fallback()
        : route.fulfill({ status: 500, json: {} }),
    );
/** Stops the failures that `broken` causes. */
export const mended =
  (path: string): Act =>
  (page) =>
    page.unroute(`**${path}`);

const read = `(() => {
  const fields = [...document.querySelectorAll('input, textarea, select')]
    .flatMap((field) => [field.value, field.placeholder ?? '']);
  return [document.body.innerText, ...fields].join('\\n').replace(/[\\s\\u00a0]+/g, ' ');
})()`;

/**
 * One browser page for each user. The tests use it again and again, because a page that has loaded
 * the portal before opens another screen in a third of the time.
 */
const pages = new Map<string, Page>();

async function pageAt(portal: Portal, screen: string, as: string | null): Promise<Page> {
  const openPage = pages.get(as ?? '');
  if (!openPage || as === null) {
    // An earlier test may have signed in or registered in the page of the visitor.
    await openPage?.context().close();
    const page = await open(await portal.visit(as), screen);
    page.on('dialog', (dialog) => void dialog.accept()); // Leaves pages with unsaved changes.
    pages.set(as ?? '', page);
    return page;
  }
  await openPage.unrouteAll();
  await openPage.evaluate('localStorage.clear(), sessionStorage.clear()');
  await goTo(openPage, screen);
  return openPage;
}

/** Loads a screen, executes the actions of its rows, and checks the texts after each row. */
export async function holds(portal: Portal, rows: readonly Row[]): Promise<void> {
  let page: Page | undefined;
  try {
    for (const { screen, as, acts = [], says } of rows) {
      if (screen !== undefined) page = await pageAt(portal, screen, as ?? null);
      for (const act of acts) await act(page!);
      // A toast disappears after a while. Therefore a text counts if it was found once.
      let missing = [...says];
      for (
        const start = performance.now();
        missing.length > 0 && performance.now() - start < patience;
      ) {
        const text = await page!.evaluate<string>(read);
        missing = missing.filter((words) => !text.includes(words));
        if (missing.length > 0) await page!.waitForTimeout(50);
      }
      // The messages that the page shows instead of the missing texts.
      const announced =
        missing.length === 0
          ? []
          : await page!
              .locator('[data-toasts], [role=alert], [aria-invalid=true] ~ p')
              .allInnerTexts();
      expect({ on: page!.url(), missing, told: announced }).toEqual({
        on: page!.url(),
        missing: [],
        told: [],
      });
    }
  } catch (error) {
    // After a failure, the next screen must not use this page again.
    for (const [email, openPage] of pages) if (openPage === page) pages.delete(email);
    throw error;
  }
}

/** Groups rows by screen. Each group begins with a row that names the screen. */
export const byScreen = (rows: readonly Row[]): [string, Row[]][] =>
  rows.reduce<[string, Row[]][]>((parts, row) => {
    if (row.screen !== undefined) parts.push([`${row.screen} as ${row.as ?? 'nobody'}`, [row]]);
    else parts.at(-1)![1].push(row);
    return parts;
  }, []);
