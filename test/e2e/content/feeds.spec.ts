import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Event, SearchResult, Sermon } from '#libs/contracts';
import { startApp, type Client, type TestApp } from '../../support/app.js';
import { tone } from '../../support/audio.js';
import { hasShownOccurrence } from '../../support/second-calendar.js';

let app: TestApp;
let admin: Client;
let member: Client;
let sermon: Sermon;
beforeAll(async () => {
  app = await startApp({ env: { BASE_URL: 'http://portal.example' } });
  const grace = await app.church('grace');
  for (const role of ['admin', 'pastor', 'member'] as const)
    await app.person(grace, {
      email: `${role}@grace.test`,
      role,
      firstName: 'Hannah',
      lastName: role === 'member' ? 'Brooks' : 'Whitfield',
    });
  await app.person(await app.church('hope'), { email: 'admin@hope.test', role: 'admin' });
  [admin, member] = [app.as('admin@grace.test'), app.as('member@grace.test')];
  const form = new FormData();
  form.set('title', 'Audio of the men');
  form.set('audioFile', new Blob([tone(2)]), 'iron.wav');
  await fetch(`${app.url}/api/brothers-in-christ`, {
    method: 'POST',
    body: form,
    headers: { cookie: await app.cookieOf('admin@grace.test') },
  });
  const begun = await admin.send('POST', '/api/uploads', undefined, {
    'tus-resumable': '1.0.0',
    'upload-length': String(tone(3).length),
  });
  await admin.send('PATCH', begun.headers.get('location')!, tone(3), {
    'tus-resumable': '1.0.0',
    'upload-offset': '0',
    'content-type': 'application/offset+octet-stream',
  });
  const uploadId = begun.headers.get('location')!.split('/').at(-1);
  sermon = (
    await admin.post<Sermon>('/api/sermons', {
      title: 'The vine & the branches',
      description: 'On <staying> where one grows.',
      preacher: 'Samuel Okafor',
      date: '2026-03-01',
      uploadId,
    })
  ).body;
  await admin.post('/api/sermons', {
    title: 'A draft of Sunday',
    description: 'Not for anybody yet.',
    isActive: false,
  });
});
afterAll(() => app.close());
// A user may create only twenty feeds an hour.
beforeEach(() => app.database.asSuperuser('delete from rate_limit'));

const make = async (kind: string, client = member) =>
  new URL((await client.post<{ url: string }>('/api/feeds', { kind })).body.url).pathname;

