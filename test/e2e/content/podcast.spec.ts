import http from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { parseRssFeed } from 'feedsmith';
import sharp from 'sharp';
import type { Sermon, SiteImage } from '#libs/contracts';
import { under, type Client, type TestApp } from '../../support/app.js';
import { tone } from '../../support/audio.js';
import { addSiteImage, picture } from '../../support/pictures.js';
import { PodcastChurch, recordingPath } from '../../support/content/podcast-church.js';

let church: PodcastChurch;
let app: TestApp;
let admin: Client;
let visitor: Client;
let sermon: Sermon;
beforeAll(async () => {
  church = await PodcastChurch.start();
  ({ app, admin, visitor, sermon } = church);
});
afterAll(() => app.close());
beforeEach(() => church.reset());

/** Fetches the bytes at a path of the church's host. */
const fetchAt = (path: string) =>
  new Promise<{ status: number; headers: http.IncomingHttpHeaders; bytes: Buffer }>(
    (resolve, reject) => {
      http
        .get(app.url + path, { headers: { host: 'grace.example' } }, (answer) => {
          const parts: Buffer[] = [];
          answer.on('data', (part: Buffer) => parts.push(part));
          answer.on('end', () =>
            resolve({
              status: answer.statusCode!,
              headers: answer.headers,
              bytes: Buffer.concat(parts),
            }),
          );
        })
        .on('error', reject);
    },
  );

/** the pictures that are deleted after the test */
const addedImages: SiteImage[] = [];
const addImage = async (type: 'banner' | 'logo', width: number, height: number) => {
  const color = type === 'banner' ? '#0000ff' : '#ff0000';
  const bytes = await picture(width, height, color).png().toBuffer();
  const image = await addSiteImage(admin, type, type, bytes);
  addedImages.push(image);
  return image;
};
const addBanner = () => addImage('banner', 900, 300);
const addLogo = () => addImage('logo', 300, 150);
const idOf = ({ imageUrl }: SiteImage) => imageUrl.split('/').at(-1)!;
const coverOf = (image: SiteImage) => `/podcast/cover/${idOf(image)}.jpg`;
const urlOf = (image: SiteImage) => `http://grace.example${coverOf(image)}`;
const readCover = async () => (await church.readFeed()).itunes!.image;
const get = (path: string, host = 'grace.example', headers: Record<string, string> = {}) =>
  under(app, host).get(path, headers);
const statusOf = async (image: SiteImage) => (await get(coverOf(image))).status;
afterEach(async () => {
  for (const { id } of addedImages.splice(0)) await admin.delete(`/api/site-images/${id}`);
});

describe('the public podcast', () => {
  it('is off until an admin turns it on, which the audit log records', async () => {
    await church.turnPodcast(false);
    const before = await church.listPodcastActions();
    expect((await visitor.get('/podcast.xml')).status).toBe(404);
    expect((await visitor.get(recordingPath(sermon))).status).toBe(404);
    expect((await church.turnPodcast(true, app.as('pastor@grace.test'))).status).toBe(403);
    for (const odd of ['on', null, 1]) expect((await church.turnPodcast(odd)).status).toBe(400);
    expect((await admin.get('/api/church/podcast')).body).toEqual({
      isOn: false,
      url: 'http://grace.example/podcast.xml',
      version: expect.any(Number),
    });
    expect((await church.turnPodcast(true)).body).toEqual({
      isOn: true,
      url: 'http://grace.example/podcast.xml',
      version: expect.any(Number),
    });
    await church.turnPodcast(true);
    expect((await church.listPodcastActions()).slice(before.length)).toEqual([
      { action: 'podcast-opened', details: {} },
    ]);
  });

  it('contains the active sermons with recordings, in the format of podcast apps', async () => {
    const { headers, text } = await visitor.get('/podcast.xml');
    expect(headers.get('content-type')).toBe('application/rss+xml; charset=utf-8');
    expect([
      headers.get('access-control-allow-origin'),
      headers.get('cross-origin-resource-policy'),
      headers.get('set-cookie'),
    ]).toEqual(['*', 'cross-origin', null]);
    expect(parseRssFeed(text)).toMatchObject({
      title: 'Grace & Peace: sermons',
      link: 'http://grace.example',
      language: 'en-us',
      atom: { links: [{ href: 'http://grace.example/podcast.xml', rel: 'self' }] },
      itunes: {
        author: 'Grace & Peace',
        explicit: false,
        categories: [{ text: 'Religion & Spirituality', categories: [{ text: 'Christianity' }] }],
      },
      podcast: { guid: expect.stringMatching(/^[\da-f-]{36}$/), medium: 'podcast' },
      items: [
        {
          title: 'The vine & the <branches>',
          description: 'On staying where one grows.',
          guid: { value: sermon.id, isPermaLink: false },
          pubDate: 'Sun, 01 Mar 2026 17:00:00 GMT',
          enclosures: [
            {
              url: `http://grace.example${recordingPath(sermon)}`,
              length: tone(3).length,
              type: 'audio/wav',
            },
          ],
          itunes: { author: 'Samuel Okafor', duration: 3 },
          podcast: { persons: [{ display: 'Samuel Okafor' }] },
        },
        {
          title: 'From elsewhere',
          enclosures: [{ url: 'https://recordings.example/ruth.m4a', type: 'audio/mp4' }],
          itunes: { duration: 1_200 },
        },
      ],
    });
    expect(text).not.toContain('A draft');
    expect(text).not.toContain(sermon.file!.id);
    const secondFeed = parseRssFeed((await visitor.get('/podcast.xml')).text);
    expect(secondFeed.podcast!.guid).toBe(parseRssFeed(text).podcast!.guid);
  });

  it('has the church’s email address', async () => {
    await admin.post('/api/settings', { key: 'email', value: 'office@grace.test' });
    expect((await church.readFeed()).itunes).toMatchObject({
      owner: { name: 'Grace & Peace', email: 'office@grace.test' },
    });
  });

  it('must be revalidated by caches, and is sent again only after a change', async () => {
    const first = await visitor.get('/podcast.xml');
    expect(first.headers.get('cache-control')).toBe('public, no-cache');
    const etag = first.headers.get('etag')!;
    const second = await visitor.get('/podcast.xml', { 'if-none-match': `"other", ${etag}` });
    expect([second.status, second.text, second.headers.get('etag')]).toEqual([304, '', etag]);
    await admin.put(`/api/sermons/${sermon.id}`, {
      title: 'The vine',
      description: 'On staying where one grows.',
      preacher: 'Samuel Okafor',
    });
    const third = await visitor.get('/podcast.xml', { 'if-none-match': etag });
    expect([third.status, third.headers.get('etag') === etag]).toEqual([200, false]);
    const audio = await visitor.get(recordingPath(sermon));
    expect(audio.headers.get('cache-control')).toBe('public, no-cache');
    expect(
      (await visitor.get(recordingPath(sermon), { 'if-none-match': audio.headers.get('etag')! }))
        .status,
    ).toBe(304);
  });
});

