import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { parseRssFeed } from 'feedsmith';
import type { BrothersContent, PublicPodcast, Resource, Sermon } from '#libs/contracts';
import { startApp, under, type Client, type TestApp } from '../../support/app.js';
import { tone } from '../../support/audio.js';

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

  it('removes a hidden sermon immediately, and serves it at the same address when shown again', async () => {
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
