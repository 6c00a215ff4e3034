import type { BrowserContext } from 'playwright-core';

/** How often the page is looked at before a lost focus counts, every fifth of a second. */
const looks = 10;

/**
 * A script that reports when the focused element disappears and nothing else gets the focus. A
 * click beside all elements also leaves nothing focused, which is not reported. While the next page
 * is loading, its heading cannot have the focus yet.
 */
const watchFocus = `(() => {
  let last = null;
  let description = '';
  let looksWithoutFocus = 0;
  let pageOfFocus = { path: '', title: '' };
  addEventListener('focusin', ({ target }) => {
    last = target;
    looksWithoutFocus = 0;
    pageOfFocus = { path: location.pathname, title: document.title };
    const name = target.getAttribute('aria-label') ?? target.textContent ?? '';
    description = target.tagName.toLowerCase() + ' “' + name.trim().slice(0, 60) + '”';
  }, true);
  const isGone = () => !last.isConnected || !last.checkVisibility() || last.disabled;
  // The address changes before the next page is shown, and the title when it is shown.
  const isOnlyAddressNew = () =>
    location.pathname !== pageOfFocus.path && document.title === pageOfFocus.title;
  const isLoaded = () =>
    document.querySelector('h1') &&
    !document.querySelector('[data-skeleton]') &&
    !isOnlyAddressNew();
  setInterval(() => {
    const isLost = last && document.activeElement === document.body && isGone() && isLoaded();
    looksWithoutFocus = isLost ? looksWithoutFocus + 1 : 0;
    if (looksWithoutFocus < ${looks}) return;
    last = null;
    const page = location.pathname + ' (' + document.querySelector('h1').textContent + ')';
    window.reportLostFocus(page + ': ' + description);
  }, 200);
})()`;

/**
 * Collects in which pages of a browser profile an action has left nothing focused, so that a user
 * with a keyboard would begin at the top of the page again.
 * @param lost gets a description of each lost focus
 */
export async function collectLostFocus(context: BrowserContext, lost: string[]): Promise<void> {
  await context.exposeFunction('reportLostFocus', (description: string) => lost.push(description));
  await context.addInitScript(watchFocus);
}
