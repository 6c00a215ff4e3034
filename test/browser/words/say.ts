import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { patience } from '../../support/until.js';
import { chooseIn, goTo, open, type Portal } from '../support.js';

/** What somebody does on a page. */
export type Act = (page: Page) => Promise<unknown>;

/**
 * What must be read on a screen, after what was done there. Rows without `screen` go on where the
 * one before them ended.
 */
export interface Row {
  screen?: string;
  /** who looks; nobody signed in without it */
  as?: string;
  acts?: readonly Act[];
  says: readonly string[];
}

type Role = Parameters<Page['getByRole']>[0];
/** The last of that name: in a dialog, where there is one. */
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
/** In the dialog that opens: its code may come only now. */
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
/** Loads a screen once more, as what was done there has left it. */
export const reopen =
  (path: string): Act =>
  (page) =>
    goTo(page, path);
/** From now on the server has an error there, of which it says nothing. */
export const broken =
  (path: string): Act =>
  (page) =>
    page.route(`**${path}`, (route) =>
      route.request().method() === 'GET'
        ? route.fallback()
        : route.fulfill({ status: 500, json: {} }),
    );
/** And now it has none. */
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
 * Each person's page: one that has loaded the portal before loads another screen for a third of the
 * work.
 */
const pages = new Map<string, Page>();

async function pageAt(portal: Portal, screen: string, as: string | null): Promise<Page> {
  const known = pages.get(as ?? '');
  if (!known || as === null) {
    await known?.context().close(); // whoever is signed out may have signed in or registered since
    const page = await open(await portal.visit(as), screen);
    page.on('dialog', (dialog) => void dialog.accept()); // what was typed is left behind
    pages.set(as ?? '', page);
    return page;
  }
  await known.unrouteAll();
  await known.evaluate('localStorage.clear(), sessionStorage.clear()');
  await goTo(known, screen);
  return known;
}

/**
 * Holds a screen and what is done on it against its rows: one load for all that belong together.
 */
export async function holds(portal: Portal, rows: readonly Row[]): Promise<void> {
  let page: Page | undefined;
  try {
    for (const { screen, as, acts = [], says } of rows) {
      if (screen !== undefined) page = await pageAt(portal, screen, as ?? null);
      for (const act of acts) await act(page!);
      // a toast goes by itself: what was read once counts
      let missing = [...says];
      for (
        const start = performance.now();
        missing.length > 0 && performance.now() - start < patience;
      ) {
        const text = await page!.evaluate<string>(read);
        missing = missing.filter((words) => !text.includes(words));
        if (missing.length > 0) await page!.waitForTimeout(50);
      }
      // the messages that the page shows instead of the missing words
      const told =
        missing.length === 0
          ? []
          : await page!
              .locator('[data-toasts], [role=alert], [aria-invalid=true] ~ p')
              .allInnerTexts();
      expect({ on: page!.url(), missing, told }).toEqual({
        on: page!.url(),
        missing: [],
        told: [],
      });
    }
  } catch (error) {
    // the next screen begins anew
    for (const [who, known] of pages) if (known === page) pages.delete(who);
    throw error;
  }
}

/** Rows by screen: each begins with one that names it. */
export const byScreen = (rows: readonly Row[]): [string, Row[]][] =>
  rows.reduce<[string, Row[]][]>((parts, row) => {
    if (row.screen !== undefined) parts.push([`${row.screen} as ${row.as ?? 'nobody'}`, [row]]);
    else parts.at(-1)![1].push(row);
    return parts;
  }, []);
