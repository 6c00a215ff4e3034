import type { BrowserContext, Page } from 'playwright-core';
import { until } from '../../support/until.js';
import { open } from '../support.js';

/** The largest number of times that Tab is pressed to reach an element. */
const maxStops = 80;

/**
 * A script that collects what a screen reader reads out without being asked: text that changes in a
 * live region, and alerts that appear. Text in a region that appears together with it is not read.
 */
const collectAnnouncements = `(() => {
  window.announcements = [];
  const regions = '[role=status], [role=alert], [aria-live=polite], [aria-live=assertive]';
  const read = (region) => {
    const text = region.textContent.replace(/\\s+/g, ' ').trim();
    const isSilent = region.closest('[aria-live=off], [aria-hidden=true]');
    if (text && !isSilent) window.announcements.push(text);
  };
  new MutationObserver((changes) => {
    const changed = new Set();
    for (const { target, addedNodes } of changes) {
      const element = target.nodeType === Node.ELEMENT_NODE ? target : target.parentElement;
      const region = element?.closest(regions);
      if (region) changed.add(region);
      for (const node of addedNodes)
        if (node.nodeType === Node.ELEMENT_NODE)
          for (const alert of [node, ...node.querySelectorAll('[role=alert]')])
            if (alert.matches('[role=alert]')) changed.add(alert);
    }
    changed.forEach(read);
  }).observe(document, { childList: true, subtree: true, characterData: true });
})()`;

/** A person who uses only the keyboard, and hears what a screen reader reads out. */
export class KeyboardUser {
  /** The number of keys that were pressed. Each typed letter counts as one. */
  keys = 0;
  readonly page: Page;

  private constructor(page: Page) {
    this.page = page;
  }

  static async visit(context: BrowserContext, path: string): Promise<KeyboardUser> {
    await context.addInitScript(collectAnnouncements);
    return new KeyboardUser(await open(context, path));
  }

  async press(...keys: string[]): Promise<void> {
    await this.page.evaluate('window.announcements = []');
    for (const key of keys) await this.page.keyboard.press(key);
    this.keys += keys.length;
  }

  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
    this.keys += text.length;
  }

  /** Replaces the content of the focused field. */
  async replace(text: string): Promise<void> {
    await this.press('Control+a');
    await this.type(text);
  }

  /** Returns the role and the name of the focused element: `button "Add Donation"`. */
  async focused(): Promise<string> {
    const focus = this.page.locator(':focus');
    if ((await focus.count()) === 0) return 'nothing';
    const [line = ''] = (await focus.first().ariaSnapshot()).split('\n');
    // A line with certain signs is in quotation marks.
    return line.replace(/^- '?/, '');
  }

  /** Presses Tab until an element has the focus. It is named after its role: `link "Home"`. */
  async tabTo(expected: string | RegExp): Promise<void> {
    // The last action must have left something focused.
    if (this.keys > 0) await this.focusIsAt(/^(?!nothing)/);
    const focusedElements: string[] = [];
    while (focusedElements.length < maxStops) {
      await this.press('Tab');
      const focused = await this.focused();
      if (isSame(focused, expected)) return;
      focusedElements.push(focused);
    }
    throw new Error(`Tab does not reach ${String(expected)}, but ${focusedElements.join(' | ')}`);
  }

  /** Waits until an element has the focus without any key. */
  async focusIsAt(expected: string | RegExp): Promise<void> {
    let focused = '';
    await until(
      async () => isSame((focused = await this.focused()), expected),
      () => `${focused} has the focus, and not ${String(expected)}`,
    );
  }

  /** Waits until a screen reader has read out a text since the last key was pressed. */
  async hears(text: string | RegExp): Promise<void> {
    const readAnnouncements = () => this.page.evaluate<string[]>('window.announcements');
    await until(
      async () => (await readAnnouncements()).some((announcement) => isPartOf(announcement, text)),
      () => `nothing has said ${String(text)}`,
    );
  }
}

const isSame = (focused: string, expected: string | RegExp): boolean =>
  typeof expected === 'string' ? focused.startsWith(expected) : expected.test(focused);

const isPartOf = (announcement: string, text: string | RegExp): boolean =>
  typeof text === 'string' ? announcement.includes(text) : text.test(announcement);
