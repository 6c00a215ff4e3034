import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { settingKeys, type SettingKey, type Settings, type SiteImage } from '#libs/contracts';
import { startApp, under, type TestApp } from '../../support/app.js';
import { addSiteImage, picture, sendForm } from '../../support/pictures.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
  const [grace, hope] = [await app.church('grace'), await app.church('hope')];
  for (const role of ['admin', 'secretary', 'member'] as const)
    await app.person(grace, { email: `${role}@grace.test`, role });
  await app.person(hope, { email: 'admin@hope.test', role: 'admin' });
});
afterAll(() => app.close());

const admin = () => app.as('admin@grace.test');
const set = (key: string, value: unknown, by = admin()) =>
  by.post<Settings>('/api/settings', { key, value });
const auditOf = async (action: string, church: string | null = null) =>
  app.database.asSuperuser<{ details: Record<string, unknown> }>(
    'select details from audit_entry where action = $1 and organization_id = ' +
      'coalesce($2::uuid, organization_id) order by id',
    [action, church],
  );
/** A church of its own with an admin, for tests that depend on everything that was set before. */
async function freshChurch(slug: string) {
  const id = await app.church(slug);
  await app.person(id, { email: `admin@${slug}.test`, role: 'admin' });
  return { id, admin: app.as(`admin@${slug}.test`) };
}
const settingsAt = async (host: string) =>
  (await under(app, host).get<Settings>('/api/settings')).body;

