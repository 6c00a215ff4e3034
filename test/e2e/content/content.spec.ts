import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { todayIn } from '#libs/calendar';
import type {
  Announcement,
  BibleStudy,
  BrothersContent,
  Nugget,
  Resource,
  Sermon,
} from '#libs/contracts';
import { until } from '../../support/until.js';
import { everyPage, startApp, type Client, type TestApp } from '../../support/app.js';

let app: TestApp;
let grace: string;
let admin: Client;
let pastor: Client;
let member: Client;
let other: Client;
beforeAll(async () => {
  app = await startApp();
  grace = await app.church('grace');
  const hope = await app.church('hope');
  for (const role of ['admin', 'pastor', 'secretary', 'member'] as const)
    await app.person(grace, {
      email: `${role}@grace.test`,
      role,
      firstName: 'Ann',
      lastName: role,
    });
  await app.person(hope, { email: 'admin@hope.test', role: 'admin' });
  [admin, pastor, member, other] = [
    'admin@grace.test',
    'pastor@grace.test',
    'member@grace.test',
    'admin@hope.test',
  ].map((email) => app.as(email)) as [Client, Client, Client, Client];
});
afterAll(() => app.close());

const words = { title: 'A lamp to my feet', description: 'How to read a psalm, and why.' };
/**
 * For each kind: where it lives, who publishes it, the least that is enough, and what that becomes.
 */
const kinds: Record<
  string,
  {
    path: string;
    by: () => Client;
    least: object;
    becomes: object;
    wrong: [body: object, message: string, at?: string][];
  }
> = {
  resources: {
    path: '/api/resources',
    by: () => admin,
    least: { ...words, content: 'Read it aloud.' },
    becomes: {
      ...words,
      resourceType: 'article',
      skillLevel: 'beginner',
      topic: 'bible-study',
      durationMinutes: 15,
      content: 'Read it aloud.',
      isActive: true,
      tags: [],
    },
    wrong: [
      [{ title: 'ab' }, 'Title must be at least 3 characters'],
      [{ description: 'too short' }, 'Description must be at least 10 characters'],
      [{ content: undefined }, 'An article needs a text, a link or a file'],
      [{ resourceType: 'video' }, 'A video needs a link to it', 'videoUrl'],
      [{ resourceType: 'audio' }, 'Audio needs a link or a file', 'audioUrl'],
      [{ resourceType: 'book' }, 'A book needs its title', 'bookTitle'],
      [{ videoUrl: 'javascript:alert(1)' }, 'Please enter a web address that begins with https://'],
      [{ uploadId: 'nobodys' }, 'This upload is not known'],
      [
        { thumbnailUrl: '/api/images/01a1fc63-f841-71e3-ad8c-fa6353f799cd' },
        'This picture is not here anymore. Please choose it again.',
      ],
    ],
  },
  sermons: {
    path: '/api/sermons',
    by: () => admin,
    least: words,
    becomes: {
      ...words,
      preacher: null,
      durationMinutes: 30,
      isActive: true,
      videoUrl: null,
      audioUrl: null,
      tags: [],
    },
    wrong: [
      [{ title: '' }, 'Title must be at least 3 characters'],
      [{ date: '2025-02-30' }, 'Please enter a valid date'],
      [{ durationMinutes: 0 }, 'Please enter the minutes'],
    ],
  },
  nuggets: {
    path: '/api/nuggets',
    by: () => admin,
    least: { ...words, videoUrl: 'youtu.be/dQw4w9WgXcQ' },
    becomes: {
      ...words,
      videoUrl: 'https://youtu.be/dQw4w9WgXcQ',
      durationSeconds: 60,
      category: 'inspirational',
      viewCount: 0,
      isActive: true,
    },
    wrong: [
      [{ durationSeconds: 9 }, 'A nugget lasts 10 to 300 seconds'],
      [{ durationSeconds: 301 }, 'A nugget lasts 10 to 300 seconds'],
      [{ videoUrl: '' }, 'Please enter the link to the video'],
    ],
  },
  'bible-studies': {
    path: '/api/bible-studies',
    by: () => pastor,
    least: { title: 'Ruth', content: 'A story of faithfulness.' },
    becomes: {
      title: 'Ruth',
      content: 'A story of faithfulness.',
      author: { firstName: 'Ann', lastName: 'pastor' },
      studyResources: [],
      onlineTools: [],
      viewCount: 0,
      isActive: true,
    },
    wrong: [
      [{ title: 'R' }, 'Title must be at least 3 characters'],
      [{ content: 'Short' }, 'Content must be at least 10 characters'],
      [
        { onlineTools: [{ name: 'x', url: 'data:text/html,x' }] },
        'Please enter a web address that begins with https://',
      ],
    ],
  },
  'brothers-in-christ': {
    path: '/api/brothers-in-christ',
    by: () => pastor,
    least: { title: 'Iron', content: 'Sharpens iron.', tags: 'wisdom,promise' },
    becomes: {
      title: 'Iron',
      content: 'Sharpens iron.',
      tags: ['wisdom', 'promise'],
      description: null,
      youtubeUrl: null,
      audioFileUrl: null,
      viewCount: 0,
      isActive: true,
    },
    wrong: [
      [{ title: '' }, 'Title is required'],
      [{ content: '' }, 'At least one content type (article, video, or audio) is required'],
      [
        { tags: 'football' },
        '"tags.0" must be one of: wisdom, understanding, principle, promise, precept.',
      ],
    ],
  },
  announcements: {
    path: '/api/announcements',
    by: () => app.as('secretary@grace.test'),
    least: { title: 'Picnic', content: 'On the **lawn** after church.' },
    becomes: {
      title: 'Picnic',
      content: 'On the **lawn** after church.',
      priority: 'normal',
      isActive: true,
      expiresAt: null,
      isExpired: false,
      creator: { firstName: 'Ann', lastName: 'secretary' },
    },
    wrong: [
      [{ title: 'P' }, 'Title must be at least 3 characters'],
      [{ content: 'Lawn' }, 'Content must be at least 10 characters'],
      [{ expiresAt: 'soon' }, 'Please enter a valid date'],
      [{ priority: 'loud' }, '"priority" must be one of: high, normal, low.'],
    ],
  },
};
type Thing = { id: string; title: string; isActive: boolean };

