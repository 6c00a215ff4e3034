import { expect, it } from '@jest/globals';
import sharp from 'sharp';
import type { Page } from 'playwright-core';
import { describeInBrowser, open } from '../support.js';
import { button, waitForText } from './staff.js';

const tenMegabytes = 10 * 1024 * 1024;

/** A picture in which each pixel has a random color, so that its file is large. */
const noise = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  });
const choose = (page: Page, name: string, mimeType: string, buffer: Buffer) =>
  page.getByLabel('Picture: choose a file').setInputFiles({ name, mimeType, buffer });

describeInBrowser('a picture that is uploaded', (portal) => {
  const visit = async () => {
    const context = await portal.visit('admin@grace.test');
    return { context, page: await open(context, '/admin/events/new') };
  };
  /** Returns the uploaded bytes and the stored picture after a file was chosen. */
  const upload = async (page: Page, name: string, mimeType: string, file: Buffer) => {
    const responseOfUpload = page.waitForResponse('**/api/content-images');
    await choose(page, name, mimeType, file);
    const response = await responseOfUpload;
    expect(response.status()).toBe(201);
    const { imageUrl } = (await response.json()) as { imageUrl: string };
    const headers = await response.request().allHeaders();
    const picture = await (await page.context().request.get(imageUrl)).body();
    return { sentBytes: Number(headers['content-length']), picture };
  };

  it('is made smaller before the upload if it is larger than the server accepts', async () => {
    const { context, page } = await visit();
    const photograph = await sharp(await noise(2_000, 1_500).png().toBuffer())
      .resize(8_000, 6_000, { kernel: 'nearest' })
      .jpeg({ quality: 70 })
      .toBuffer();
    expect(photograph.length).toBeGreaterThan(tenMegabytes);
    const { sentBytes } = await upload(page, 'IMG_0001.jpg', 'image/jpeg', photograph);
    expect(sentBytes).toBeGreaterThan(0);
    expect(sentBytes).toBeLessThan(tenMegabytes);
    await button(page, 'Replace picture').waitFor();
    await context.close();
  });

  it('is turned as its camera was held', async () => {
    const { context, page } = await visit();
    const onItsSide = await noise(3_000, 2_000)
      .jpeg({ quality: 92 })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const { sentBytes, picture } = await upload(page, 'IMG_0002.jpg', 'image/jpeg', onItsSide);
    expect(sentBytes).toBeLessThan(onItsSide.length);
    const { width, height } = await sharp(picture).metadata();
    expect(height).toBeGreaterThan(width);
    await context.close();
  });

  it('stays transparent when it is reduced', async () => {
    const { context, page } = await visit();
    const emblem = await noise(1_000, 1_000).png().toBuffer();
    const logo = await sharp({
      create: { width: 3_000, height: 3_000, channels: 4, background: '#00000000' },
    })
      .composite([{ input: emblem }])
      .png()
      .toBuffer();
    const { sentBytes, picture } = await upload(page, 'logo.png', 'image/png', logo);
    expect(sentBytes).toBeLessThan(logo.length);
    const corner = await sharp(picture)
      .extract({ left: 0, top: 0, width: 1, height: 1 })
      .ensureAlpha()
      .raw()
      .toBuffer();
    expect(corner[3]).toBe(0);
    await context.close();
  });

  it('is sent unchanged if it has no more pixels than needed', async () => {
    const { context, page } = await visit();
    const photograph = await noise(2_000, 1_500).jpeg({ quality: 92 }).toBuffer();
    expect(photograph.length).toBeGreaterThan(1024 * 1024);
    const { sentBytes } = await upload(page, 'IMG_0004.jpg', 'image/jpeg', photograph);
    expect(sentBytes).toBeGreaterThan(photograph.length);
    await context.close();
  });

  it('cannot be HEIC if the browser cannot read it, and the field says what helps', async () => {
    const { context, page } = await visit();
    await choose(page, 'IMG_0003.HEIC', '', Buffer.from('no picture'));
    await waitForText(page, 'This browser cannot read HEIC pictures.');
    await context.close();
  });

  it.each([
    ['GIF', 'image/gif'],
    ['SVG', 'image/svg+xml'],
  ])('cannot be %s', async (_, mimeType) => {
    const { context, page } = await visit();
    await choose(page, 'picture', mimeType, Buffer.alloc(2 * 1024 * 1024, 'no picture'));
    await waitForText(page, 'Please choose a JPEG, PNG or WebP picture.');
    await context.close();
  });

  it('cannot be another file, and the field says why', async () => {
    const { context, page } = await visit();
    await choose(page, 'a.jpg', 'image/jpeg', Buffer.alloc(2 * 1024 * 1024, 'no picture'));
    await waitForText(page, 'Please choose a JPEG, PNG or WebP picture.');
    await choose(page, 'b.jpg', 'image/jpeg', Buffer.alloc(11 * 1024 * 1024, 'no picture'));
    await waitForText(page, 'This picture has 11.0 MB; at most 10.0 MB can be uploaded.');
    await context.close();
  });
});
