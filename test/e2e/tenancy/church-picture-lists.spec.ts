import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type SiteImage } from '#libs/contracts';
import { under, type TestApp } from '../../support/app.js';
import { addSiteImage } from '../../support/pictures.js';
import { readAuditEntries, startGraceAndHope } from './grace-and-hope.js';

let app: TestApp;
beforeAll(async () => {
  app = await startGraceAndHope();
});
afterAll(() => app.close());

const admin = () => app.as('admin@grace.test');

describe('the pictures of a church', () => {
  const list = async (query = '', client = admin()) =>
    (await client.get<SiteImage[]>(`/api/site-images${query}`)).body;
  const seenAt = async (url: string, host: string) => (await under(app, host).get(url)).status;

  it('can be searched, and are returned by type and in pages', async () => {
    for (const { id } of await list()) await admin().delete(`/api/site-images/${id}`);
    for (const [type, title] of [
      ['banner', 'Harvest 100%'],
      ['leadership', 'Pastor Eli'],
      ['logo', 'Old logo'],
      ['logo', 'New logo'],
      ['leadership', 'Elder Ruth'],
    ] as const)
      await addSiteImage(admin(), type, title);
    const titles = (images: SiteImage[]) => images.map(({ title }) => title);
    const paged: string[] = [];
    for (let pictureUrl: string | null = '/api/site-images?limit=2'; pictureUrl !== null;) {
      const { body, headers }: { body: SiteImage[]; headers: Headers } =
        await admin().get<SiteImage[]>(pictureUrl);
      expect(body.length).toBeLessThanOrEqual(2);
      paged.push(...titles(body));
      pictureUrl = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? null;
    }
    expect(paged).toEqual(['Old logo', 'New logo', 'Pastor Eli', 'Elder Ruth', 'Harvest 100%']);
    expect((await list()).length).toBe(5);
    expect(titles(await list('?q=logo'))).toEqual(['Old logo', 'New logo']);
    expect(titles(await list('?q=0%25&limit=10'))).toEqual(['Harvest 100%']);
    expect(await list('?q=%25%25')).toEqual([]);
    for (const query of ['?cursor=nonsense&limit=2', '?limit=0', '?sort=title'])
      expect((await admin().get(`/api/site-images${query}`)).status).toBe(400);
    expect(titles(await list('?q=logo&limit=1', under(app, 'grace.localhost')))).toEqual([
      'Old logo',
    ]);
    expect(await list('?q=logo', under(app, 'hope.localhost'))).toEqual([]);
  });

  it('are hidden, shown and deleted together or not at all, with audit entries', async () => {
    for (const { id } of await list()) await admin().delete(`/api/site-images/${id}`);
    for (const type of ['banner', 'leadership', 'logo', 'logo', 'leadership'] as const)
      await addSiteImage(admin(), type, `A ${type}`);
    const images = await list('?type=leadership');
    const ids = images.map(({ id }) => id);
    const bulk = (act: string, client = admin(), which = ids) =>
      client.post<{ changed: number }>('/api/site-images/bulk', { ids: which, act });
    const lines = async (action: string) =>
      (await readAuditEntries(app, action)).filter(({ details }) =>
        ids.includes(details.image as string),
      );
    expect(await bulk('hide')).toMatchObject({ status: 200, body: { changed: 2 } });
    expect(await bulk('hide')).toMatchObject({ status: 200, body: { changed: 0 } });
    for (const { imageUrl } of images) expect(await seenAt(imageUrl, 'grace.localhost')).toBe(404);
    expect((await list('?type=leadership', app.as('member@grace.test'))).length).toBe(0);
    expect(
      (await list('?limit=10', under(app, 'grace.localhost'))).map(({ type }) => type),
    ).toEqual(['logo', 'logo', 'banner']);
    expect(await bulk('show', admin(), [ids[0]!])).toMatchObject({ body: { changed: 1 } });
    expect((await lines('site-image-changed')).length).toBe(3);
    for (const client of [app.as('secretary@grace.test'), app.as('member@grace.test')])
      expect((await bulk('delete', client)).status).toBe(403);
    expect((await bulk('delete', app.as('admin@hope.test'))).status).toBe(404);
    expect(
      (await bulk('delete', admin(), [ids[0]!, '019a0000-0000-7000-8000-000000000000'])).status,
    ).toBe(404);
    expect((await bulk('burn')).status).toBe(400);
    expect((await list('?type=leadership')).length).toBe(2);
    expect(await bulk('delete')).toMatchObject({ status: 200, body: { changed: 2 } });
    expect(await list('?type=leadership')).toEqual([]);
    expect((await lines('site-image-removed')).length).toBe(2);
  });

  it('are deleted with their bytes, and cannot be used by other churches', async () => {
    const image = await addSiteImage(admin(), 'leadership', 'Pastor Eli');
    const pictureUrl = `/api/site-images/${image.id}`;
    for (const answer of [
      await app.as('admin@hope.test').patch(pictureUrl, { title: 'x' }),
      await app.as('admin@hope.test').delete(pictureUrl),
    ]) {
      expect(answer).toMatchObject({
        status: 404,
        body: { message: 'This picture does not exist.' },
      });
    }
    expect((await app.as('member@grace.test').delete(pictureUrl)).status).toBe(403);
    expect(await list()).toContainEqual(image);
    expect((await admin().delete(pictureUrl)).status).toBe(204);
    expect(await seenAt(image.imageUrl, 'grace.localhost')).toBe(404);
    expect(
      await app.database.asSuperuser('select 1 from image where id = $1', [
        image.imageUrl.split('/').pop()!,
      ]),
    ).toEqual([]);
    expect((await admin().delete(pictureUrl)).status).toBe(404);
  });

  it('are in the audit log with their type and id, but without their titles', async () => {
    const { id } = await addSiteImage(admin(), 'banner', 'Pastor Eli');
    const pictureUrl = `/api/site-images/${id}`;
    await admin().patch(pictureUrl, { title: 'Autumn', description: 'Harvest' });
    await admin().delete(pictureUrl);
    const addedEntries = await readAuditEntries(app, 'site-image-added');
    const last = (await readAuditEntries(app, 'site-image-removed')).at(-1)!.details;
    expect(Object.keys(last).sort()).toEqual(['image', 'type']);
    expect(addedEntries.map(({ details }) => details)).toContainEqual(last);
    const all = JSON.stringify([
      addedEntries,
      await readAuditEntries(app, 'site-image-changed'),
      await readAuditEntries(app, 'site-image-removed'),
      await readAuditEntries(app, 'setting-changed'),
    ]);
    expect(all).not.toMatch(/Eli|Autumn|grace/i);
    const changes = (await readAuditEntries(app, 'site-image-changed')).map(
      ({ details }) => details,
    );
    expect(changes.find(({ image }) => image === last.image)).toMatchObject({
      type: 'banner',
      fields: ['title', 'description'],
    });
  });
});
