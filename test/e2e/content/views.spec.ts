import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BibleStudy, BrothersContent, Nugget } from '#libs/contracts';
import { until } from '../../support/until.js';
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
