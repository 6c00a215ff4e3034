import type { BrowserContext, Page, Route } from 'playwright-core';

/**
 * Lets a test answer calls to the server. A page that starts sends its calls as a batch. This
 * function answers each batch with an empty list, so that the page sends each call alone.
 * @param pattern the pattern of the addresses of the calls, as `route` of Playwright takes it
 */
export async function interceptCalls(
  target: Page | BrowserContext,
  pattern: string,
  answer: (route: Route) => unknown,
): Promise<void> {
  await target.route('**/api/batch?**', (route) => route.fulfill({ json: [] }));
  await target.route(pattern, answer);
}
