import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { everyPage, type Client, type TestApp } from '../../support/app.js';
import { startContentChurch } from '../../support/content/content-church.js';
import { contentKinds } from '../../support/content/content-kinds.js';

let app: TestApp;
let member: Client;
let other: Client;
beforeAll(async () => {
  ({ app, member, other } = await startContentChurch());
});
afterAll(() => app.close());

type Thing = { id: string; title: string; isActive: boolean };

describe.each(Object.entries(contentKinds))(
  '%s',
  (_name, { path, publisher, minimalBody, becomes, wrong }) => {
    const asPublisher = () => app.as(publisher);
    const change = (id: string, body: object) =>
      path === '/api/announcements'
        ? asPublisher().patch<Thing>(`${path}/${id}`, body)
        : asPublisher().put<Thing>(`${path}/${id}`, body);

    it('are created from the required fields, and are visible only in their church', async () => {
      const created = await asPublisher().post<Thing>(path, minimalBody);
      expect(created).toMatchObject({ status: 201, body: becomes });
      expect((await member.get<Thing[]>(path)).body.map(({ id }) => id)).toContain(created.body.id);
      expect((await other.get<Thing[]>(path)).body).toEqual([]);
      expect((await app.as('member@grace.test').post(path, minimalBody)).status).toBe(403);
    });

    it('are refused if a field is invalid, with an explanation that names the field', async () => {
      for (const [body, message, field = Object.keys(body)[0]] of wrong) {
        const answer = await asPublisher().post<{ message: string; issues: { path: string }[] }>(
          path,
          {
            ...minimalBody,
            ...body,
          },
        );
        expect({ sent: body, ...answer }).toMatchObject({
          sent: body,
          body: { message },
          status: 400,
        });
        expect({ body, field: answer.body.issues[0]!.path.split('.')[0] }).toEqual({ body, field });
      }
      expect((await asPublisher().post(path, { ...minimalBody, unknown: 1 })).status).toBe(400);
    });

    it('are visible only to users who manage them while they are inactive', async () => {
      const { body: draft } = await asPublisher().post<Thing>(path, {
        ...minimalBody,
        title: 'Only a draft',
        isActive: false,
      });
      const ids = async (client: Client, query = '') =>
        (await client.get<Thing[]>(`${path}${query}`)).body.map(({ id }) => id);
      expect(await ids(member)).not.toContain(draft.id);
      expect(await ids(member, '?q=only')).toEqual([]);
      expect(await ids(asPublisher(), '?q=ONLY A')).toEqual([draft.id]);
      expect(await ids(asPublisher(), '?active=true&q=only')).toEqual([]);
      if (path !== '/api/announcements') {
        expect((await member.get(`${path}/${draft.id}`)).status).toBe(404);
        expect((await asPublisher().get(`${path}/${draft.id}`)).status).toBe(200);
      }
      expect(
        (await change(draft.id, { ...minimalBody, title: 'Now for all', isActive: true })).body,
      ).toMatchObject({ title: 'Now for all', isActive: true });
      expect(await ids(member)).toContain(draft.id);
      expect((await other.delete(`${path}/${draft.id}`)).status).toBe(404);
      expect((await asPublisher().delete(`${path}/${draft.id}`)).status).toBe(204);
      expect((await asPublisher().delete(`${path}/${draft.id}`)).status).toBe(404);
    });

    it('are shown, hidden and deleted together, or none of them if an id is unknown', async () => {
      const createdIds = await Promise.all(
        [1, 2, 3].map(
          async (n) =>
            (await asPublisher().post<Thing>(path, { ...minimalBody, title: `Number ${n}` })).body
              .id,
        ),
      );
      const bulk = (ids: string[], act: string) =>
        asPublisher().post<{ changed: number }>(`${path}/bulk`, { ids, act });
      expect(
        (await bulk([...createdIds, '01a1fc63-f841-71e3-ad8c-fa6353f799cd'], 'delete')).status,
      ).toBe(404);
      expect((await bulk(createdIds, 'hide')).body).toEqual({ changed: 3 });
      expect((await bulk(createdIds, 'hide')).body).toEqual({ changed: 0 });
      expect((await member.get<Thing[]>(`${path}?q=number`)).body).toEqual([]);
      expect((await member.post(`${path}/bulk`, { ids: createdIds, act: 'delete' })).status).toBe(
        403,
      );
      expect((await bulk(createdIds, 'delete')).body).toEqual({ changed: 3 });
      expect((await bulk(createdIds, 'delete')).status).toBe(404);
    });

    it('are returned in the same order on pages as in one list, for each sort order', async () => {
      for (let n = 0; n < 7; n++)
        await asPublisher().post(path, { ...minimalBody, title: `Page ${n % 3}` });
      for (const query of ['', '&sort=title', '&sort=-title', '&sort=date', '&sort=-date']) {
        const allIds = (await member.get<Thing[]>(`${path}?q=page${query}`)).body.map(
          ({ id }) => id,
        );
        expect(allIds).toHaveLength(7);
        expect(
          (await everyPage<Thing>(member, `${path}?q=page&limit=2${query}`)).map(({ id }) => id),
        ).toEqual(allIds);
      }
      expect(
        (await member.get<Thing[]>(`${path}?q=page&sort=title`)).body.map(({ title }) => title),
      ).toEqual(['Page 0', 'Page 0', 'Page 0', 'Page 1', 'Page 1', 'Page 2', 'Page 2']);
      expect((await member.get(`${path}?cursor=nonsense`)).status).toBe(400);
      expect((await member.get<Thing[]>(`${path}?q=%25`)).body).toEqual([]);
    });
  },
);
