import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Resource } from '#libs/contracts';
import { startApp, type Client, type TestApp } from '../../support/app.js';

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