describe.each(Object.entries(kinds))('%s', (_name, { path, by, least, becomes, wrong }) => {
  const change = (id: string, body: object) =>
    path === '/api/announcements'
      ? by().patch<Thing>(`${path}/${id}`, body)
      : by().put<Thing>(`${path}/${id}`, body);

  it('are created from the required fields, with defaults, for all users of the church only', async () => {
    const made = await by().post<Thing>(path, least);
    expect(made).toMatchObject({ status: 201, body: becomes });
    expect((await member.get<Thing[]>(path)).body.map(({ id }) => id)).toContain(made.body.id);
    expect((await other.get<Thing[]>(path)).body).toEqual([]);
    expect((await app.as('member@grace.test').post(path, least)).status).toBe(403);
  });

  it('are refused with a sentence that names the field', async () => {
    for (const [body, message, at = Object.keys(body)[0]] of wrong) {
      const answer = await by().post<{ message: string; issues: { path: string }[] }>(path, {
        ...least,
        ...body,
      });
      expect({ sent: body, ...answer }).toMatchObject({
        sent: body,
        body: { message },
        status: 400,
      });
      expect({ body, at: answer.body.issues[0]!.path.split('.')[0] }).toEqual({ body, at });
    }
    expect((await by().post(path, { ...least, unknown: 1 })).status).toBe(400);
  });

  it('are visible only to users who manage them while they are inactive', async () => {
    const { body: draft } = await by().post<Thing>(path, {
      ...least,
      title: 'Only a draft',
      isActive: false,
    });
    const ids = async (client: Client, query = '') =>
      (await client.get<Thing[]>(`${path}${query}`)).body.map(({ id }) => id);
    expect(await ids(member)).not.toContain(draft.id);
    expect(await ids(member, '?q=only')).toEqual([]);
    expect(await ids(by(), '?q=ONLY A')).toEqual([draft.id]);
    expect(await ids(by(), '?active=true&q=only')).toEqual([]);
    if (path !== '/api/announcements') {
      expect((await member.get(`${path}/${draft.id}`)).status).toBe(404);
      expect((await by().get(`${path}/${draft.id}`)).status).toBe(200);
    }
    expect(
      (await change(draft.id, { ...least, title: 'Now for all', isActive: true })).body,
    ).toMatchObject({ title: 'Now for all', isActive: true });
    expect(await ids(member)).toContain(draft.id);
    expect((await other.delete(`${path}/${draft.id}`)).status).toBe(404);
    expect((await by().delete(`${path}/${draft.id}`)).status).toBe(204);
    expect((await by().delete(`${path}/${draft.id}`)).status).toBe(404);
  });

  it('are shown, hidden and deleted together, all or none', async () => {
    const made = await Promise.all(
      [1, 2, 3].map(
        async (n) => (await by().post<Thing>(path, { ...least, title: `Number ${n}` })).body.id,
      ),
    );
    const bulk = (ids: string[], act: string) =>
      by().post<{ changed: number }>(`${path}/bulk`, { ids, act });
    expect((await bulk([...made, '01a1fc63-f841-71e3-ad8c-fa6353f799cd'], 'delete')).status).toBe(
      404,
    );
    expect((await bulk(made, 'hide')).body).toEqual({ changed: 3 });
    expect((await bulk(made, 'hide')).body).toEqual({ changed: 0 });
    expect((await member.get<Thing[]>(`${path}?q=number`)).body).toEqual([]);
    expect((await member.post(`${path}/bulk`, { ids: made, act: 'delete' })).status).toBe(403);
    expect((await bulk(made, 'delete')).body).toEqual({ changed: 3 });
    expect((await bulk(made, 'delete')).status).toBe(404);
  });

  it('are listed completely, or page by page in the same order, also sorted', async () => {
    for (let n = 0; n < 7; n++) await by().post(path, { ...least, title: `Page ${n % 3}` });
    for (const query of ['', '&sort=title', '&sort=-title', '&sort=date', '&sort=-date']) {
      const whole = (await member.get<Thing[]>(`${path}?q=page${query}`)).body.map(({ id }) => id);
      expect(whole).toHaveLength(7);
      expect(
        (await everyPage<Thing>(member, `${path}?q=page&limit=2${query}`)).map(({ id }) => id),
      ).toEqual(whole);
    }
    expect(
      (await member.get<Thing[]>(`${path}?q=page&sort=title`)).body.map(({ title }) => title),
    ).toEqual(['Page 0', 'Page 0', 'Page 0', 'Page 1', 'Page 1', 'Page 2', 'Page 2']);
    expect((await member.get(`${path}?cursor=nonsense`)).status).toBe(400);
    expect((await member.get<Thing[]>(`${path}?q=%25`)).body).toEqual([]);
  });
});

