import http from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { parseRssFeed } from 'feedsmith';
import sharp from 'sharp';
import type { BrothersContent, PublicPodcast, Resource, Sermon, SiteImage } from '#libs/contracts';
import { startApp, under, type Client, type TestApp } from '../../support/app.js';
import { tone } from '../../support/audio.js';
import { addSiteImage, picture } from '../../support/pictures.js';

let app: TestApp;
let grace: string;
let admin: Client;
/** at the door of each church, without signing in */
let door: Client;
let otherDoor: Client;
let sermon: Sermon;
let hidden: Sermon;
const vine = {
  title: 'The vine & the <branches>',
  description: 'On staying where one grows.',
  preacher: 'Samuel Okafor',
  date: '2026-03-01',
  isActive: true,
};
const tus = { 'tus-resumable': '1.0.0' };
async function upload(bytes: Uint8Array): Promise<string> {
  const at = (
    await admin.send('POST', '/api/uploads', undefined, {
      ...tus,
      'upload-length': String(bytes.length),
    })
  ).headers.get('location')!;
  await admin.send('PATCH', at, bytes, {
    ...tus,
    'upload-offset': '0',
    'content-type': 'application/offset+octet-stream',
  });
  return at.split('/').at(-1)!;
}
const turn = (isOn: unknown, by = admin) => by.put<PublicPodcast>('/api/church/podcast', { isOn });
const feed = async () => parseRssFeed((await door.get('/podcast.xml')).text);
/** Bytes at the church's own door. */
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
const audioOf = ({ id }: Sermon) => `/podcast/${id}/sermon.wav`;

beforeAll(async () => {
  app = await startApp({
    env: { BASE_URL: 'http://people.example', PORTAL_HOST: 'portal.example' },
  });
  grace = await app.church('grace', { name: 'Grace & Peace' });
  for (const role of ['admin', 'pastor'] as const)
    await app.person(grace, { email: `${role}@grace.test`, role });
  await app.person(await app.church('hope'), { email: 'admin@hope.test', role: 'admin' });
  admin = app.as('admin@grace.test');
  [door, otherDoor] = [under(app, 'grace.example'), under(app, 'hope.example')];
  const add = async (more: object) =>
    (
      await admin.post<Sermon>('/api/sermons', {
        title: 'A sermon',
        description: 'On staying where one grows.',
        ...more,
      })
    ).body;
  sermon = await add({ ...vine, uploadId: await upload(tone(3)) });
  await add({
    title: 'From elsewhere',
    date: '2026-02-01',
    audioUrl: 'https://recordings.example/ruth.m4a',
    durationMinutes: 20,
  });
  hidden = await add({
    title: 'A draft',
    date: '2026-04-01',
    isActive: false,
    uploadId: await upload(tone(1)),
  });
  await add({ title: 'Only to watch', videoUrl: 'https://youtu.be/dQw4w9WgXcQ' });
});
afterAll(() => app.close());
beforeEach(async () => {
  await turn(true);
  await admin.put(`/api/sermons/${sermon.id}`, vine);
});

/** What the audit log says of the church's podcast, the oldest first. */
const podcastActions = () =>
  app.database.asSuperuser<{ action: string; details: object }>(
    `select action, details from audit_entry where organization_id = $1 and action like 'podcast%'
       order by id`,
    [grace],
  );

