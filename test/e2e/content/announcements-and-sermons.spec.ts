import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { todayIn } from '#libs/calendar';
import type { Announcement, Sermon } from '#libs/contracts';
import type { Client, TestApp } from '../../support/app.js';
import { startContentChurch } from '../../support/content/content-church.js';
import { contentKinds, sermonFields } from '../../support/content/content-kinds.js';

let app: TestApp;
let admin: Client;
let member: Client;
beforeAll(async () => {
  ({ app, admin, member } = await startContentChurch());
});
afterAll(() => app.close());

describe('announcements', () => {
  it('expire at the end of their last day in the time zone of the church', async () => {
    const expire = async (expiresAt: string) =>
      (
        await admin.post<Announcement>('/api/announcements', {
          ...contentKinds.announcements.minimalBody,
          title: `Until ${expiresAt}`,
          expiresAt,
        })
      ).body;
    expect(await expire('2125-07-04')).toMatchObject({
      expiresAt: '2125-07-05T04:00:00.000Z',
      lastDay: '2125-07-04',
      isExpired: false,
    });
    expect(await expire('2125-07-04T18:00')).toMatchObject({
      expiresAt: '2125-07-04T22:00:00.000Z',
      lastDay: '2125-07-04',
    });
    const expired = await expire('2020-01-01');
    expect(expired.isExpired).toBe(true);
    const listIds = async (client: Client, query = '') =>
      (await client.get<Announcement[]>(`/api/announcements?q=until&${query}`)).body.map(
        ({ id }) => id,
      );
    expect(await listIds(member)).not.toContain(expired.id);
    expect(await listIds(admin, 'active=true')).not.toContain(expired.id);
    expect(await listIds(admin, 'active=false')).toEqual([expired.id]);
    expect(
      (await admin.patch<Announcement>(`/api/announcements/${expired.id}`, { expiresAt: '' })).body,
    ).toMatchObject({ expiresAt: null, title: expired.title });
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
      ...sermonFields,
      title: 'The vine',
      preacher: 'Samuel Okafor',
      tags: ['Abide', 'abide', 'Abide'],
      date: '2024-05-12',
    });
    const findTitles = async (q: string) =>
      (await member.get<Sermon[]>(`/api/sermons?q=${q}`)).body.map(({ title }) => title);
    expect(await findTitles('okaf')).toEqual(['The vine']);
    expect(await findTitles('ABID')).toEqual(['The vine']);
  });

  it('have today’s date if the form has none', async () => {
    const before = todayIn('America/New_York', new Date());
    const { body } = await admin.post<Sermon>('/api/sermons', {
      ...sermonFields,
      preacher: 'Ruth Ames',
    });
    expect([before, todayIn('America/New_York', new Date())]).toContain(body.date);
  });
});