describe('the progress of a user in a resource', () => {
  it('is visible only to this user, and is the value that was stored', async () => {
    const { body: resource } = await admin.post<Resource>('/api/resources', kinds.resources!.least);
    const set = (client: Client, progress: unknown, id = resource.id) =>
      client.post<{ progress: number }>(`/api/user-resources/${id}/progress`, { progress });
    expect((await set(member, 1)).body).toMatchObject({ progress: 1, resourceId: resource.id });
    expect((await set(member, 60)).body.progress).toBe(60);
    for (const wrong of [-1, 101, 1.5, '5']) expect((await set(member, wrong)).status).toBe(400);
    expect((await set(other, 5)).status).toBe(404);
    expect(
      (await member.get<{ resourceId: string; progress: number }[]>('/api/user-resources')).body,
    ).toMatchObject([{ resourceId: resource.id, progress: 60 }]);
    expect((await pastor.get('/api/user-resources')).body).toEqual([]);
    await admin.post('/api/resources/bulk', { ids: [resource.id], act: 'hide' });
    expect((await member.get('/api/user-resources')).body).toEqual([]);
    expect((await set(member, 70)).status).toBe(404);
  });

  it('is never replaced by a smaller value, unless the user starts again', async () => {
    const { body: resource } = await admin.post<Resource>('/api/resources', kinds.resources!.least);
    const say = async (body: object) =>
      member.post<{ progress: number }>(`/api/user-resources/${resource.id}/progress`, body);
    await Promise.all([20, 80, 40, 60].map((progress) => say({ progress })));
    expect((await say({ progress: 30 })).body.progress).toBe(80);
    expect((await say({ progress: 0 })).body.progress).toBe(80);
    expect((await say({ progress: 0, restart: false })).body.progress).toBe(80);
    expect(await say({ progress: 30, restart: true })).toMatchObject({
      status: 400,
      body: { message: 'To start again, the progress must be 0' },
    });
    expect((await say({ progress: 0, restart: 'yes' })).status).toBe(400);
    expect((await say({ progress: 81 })).body.progress).toBe(81);
    expect((await say({ progress: 0, restart: true })).body.progress).toBe(0);
    expect((await say({ progress: 10 })).body.progress).toBe(10);
    await admin.delete(`/api/resources/${resource.id}`);
  });

  it('is counted for all active resources of the church, and for this user only', async () => {
    const counts = async (client: Client) =>
      (await client.get<{ accessed: number; total: number }>('/api/user-resources/counts')).body;
    const before = await counts(member);
    expect(before.total).toBe((await member.get<Resource[]>('/api/resources')).body.length);
    const made: Resource[] = [];
    for (let n = 0; n < 8; n++)
      made.push(
        (
          await admin.post<Resource>('/api/resources', {
            ...kinds.resources!.least,
            title: `Counted ${n}`,
            isActive: n !== 7,
          })
        ).body,
      );
    const set = (client: Client, index: number, progress: number) =>
      client.post(`/api/user-resources/${made[index]!.id}/progress`, { progress });
    await set(member, 0, 100);
    await set(member, 1, 5);
    await set(member, 2, 0);
    await set(pastor, 3, 50);
    expect(await counts(member)).toEqual({
      accessed: before.accessed + 2,
      total: before.total + 7,
    });
    // whoever manages them sees the hidden ones in the list, and is counted as a member is
    expect(await counts(admin)).toEqual({ accessed: 0, total: before.total + 7 });
    expect((await counts(other)).accessed).toBe(0);
    await admin.post('/api/resources/bulk', {
      ids: made.filter((_, index) => index !== 0).map(({ id }) => id),
      act: 'hide',
    });
    expect(await counts(member)).toEqual({
      accessed: before.accessed + 1,
      total: before.total + 1,
    });
    await admin.post('/api/resources/bulk', { ids: made.map(({ id }) => id), act: 'delete' });
    expect(await counts(member)).toEqual(before);
  });
});