describe('a personal feed', () => {
  it('contains the church’s active events with their rules if it is a calendar', async () => {
    const { body: event } = await admin.post<Event>('/api/events', {
      title: 'Choir',
      description: 'Sopranos are welcome.',
      location: 'The hall',
      date: '2026-03-03T19:00:00',
      recurrence: 'FREQ=WEEKLY',
    });
    await admin.post('/api/events', {
      title: 'Secret supper',
      description: 'Not for anybody yet.',
      location: 'The hall',
      date: '2126-03-03T19:00:00',
      isActive: false,
    });
    const answer = await app.visitor.get(await make('calendar'));
    expect(answer.headers.get('content-type')).toContain('text/calendar');
    expect(answer.text).toContain(`UID:${event.id}@church-connect`);
    expect(answer.text).toContain('RRULE:FREQ=WEEKLY');
    expect(answer.text).not.toContain('Secret supper');
    const savedEvent = (await admin.get<Event>(`/api/events/${event.id}`)).body;
    expect(hasShownOccurrence(answer.text, savedEvent)).toBe(true);
  });

  it('is a podcast whose recordings can be downloaded, also in parts', async () => {
    const feedUrl = await make('podcast');
    const { text, headers } = await app.visitor.get(feedUrl);
    expect(headers.get('content-type')).toContain('application/rss+xml');
    expect(text).toContain('<![CDATA[The vine & the branches]]>');
    expect(text).not.toContain('A draft of Sunday');
    const [, url, length, type] = /<enclosure url="([^"]+)" length="(\d+)" type="([^"]+)"/.exec(
      text,
    )!;
    expect({ length: Number(length), type }).toEqual({ length: tone(3).length, type: 'audio/wav' });
    const part = await app.visitor.get(new URL(url!).pathname, { range: 'bytes=0-9' });
    expect(part.status).toBe(206);
  });

  it.each(['calendar', 'podcast'])(
    'is not sent again to a client that has it until its content changes: %s',
    async (kind) => {
      await admin.post('/api/events', {
        title: 'Rehearsal',
        description: 'Altos are welcome.',
        location: 'The hall',
        date: '2026-03-04T19:00:00',
      });
      const feedUrl = await make(kind);
      const first = await app.visitor.get(feedUrl);
      const headers = { 'if-none-match': first.headers.get('etag')! };
      const second = await app.visitor.get(feedUrl, headers);
      expect([second.status, second.text, second.headers.get('etag')]).toEqual([
        304,
        '',
        first.headers.get('etag'),
      ]);
      expect(second.headers.get('cache-control')).toBe(first.headers.get('cache-control'));
      await app.database.asSuperuser(
        kind === 'calendar'
          ? `update church_event set title = title || '!', updated_at = now()`
          : `update sermon set title = title || '!'`,
      );
      const third = await app.visitor.get(feedUrl, headers);
      expect(third.status).toBe(200);
      expect(third.text).not.toBe(first.text);
      await app.database.asSuperuser(
        `update church_event set title = rtrim(title, '!'); update sermon
           set title = rtrim(title, '!')`,
      );
    },
  );

  it('gives no access to other files, other feeds or the portal', async () => {
    const feedUrl = await make('podcast');
    const secret = /\/feeds\/([\w-]{22})\.xml/.exec(feedUrl)![1]!;
    const [men] = (await admin.get<{ file: { id: string } }[]>('/api/brothers-in-christ')).body;
    for (const path of [
      `/feeds/${secret}.ics`,
      `/feeds/${secret}/${men!.file.id}`,
      `/feeds/${secret}/nonsense`,
      `/api/files/${sermon.file!.id}`,
      '/api/sermons',
    ]) {
      expect({ path, status: (await app.visitor.get(path)).status }).toEqual({
        path,
        status: path.startsWith('/api') ? 401 : 404,
      });
    }
    expect((await app.visitor.get(`/feeds/${'A'.repeat(22)}.xml`)).status).toBe(404);
    expect(JSON.stringify(await app.database.asSuperuser('select * from feed'))).not.toContain(
      secret,
    );
  });

  it('is invalid after its replacement or deletion, or while its user has no access', async () => {
    await make('podcast');
    const first = await make('calendar');
    const second = await make('calendar');
    const status = async (feedUrl: string) => (await app.visitor.get(feedUrl)).status;
    expect([await status(first), await status(second)]).toEqual([404, 200]);
    expect(
      (await member.get<{ kind: string }[]>('/api/feeds')).body.map(({ kind }) => kind),
    ).toEqual(['calendar', 'podcast']);
    expect((await member.delete('/api/feeds/calendar')).status).toBe(204);
    expect((await member.delete('/api/feeds/calendar')).status).toBe(404);
    expect(await status(second)).toBe(404);
    const third = await make('calendar', app.as('pastor@grace.test'));
    for (const [change, reversal] of [
      ['is_suspended = true', 'is_suspended = false'],
      ['removed_at = now()', 'removed_at = null'],
      ['is_approved = false', 'is_approved = true'],
    ]) {
      await app.database.asSuperuser(
        `update app_user set ${change!} where email = 'pastor@grace.test'`,
      );
      expect({ change, status: await status(third) }).toEqual({ change, status: 404 });
      await app.database.asSuperuser(
        `update app_user set ${reversal!} where email = 'pastor@grace.test'`,
      );
    }
    expect(await status(third)).toBe(200);
  });
});