describe('the settings of a church', () => {
  const good: Record<SettingKey, [sent: string, kept: unknown]> = {
    facebook_url: ['facebook.com/grace', 'https://facebook.com/grace'],
    instagram_url: ['http://instagram.com/grace', 'http://instagram.com/grace'],
    twitter_url: [' https://x.com/grace ', 'https://x.com/grace'],
    youtube_url: ['https://youtube.com/@grace', 'https://youtube.com/@grace'],
    website_url: ['https://grace.example/a b', 'https://grace.example/a%20b'],
    donationUrl: ['https://give.example/grace?x=1', 'https://give.example/grace?x=1'],
    paymentHandle: ['$GraceGives', '$GraceGives'],
    churchName: ['  Grace & Peace Church ', 'Grace & Peace Church'],
    phoneNumber: ['+1 (706) 555-0100 ext. 4', '+1 (706) 555-0100 ext. 4'],
    email: ['Office@Grace.Test', 'office@grace.test'],
    timeZone: ['America/Chicago', 'America/Chicago'],
    about: [' ## Who we are\n- glad ', '## Who we are\n- glad'],
    address: ['1 Broad Street, Augusta', '1 Broad Street, Augusta'],
    eventLocation: ['The ballroom', 'The ballroom'],
    services: [
      '[{"title":"Prayer","recurrence":"rrule:freq=weekly;byday=mo","time":"07:00","durationMinutes":30,"link":"meet.example/x"}]',
      [
        expect.objectContaining({
          title: 'Prayer',
          recurrence: 'FREQ=WEEKLY;BYDAY=MO',
          time: '07:00',
          durationMinutes: 30,
          place: '',
          link: 'https://meet.example/x',
          repeats: 'Every Monday',
        }),
      ],
    ],
    pastorFaq: [
      '[{"question":"When?","answer":"Soon."}]',
      [{ question: 'When?', answer: 'Soon.' }],
    ],
    smsNews: ['on', 'on'],
    primaryColor: ['#B91C1C', '#b91c1c'],
  };

  it('can be changed one by one, and are visible on its host immediately', async () => {
    const before = await settingsAt('hope.localhost');
    for (const key of settingKeys) {
      const [sent, kept] = good[key];
      expect({ key, ...(await set(key, sent)) }).toMatchObject({
        key,
        status: 200,
        body: { [key]: kept },
      });
    }
    const kept = Object.fromEntries(settingKeys.map((key) => [key, good[key][1]]));
    expect(await settingsAt('grace.localhost')).toMatchObject(kept);
    expect((await app.as('member@grace.test').get<Settings>('/api/settings')).body).toMatchObject(
      kept,
    );
    expect(await settingsAt('hope.localhost')).toEqual(before);
  });

  it('are recorded by name only; the same value is no change', async () => {
    const church = await freshChurch('recorded');
    for (const key of settingKeys) await set(key, good[key][0], church.admin);
    const entries = (await auditOf('setting-changed', church.id)).map(({ details }) => details);
    expect(entries).toEqual(settingKeys.map((key) => ({ fields: [key] })));
    await set('email', 'office@grace.test', church.admin);
    await set('facebook_url', 'https://facebook.com/grace', church.admin);
    expect(await auditOf('setting-changed', church.id)).toHaveLength(entries.length);
  });

  it('can be emptied, except name, time zone and color', async () => {
    const church = await freshChurch('emptied');
    for (const key of settingKeys) await set(key, good[key][0], church.admin);
    for (const key of settingKeys) {
      const refused = ['churchName', 'timeZone', 'primaryColor'].includes(key);
      expect({ key, status: (await set(key, '', church.admin)).status }).toEqual({
        key,
        status: refused ? 400 : 200,
      });
    }
    expect(await settingsAt('emptied.localhost')).toMatchObject({
      churchName: 'Grace & Peace Church',
      email: '',
      phoneNumber: '',
      facebook_url: '',
      donationUrl: '',
      timeZone: 'America/Chicago',
    });
  });

  it.each([
    ['youtube_url', 'javascript:alert(1)', 'Please enter a web address that begins with https://'],
    [
      'website_url',
      'JaVaScRiPt://grace.example/%0aalert(1)',
      'Please enter a web address that begins with https://',
    ],
    ['facebook_url', 'data:text/html,x', 'Please enter a web address that begins with https://'],
    ['donationUrl', 'ftp://give.example/', 'Please enter a web address that begins with https://'],
    [
      'donationUrl',
      'https://user:secret@give.example/',
      'Please enter a web address that begins with https://',
    ],
    ['donationUrl', 'https:give.example', 'Please enter a web address that begins with https://'],
    ['instagram_url', 'our page', 'Please enter a web address that begins with https://'],
    ['twitter_url', `https://x.com/${'a'.repeat(600)}`, 'Please use at most 500 characters'],
    ['paymentHandle', 'x'.repeat(101), 'Please use at most 100 characters'],
    ['paymentHandle', 'a\0b', 'Please remove the invisible characters'],
    ['churchName', '   ', 'Please enter the church’s name'],
    ['churchName', 'x'.repeat(201), 'Please use at most 200 characters'],
    ['phoneNumber', 'call us', 'Please enter a phone number, such as 555-123-4567'],
    ['phoneNumber', '12', 'Please enter a phone number, such as 555-123-4567'],
    ['email', 'office', 'Invalid email address'],
    ['timeZone', 'Mars/Olympus', 'Please choose a time zone from the list'],
    ['timeZone', '+05:30', 'Please choose a time zone from the list'],
    ['primaryColor', 'red', 'Please enter a color such as #3b82f6'],
    ['primaryColor', '#fff', 'Please enter a color such as #3b82f6'],
    ['primaryColor', '#12345g', 'Please enter a color such as #3b82f6'],
    ['email', 5, '"value" is of the wrong kind.'],
    ['email', undefined, '"value" is missing.'],
    ['isPortalHost', 'true', expect.stringMatching(/^"key" must be one of: facebook_url, /)],
    ['name', 'x', expect.stringMatching(/^"key" must be one of/)],
    ['__proto__', 'x', expect.stringMatching(/^"key" must be one of/)],
  ])('are not changed by the invalid value of %s: %j', async (key, value, message) => {
    const before = await settingsAt('grace.localhost');
    expect(await set(key, value)).toMatchObject({
      status: 400,
      body: { code: 'invalid', message },
    });
    expect(await settingsAt('grace.localhost')).toEqual(before);
  });

  it('can be changed by admins only', async () => {
    const before = await settingsAt('grace.localhost');
    for (const who of ['secretary', 'member'])
      for (const key of settingKeys)
        expect((await set(key, good[key][0], app.as(`${who}@grace.test`))).status).toBe(403);
    expect((await set('churchName', 'Mine', app.visitor)).status).toBe(401);
    expect(await settingsAt('grace.localhost')).toEqual(before);
  });
});

