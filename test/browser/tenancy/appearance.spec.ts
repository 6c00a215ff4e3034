import { expect, it } from '@jest/globals';
import { interceptCalls } from '../steps/intercept-calls.js';
import { under } from '../../support/app.js';
import { picture } from '../../support/pictures.js';
import { describeInBrowser, open, phone, until, violations } from '../support.js';

describeInBrowser('a church in the portal', (portal) => {
  const file = async (width: number, height: number, colour: string) => ({
    name: 'picture.png',
    mimeType: 'image/png',
    buffer: await picture(width, height, colour).png().toBuffer(),
  });
  const accent = `getComputedStyle(document.documentElement).getPropertyValue('--accent').trim()`;

  it('shows a new color, pictures and name without a reload, and to visitors', async () => {
    const context = await portal.visit('admin@grace.test');
    const page = await open(context, '/admin/appearance');
    await page.evaluate('window.stayed = true');
    const colour = page.getByLabel('Color', { exact: true });
    await colour.fill('#12345');
    await page.getByText('Please enter a color such as #3b82f6').waitFor();
    expect(await page.getByRole('button', { name: 'Save Color' }).isDisabled()).toBe(true);
    await colour.fill('#F59E0B');
    await page.getByRole('button', { name: 'Save Color' }).click();
    await page.getByText('Color Saved').first().waitFor();
    // The color is too bright to be legible on white. Therefore the page uses a darker one.
    await until(page, `${accent} !== '#1e65d7'`);
    const accentColor = await page.evaluate<string>(accent);
    expect(accentColor).toMatch(/^#[\da-f]{6}$/);
    expect(accentColor).not.toBe('#f59e0b');

    await page.getByRole('button', { name: 'Add logo' }).click();
    await page.getByRole('button', { name: 'Upload Picture' }).click();
    await page.getByText('Please choose a picture.').waitFor();
    await page
      .getByLabel('Picture: choose a file')
      .setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
    await page.getByRole('button', { name: 'Upload Picture' }).click();
    await page.getByText('Please choose a JPEG, PNG or WebP picture.').first().waitFor();
    await page.getByLabel('Picture: choose a file').setInputFiles(await file(300, 300, '#7c2d12'));
    await page.getByRole('button', { name: 'Upload Picture' }).click();
    await page.locator('aside img[src^="/api/images/"]').first().waitFor();

    await page.getByRole('button', { name: 'Add banner' }).click();
    await page.getByLabel('Picture: choose a file').setInputFiles(await file(1600, 800, '#a3b18a'));
    await page.getByRole('button', { name: 'Upload Picture' }).click();
    await page.getByText('Please give the picture a title').waitFor();
    await page.getByLabel('Title').fill('Our church in spring');
    await page.getByRole('button', { name: 'Upload Picture' }).click();
    await page.getByRole('switch', { name: 'Show Our church in spring' }).waitFor();
    await page.getByRole('button', { name: 'Add background' }).click();
    await page.getByLabel('Picture: choose a file').setInputFiles(await file(1200, 900, '#335c67'));
    await page.getByRole('button', { name: 'Upload Picture' }).click();
    await page.getByRole('switch', { name: 'Show Background' }).waitFor();

    await page.getByRole('link', { name: 'Church Settings' }).click();
    await page.getByLabel('Church name').fill('');
    await page.getByRole('button', { name: 'Save Church' }).click();
    await page.getByText('Please enter the church’s name').waitFor();
    await page.getByLabel('Church name').fill('Grace & Peace Church');
    await page.getByRole('button', { name: 'Save Church' }).click();
    await page.locator('aside').getByText('Grace & Peace Church').waitFor();
    await until(page, `document.title.includes('Grace & Peace Church')`);
    expect(await page.evaluate('window.stayed')).toBe(true);

    for (const look of [
      { colorScheme: 'light' as const },
      { colorScheme: 'dark' as const, viewport: phone },
    ]) {
      const visitor = await portal.visit(null, look);
      const start = await open(visitor, portal.url.replace('localhost', 'grace.localhost'));
      await start.getByText('Grace & Peace Church').first().waitFor();
      await start.locator('header img[src^="/api/images/"]').waitFor();
      await start.getByRole('img', { name: 'Our church in spring' }).waitFor();
      // The page requests the third picture when the other two have arrived.
      await until(
        start,
        `[...document.images].filter((image) => image.complete && image.naturalWidth > ` +
          `0).length === 3`,
      );
      expect(await start.evaluate<number>('document.images.length')).toBe(3);
      if (look.colorScheme === 'light') expect(await start.evaluate(accent)).toBe(accentColor);
      expect(await violations(start)).toEqual([]);
      await visitor.close();
    }
    const visitor = await portal.visit(null);
    const other = await open(visitor, portal.url.replace('localhost', 'hope.localhost'));
    await other.getByText('Hope Chapel').first().waitFor();
    expect(await other.locator('img[src^="/api/images/"]').count()).toBe(0);
    // If the pictures cannot be loaded, the page shows the default logo and no error.
    await interceptCalls(visitor, '**/api/site-images**', (route) => route.abort());
    const without = await open(visitor, portal.url.replace('localhost', 'grace.localhost'));
    await without.locator('header img[src="/logo.svg"]').waitFor();
    expect(await without.getByRole('alert').count()).toBe(0);
    await Promise.all([context.close(), visitor.close()]);
  });

  it('has settings that explain errors and keep saved values', async () => {
    const context = await portal.visit('admin@grace.test');
    const page = await open(context, '/admin/settings');
    await page.getByLabel('Facebook').fill('javascript:alert(1)');
    await page.getByRole('button', { name: 'Save Links' }).click();
    await page.getByText('Please enter a web address that begins with https://').waitFor();
    await page.getByLabel('Facebook').fill('facebook.com/grace');
    await page.getByRole('button', { name: 'Save Links' }).click();
    await page.getByText('Social media links updated successfully').first().waitFor();
    await page.getByLabel('Time zone').click();
    await page.getByLabel('Time zone').fill('chicago');
    await page.getByRole('option', { name: 'Chicago' }).click();
    await page.getByLabel('Email').fill('office@grace.test');
    await page.getByRole('button', { name: 'Save Church' }).click();
    await page.getByText('Your settings have been saved.').first().waitFor();
    await page.reload({ waitUntil: 'networkidle' });
    expect(await page.getByLabel('Facebook').inputValue()).toBe('https://facebook.com/grace');
    expect([
      await page.getByLabel('Time zone').inputValue(),
      await page.getByLabel('Email').inputValue(),
    ]).toEqual(['Chicago', 'office@grace.test']);
    await context.close();
  });

  it('has a field for its domain that normalizes pasted addresses and shows errors', async () => {
    const context = await portal.visit('admin@hope.test');
    const page = await open(context, '/admin/settings');
    await page.getByRole('heading', { name: 'Your own domain' }).scrollIntoViewIfNeeded();
    // Cards above that are still loading would move the button away from the mouse.
    await page.waitForLoadState('networkidle');
    const domain = page.getByLabel('Domain', { exact: true });
    const save = page.getByRole('button', { name: 'Save Domain' });
    await domain.fill('https://portal.hope.example/members');
    await save.click();
    await page.getByText('Please enter a valid domain name').waitFor();
    expect(await domain.getAttribute('aria-invalid')).toBe('true');
    await domain.fill(' HTTPS://Portal.Hope.Example./ ');
    await save.click();
    await page.getByText('_church-connect.portal.hope.example').waitFor();
    expect(await domain.inputValue()).toBe('portal.hope.example');
    await domain.fill('http://portal.hope.example');
    await save.click();
    await until(
      page,
      `document.querySelector('input[placeholder="portal.yourchurch.org"]').value === ` +
        `'portal.hope.example'`,
    );
    await context.close();
  });

  it.each([
    ['light', { colorScheme: 'light' as const }],
    ['dark, on a phone', { colorScheme: 'dark' as const, viewport: phone }],
  ])('can turn its public podcast on, after a confirmation, and off (%s)', async (_look, look) => {
    const context = await portal.visit('admin@grace.test', look);
    const page = await open(context, '/admin/settings');
    const card = page.getByRole('region', { name: 'Public podcast' });
    const podcastSwitch = card.getByRole('switch', { name: 'Publish sermons as a podcast' });
    // The card is loaded when it is near the visible part of the page.
    await page.getByRole('heading', { name: 'Your own domain' }).scrollIntoViewIfNeeded();
    const status = async () =>
      (
        await under({ url: portal.url.replace('localhost', '127.0.0.1') }, 'grace.localhost').get(
          '/podcast.xml',
        )
      ).status;
    expect([await podcastSwitch.getAttribute('aria-checked'), await status()]).toEqual([
      'false',
      404,
    ]);
    await podcastSwitch.click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText('Anybody on the internet').waitFor();
    for (const words of [
      'recordings',
      'titles, descriptions',
      'names of their preachers',
      'keep copies',
    ])
      await dialog.getByText(words).first().waitFor();
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect([await podcastSwitch.getAttribute('aria-checked'), await status()]).toEqual([
      'false',
      404,
    ]);

    await podcastSwitch.click();
    await dialog.getByRole('button', { name: 'Make public' }).click();
    const address = card.getByRole('textbox', { name: 'Podcast address' });
    await address.waitFor();
    expect(await address.inputValue()).toMatch(/^http:\/\/grace\.localhost(:\d+)?\/podcast\.xml$/);
    expect([await podcastSwitch.getAttribute('aria-checked'), await status()]).toEqual([
      'true',
      200,
    ]);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await card.getByRole('button', { name: 'Copy the podcast address' }).click();
    await page.getByText('The podcast’s address is in your clipboard.').first().waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(await address.inputValue());
    expect(await violations(page)).toEqual([]);

    await podcastSwitch.click();
    await dialog.getByText('may keep their copies').waitFor();
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Turn off' }).click();
    // The dialog closes when the change is saved. Until then it hides the rest of the page from
    // screen readers, and therefore from `getByRole`: waiting for the address alone would end at
    // once.
    await dialog.waitFor({ state: 'detached' });
    await address.waitFor({ state: 'detached' });
    expect([await podcastSwitch.getAttribute('aria-checked'), await status()]).toEqual([
      'false',
      404,
    ]);
    await context.close();
  });
});
