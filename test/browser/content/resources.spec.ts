import { expect, it } from '@jest/globals';
import type { BibleStudy, Resource } from '#libs/contracts';
import { interceptCalls } from '../steps/intercept-calls.js';
import { until } from '../../support/until.js';
import { describeInBrowser, open } from '../support.js';
import {
  add,
  article,
  button,
  card,
  focused,
  heading,
  link,
  looksRight,
  returned,
  waitForText,
  upload,
} from './members.js';

describeInBrowser('resources and studies', (portal) => {
  it('can be found, started, read, continued and finished', async () => {
    const admin = await portal.visit('admin@grace.test');
    const psalms = await add<Resource>(admin, '/api/resources', {
      title: 'Reading the Psalms slowly',
      description: 'A plan for seven mornings with one psalm.',
      resourceType: 'article',
      skillLevel: 'advanced',
      topic: 'prayer',
      content: article,
    });
    await add<Resource>(admin, '/api/resources', {
      title: 'A hidden draft about psalms',
      description: 'Nobody may see this one yet.',
      resourceType: 'article',
      content: article,
      isActive: false,
    });
    const admins = await open(admin, '/resources?q=psalms');
    await card(admins, psalms.title).waitFor();
    // The screens for members show admins the same content as members.
    expect(await admins.getByText('A hidden draft about psalms').count()).toBe(0);
    await admin.close();

    const context = await portal.visit('member@grace.test');
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const page = await open(context, '/resources');
    await page.getByRole('searchbox', { name: 'Search resources' }).fill('PSALMS slow');
    await page.waitForURL(/q=PSALMS\+slow/);
    await button(page, 'Skill level').click();
    await page.getByRole('menuitemradio', { name: 'Advanced' }).click();
    await button(page, 'Topic').click();
    await page.getByRole('menuitemradio', { name: 'Prayer' }).click();
    await page.waitForURL(/skillLevel=advanced.*topic=prayer|topic=prayer.*skillLevel=advanced/);
    await card(page, psalms.title).waitFor();
    expect(await page.getByRole('list', { name: 'Resources' }).getByRole('article').count()).toBe(
      1,
    );
    await looksRight(page);

    await page.route(
      '**/progress',
      (route) => route.fulfill({ status: 500, json: { message: 'Out of ink.', code: 'broken' } }),
      { times: 1 },
    );
    await button(card(page, psalms.title), 'Start Learning').click();
    await waitForText(page, 'Failed to update progress');
    await waitForText(page, 'Out of ink.');
    // A promise, because the test may resolve it before the request arrives.
    const answer = Promise.withResolvers<null>();
    await page.route(
      '**/progress',
      async (route) => {
        await answer.promise;
        await route.continue();
      },
      { times: 1 },
    );
    await button(card(page, psalms.title), 'Start Learning').click();
    await button(card(page, psalms.title), 'Starting...').waitFor();
    answer.resolve(null);
    await heading(page, psalms.title).waitFor();
    await waitForText(page, 'Progress updated');
    await waitForText(page, 'Your progress has been saved.');
    expect(new URL(page.url()).searchParams.get('open')).toBe(psalms.id);
    await focused(page, heading(page, psalms.title));
    await page.getByRole('heading', { level: 2, name: 'Begin' }).waitFor();
    await looksRight(page);
    await page.goBack();
    await button(card(page, psalms.title), /^Continue \(\d+%\)$/).waitFor();
    expect(new URL(page.url()).searchParams.get('topic')).toBe('prayer');
    await returned(page, psalms.id);

    await link(card(page, psalms.title), psalms.title).click();
    await waitForText(page, 'Resource opened');
    await waitForText(page, `Continuing ${psalms.title}`);
    await button(page, 'Mark as finished').click();
    await waitForText(page, 'You have finished this.');
    await button(page, 'Bible Study Resources').click();
    await button(card(page, psalms.title), 'Continue (100%)').waitFor();

    await link(card(page, psalms.title), psalms.title).click();
    await button(page, 'Start again').click();
    await waitForText(page, `Your progress with “${psalms.title}” goes back to 0%.`);
    await button(page.getByRole('alertdialog'), 'Cancel').click();
    await waitForText(page, 'You have finished this.');
    await button(page, 'Start again').click();
    await button(page.getByRole('alertdialog'), 'Start again').click();
    await waitForText(page, '0% done');
    await button(page, 'Bible Study Resources').click();
    await button(card(page, psalms.title), 'Start Learning').waitFor();

    await button(card(page, psalms.title), `More for ${psalms.title}`).click();
    await page.getByRole('menuitem', { name: 'Copy title' }).click();
    await waitForText(page, 'Copied');
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(psalms.title);
    await page.evaluate(
      'window.print = () => { window.printed = document.querySelector("h1").textContent; }',
    );
    await button(card(page, psalms.title), `More for ${psalms.title}`).click();
    await page.getByRole('menuitem', { name: 'Print' }).click();
    await until(async () => (await page.evaluate('window.printed')) === psalms.title);
    await page.goBack();

    await page.getByRole('searchbox', { name: 'Search resources' }).fill('no such thing at all');
    await waitForText(page, 'No resources found. Try adjusting your filters.');
    await button(page, 'Clear Filters').click();
    await page.getByRole('list', { name: 'Resources' }).waitFor();
    await interceptCalls(page, '**/api/resources?**', (route) => route.fulfill({ json: [] }));
    await page.goto('/resources', { waitUntil: 'networkidle' });
    await waitForText(page, 'No resources found. Check back soon or try different filters.');
    await context.close();
  });

  it('play audio, show books, count views, and say if an item does not exist', async () => {
    const admin = await portal.visit('admin@grace.test');
    const uploadId = await upload(admin, 'retreat.wav', 5);
    const audio = await add<Resource>(admin, '/api/resources', {
      title: 'Praying without words',
      description: 'A recording from our retreat.',
      resourceType: 'audio',
      uploadId,
    });
    const book = await add<Resource>(admin, '/api/resources', {
      title: 'A book for winter',
      description: 'Read it with a friend.',
      resourceType: 'book',
      bookTitle: 'Winter light',
      bookAuthor: 'A. Writer',
      bookPurchaseUrl: 'https://books.example/winter',
    });
    await admin.close();
    const pastor = await portal.visit('pastor@grace.test');
    const study = await add<BibleStudy>(pastor, '/api/bible-studies', {
      title: 'Walking through Mark',
      content: article,
      tags: ['Mark'],
      studyResources: ['A notebook'],
      onlineTools: [{ name: 'A map', url: 'https://maps.example/galilee' }],
    });
    await pastor.close();

    const context = await portal.visit('member@grace.test');
    const page = await open(context, `/resources?open=${audio.id}`);
    expect(await link(page, 'Download Audio').getAttribute('href')).toBe(audio.serverFileUrl);
    await button(page, 'Listen').click();
    await page.getByRole('region', { name: 'Audio player' }).getByText(audio.title).waitFor();
    await button(page, 'Bible Study Resources').click();
    // The page was opened by its address. The button leads to the list nevertheless.
    await page.waitForURL((url) => !url.searchParams.has('open'));
    await page.goto(`/resources?open=${book.id}`, { waitUntil: 'networkidle' });
    await waitForText(page, 'Winter light');
    expect(await link(page, 'Where to buy it').getAttribute('href')).toBe(
      'https://books.example/winter',
    );
    await looksRight(page);

    await page.goto('/resources?q=walking through mark', { waitUntil: 'networkidle' });
    const [viewed] = await Promise.all([
      page.waitForResponse((response) =>
        response.url().endsWith(`/api/bible-studies/${study.id}/view`),
      ),
      link(page, study.title).click(),
    ]);
    expect(await viewed.json()).toEqual({ viewCount: 1 });
    await heading(page, study.title).waitFor();
    await waitForText(page, 'A notebook');
    await looksRight(page);
    await page.goto('/resources?open=00000000-0000-7000-8000-000000000000', {
      waitUntil: 'networkidle',
    });
    await waitForText(page, 'This resource could not be opened.');
    await context.close();
  });
});
