import { expect, it } from '@jest/globals';
import { emulateTouch } from '../steps/touch.js';
import { describeInBrowser, open, phone } from '../support.js';

/** Links that stand alone, by the user and the path of their screen. */
const links: [path: string, email: string | null, name: string | RegExp][] = [
  ['/sign-in', null, /forgot/i],
  ['/', 'member@grace.test', 'See every gift'],
  ['/', 'member@grace.test', 'Sermon Archive'],
];

describeInBrowser('on a touch screen', (portal) => {
  it.each(links)('a link that stands alone is 44 px high: %s as %s, %s', async (...link) => {
    const [path, email, name] = link;
    const context = await portal.visit(email, { viewport: phone });
    const page = await open(context, path);
    await emulateTouch(page);
    const box = await page.getByRole('link', { name }).first().boundingBox();
    expect(box!.height).toBeGreaterThanOrEqual(44);
    await context.close();
  });
});
