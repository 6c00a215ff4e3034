import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import type { User } from '#libs/contracts';
import { give, startApp, under, type Client, type TestApp } from '../../../support/app.js';

let app: TestApp;
let adaId: string;
beforeAll(async () => {
  app = await startApp();
  const grace = await app.church('grace');
  await app.person(grace, { email: 'admin@grace.test', role: 'admin' });
  adaId = (await app.person(grace, { email: 'ada@grace.test' })).id;
});
afterAll(() => app.close());

describe('the profile of a user', () => {
  const put = (client: Client, more: object) =>
    client.put<User>('/api/auth/profile', { firstName: 'Ada', lastName: 'Byron', ...more });
  it('changes its fields except the email address, also in the ledger', async () => {
    await give(app.as('admin@grace.test'), adaId);
    const ada = app.as('ada@grace.test');
    expect(
      await put(ada, { email: 'Ada@grace.test', phone: '555 123 4567', bio: ' counts ' }),
    ).toMatchObject({
      status: 200,
      body: { firstName: 'Ada', phone: '555 123 4567', bio: 'counts' },
    });
    expect(await put(ada, { email: 'other@grace.test' })).toMatchObject({
      status: 400,
      body: { message: 'Contact an administrator to change your email address' },
    });
    expect(await put(ada, { phone: '12345' })).toMatchObject({
      status: 400,
      body: { message: 'Please enter a valid phone number (e.g., 555-123-4567)' },
    });
    for (const more of [
      { role: 'admin' },
      { isApproved: true },
      { firstName: ' ' },
      { bio: 'a\0b' },
      { mfaEnabled: false },
    ])
      expect((await put(ada, more)).status).toBe(400);
    const ledger = await app
      .as('admin@grace.test')
      .get<{ rows: { name: string }[] }>('/api/admin/church-ledger?search=Ada Byron');
    expect(ledger.body.rows).toHaveLength(1);
  });

  const upload = async (
    client: Client,
    bytes: Uint8Array,
    name = 'me.png',
    field = 'profileImage',
  ) => {
    const form = new FormData();
    form.append(field, new Blob([bytes]), name);
    const request = new Request('http://x/', { method: 'POST', body: form });
    return client.send<{ profileImageUrl: string }>(
      'POST',
      '/api/auth/profile/picture',
      new Uint8Array(await request.arrayBuffer()),
      { 'content-type': request.headers.get('content-type')! },
    );
  };
  const picture = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#3366aa' } });

  it('has a picture that is encoded again and is visible only in the church', async () => {
    const ada = app.as('ada@grace.test');
    const exif = await picture(900, 600)
      .withExif({ IFD0: { Artist: 'SECRET PLACE' } })
      .jpeg()
      .toBuffer();
    const { status, body } = await upload(
      ada,
      Buffer.concat([exif, Buffer.from('<script>alert(1)</script>')]),
      '../../etc/passwd.svg',
    );
    expect(status).toBe(200);
    const pictureAnswer = await fetch(app.url + body.profileImageUrl, {
      headers: { cookie: await app.cookieOf('ada@grace.test') },
    });
    expect([
      pictureAnswer.headers.get('content-type'),
      pictureAnswer.headers.get('content-security-policy'),
      pictureAnswer.headers.get('x-content-type-options'),
    ]).toEqual(['image/webp', "default-src 'none'; sandbox", 'nosniff']);
    const bytes = Buffer.from(await pictureAnswer.arrayBuffer());
    expect(await sharp(bytes).metadata()).toMatchObject({
      format: 'webp',
      width: 512,
      height: 512,
    });
    expect(bytes.includes('SECRET') || bytes.includes('script')).toBe(false);
    await app.person(await app.church('far'), { email: 'spy@far.test', role: 'admin' });
    expect((await app.as('spy@far.test').get(body.profileImageUrl)).status).toBe(404);
    expect((await app.visitor.get(body.profileImageUrl)).status).toBe(404);
    expect((await under(app, 'grace.localhost').get(body.profileImageUrl)).status).toBe(404);
    const second = await upload(ada, await picture(10, 10).webp().toBuffer());
    expect((await ada.get(body.profileImageUrl)).status).toBe(404);
    expect((await ada.get<User>('/api/auth/user')).body.profileImageUrl).toBe(
      second.body.profileImageUrl,
    );
    expect((await ada.delete('/api/auth/profile/picture')).status).toBe(204);
    expect((await ada.get<User>('/api/auth/user')).body.profileImageUrl).toBeNull();
  });

  it('refuses files that are not pictures, and does not store them', async () => {
    const ada = app.as('ada@grace.test');
    const count = async () => (await app.database.asSuperuser('select 1 from image')).length;
    const before = await count();
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" ' +
      'height="9"><script>alert(1)</script></svg>';
    const huge = await sharp({
      create: { width: 9_000, height: 9_000, channels: 3, background: 'white' },
    })
      .png()
      .toBuffer();
    const good = await picture(40, 40).png().toBuffer();
    for (const [fileKind, bytes] of Object.entries({
      svg: Buffer.from(svg),
      html: Buffer.from('<html>'),
      empty: Buffer.alloc(0),
      gif: await picture(5, 5).gif().toBuffer(),
      pixels: huge,
      damaged: good.subarray(0, good.length - 30),
      large: Buffer.alloc(11 * 1024 * 1024),
    })) {
      const answer = await upload(ada, bytes);
      expect({ what: fileKind, ...answer }).toMatchObject({
        what: fileKind,
        status: 400,
        body: { message: expect.stringMatching(/picture/) },
      });
    }
    expect((await upload(ada, good, 'me.png', 'another')).status).toBe(400);
    expect((await ada.post('/api/auth/profile/picture', {})).status).toBe(415);
    expect(await count()).toBe(before);
  });
});