describe('resources', () => {
  it('are filtered by level and topic, or not at all for "all"', async () => {
    await admin.post('/api/resources', {
      ...kinds.resources!.least,
      title: 'Deep waters',
      skillLevel: 'advanced',
      topic: 'theology',
    });
    const titles = async (query: string) =>
      (await member.get<Resource[]>(`/api/resources?q=deep&${query}`)).body.map(
        ({ title }) => title,
      );
    expect(await titles('skillLevel=advanced&topic=theology')).toEqual(['Deep waters']);
    expect(await titles('skillLevel=all-skills&topic=all-topics')).toEqual(['Deep waters']);
    expect(await titles('skillLevel=beginner')).toEqual([]);
    expect((await member.get('/api/resources?topic=football')).status).toBe(400);
  });
});

describe('a view', () => {
  it.each([
    ['nuggets', 'nuggets'],
    ['bible-studies', 'bible-studies'],
    ['brothers-in-christ', 'brothers-in-christ'],
  ])(
    'is counted once for each user and day, also for simultaneous requests: %s',
    async (_name, kind) => {
      const { path, by, least } = kinds[kind]!;
      const { body: thing } = await by().post<Nugget | BibleStudy | BrothersContent>(path, least);
      const look = (client: Client) =>
        client.post<{ viewCount: number }>(`${path}/${thing.id}/view`);
      await Promise.all([look(member), look(member), look(member)]);
      expect((await look(member)).body).toEqual({ viewCount: 1 });
      expect((await look(pastor)).body).toEqual({ viewCount: 2 });
      expect((await look(other)).status).toBe(404);
      await app.database.asSuperuser(
        `update content_view set day = day - 1 where content_id = $1`,
        [thing.id],
      );
      expect((await look(member)).body).toEqual({ viewCount: 3 });
    },
  );

  it('of an item that another request deletes at the same moment gets 404', async () => {
    const { path, by, least } = kinds['bible-studies']!;
    const { body: study } = await by().post<BibleStudy>(path, least);
    const isAnybodyWaiting = async () =>
      (
        await app.database.asSuperuser(
          `select 1 from pg_stat_activity where datname = current_database()
             and wait_event_type = 'Lock'`,
        )
      ).length > 0;
    let look: ReturnType<typeof member.post> | undefined;
    await app.db.separate(grace, async (tx) => {
      await tx.sql('delete from bible_study where id = $1', [study.id]);
      look = member.post(`${path}/${study.id}/view`);
      await until(isAnybodyWaiting); // it has read the study, and waits to count the view
    });
    expect((await look!).status).toBe(404);
  });
});

