import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { parseRssFeed } from 'feedsmith';
import type { BrothersContent, Resource, Sermon } from '#libs/contracts';
import { under, type Client, type TestApp } from '../../support/app.js';
import { tone } from '../../support/audio.js';
import { PodcastChurch, recordingPath } from '../../support/content/podcast-church.js';
import { uploadFile } from '../../support/content/uploads.js';

let church: PodcastChurch;
let app: TestApp;
let grace: string;
let admin: Client;
let visitor: Client;
let sermon: Sermon;
let hidden: Sermon;
/** A visitor of the host of the other church. */
let otherVisitor: Client;
beforeAll(async () => {
  church = await PodcastChurch.start();
  ({ app, grace, admin, visitor, sermon, hidden } = church);
  otherVisitor = under(app, 'hope.example');
});
afterAll(() => app.close());
beforeEach(() => church.reset());

describe('the public podcast', () => {
  it('can be played in ranges, and answers HEAD without the recording', async () => {
    const size = tone(3).length;
    const wholeFile = await visitor.get(recordingPath(sermon));
    expect([
      wholeFile.status,
      wholeFile.headers.get('content-type'),
      wholeFile.headers.get('content-length'),
      wholeFile.headers.get('accept-ranges'),
    ]).toEqual([200, 'audio/wav', String(size), 'bytes']);
    const part = await visitor.get(recordingPath(sermon), { range: 'bytes=10-19' });
    expect([
      part.status,
      part.headers.get('content-range'),
      part.headers.get('content-length'),
    ]).toEqual([206, `bytes 10-19/${size}`, '10']);
    expect((await visitor.get(recordingPath(sermon), { range: `bytes=${size}-` })).status).toBe(
      416,
    );
    expect(
      (
        await visitor.get(recordingPath(sermon), {
          range: 'bytes=10-19',
          'if-range': '"of another file"',
        })
      ).status,
    ).toBe(200);
    expect(
      (
        await visitor.get(recordingPath(sermon), {
          range: 'bytes=10-19',
          'if-range': wholeFile.headers.get('etag')!,
        })
      ).status,
    ).toBe(206);
    for (const path of ['/podcast.xml', recordingPath(sermon)]) {
      const head = await visitor.send('HEAD', path, undefined);
      expect({ at: path, status: head.status, text: head.text }).toEqual({
        at: path,
        status: 200,
        text: '',
      });
    }
    expect(
      (await visitor.send('HEAD', recordingPath(sermon), undefined)).headers.get('content-length'),
    ).toBe(String(size));
  });

  it('gives access only to its own recordings, and only on the church’s host', async () => {
    const resource = (
      await admin.post<Resource>('/api/resources', {
        title: 'A talk',
        description: 'For hearing at home.',
        resourceType: 'audio',
        uploadId: await uploadFile(admin, tone(1)),
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
      expect({ id, status: (await visitor.get(`/podcast/${id}/sermon.wav`)).status }).toEqual({
        id,
        status: 404,
      });
    }
    expect((await visitor.get(`/api/files/${sermon.file!.id}`)).status).toBe(401);
    expect((await visitor.get('/api/sermons')).status).toBe(401);
    // Hope has no podcast. If it turns one on, it contains only its own sermons.
    for (const isOn of [false, true]) {
      await church.turnPodcast(isOn, app.as('admin@hope.test'));
      expect({ isOn, status: (await otherVisitor.get('/podcast.xml')).status }).toEqual({
        isOn,
        status: isOn ? 200 : 404,
      });
      expect((await otherVisitor.get(recordingPath(sermon))).status).toBe(404);
    }
    expect(parseRssFeed((await otherVisitor.get('/podcast.xml')).text).items).toBeUndefined();
    for (const host of ['people.example', 'portal.example', 'nobody.example', '127.0.0.1']) {
      for (const path of ['/podcast.xml', recordingPath(sermon)])
        expect({ host, at: path, status: (await under(app, host).get(path)).status }).toEqual({
          host,
          at: path,
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

  it('contains no hidden sermon; a sermon that is shown again has the same address', async () => {
    const hide = (isActive: boolean) =>
      admin.put(`/api/sermons/${sermon.id}`, {
        title: 'The vine',
        description: 'On staying where one grows.',
        isActive,
      });
    await hide(false);
    expect((await visitor.get(recordingPath(sermon))).status).toBe(404);
    expect((await church.readFeed()).items!.map(({ title }) => title)).toEqual(['From elsewhere']);
    await hide(true);
    expect((await visitor.get(recordingPath(sermon))).status).toBe(200);
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
      (await visitor.get('/podcast.xml')).status,
      (await visitor.get(recordingPath(sermon))).status,
    ];
    await app.database.asSuperuser(`update organization set ${back} where id = $1`, [grace]);
    expect(statuses).toEqual([404, 404]);
    expect((await visitor.get('/podcast.xml')).status).toBe(200);
  });

  it('still exists for a church whose payment failed', async () => {
    await app.database.asSuperuser(
      `update organization set subscription_status = 'past_due' where id = $1`,
      [grace],
    );
    expect((await visitor.get('/podcast.xml')).status).toBe(200);
    await app.database.asSuperuser(
      `update organization set subscription_status = 'active' where id = $1`,
      [grace],
    );
  });

  it('is unavailable as soon as it is turned off, also for caches', async () => {
    const before = await church.listPodcastActions();
    const etag = (await visitor.get('/podcast.xml')).headers.get('etag')!;
    const audio = (await visitor.get(recordingPath(sermon))).headers.get('etag')!;
    expect((await church.turnPodcast(false)).body.isOn).toBe(false);
    expect([
      (await visitor.get('/podcast.xml', { 'if-none-match': etag })).status,
      (await visitor.get(recordingPath(sermon), { 'if-none-match': audio, range: 'bytes=0-9' }))
        .status,
    ]).toEqual([404, 404]);
    expect((await visitor.get('/podcast.xml')).headers.get('cache-control')).toBe('no-store');
    expect((await church.listPodcastActions()).slice(before.length)).toMatchObject([
      { action: 'podcast-closed' },
    ]);
  });
});
