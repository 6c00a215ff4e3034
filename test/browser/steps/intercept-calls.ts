import type { BrowserContext, Page, Route } from 'playwright-core';

/**
 * Lets a test answer calls to the server. A page that starts sends its calls as a batch, which has
 * no answers then, so that the page sends each call alone.
 * @param pattern of the addresses of the calls
 */
export async function interceptCalls(
  target: Page | BrowserContext,
  pattern: string,
  answer: (route: Route) => unknown,
): Promise<void> {
  await target.route('**/api/batch?**', (route) => route.fulfill({ json: [] }));
  await target.route(pattern, answer);
}
