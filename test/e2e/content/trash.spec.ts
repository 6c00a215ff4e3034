import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Event, TrashItem, TrashKind } from '#libs/contracts';
import { Notifier } from '../../../src/content/notifications/notifier.js';
import { Sweeper } from '../../../src/ops/sweeper.js';
import { contentTables } from '../../../src/content/content-columns.js';
import type { Client, TestApp } from '../../support/app.js';
import { startContentChurch } from '../../support/content/content-church.js';
import { contentKinds } from '../../support/content/content-kinds.js';
import { waitForPublishedJobs } from '../../support/content/published-content.js';

let app: TestApp;
let grace: string;
let admin: Client;
let pastor: Client;
let member: Client;
let other: Client;
const secretary = () => app.as('secretary@grace.test');
beforeAll(async () => {
  ({ app, grace, admin, pastor, member, other } = await startContentChurch());
});
afterAll(() => app.close());

interface Item {
  id: string;
  title: string;
  version: number;
  isActive: boolean;
}

const eventFields = {
  title: 'Choir practice',
  description: 'Every voice is welcome.',
  date: '2030-05-05T18:00',
  location: 'Room 2',
};
const kinds: { kind: TrashKind; path: string; minimalBody: object; table: string }[] = [
  { kind: 'resource', ...contentKinds.resources, table: contentTables.resource },
  { kind: 'sermon', ...contentKinds.sermons, table: contentTables.sermon },
  { kind: 'event', path: '/api/events', minimalBody: eventFields, table: contentTables.event },
  { kind: 'nugget', ...contentKinds.nuggets, table: contentTables.nugget },
  { kind: 'announcement', ...contentKinds.announcements, table: contentTables.announcement },
  { kind: 'study', ...contentKinds['bible-studies'], table: contentTables.study },
  { kind: 'brother', ...contentKinds['brothers-in-christ'], table: contentTables.brothers },
];

const list = async (client = admin) => (await client.get<TrashItem[]>('/api/admin/trash')).body;
const restore = (kind: string, id: string, client = admin) =>
  client.post(`/api/admin/trash/${kind}/${id}/restore`);
const deleteForGood = (kind: string, id: string, client = admin) =>
  client.delete(`/api/admin/trash/${kind}/${id}`);
const add = async (path: string, body: object) => (await admin.post<Item>(path, body)).body;

