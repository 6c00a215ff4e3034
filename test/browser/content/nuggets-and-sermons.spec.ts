import { expect, it } from '@jest/globals';
import type { Nugget, Sermon } from '#libs/contracts';
import { interceptCalls } from '../steps/intercept-calls.js';
import { until } from '../../support/until.js';
import { describeInBrowser, open, phone } from '../support.js';
import {
  add,
  button,
  card,
  heading,
  link,
  looksRight,
  waitForText,
  tooWide,
  upload,
} from './members.js';

describeInBrowser('nuggets and sermons', (portal) => {
  it('can be searched and filtered, and watched in a new tab', async () => {
    const admin = await portal.visit('admin@grace.test');
    const nugget = await add<Nugget>(admin, '/api/nuggets', {
      title: 'Ninety seconds of mercy',
      description: 'A short thought to carry along.',
      videoUrl: 'https://www.youtube.com/shorts/abcdefghijk',
      durationSeconds: 90,
      category: 'testimony',
      tags: ['Grace', 'Hope', 'Zebra'],
    });
    await add<Nugget>(admin, '/api/nuggets', {
      title: 'Forty-five seconds of quiet',
      description: 'Another short thought.',
      videoUrl: 'https://youtu.be/abcdefghijk',
      durationSeconds: 45,
      category: 'worship',
    });
    await admin.close();
    await portal.sql(`update nugget set view_count = 12 where id = '${nugget.id}'`);
    const context = await portal.visit('member@grace.test');
    const page = await open(context, '/nuggets');
    const total = (await page.getByText(/^Showing \d+ of \d+ nuggets$/).innerText()).split(' ')[3]!;
    const nuggetCard = card(page, nugget.title);
    await waitForText(nuggetCard, '1m 30s');
    await waitForText(card(page, 'Forty-five seconds of quiet'), '45s');
    await waitForText(nuggetCard, '12 views');
    const other = card(page, 'Forty-five seconds of quiet');
    expect(await other.getByText(/views?$/).count()).toBe(0);
    expect(
      await nuggetCard.getByRole('list', { name: 'Tags' }).getByRole('listitem').allInnerTexts(),
    ).toEqual(['Grace', 'Hope']);
    await page.getByRole('searchbox', { name: 'Search nuggets' }).fill('zebra');
    await waitForText(page, `Showing 1 of ${total} nuggets`);
    await button(page, 'Category').click();
    await page.getByRole('menuitemradio', { name: 'Worship' }).click();
    await waitForText(page, 'No Results Found');
    await looksRight(page);
    await button(page, 'Clear Filters').click();
    await page.waitForURL(/\/nuggets$/);
    const watch = link(nuggetCard, 'Watch');
    expect([await watch.getAttribute('href'), await watch.getAttribute('target')]).toEqual([
      nugget.videoUrl,
      '_blank',
    ]);
    await context.route('https://**', (route) => route.fulfill({ body: 'a video' }));
    const [viewed] = await Promise.all([
      page.waitForResponse((response) => response.url().endsWith(`/api/nuggets/${nugget.id}/view`)),
      context.waitForEvent('page'),
      watch.click(),
    ]);
    expect(await viewed.json()).toEqual({ viewCount: 13 });
    await interceptCalls(page, '**/api/nuggets?**', (route) => route.fulfill({ json: [] }));
    await page.goto('/nuggets', { waitUntil: 'networkidle' });
    await waitForText(page, 'No Nuggets Yet');
    await context.close();
  });

  it('play while the user opens other pages, without requests to other hosts', async () => {
    const admin = await portal.visit('admin@grace.test');
    const sermon = await add<Sermon>(admin, '/api/sermons', {
      title: 'The light of the quokka',
      description: 'John 1, for the second Sunday of Advent.',
      preacher: 'Miriam Okafor',
      date: '2030-01-06',
      tags: ['Light'],
      videoUrl: 'https://www.youtube.com/watch?v=abcdefghijk',
      uploadId: await upload(admin, 'quokka.wav', 120),
    });
    await add<Sermon>(admin, '/api/sermons', {
      title: 'Elsewhere on film',
      description: 'A film that lies elsewhere, quokka.',
      date: '2030-01-05',
      videoUrl: 'https://films.example/bread',
    });
    await admin.close();
    const context = await portal.visit('member@grace.test');
    const page = await open(context, '/sermons');
    await page
      .getByRole('article', { name: 'Newest sermon' })
      .getByRole('heading', { name: sermon.title })
      .waitFor();
    await page.getByRole('searchbox', { name: 'Search sermons' }).fill('quokka');
    await page.waitForURL(/q=quokka/);
    await waitForText(card(page, sermon.title), /^January 6, 2030 · 2 min · Miriam Okafor$/);
    expect(await link(card(page, sermon.title), 'Watch on YouTube').getAttribute('href')).toBe(
      sermon.videoUrl,
    );
    expect(await link(card(page, 'Elsewhere on film'), 'Watch Video').getAttribute('href')).toBe(
      'https://films.example/bread',
    );
    expect(await link(card(page, 'Elsewhere on film'), 'Download Audio').count()).toBe(0);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      link(card(page, sermon.title), 'Download Audio').click(),
    ]);
    expect(download.suggestedFilename()).toBe('quokka.wav');
    await looksRight(page);

    await button(card(page, sermon.title), 'Listen').click();
    const player = page.getByRole('region', { name: 'Audio player' });
    await button(player, 'Pause').waitFor();
    const place = async () =>
      Number(await player.getByRole('slider', { name: 'Place' }).inputValue());
    await button(player, 'Forward 15 seconds').click();
    await button(player, 'Forward 15 seconds').click();
    await button(player, 'Back 15 seconds').click();
    await button(player, 'Speed: 1×').click();
    await page.getByRole('menuitemradio', { name: '1.5×' }).click();
    await button(player, 'Speed: 1.5×').waitFor();
    await looksRight(page);
    await page.setViewportSize(phone);
    expect(await tooWide(page)).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Community' })
      .click();
    await heading(page, 'Our Community').waitFor();
    const before = await place();
    expect(before).toBeGreaterThanOrEqual(14);
    await until(async () => (await place()) > before);
    await button(player, 'Pause').click();
    await button(player, 'Play').waitFor();
    const stopped = await place();

    const requests: string[] = [];
    await context.route(
      (url) => url.hostname !== 'localhost',
      (route) => {
        requests.push(new URL(route.request().url()).hostname);
        return route.fulfill({
          contentType: 'text/html',
          body:
            '<!doctype html><html lang="en"><title>A video</title><main><h1>A ' +
            'video</h1></main></html>',
        });
      },
    );
    await page.goto(`/sermons?open=${sermon.id}`, { waitUntil: 'networkidle' });
    await button(page, 'Listen').click();
    await button(player, 'Pause').first().waitFor();
    expect(await place()).toBeGreaterThanOrEqual(stopped - 1);
    await button(player, 'Speed: 1.5×').waitFor();
    await button(player, 'Close the player').click();
    expect(requests).toEqual([]);
    await button(page, `Play ${sermon.title}`).click();
    await page.frameLocator('iframe').getByRole('heading', { name: 'A video' }).waitFor();
    expect(new Set(requests)).toEqual(new Set(['www.youtube-nocookie.com']));

    await page.goto('/sermons?q=nothing like it', { waitUntil: 'networkidle' });
    await waitForText(page, 'No sermons found matching your search criteria.');
    // Each user has own speeds and positions, even on the same device.
    const other = await portal.visit('pastor@grace.test');
    const pastorPage = await open(other, '/sermons?q=quokka');
    await pastorPage.evaluate(
      `localStorage.setItem('church-connect.listening.somebody', ` +
        `'{"speed":2,"places":[["${sermon.id}",60]]}')`,
    );
    await button(card(pastorPage, sermon.title), 'Listen').click();
    await button(pastorPage, 'Speed: 1×').waitFor();
    await other.close();
    await context.close();
  });
});
