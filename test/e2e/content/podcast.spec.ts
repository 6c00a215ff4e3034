import http from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
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
    const again = parseRssFeed((await visitor.get('/podcast.xml')).text);
    expect(again.podcast!.guid).toBe(parseRssFeed(text).podcast!.guid);
  });

  it('has the logo or the banner as its cover, and the church’s email address', async () => {
    expect((await church.readFeed()).itunes!.image).toBeUndefined();
    await admin.post('/api/settings', { key: 'email', value: 'office@grace.test' });
    const banner = await addSiteImage(
      admin,
      'banner',
      'Harvest',
      await picture(900, 300, '#0000ff').png().toBuffer(),
    );
    const coverAt = async () => (await church.readFeed()).itunes!.image!;
    const idOf = ({ imageUrl }: SiteImage) => imageUrl.split('/').at(-1)!;
    const ofBanner = await coverAt();
    expect(ofBanner).toBe(`http://grace.example/podcast/cover/${idOf(banner)}.jpg`);
    const logo = await addSiteImage(
      admin,
      'logo',
      'Logo',
      await picture(300, 150, '#ff0000').png().toBuffer(),
    );
    const channel = await church.readFeed();
    expect(channel).toMatchObject({
      image: { url: await coverAt(), link: 'http://grace.example' },
      itunes: {
        image: `http://grace.example/podcast/cover/${idOf(logo)}.jpg`,
        owner: { name: 'Grace & Peace', email: 'office@grace.test' },
      },
    });
    const imagePath = new URL(channel.itunes!.image!).pathname;
    const get = (where: string, host = 'grace.example', headers: Record<string, string> = {}) =>
      under(app, host).get(where, headers);
    for (let time = 0; time < 2; time++) {
      // The first request creates the cover, and the second one gets the stored cover.
      const shown = await fetchAt(imagePath);
      expect([
        shown.status,
        shown.headers['content-type'],
        shown.headers['cross-origin-resource-policy'],
      ]).toEqual([200, 'image/jpeg', 'cross-origin']);
      const { data, info } = await sharp(shown.bytes).raw().toBuffer({ resolveWithObject: true });
      expect([info.width, info.height]).toEqual([1400, 1400]);
      const colour = (x: number, y: number) =>
        [0, 1, 2].map((part) => Math.round(data[(y * 1400 + x) * info.channels + part]! / 255));
      expect([colour(700, 20), colour(700, 700), colour(5, 700)]).toEqual([
        [1, 1, 1],
        [1, 0, 0],
        [1, 0, 0],
      ]); // The cover shows the whole logo on white.
    }
    const etag = (await get(imagePath)).headers.get('etag')!;
    expect((await get(imagePath, 'grace.example', { 'if-none-match': etag })).status).toBe(304);
    // A cache may have a cover of an earlier version, which was always on white. It must fetch it
    // again.
    const old = `"${idOf(logo)}"`;
    expect((await get(imagePath, 'grace.example', { 'if-none-match': old })).status).toBe(200);
    for (const where of [
      new URL(ofBanner).pathname,
      imagePath.replace('.jpg', '.png'),
      '/podcast/cover/x.jpg',
    ])
      expect({ where, status: (await get(where)).status }).toEqual({ where, status: 404 });
    for (const host of ['hope.example', 'people.example', 'portal.example'])
      expect({ host, status: (await get(imagePath, host)).status }).toEqual({ host, status: 404 });
    await admin.patch(`/api/site-images/${logo.id}`, { active: false });
    expect([(await get(imagePath)).status, await coverAt()]).toEqual([404, ofBanner]);
    const { bytes } = await fetchAt(new URL(ofBanner).pathname);
    // The banner is cut to a square, without white at its sides.
    expect((await sharp(bytes).stats()).channels[2]!.min).toBeGreaterThan(200);
    await admin.delete(`/api/site-images/${banner.id}`);
    expect([
      (await get(new URL(ofBanner).pathname)).status,
      (await church.readFeed()).itunes!.image,
    ]).toEqual([404, undefined]);
    // No podcast directory lists the podcast of a user. It has an owner's address, but no cover.
    const { url } = (await admin.post<{ url: string }>('/api/feeds', { kind: 'podcast' })).body;
    const { text } = await app.visitor.get(new URL(url).pathname);
    expect(text).toContain('<itunes:email>office@grace.test</itunes:email>');
    expect(text).not.toContain('itunes:image');
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