describe.each(kinds)('a deleted item of the kind $kind', ({ kind, path, minimalBody, table }) => {
  const isListed = async (id: string, client = admin) =>
    (await client.get<Item[]>(path)).body.some((item) => item.id === id);
  const addAndDelete = async (more: object = {}) => {
    const item = await add(path, { ...minimalBody, ...more });
    expect((await admin.delete(`${path}/${item.id}`)).status).toBe(204);
    return item;
  };

  it('is in the trash for 30 days, and in no list', async () => {
    const { id, title } = await addAndDelete();
    expect([await isListed(id), await isListed(id, member)]).toEqual([false, false]);
    const deletedItem = (await list()).find((item) => item.id === id)!;
    expect(deletedItem).toMatchObject({ kind, title, deletedBy: 'Ann admin' });
    const days = (Date.parse(deletedItem.until) - Date.parse(deletedItem.deletedAt)) / 86_400_000;
    expect(days).toBe(30);
    expect((await list())[0]!.id).toBe(id);
  });

  it('cannot be changed, hidden or deleted again', async () => {
    const { id } = await addAndDelete();
    const change =
      kind === 'announcement'
        ? await admin.patch(`${path}/${id}`, { title: 'Changed' })
        : await admin.put(`${path}/${id}`, minimalBody);
    const hide = await admin.post(`${path}/bulk`, { ids: [id], act: 'hide' });
    const remove = await admin.delete(`${path}/${id}`);
    expect([change.status, hide.status, remove.status]).toEqual([404, 404, 404]);
  });

  it('is restored as it was, with a new version', async () => {
    const visible = await addAndDelete();
    expect((await restore(kind, visible.id)).status).toBe(204);
    expect(await isListed(visible.id, member)).toBe(true);
    expect((await list()).some((item) => item.id === visible.id)).toBe(false);
    const read = (await admin.get<Item[]>(path)).body.find((item) => item.id === visible.id)!;
    expect(read).toMatchObject({ title: visible.title, isActive: true, version: 3 });
    const hidden = await addAndDelete({ isActive: false });
    await restore(kind, hidden.id);
    expect([await isListed(hidden.id), await isListed(hidden.id, member)]).toEqual([true, false]);
  });

  it('is restored once, however often this is asked', async () => {
    const { id } = await addAndDelete();
    const answers = await Promise.all([restore(kind, id), restore(kind, id), restore(kind, id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404]);
  });

  it('is out of reach for members and for other churches', async () => {
    const { id } = await addAndDelete();
    expect((await restore(kind, id, other)).status).toBe(404);
    expect((await restore(kind, id, member)).status).toBe(403);
    expect((await list(other)).some((item) => item.id === id)).toBe(false);
    expect((await member.get('/api/admin/trash')).status).toBe(403);
  });

  it('is deleted for good after 30 days, but not before', async () => {
    const [oldItem, youngItem] = [await addAndDelete(), await addAndDelete()];
    const age = (id: string, days: number) =>
      app.database.asSuperuser(
        `update ${table} set deleted_at = now() - make_interval(days => $2, mins => 1)
          where id = $1`,
        [id, days],
      );
    await age(oldItem.id, 30);
    await age(youngItem.id, 29);
    await app.app.get(Sweeper, { strict: false }).sweep();
    const ids = (await list()).map((item) => item.id);
    expect([ids.includes(oldItem.id), ids.includes(youngItem.id)]).toEqual([false, true]);
    expect((await restore(kind, oldItem.id)).status).toBe(404);
  });

  if (kind === 'event')
    it('cannot be deleted for good before its 30 days are over', async () => {
      const { id } = await addAndDelete();
      expect((await deleteForGood(kind, id)).status).toBe(409);
      expect((await list()).some((item) => item.id === id)).toBe(true);
    });
  else
    it('can be deleted for good by staff, but not by members or other churches', async () => {
      const { id } = await addAndDelete();
      expect((await deleteForGood(kind, id, other)).status).toBe(404);
      expect((await deleteForGood(kind, id, member)).status).toBe(403);
      expect((await list()).some((item) => item.id === id)).toBe(true);
      const answers = await Promise.all([deleteForGood(kind, id), deleteForGood(kind, id)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([204, 404]);
      expect((await list()).some((item) => item.id === id)).toBe(false);
      expect((await restore(kind, id)).status).toBe(404);
      expect(await app.database.asSuperuser(`select 1 from ${table} where id = $1`, [id])).toEqual(
        [],
      );
    });

  it('cannot be deleted for good before it is in the trash', async () => {
    const { id } = await add(path, minimalBody);
    expect((await deleteForGood(kind, id)).status).toBe(kind === 'event' ? 409 : 404);
    expect(await isListed(id)).toBe(true);
  });

  it('can be one of several that are deleted at once', async () => {
    const items = [await add(path, minimalBody), await add(path, minimalBody)];
    const ids = items.map(({ id }) => id);
    await admin.post(`${path}/bulk`, { ids, act: 'delete' });
    expect((await list()).map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
  });
});

describe('the trash', () => {
  it('shows users only what they may delete', async () => {
    for (const { path, minimalBody } of kinds) {
      const { id } = await add(path, minimalBody);
      await admin.delete(`${path}/${id}`);
    }
    const kindsOf = async (client: Client) =>
      [...new Set((await list(client)).map(({ kind }) => kind))].sort();
    expect(await kindsOf(secretary())).toEqual(['announcement', 'event']);
    expect(await kindsOf(pastor)).toEqual(['announcement', 'brother', 'event', 'study']);
    const sermon = (await list()).find(({ kind }) => kind === 'sermon')!;
    expect((await restore('sermon', sermon.id, secretary())).status).toBe(404);
    expect((await deleteForGood('sermon', sermon.id, secretary())).status).toBe(404);
  });

  it('does not know other kinds and other ids', async () => {
    const [{ id }] = (await list()) as [TrashItem];
    expect((await restore('donation', id)).status).toBe(404);
    expect((await restore('sermon', 'x')).status).toBe(404);
    expect((await restore('sermon', '01a1fc63-f841-71e3-ad8c-fa6353f799cd')).status).toBe(404);
  });

  it('keeps the progress of members in a resource', async () => {
    const { path, minimalBody } = contentKinds.resources;
    const { id } = await add(path, minimalBody);
    await member.post(`/api/user-resources/${id}/progress`, { progress: 40 });
    const progress = async () =>
      (await member.get<{ resourceId: string; progress: number }[]>('/api/user-resources')).body
        .filter(({ resourceId }) => resourceId === id)
        .map((row) => row.progress);
    expect(await progress()).toEqual([40]);
    await admin.delete(`${path}/${id}`);
    expect(await progress()).toEqual([]);
    await restore('resource', id);
    expect(await progress()).toEqual([40]);
  });
});

describe('a restored item', () => {
  const notified = async () =>
    (await member.get<{ contentTitle: string }[]>('/api/notifications')).body.map(
      ({ contentTitle }) => contentTitle,
    );

  it('is not announced to members who were not told of it when it was published', async () => {
    const { path, minimalBody } = contentKinds.sermons;
    const { id } = await add(path, { ...minimalBody, title: 'From the archive' });
    await waitForPublishedJobs(app);
    expect(await notified()).toContain('From the archive');
    // as if the item was imported, or the notifications have expired
    await app.database.asSuperuser('delete from notification where content_id = $1', [id]);
    await admin.delete(`${path}/${id}`);
    await restore('sermon', id);
    await waitForPublishedJobs(app);
    expect(await notified()).not.toContain('From the archive');
  });

  it('is in the email that its deletion had withdrawn', async () => {
    const notifier = app.app.get(Notifier, { strict: false });
    const { path, minimalBody } = contentKinds.sermons;
    const { id } = await add(path, { ...minimalBody, title: 'Deleted by mistake' });
    await waitForPublishedJobs(app);
    await admin.delete(`${path}/${id}`);
    await notifier.sendEmails(grace);
    await restore('sermon', id);
    await waitForPublishedJobs(app);
    await notifier.sendEmails(grace);
    const states = await app.database.asSuperuser<{ state: string }>(
      `select distinct state from notification_delivery where content_id = $1`,
      [id],
    );
    expect(states).toEqual([{ state: 'sent' }]);
  });
});

describe('the calendar of a member', () => {
  const feed = async () => {
    const { body } = await member.post<{ url: string }>('/api/feeds', { kind: 'calendar' });
    const { text } = await app.visitor.get(new URL(body.url).pathname);
    return (id: string) =>
      text.split('BEGIN:VEVENT').find((entry) => entry.includes(`UID:${id}@church-connect`));
  };

  it('cancels a deleted event, and shows it again after it is restored', async () => {
    const { id } = (await admin.post<Event>('/api/events', eventFields)).body;
    expect((await feed())(id)).toContain('SEQUENCE:0');
    await admin.delete(`/api/events/${id}`);
    const deleted = (await feed())(id)!;
    expect(deleted).toContain('STATUS:CANCELLED');
    expect(deleted).toContain('SEQUENCE:1');
    await restore('event', id);
    const restored = (await feed())(id)!;
    expect(restored).toContain('SEQUENCE:2');
    expect(restored).not.toContain('STATUS:CANCELLED');
  });

  it('does not tell of a deleted event that members never saw', async () => {
    const body = { ...eventFields, isActive: false };
    const { id } = (await admin.post<Event>('/api/events', body)).body;
    await admin.delete(`/api/events/${id}`);
    expect((await feed())(id)).toBeUndefined();
  });
});

it('records deletions and a restoration in the audit log', async () => {
  const { path, minimalBody } = contentKinds.sermons;
  const { id } = await add(path, minimalBody);
  await admin.delete(`${path}/${id}`);
  await restore('sermon', id);
  await admin.delete(`${path}/${id}`);
  await deleteForGood('sermon', id);
  const entries = await app.database.asSuperuser<{ action: string }>(
    `select action
       from audit_entry
      where organization_id = $1 and details ->> 'id' = $2
      order by id`,
    [grace, id],
  );
  expect(entries.map(({ action }) => action)).toEqual([
    'content-added',
    'content-removed',
    'content-restored',
    'content-removed',
    'content-deleted-for-good',
  ]);
});