describe('the creation of feeds', () => {
  it('is limited to twenty an hour for each user, calendars and podcasts together', async () => {
    const pastor = app.as('pastor@grace.test');
    const answers = await Promise.all(
      Array.from({ length: 25 }, (_, n) =>
        pastor.post('/api/feeds', { kind: n % 2 === 0 ? 'calendar' : 'podcast' }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
    const refusal = answers.find(({ status }) => status === 429)!;
    expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThan(3500);
    const end = await pastor.delete('/api/feeds/calendar');
    expect(end.status).toBe(204);
    expect((await pastor.post('/api/feeds', { kind: 'calendar' })).status).toBe(429);
    expect((await member.post('/api/feeds', { kind: 'calendar' })).status).toBe(201);
  });
});

describe('the search', () => {
  const search = async (client: Client, q: string) =>
    (await client.get<SearchResult[]>(`/api/search?q=${encodeURIComponent(q)}`)).body;

  it('finds what the user may see by words and beginnings of words, titles first', async () => {
    expect(await search(member, 'vine branch')).toEqual([
      {
        kind: 'sermon',
        id: sermon.id,
        title: 'The vine & the branches',
        to: `/sermons?open=${sermon.id}`,
      },
    ]);
    expect((await search(member, 'okaf')).map(({ title }) => title)).toEqual([
      'The vine & the branches',
    ]);
    expect(await search(member, 'draft')).toEqual([]);
    expect(await search(admin, 'draft')).toEqual([]);
    expect(await search(app.as('admin@hope.test'), 'vine')).toEqual([]);
  });

  it('finds people and screens for users who may see them', async () => {
    expect(
      (await search(admin, 'hannah bro')).filter(({ kind }) => kind === 'person'),
    ).toMatchObject([{ title: 'Hannah Brooks', to: '/admin/members?search=member%40grace.test' }]);
    expect((await search(member, 'hannah')).filter(({ kind }) => kind === 'person')).toEqual([]);
    expect((await search(admin, 'ledger')).map(({ to }) => to)).toContain('/admin/church-ledger');
    expect((await search(member, 'ledger')).map(({ to }) => to)).not.toContain(
      '/admin/church-ledger',
    );
  });

  it.each([
    ['nuggets', 'nugget', { videoUrl: 'https://youtu.be/dQw4w9WgXcQ' }],
    ['announcements', 'announcement', {}],
    ['bible-studies', 'study', {}],
    ['brothers-in-christ', 'brother', {}],
  ])('finds published content of every kind: %s', async (path, kind, more) => {
    const text = 'About the pelican of the wilderness.';
    const body = {
      title: `A pelican among the ${path}`,
      ...(path === 'nuggets' ? { description: text } : { content: text }),
      ...more,
    };
    const { id } = (await admin.post<{ id: string }>(`/api/${path}`, body)).body;
    const searchItem = async (client = member) =>
      (await search(client, 'wilder pelican')).filter((result) => result.kind === kind);
    expect(await searchItem()).toMatchObject([{ id, title: body.title }]);
    expect(await searchItem(app.as('admin@hope.test'))).toEqual([]);
    await admin.post(`/api/${path}/bulk`, { ids: [id], act: 'hide' });
    expect(await searchItem()).toEqual([]);
    await admin.post(`/api/${path}/bulk`, { ids: [id], act: 'show' });
    await admin.delete(`/api/${path}/${id}`);
    expect(await searchItem()).toEqual([]);
  });

  it('does not find an announcement that has expired', async () => {
    await admin.post('/api/announcements', {
      title: 'The ostrich sale',
      content: 'It was last year, in the hall.',
      expiresAt: '2020-01-01',
    });
    expect(await search(member, 'ostrich')).toEqual([]);
  });

  it('answers every query without a server error', async () => {
    for (const q of ['', '   ', '&|!()', "'; drop table sermon", 'a & !b', ':*', '<->'])
      expect((await member.get(`/api/search?q=${encodeURIComponent(q)}`)).status).toBe(200);
  });
});