describe('announcements', () => {
  it('expire at the end of their last day in the time zone of the church', async () => {
    const expire = async (expiresAt: string) =>
      (
        await admin.post<Announcement>('/api/announcements', {
          ...kinds.announcements!.least,
          title: `Until ${expiresAt}`,
          expiresAt,
        })
      ).body;
    expect(await expire('2125-07-04')).toMatchObject({
      expiresAt: '2125-07-05T04:00:00.000Z',
      isExpired: false,
    });
    expect(await expire('2125-07-04T18:00')).toMatchObject({
      expiresAt: '2125-07-04T22:00:00.000Z',
    });
    const past = await expire('2020-01-01');
    expect(past.isExpired).toBe(true);
    const seen = async (client: Client, query = '') =>
      (await client.get<Announcement[]>(`/api/announcements?q=until&${query}`)).body.map(
        ({ id }) => id,
      );
    expect(await seen(member)).not.toContain(past.id);
    expect(await seen(admin, 'active=true')).not.toContain(past.id);
    expect(await seen(admin, 'active=false')).toEqual([past.id]);
    expect(
      (await admin.patch<Announcement>(`/api/announcements/${past.id}`, { expiresAt: '' })).body,
    ).toMatchObject({ expiresAt: null, title: past.title });
  });

  it('are listed with the urgent ones first', async () => {
    await admin.post('/api/announcements', {
      title: 'First of all',
      content: 'The road is closed today.',
      priority: 'high',
    });
    await admin.post('/api/announcements', {
      title: 'By the way',
      content: 'The choir has a new robe.',
      priority: 'low',
    });
    const [first] = (await member.get<Announcement[]>('/api/announcements?active=true&limit=3'))
      .body;
    expect(first!.title).toBe('First of all');
    expect((await member.get<Announcement[]>('/api/announcements')).body.at(-1)!.title).toBe(
      'By the way',
    );
  });
});

describe('sermons', () => {
  it('are found by preacher and tag', async () => {
    await admin.post('/api/sermons', {
      ...words,
      title: 'The vine',
      preacher: 'Samuel Okafor',
      tags: ['Abide', 'abide', 'Abide'],
      date: '2024-05-12',
    });
    const found = async (q: string) =>
      (await member.get<Sermon[]>(`/api/sermons?q=${q}`)).body.map(({ title }) => title);
    expect(await found('okaf')).toEqual(['The vine']);
    expect(await found('ABID')).toEqual(['The vine']);
  });

  it('have today’s date if the form has none', async () => {
    const before = todayIn('America/New_York', new Date());
    const { body } = await admin.post<Sermon>('/api/sermons', { ...words, preacher: 'Ruth Ames' });
    expect([before, todayIn('America/New_York', new Date())]).toContain(body.date);
  });
});
