import { expect, it } from '@jest/globals';
import sharp from 'sharp';
import type { Page } from 'playwright-core';
import type { SiteImage } from '#libs/contracts';
import { describeInBrowser, open, phone, violations } from '../support.js';

/** A portrait of 400 × 600 pixels, of which the upper half is red and the lower half is blue. */
const twoHalves = () =>
  sharp({ create: { width: 400, height: 600, channels: 3, background: '#0000ff' } })
    .composite([
      {
        input: { create: { width: 400, height: 300, channels: 3, background: '#ff0000' } },
        top: 0,
        left: 0,
      },
    ])
    .png()
    .toBuffer();

describeInBrowser('the portrait of a leader', (portal) => {
  const square = (page: Page) => page.getByRole('group', { name: /^The part of the picture/ });
  const choose = async (page: Page, name: string) => {
    const card = page.getByRole('region', { name: 'Leadership' });
    await card.getByRole('button', { name: 'Add person' }).click();
    await page
      .getByLabel('Picture: choose a file')
      .setInputFiles({ name: 'portrait.png', mimeType: 'image/png', buffer: await twoHalves() });
    await page.getByLabel('Title').fill(name);
    await square(page).waitFor();
  };
  /** Uploads the picture. Returns the size and the colors of the picture that was stored. */
  const upload = async (page: Page, name: string) => {
    await page.getByRole('button', { name: 'Upload Picture' }).click();
    await page.getByRole('region', { name: 'Leadership' }).getByText(name).waitFor();
    const answer = await page.context().request.get('/api/site-images?type=leadership');
    const { imageUrl } = ((await answer.json()) as SiteImage[]).find(
      ({ title }) => title === name,
    )!;
    const { data, info } = await sharp(await (await page.context().request.get(imageUrl)).body())
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const colorIn = (share: number) => {
      const start = Math.floor(info.height * share) * info.width * 3;
      return data[start]! > data[start + 2]! ? 'red' : 'blue';
    };
    return { width: info.width, height: info.height, colorIn };
  };

  it('is the square in the middle, if the user changes nothing', async () => {
    const context = await portal.visit('admin@grace.test', { viewport: phone });
    const page = await open(context, '/admin/appearance');
    await choose(page, 'Aquila');
    expect(await violations(page)).toEqual([]);
    const { width, height, colorIn } = await upload(page, 'Aquila');
    expect([width, height]).toEqual([400, 400]);
    expect([colorIn(0.1), colorIn(0.9)]).toEqual(['red', 'blue']);
    await context.close();
  });

  it('is the part that the user has chosen with the keyboard', async () => {
    const context = await portal.visit('admin@grace.test');
    const page = await open(context, '/admin/appearance');
    await choose(page, 'Priscilla');
    await square(page).focus();
    for (let press = 0; press < 40; press++) await page.keyboard.press('Shift+ArrowUp');
    const { width, height, colorIn } = await upload(page, 'Priscilla');
    expect([width, height]).toEqual([400, 400]);
    // The chosen square contains the 300 red pixels of the height and 100 blue ones.
    expect([colorIn(0.7), colorIn(0.8)]).toEqual(['red', 'blue']);
    await context.close();
  });
});
