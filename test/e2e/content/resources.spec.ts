import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Resource } from '#libs/contracts';
import type { Client, TestApp } from '../../support/app.js';
import { startContentChurch } from '../../support/content/content-church.js';
import { contentKinds } from '../../support/content/content-kinds.js';

let app: TestApp;
let admin: Client;
let pastor: Client;
let member: Client;
let other: Client;
beforeAll(async () => {
  ({ app, admin, pastor, member, other } = await startContentChurch());
});
afterAll(() => app.close());

describe('the progress of a user in a resource', () => {
  it('is stored as it was sent, and is visible only to this user', async () => {
    const { body: resource } = await admin.post<Resource>(
      '/api/resources',
      contentKinds.resources.minimalBody,
    );
    const set = (client: Client, progress: unknown, id = resource.id) =>
      client.post<{ progress: number }>(`/api/user-resources/${id}/progress`, { progress });
    expect((await set(member, 1)).body).toMatchObject({ progress: 1, resourceId: resource.id });
    expect((await set(member, 60)).body.progress).toBe(60);
    for (const progress of [-1, 101, 1.5, '5'])
      expect((await set(member, progress)).status).toBe(400);
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
    const { body: resource } = await admin.post<Resource>(
      '/api/resources',
      contentKinds.resources.minimalBody,
    );
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
    const createdResources: Resource[] = [];
    for (let n = 0; n < 8; n++)
      createdResources.push(
        (
          await admin.post<Resource>('/api/resources', {
            ...contentKinds.resources.minimalBody,
            title: `Counted ${n}`,
            isActive: n !== 7,
          })
        ).body,
      );
    const set = (client: Client, index: number, progress: number) =>
      client.post(`/api/user-resources/${createdResources[index]!.id}/progress`, { progress });
    await set(member, 0, 100);
    await set(member, 1, 5);
    await set(member, 2, 0);
    await set(pastor, 3, 50);
    expect(await counts(member)).toEqual({
      accessed: before.accessed + 2,
      total: before.total + 7,
    });
    // Staff see hidden resources in the list. Their statistics, like those of members, count only
    // active resources.
    expect(await counts(admin)).toEqual({ accessed: 0, total: before.total + 7 });
    expect((await counts(other)).accessed).toBe(0);
    await admin.post('/api/resources/bulk', {
      ids: createdResources.filter((_, index) => index !== 0).map(({ id }) => id),
      act: 'hide',
    });
    expect(await counts(member)).toEqual({
      accessed: before.accessed + 1,
      total: before.total + 1,
    });
    await admin.post('/api/resources/bulk', {
      ids: createdResources.map(({ id }) => id),
      act: 'delete',
    });
    expect(await counts(member)).toEqual(before);
  });
});

describe('resources', () => {
  it('are filtered by level and topic, or not at all for "all"', async () => {
    await admin.post('/api/resources', {
      ...contentKinds.resources.minimalBody,
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
