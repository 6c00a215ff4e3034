import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
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
