import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { interceptCalls } from '../steps/intercept-calls.js';
import { until } from '../../support/until.js';
import { expectNoOverflow } from '../steps/layout.js';
import { startResource } from '../steps/resources.js';
import { replaceServices, serviceOn, thisSunday } from '../steps/services.js';
import { emulateTouch } from '../steps/touch.js';
import { describeInBrowser, open, phone } from '../support.js';

/** Loads everything that waits for the user to scroll, and returns the height in windows. */
async function heightInWindows(page: Page): Promise<number> {
  await until(async () => {
    await page.evaluate('window.scrollTo(0, document.documentElement.scrollHeight)');
    return (await page.locator('[data-skeleton]').count()) === 0;
  });
  const height = await page.evaluate<number>('document.documentElement.scrollHeight');
  return height / phone.height;
}

const limits: [path: string, email: string, windows: number][] = [
  ['/', 'member@grace.test', 3],
  ['/', 'admin@grace.test', 3],
  ['/sermons', 'member@grace.test', 4],
  ['/resources', 'member@grace.test', 4],
];

describeInBrowser('a screen on a phone', (portal) => {
  it.each(limits)(
    'is not higher than allowed: %s for %s, at most %d times the window',
    async (path, email, windows) => {
      const context = await portal.visit(email, { viewport: phone });
      await startResource(context);
      // A place of two lines, which is the most that the dashboard shows.
      const place = 'The main sanctuary in the large building on the hill, 100 Church Street';
      await replaceServices(context, [serviceOn(thisSunday(), 'Sunday Service', { place })]);
      const page = await open(context, path);
      await emulateTouch(page);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await heightInWindows(page)).toBeLessThanOrEqual(windows);
      await page.setViewportSize({ width: 320, height: 700 });
      await expectNoOverflow(page);
      await context.close();
    },
  );

  it('begins the dashboard with the resource that the user has not finished', async () => {
    const context = await portal.visit('admin@grace.test', { viewport: phone });
    await startResource(context);
    const page = await open(context, '/');
    const resume = page.getByRole('region', { name: 'Pick up where you left off' });
    const top = (await resume.boundingBox())!.y;
    for (const card of await page.locator('main section').all()) {
      const box = await card.boundingBox();
      if (box) expect(box.y).toBeGreaterThanOrEqual(top);
    }
    await resume.getByRole('link', { name: 'Go on learning' }).click();
    await page.waitForURL(/\/resources\?open=/);
    await context.close();
  });

  it('keeps the height of the first card while the card loads', async () => {
    const context = await portal.visit('member@grace.test', { viewport: phone });
    const { id } = await startResource(context);
    let answerRequest = () => {};
    const isMeasured = new Promise<void>((resolve) => {
      answerRequest = resolve;
    });
    await interceptCalls(context, `**/api/resources/${id}`, async (route) => {
      await isMeasured;
      await route.continue();
    });
    const page = await context.newPage();
    await emulateTouch(page);
    await page.goto('/');
    const card = page.locator('main header + *');
    const heightOfCard = async () => (await card.boundingBox())!.height;
    await page.locator('main [data-skeleton]').first().waitFor();
    const heightOfPlaceholder = await heightOfCard();
    answerRequest();
    await page.getByRole('link', { name: 'Go on learning' }).waitFor();
    expect(await heightOfCard()).toBe(heightOfPlaceholder);
    await context.close();
  });

  it('shows the dashboard again without waiting for the progress of resources', async () => {
    const context = await portal.visit('member@grace.test', { viewport: phone });
    await startResource(context);
    const page = await context.newPage();
    await page.clock.install();
    await page.goto('/');
    const bar = page.getByRole('navigation', { name: 'Quick menu' });
    await page.getByRole('link', { name: 'Go on learning' }).waitFor();
    await page.clock.fastForward('04:00');
    await bar.getByRole('link', { name: 'Sermons' }).click();
    await page.getByRole('heading', { level: 1, name: 'Sermon Archive' }).waitFor();
    // The progress is fresh for five minutes. Its next request is never answered.
    await page.clock.fastForward('03:00');
    await page.route('**/api/user-resources', () => {});
    await bar.getByRole('link', { name: 'Home' }).click();
    await page.getByRole('link', { name: 'Go on learning' }).waitFor();
    await context.close();
  });

  it('shows no empty list below the only sermon', async () => {
    const context = await portal.visit('member@grace.test', { viewport: phone });
    await interceptCalls(context, '**/api/sermons?**', async (route) => {
      const [newest] = (await (await route.fetch()).json()) as unknown[];
      await route.fulfill({ json: [newest] });
    });
    const page = await open(context, '/sermons');
    await page.getByRole('article', { name: 'Newest sermon' }).waitFor();
    expect(await page.getByRole('list', { name: 'Sermons' }).count()).toBe(0);
    await context.close();
  });

  it('shows the tags of a sermon in one line', async () => {
    const context = await portal.visit('member@grace.test', { viewport: phone });
    await interceptCalls(context, '**/api/sermons?**', async (route) => {
      const sermons = (await (await route.fetch()).json()) as object[];
      const tags = ['faith', 'a tag with a longer name', 'a further tag with a long name'];
      await route.fulfill({ json: sermons.map((sermon) => ({ ...sermon, tags })) });
    });
    const page = await open(context, '/sermons');
    const card = page.getByRole('list', { name: 'Sermons' }).getByRole('article').first();
    const tags = card.getByRole('list', { name: 'Tags' });
    expect((await tags.locator('..').boundingBox())!.height).toBe(20);
    const [first, last] = [tags.getByText('faith'), tags.getByText(/^a further tag/)];
    const box = (await tags.locator('..').boundingBox())!;
    expect((await first.boundingBox())!.y).toBe(box.y);
    expect((await last.boundingBox())!.y).toBeGreaterThanOrEqual(box.y + box.height);
    await context.close();
  });

  it('loads the pictures of cards in the width of the cards', async () => {
    const context = await portal.visit('admin@grace.test', { viewport: phone });
    const page = await open(context, '/sermons');
    const picture = page.locator('main li img[srcset]').first();
    await picture.scrollIntoViewIfNeeded();
    const source = `document.querySelector('main li img[srcset]').currentSrc`;
    await until(async () => String(await page.evaluate(source)).endsWith('w=320'));
    await context.close();
  });

  it('shows no pictures in the list of events for staff', async () => {
    const context = await portal.visit('admin@grace.test', { viewport: phone });
    const page = await open(context, '/admin/events');
    const pictures = page.locator('main li [data-picture]');
    expect(await pictures.count()).toBeGreaterThan(0);
    for (const picture of await pictures.all()) expect(await picture.isVisible()).toBe(false);
    await context.close();
  });

  it('has one line between cards, and shows the whole outline of a focused card', async () => {
    const context = await portal.visit('member@grace.test', { viewport: phone });
    const page = await open(context, '/');
    const cards = page.getByRole('list', { name: 'Newest resources' }).getByRole('listitem');
    await cards.first().scrollIntoViewIfNeeded();
    const borders = await page.evaluate(
      `[...document.querySelectorAll('[aria-label="Newest resources"] > li')]
        .map((card) => getComputedStyle(card))
        .filter(({ display }) => display !== 'none')
        .map(({ borderTopWidth, borderBottomWidth }) => borderTopWidth + ' ' + borderBottomWidth)`,
    );
    expect(borders).toEqual(['0px 0px', '1px 0px', '1px 0px']);
    // The list cuts off what is outside of it.
    const link = cards.first().getByRole('heading').getByRole('link');
    await link.focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    const offset = await page.evaluate(
      `getComputedStyle(document.activeElement, '::after').outlineOffset`,
    );
    expect(offset).toBe('-2px');
    await context.close();
  });
});