describe('the pictures of a church', () => {
  const list = async (query = '', by = admin()) =>
    (await by.get<SiteImage[]>(`/api/site-images${query}`)).body;
  const seenAt = async (url: string, host: string) => (await under(app, host).get(url)).status;
  const kept = async () =>
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
      const shown = await fetch(app.url + image.imageUrl, {
        headers: { cookie: await app.cookieOf('member@grace.test') },
      });
      const bytes = Buffer.from(await shown.arrayBuffer());
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

  it('are accepted with fields before and after the file', async () => {
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
    const before = await kept();
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
    for (const who of ['secretary@grace.test', 'member@grace.test']) {
      expect(
        (
          await sendForm(app.as(who), '/api/site-images', [
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
    expect(await kept()).toBe(before);
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
    const idsFor = async (query: string, by = admin()) =>
      (await list(query, by)).map(({ id }) => id);
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

  it('are in the order of the admin; the first active logo is used', async () => {
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

  it('can be searched, and are listed by type, also page by page', async () => {
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
    for (let at: string | null = '/api/site-images?limit=2'; at !== null;) {
      const { body, headers }: { body: SiteImage[]; headers: Headers } =
        await admin().get<SiteImage[]>(at);
      expect(body.length).toBeLessThanOrEqual(2);
      paged.push(...titles(body));
      at = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? null;
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

  it('can be hidden, shown and deleted together, all or none, with audit', async () => {
    for (const { id } of await list()) await admin().delete(`/api/site-images/${id}`);
    for (const type of ['banner', 'leadership', 'logo', 'logo', 'leadership'] as const)
      await addSiteImage(admin(), type, `A ${type}`);
    const images = await list('?type=leadership');
    const ids = images.map(({ id }) => id);
    const bulk = (act: string, who = admin(), which = ids) =>
      who.post<{ changed: number }>('/api/site-images/bulk', { ids: which, act });
    const lines = async (action: string) =>
      (await auditOf(action)).filter(({ details }) => ids.includes(details.image as string));
    expect(await bulk('hide')).toMatchObject({ status: 200, body: { changed: 2 } });
    expect(await bulk('hide')).toMatchObject({ status: 200, body: { changed: 0 } });
    for (const { imageUrl } of images) expect(await seenAt(imageUrl, 'grace.localhost')).toBe(404);
    expect((await list('?type=leadership', app.as('member@grace.test'))).length).toBe(0);
    expect(
      (await list('?limit=10', under(app, 'grace.localhost'))).map(({ type }) => type),
    ).toEqual(['logo', 'logo', 'banner']);
    expect(await bulk('show', admin(), [ids[0]!])).toMatchObject({ body: { changed: 1 } });
    expect((await lines('site-image-changed')).length).toBe(3);
    for (const who of [app.as('secretary@grace.test'), app.as('member@grace.test')])
      expect((await bulk('delete', who)).status).toBe(403);
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

  it('are deleted with their bytes; other churches cannot reach them', async () => {
    const image = await addSiteImage(admin(), 'leadership', 'Pastor Eli');
    const at = `/api/site-images/${image.id}`;
    for (const answer of [
      await app.as('admin@hope.test').patch(at, { title: 'x' }),
      await app.as('admin@hope.test').delete(at),
    ]) {
      expect(answer).toMatchObject({
        status: 404,
        body: { message: 'This picture does not exist.' },
      });
    }
    expect((await app.as('member@grace.test').delete(at)).status).toBe(403);
    expect(await list()).toContainEqual(image);
    expect((await admin().delete(at)).status).toBe(204);
    expect(await seenAt(image.imageUrl, 'grace.localhost')).toBe(404);
    expect(
      await app.database.asSuperuser('select 1 from image where id = $1', [
        image.imageUrl.split('/').pop()!,
      ]),
    ).toEqual([]);
    expect((await admin().delete(at)).status).toBe(404);
  });

  it('are recorded by type and number, without their titles', async () => {
    const { id } = await addSiteImage(admin(), 'banner', 'Pastor Eli');
    const at = `/api/site-images/${id}`;
    await admin().patch(at, { title: 'Autumn', description: 'Harvest' });
    await admin().delete(at);
    const added = await auditOf('site-image-added');
    const last = (await auditOf('site-image-removed')).at(-1)!.details;
    expect(Object.keys(last).sort()).toEqual(['image', 'type']);
    expect(added.map(({ details }) => details)).toContainEqual(last);
    const all = JSON.stringify([
      added,
      await auditOf('site-image-changed'),
      await auditOf('site-image-removed'),
      await auditOf('setting-changed'),
    ]);
    expect(all).not.toMatch(/Eli|Autumn|grace/i);
    const changes = (await auditOf('site-image-changed')).map(({ details }) => details);
    expect(changes.find(({ image }) => image === last.image)).toMatchObject({
      type: 'banner',
      fields: ['title', 'description'],
    });
  });
});