describe('the public podcast', () => {
  it('is off until an admin turns it on, which the audit log records', async () => {
    await turn(false);
    const before = await podcastActions();
    expect((await door.get('/podcast.xml')).status).toBe(404);
    expect((await door.get(audioOf(sermon))).status).toBe(404);
    expect((await turn(true, app.as('pastor@grace.test'))).status).toBe(403);
    for (const odd of ['on', null, 1]) expect((await turn(odd)).status).toBe(400);
    expect((await admin.get('/api/church/podcast')).body).toEqual({
      isOn: false,
      url: 'http://grace.example/podcast.xml',
    });
    expect((await turn(true)).body).toEqual({
      isOn: true,
      url: 'http://grace.example/podcast.xml',
    });
    await turn(true);
    expect((await podcastActions()).slice(before.length)).toEqual([
      { action: 'podcast-opened', details: {} },
    ]);
  });

  it('contains the active sermons with recordings, in the form for podcast apps', async () => {
    const { headers, text } = await door.get('/podcast.xml');
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
              url: `http://grace.example${audioOf(sermon)}`,
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
    const again = parseRssFeed((await door.get('/podcast.xml')).text);
    expect(again.podcast!.guid).toBe(parseRssFeed(text).podcast!.guid);
  });

  it('has the logo or the banner as its cover, and the church’s email address', async () => {
    expect((await feed()).itunes!.image).toBeUndefined();
    await admin.post('/api/settings', { key: 'email', value: 'office@grace.test' });
    const banner = await addSiteImage(
      admin,
      'banner',
      'Harvest',
      await picture(900, 300, '#0000ff').png().toBuffer(),
    );
    const coverAt = async () => (await feed()).itunes!.image!;
    const idOf = ({ imageUrl }: SiteImage) => imageUrl.split('/').at(-1)!;
    const ofBanner = await coverAt();
    expect(ofBanner).toBe(`http://grace.example/podcast/cover/${idOf(banner)}.jpg`);
    const logo = await addSiteImage(
      admin,
      'logo',
      'Logo',
      await picture(300, 150, '#ff0000').png().toBuffer(),
    );
    const channel = await feed();
    expect(channel).toMatchObject({
      image: { url: await coverAt(), link: 'http://grace.example' },
      itunes: {
        image: `http://grace.example/podcast/cover/${idOf(logo)}.jpg`,
        owner: { name: 'Grace & Peace', email: 'office@grace.test' },
      },
    });
    const at = new URL(channel.itunes!.image!).pathname;
    const get = (where: string, host = 'grace.example', headers: Record<string, string> = {}) =>
      under(app, host).get(where, headers);
    for (let time = 0; time < 2; time++) {
      // made, then kept
      const shown = await fetchAt(at);
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
      ]); // the whole logo on white
    }
    const etag = (await get(at)).headers.get('etag')!;
    expect((await get(at, 'grace.example', { 'if-none-match': etag })).status).toBe(304);
    // a cover that was made the old way, always on white, is fetched again
    const old = `"${idOf(logo)}"`;
    expect((await get(at, 'grace.example', { 'if-none-match': old })).status).toBe(200);
    for (const where of [
      new URL(ofBanner).pathname,
      at.replace('.jpg', '.png'),
      '/podcast/cover/x.jpg',
    ])
      expect({ where, status: (await get(where)).status }).toEqual({ where, status: 404 });
    for (const host of ['hope.example', 'people.example', 'portal.example'])
      expect({ host, status: (await get(at, host)).status }).toEqual({ host, status: 404 });
    await admin.patch(`/api/site-images/${logo.id}`, { active: false });
    expect([(await get(at)).status, await coverAt()]).toEqual([404, ofBanner]);
    const { bytes } = await fetchAt(new URL(ofBanner).pathname);
    // cut to a square, no white beside it
    expect((await sharp(bytes).stats()).channels[2]!.min).toBeGreaterThan(200);
    await admin.delete(`/api/site-images/${banner.id}`);
    expect([(await get(new URL(ofBanner).pathname)).status, (await feed()).itunes!.image]).toEqual([
      404,
      undefined,
    ]);
    // a person's own feed is no directory's: an owner to write to, and no cover
    const { url } = (await admin.post<{ url: string }>('/api/feeds', { kind: 'podcast' })).body;
    const { text } = await app.visitor.get(new URL(url).pathname);
    expect(text).toContain('<itunes:email>office@grace.test</itunes:email>');
    expect(text).not.toContain('itunes:image');
  });

  it('must be revalidated by caches, and is not sent again if it is the same', async () => {
    const first = await door.get('/podcast.xml');
    expect(first.headers.get('cache-control')).toBe('public, no-cache');
    const etag = first.headers.get('etag')!;
    const second = await door.get('/podcast.xml', { 'if-none-match': `"other", ${etag}` });
    expect([second.status, second.text, second.headers.get('etag')]).toEqual([304, '', etag]);
    await admin.put(`/api/sermons/${sermon.id}`, {
      title: 'The vine',
      description: 'On staying where one grows.',
      preacher: 'Samuel Okafor',
    });
    const third = await door.get('/podcast.xml', { 'if-none-match': etag });
    expect([third.status, third.headers.get('etag') === etag]).toEqual([200, false]);
    const audio = await door.get(audioOf(sermon));
    expect(audio.headers.get('cache-control')).toBe('public, no-cache');
    expect(
      (await door.get(audioOf(sermon), { 'if-none-match': audio.headers.get('etag')! })).status,
    ).toBe(304);
  });

  it('can be played in ranges, and answers HEAD without the recording', async () => {
    const size = tone(3).length;
    const whole = await door.get(audioOf(sermon));
    expect([
      whole.status,
      whole.headers.get('content-type'),
      whole.headers.get('content-length'),
      whole.headers.get('accept-ranges'),
    ]).toEqual([200, 'audio/wav', String(size), 'bytes']);
    const part = await door.get(audioOf(sermon), { range: 'bytes=10-19' });
    expect([
      part.status,
      part.headers.get('content-range'),
      part.headers.get('content-length'),
    ]).toEqual([206, `bytes 10-19/${size}`, '10']);
    expect((await door.get(audioOf(sermon), { range: `bytes=${size}-` })).status).toBe(416);
    expect(
      (await door.get(audioOf(sermon), { range: 'bytes=10-19', 'if-range': '"of another file"' }))
        .status,
    ).toBe(200);
    expect(
      (
        await door.get(audioOf(sermon), {
          range: 'bytes=10-19',
          'if-range': whole.headers.get('etag')!,
        })
      ).status,
    ).toBe(206);
    for (const at of ['/podcast.xml', audioOf(sermon)]) {
      const head = await door.send('HEAD', at, undefined);
      expect({ at, status: head.status, text: head.text }).toEqual({ at, status: 200, text: '' });
    }
    expect(
      (await door.send('HEAD', audioOf(sermon), undefined)).headers.get('content-length'),
    ).toBe(String(size));
  });

  it('gives no access to other files, on other hosts, or by an id', async () => {
    const resource = (
      await admin.post<Resource>('/api/resources', {
        title: 'A talk',
        description: 'For hearing at home.',
        resourceType: 'audio',
        uploadId: await upload(tone(1)),
      })
    ).body;
    const form = new FormData();
    form.set('title', 'Iron');
    form.set('audioFile', new Blob([tone(1)]), 'iron.wav');
    const men = (await (
      await fetch(`${app.url}/api/brothers-in-christ`, {
        method: 'POST',
        body: form,
        headers: { cookie: await app.cookieOf('admin@grace.test') },
      })
    ).json()) as BrothersContent;
    for (const id of [
      hidden.id,
      hidden.file!.id,
      sermon.file!.id,
      resource.id,
      resource.file!.id,
      men.id,
      men.file!.id,
      grace,
      'nonsense',
      '..%2f..%2fapi',
    ]) {
      expect({ id, status: (await door.get(`/podcast/${id}/sermon.wav`)).status }).toEqual({
        id,
        status: 404,
      });
    }
    expect((await door.get(`/api/files/${sermon.file!.id}`)).status).toBe(401);
    expect((await door.get('/api/sermons')).status).toBe(401);
    // hope has none; with one of its own it has its own sermons
    for (const isOn of [false, true]) {
      await turn(isOn, app.as('admin@hope.test'));
      expect({ isOn, status: (await otherDoor.get('/podcast.xml')).status }).toEqual({
        isOn,
        status: isOn ? 200 : 404,
      });
      expect((await otherDoor.get(audioOf(sermon))).status).toBe(404);
    }
    expect(parseRssFeed((await otherDoor.get('/podcast.xml')).text).items).toBeUndefined();
    for (const host of ['people.example', 'portal.example', 'nobody.example', '127.0.0.1']) {
      for (const at of ['/podcast.xml', audioOf(sermon)])
        expect({ host, at, status: (await under(app, host).get(at)).status }).toEqual({
          host,
          at,
          status: 404,
        });
    }
    expect(
      (
        await under(app, 'hope.example').get('/podcast.xml', {
          'x-forwarded-host': 'grace.example',
        })
      ).text,
    ).not.toContain('The vine');
  });

  it('immediately loses a hidden sermon, whose address stays its own', async () => {
    const hide = (isActive: boolean) =>
      admin.put(`/api/sermons/${sermon.id}`, {
        title: 'The vine',
        description: 'On staying where one grows.',
        isActive,
      });
    await hide(false);
    expect((await door.get(audioOf(sermon))).status).toBe(404);
    expect((await feed()).items!.map(({ title }) => title)).toEqual(['From elsewhere']);
    await hide(true);
    expect((await door.get(audioOf(sermon))).status).toBe(200);
  });

  it.each([
    ['paused', 'is_paused = true', 'is_paused = false'],
    ['switched off', 'is_active = false', 'is_active = true'],
    ['ended', `subscription_status = 'expired'`, `subscription_status = 'active'`],
    ['canceled', `subscription_status = 'canceled'`, `subscription_status = 'active'`],
    [
      'after its trial',
      `subscription_status = 'trial', trial_ends_at = now() - interval '1 hour'`,
      `subscription_status = 'active'`,
    ],
    ['paused at Stripe', 'subscription_paused = true', 'subscription_paused = false'],
  ])('does not exist for a church that is %s', async (_state, change, back) => {
    await app.database.asSuperuser(`update organization set ${change} where id = $1`, [grace]);
    const statuses = [
      (await door.get('/podcast.xml')).status,
      (await door.get(audioOf(sermon))).status,
    ];
    await app.database.asSuperuser(`update organization set ${back} where id = $1`, [grace]);
    expect(statuses).toEqual([404, 404]);
    expect((await door.get('/podcast.xml')).status).toBe(200);
  });

  it('still exists for a church whose payment failed', async () => {
    await app.database.asSuperuser(
      `update organization set subscription_status = 'past_due' where id = $1`,
      [grace],
    );
    expect((await door.get('/podcast.xml')).status).toBe(200);
    await app.database.asSuperuser(
      `update organization set subscription_status = 'active' where id = $1`,
      [grace],
    );
  });

  it('is gone immediately when it is turned off, also for caches', async () => {
    const before = await podcastActions();
    const etag = (await door.get('/podcast.xml')).headers.get('etag')!;
    const audio = (await door.get(audioOf(sermon))).headers.get('etag')!;
    expect((await turn(false)).body.isOn).toBe(false);
    expect([
      (await door.get('/podcast.xml', { 'if-none-match': etag })).status,
      (await door.get(audioOf(sermon), { 'if-none-match': audio, range: 'bytes=0-9' })).status,
    ]).toEqual([404, 404]);
    expect((await door.get('/podcast.xml')).headers.get('cache-control')).toBe('no-store');
    expect((await podcastActions()).slice(before.length)).toMatchObject([
      { action: 'podcast-closed' },
    ]);
  });
});
