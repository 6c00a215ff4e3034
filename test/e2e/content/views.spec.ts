import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BibleStudy, BrothersContent, Nugget } from '#libs/contracts';
import { until } from '../../support/until.js';
import type { Client, TestApp } from '../../support/app.js';
import { startContentChurch } from '../../support/content/content-church.js';
import { contentKinds } from '../../support/content/content-kinds.js';

let app: TestApp;
let grace: string;
let pastor: Client;
let member: Client;
let other: Client;
beforeAll(async () => {
  ({ app, grace, pastor, member, other } = await startContentChurch());
});
afterAll(() => app.close());

describe('a view', () => {
  it.each([
    ['nuggets', 'nuggets'],
    ['bible-studies', 'bible-studies'],
    ['brothers-in-christ', 'brothers-in-christ'],
  ] as const)(
    'is counted once for each user and day, also for simultaneous requests: %s',
    async (_name, kind) => {
      const { path, publisher, minimalBody } = contentKinds[kind];
      const { body: thing } = await app
        .as(publisher)
        .post<Nugget | BibleStudy | BrothersContent>(path, minimalBody);
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

  it('gets the answer 404 if another request deletes the item at the same time', async () => {
    const { path, publisher, minimalBody } = contentKinds['bible-studies'];
    const { body: study } = await app.as(publisher).post<BibleStudy>(path, minimalBody);
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
      await until(isAnybodyWaiting); // The request has read the study, and waits to count the view.
    });
    expect((await look!).status).toBe(404);
  });
});
