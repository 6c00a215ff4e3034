import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { type SiteImage } from '#libs/contracts';
import { under, type TestApp } from '../../support/app.js';
import { addSiteImage, picture, sendForm } from '../../support/pictures.js';
import { startGraceAndHope } from './grace-and-hope.js';

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
  const countPictures = async () =>
    Number(
      (
        await app.database.asSuperuser<{ n: string }>(
          'select (select count(*) from image) + (select count(*) from site_image) as n',
        )
      )[0]!.n,
    );

  it.each([
    ['logo', 1000, 500, 512, 256],
    ['leadership', 900, 1600, 450, 800],
    ['banner', 3840, 1000, 1920, 500],
    ['background', 2400, 1600, 1920, 1280],
    ['logo', 100, 60, 100, 60],
  ] as const)(
    'are encoded again: a %s of %i × %i becomes %i × %i',
    async (type, width, height, wide, high) => {
      const exif = await picture(width, height)
        .withExif({ IFD0: { Artist: 'SECRET PLACE' } })
        .jpeg()
        .toBuffer();
      const image = await addSiteImage(admin(), type, `A ${type}`, exif);
      expect(image).toMatchObject({ type, title: `A ${type}`, description: null, active: true });
      const pictureAnswer = await fetch(app.url + image.imageUrl, {
        headers: { cookie: await app.cookieOf('member@grace.test') },
      });
      const bytes = Buffer.from(await pictureAnswer.arrayBuffer());
      expect(await sharp(bytes).metadata()).toMatchObject({
        format: 'webp',
        width: wide,
        height: high,
      });
      expect(bytes.includes('SECRET')).toBe(false);
      expect([
        await seenAt(image.imageUrl, 'grace.localhost'),
        await seenAt(image.imageUrl, 'hope.localhost'),
        await seenAt(image.imageUrl, 'localhost'),
      ]).toEqual([200, 404, 404]);
      expect(
        (await under(app, 'grace.localhost').get<SiteImage[]>('/api/site-images')).body,
      ).toContainEqual(image);
      expect(
        (await under(app, 'hope.localhost').get<SiteImage[]>('/api/site-images')).body,
      ).toEqual([]);
    },
  );

  it('are accepted if the form contains the file before the other fields', async () => {
    const bytes = await picture(10, 10).png().toBuffer();
    const answer = await sendForm<SiteImage>(admin(), '/api/site-images', [
      ['image', bytes],
      ['description', ' Since 2004 '],
      ['title', ' Pastor Eli '],
      ['type', 'leadership'],
    ]);
    expect(answer).toMatchObject({
      status: 201,
      body: { type: 'leadership', title: 'Pastor Eli', description: 'Since 2004' },
    });
  });

  it('are refused with a reason if they are invalid, and are not stored', async () => {
    const before = await countPictures();
    const good = await picture(20, 20).png().toBuffer();
    const upload = (
      fields: Record<string, string>,
      bytes: Uint8Array | null = good,
      name = 'image',
    ) =>
      sendForm(admin(), '/api/site-images', [
        ...Object.entries(fields),
        ...(bytes ? [[name, bytes] as [string, Uint8Array]] : []),
      ]);
    const right = { type: 'banner', title: 'Easter' };
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    );
    expect(await upload({ ...right, type: 'poster' })).toMatchObject({
      status: 400,
      body: { message: '"type" must be one of: logo, leadership, banner, background, other.' },
    });
    expect(await upload({ title: 'Easter' })).toMatchObject({
      status: 400,
      body: { message: '"type" must be one of: logo, leadership, banner, background, other.' },
    });
    expect(await upload({ type: 'banner' })).toMatchObject({
      status: 400,
      body: { message: 'Please give the picture a title' },
    });
    expect(await upload({ ...right, title: '  ' })).toMatchObject({
      status: 400,
      body: { message: 'Please give the picture a title' },
    });
    expect(await upload({ ...right, title: 'x'.repeat(201) })).toMatchObject({
      status: 400,
      body: { message: 'Please use at most 200 characters' },
    });
    expect(await upload({ ...right, active: 'false' })).toMatchObject({
      status: 400,
      body: { message: 'There is no field "active" here.' },
    });
    expect(await upload(right, null)).toMatchObject({
      status: 400,
      body: { message: 'Please choose a picture.' },
    });
    expect(await upload(right, good, 'file')).toMatchObject({
      status: 400,
      body: { message: 'Please choose a picture.' },
    });
    expect(await upload(right, svg)).toMatchObject({
      status: 400,
      body: { message: 'Please choose a JPEG, PNG or WebP picture.' },
    });
    expect(await upload(right, good.subarray(0, good.length - 30))).toMatchObject({
      status: 400,
      body: { message: 'This picture is damaged. Please choose another.' },
    });
    expect(await upload(right, Buffer.alloc(11 * 1024 * 1024))).toMatchObject({
      status: 400,
      body: { message: 'This picture is larger than 10 MB. Please choose a smaller one.' },
    });
    expect((await admin().post('/api/site-images', right)).status).toBe(415);
    for (const email of ['secretary@grace.test', 'member@grace.test']) {
      expect(
        (
          await sendForm(app.as(email), '/api/site-images', [
            ...Object.entries(right),
            ['image', good],
          ])
        ).status,
      ).toBe(403);
    }
    expect(
      (await sendForm(app.visitor, '/api/site-images', [...Object.entries(right), ['image', good]]))
        .status,
    ).toBe(401);
    expect(await countPictures()).toBe(before);
  });

  it('can be renamed, and hidden from everybody except admins', async () => {
    const image = await addSiteImage(admin(), 'banner', 'Summer');
    const change = (body: unknown) =>
      admin().patch<SiteImage>(`/api/site-images/${image.id}`, body);
    expect(await change({ title: 'Autumn', description: 'Harvest' })).toMatchObject({
      status: 200,
      body: { title: 'Autumn', description: 'Harvest', active: true },
    });
    expect(await change({ active: false, description: '' })).toMatchObject({
      status: 200,
      body: { active: false, description: null, title: 'Autumn' },
    });
    const idsFor = async (query: string, client = admin()) =>
      (await list(query, client)).map(({ id }) => id);
    expect(await idsFor('?active=false')).toContain(image.id);
    for (const query of ['', '?active=false', '?type=banner']) {
      expect(await idsFor(query, app.as('member@grace.test'))).not.toContain(image.id);
      expect(await idsFor(query, under(app, 'grace.localhost'))).not.toContain(image.id);
    }
    expect(await seenAt(image.imageUrl, 'grace.localhost')).toBe(404);
    await change({ active: true });
    expect(await seenAt(image.imageUrl, 'grace.localhost')).toBe(200);
    for (const [body, message] of [
      [{ title: ' ' }, 'Please give the picture a title'],
      [{ active: 'yes' }, '"active" is of the wrong kind.'],
      [{ position: -1 }, '"position" must be at least 0.'],
      [{ position: 1.5 }, expect.any(String)],
      [{ type: 'logo' }, 'There is no field "type" here.'],
      [{ imageUrl: '/x' }, 'There is no field "imageUrl" here.'],
    ])
      expect(await change(body)).toMatchObject({ status: 400, body: { message } });
  });

  it('are in the order that the admin chose; the first active logo is used', async () => {
    for (const { id } of await list('?type=logo')) await admin().delete(`/api/site-images/${id}`);
    const [a, b, c] = [
      await addSiteImage(admin(), 'logo', 'A'),
      await addSiteImage(admin(), 'logo', 'B'),
      await addSiteImage(admin(), 'logo', 'C'),
    ];
    const order = async (query = '?type=logo') =>
      (await list(query)).map(({ title }) => title).join('');
    expect(await order()).toBe('ABC');
    expect(
      (await admin().patch<SiteImage>(`/api/site-images/${c.id}`, { position: 0 })).body.position,
    ).toBe(0);
    expect(await order()).toBe('CAB');
    await admin().patch(`/api/site-images/${c.id}`, { position: 1 });
    expect(await order()).toBe('ACB');
    await admin().patch(`/api/site-images/${a.id}`, { position: 9999 });
    expect(await order()).toBe('CBA');
    await admin().patch(`/api/site-images/${c.id}`, { active: false });
    expect(
      (
        await under(app, 'grace.localhost').get<SiteImage[]>(
          '/api/site-images?type=logo&active=true',
        )
      ).body.map(({ id }) => id),
    ).toEqual([b.id, a.id]);
    await Promise.all(
      [a, b, c].map(({ id }) => admin().patch(`/api/site-images/${id}`, { position: 0 })),
    );
    expect((await list('?type=logo')).map(({ position }) => position)).toEqual([0, 1, 2]);
  });
});
