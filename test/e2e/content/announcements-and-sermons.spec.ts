import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { todayIn } from '#libs/calendar';
import type { Announcement, Sermon } from '#libs/contracts';
import { startApp, type Client, type TestApp } from '../../support/app.js';

let app: TestApp;
let grace: string;
let admin: Client;
let pastor: Client;
let member: Client;
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
  [admin, pastor, member] = ['admin@grace.test', 'pastor@grace.test', 'member@grace.test'].map(
    (email) => app.as(email),
  ) as [Client, Client, Client];
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