describe('the cover of the public podcast', () => {
  it('is the active logo, otherwise the banner', async () => {
    expect(await readCover()).toBeUndefined();
    const banner = await addBanner();
    expect(await readCover()).toBe(urlOf(banner));
    const logo = await addLogo();
    expect(await church.readFeed()).toMatchObject({
      image: { url: urlOf(logo), link: 'http://grace.example' },
      itunes: { image: urlOf(logo) },
    });
    expect([await statusOf(logo), await statusOf(banner)]).toEqual([200, 404]);
    await admin.patch(`/api/site-images/${logo.id}`, { active: false });
    expect(await readCover()).toBe(urlOf(banner));
    expect([await statusOf(logo), await statusOf(banner)]).toEqual([404, 200]);
    await admin.delete(`/api/site-images/${banner.id}`);
    expect([await statusOf(banner), await readCover()]).toEqual([404, undefined]);
  });

  it('is a square JPEG, which shows the whole logo on white', async () => {
    const logo = await addLogo();
    for (let time = 0; time < 2; time++) {
      // The first request creates the cover, and the second one gets the stored cover.
      const { status, headers, bytes } = await fetchAt(coverOf(logo));
      expect([status, headers['content-type'], headers['cross-origin-resource-policy']]).toEqual([
        200,
        'image/jpeg',
        'cross-origin',
      ]);
      const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
      expect([info.width, info.height]).toEqual([1400, 1400]);
      const colour = (x: number, y: number) =>
        [0, 1, 2].map((part) => Math.round(data[(y * 1400 + x) * info.channels + part]! / 255));
      expect([colour(700, 20), colour(700, 700), colour(5, 700)]).toEqual([
        [1, 1, 1],
        [1, 0, 0],
        [1, 0, 0],
      ]);
    }
  });

  it('is the banner cut to a square, without white at its sides', async () => {
    const { bytes } = await fetchAt(coverOf(await addBanner()));
    const { width, height } = await sharp(bytes).metadata();
    expect(width).toBe(height);
    const [red, , blue] = (await sharp(bytes).stats()).channels;
    expect(red!.max).toBeLessThan(50);
    expect(blue!.min).toBeGreaterThan(200);
  });

  it('is sent again only to caches that have another version of it', async () => {
    const logo = await addLogo();
    const getUnless = async (etag: string) =>
      (await get(coverOf(logo), 'grace.example', { 'if-none-match': etag })).status;
    expect(await getUnless((await get(coverOf(logo))).headers.get('etag')!)).toBe(304);
    // A cache may have a cover of an earlier version, which was always on white. It must fetch it
    // again.
    expect(await getUnless(`"${idOf(logo)}"`)).toBe(200);
  });

  it('is served to the church’s own host and at its own path only', async () => {
    const logo = await addLogo();
    expect(await statusOf(logo)).toBe(200);
    for (const path of [coverOf(logo).replace('.jpg', '.png'), '/podcast/cover/x.jpg'])
      expect({ path, status: (await get(path)).status }).toEqual({ path, status: 404 });
    for (const host of ['hope.example', 'people.example', 'portal.example'])
      expect({ host, status: (await get(coverOf(logo), host)).status }).toEqual({
        host,
        status: 404,
      });
  });
});

// No podcast directory lists it.
describe('the podcast of a user', () => {
  it('has the church’s email address, but no cover', async () => {
    await addLogo();
    await admin.post('/api/settings', { key: 'email', value: 'office@grace.test' });
    const { url } = (await admin.post<{ url: string }>('/api/feeds', { kind: 'podcast' })).body;
    const { text } = await app.visitor.get(new URL(url).pathname);
    expect(text).toContain('<itunes:email>office@grace.test</itunes:email>');
    expect(text).not.toContain('itunes:image');
  });
});
