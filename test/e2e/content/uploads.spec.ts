import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Resource, Sermon, Storage } from '#libs/contracts';
import type { Store } from '#libs/files';
import { FILE_STORE } from '../../../src/content/files/file-store.js';
import { startApp, type Client, type TestApp } from '../../support/app.js';
import { tone } from '../../support/audio.js';
import { S3Double } from '../../support/doubles/s3.js';

describe.each(['the disk', 'S3'])('files on %s', (place) => {
  let app: TestApp;
  let s3: S3Double | null;
  let grace: string;
  let admin: Client;
  let member: Client;
  let other: Client;
  beforeAll(async () => {
    s3 = place === 'S3' ? await S3Double.start() : null;
    app = await startApp({ env: s3?.env ?? {} });
    grace = await app.church('grace');
    for (const role of ['admin', 'pastor', 'member'] as const)
      await app.person(grace, { email: `${role}@grace.test`, role });
    await app.person(await app.church('hope'), { email: 'admin@hope.test', role: 'admin' });
    [admin, member, other] = ['admin@grace.test', 'member@grace.test', 'admin@hope.test'].map(
      (email) => app.as(email),
    ) as [Client, Client, Client];
  });
  afterAll(async () => {
    await app.close();
    await s3?.away();
  });

  const tus = { 'tus-resumable': '1.0.0' };
  const begin = (client: Client, length: number, name = 'sunday.wav') =>
    client.send('POST', '/api/uploads', undefined, {
      ...tus,
      'upload-length': String(length),
      'upload-metadata': `filename ${Buffer.from(name).toString('base64')}`,
    });
  const part = (client: Client, at: string, offset: number, bytes: Uint8Array) =>
    client.send('PATCH', at, bytes, {
      ...tus,
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
    });
  const idOf = (at: string) => at.split('/').at(-1)!;
  /** @returns the upload's id */
  async function upload(client: Client, bytes: Uint8Array, name?: string): Promise<string> {
    const begun = await begin(client, bytes.length, name);
    expect(begun.status).toBe(201);
    const at = begun.headers.get('location')!;
    expect((await part(client, at, 0, bytes)).status).toBe(204);
    return idOf(at);
  }
  const sermon = (uploadId: string | null, more: object = {}) => ({
    title: 'The vine',
    description: 'On staying where one grows.',
    uploadId,
    ...more,
  });
  const kept = () =>
    (s3
      ? [...s3.objects.keys(), ...s3.uploads.keys()]
      : fs.readdirSync(path.join(app.config.DATA_DIR, 'files'))
    ).sort();

  describe('an upload', () => {
    it('continues after an interruption, and has the duration of its file', async () => {
      const audio = tone(125);
      const at = (await begin(admin, audio.length)).headers.get('location')!;
      expect(
        (await part(admin, at, 0, audio.subarray(0, 100_000))).headers.get('upload-offset'),
      ).toBe('100000');
      expect((await part(admin, at, 50_000, audio.subarray(50_000))).status).toBe(409);
      expect((await admin.post('/api/sermons', sermon(idOf(at)))).status).toBe(400);
      const state = await admin.send('HEAD', at, undefined, tus);
      expect(state.headers.get('upload-offset')).toBe('100000');
      expect((await part(admin, at, 100_000, audio.subarray(100_000))).status).toBe(204);
      const { body } = await admin.post<Sermon>('/api/sermons', sermon(idOf(at)));
      expect(body).toMatchObject({
        durationMinutes: 2,
        audioUrl: `/api/files/${idOf(at)}`,
        file: {
          name: 'sunday.wav',
          contentType: 'audio/wav',
          size: audio.length,
          durationSeconds: 125,
        },
      });

      const whole = await fetch(app.url + body.audioUrl!, {
        headers: { cookie: await app.cookieOf('member@grace.test') },
      });
      expect(Buffer.compare(Buffer.from(await whole.arrayBuffer()), Buffer.from(audio))).toBe(0);
      const range = async (value: string) => {
        const answer = await fetch(app.url + body.audioUrl!, {
          headers: { cookie: await app.cookieOf('member@grace.test'), range: value },
        });
        return {
          status: answer.status,
          range: answer.headers.get('content-range'),
          length: (await answer.arrayBuffer()).byteLength,
        };
      };
      const size = audio.length;
      expect(await range('bytes=0-99')).toEqual({
        status: 206,
        range: `bytes 0-99/${size}`,
        length: 100,
      });
      expect(await range(`bytes=${size - 5}-`)).toEqual({
        status: 206,
        range: `bytes ${size - 5}-${size - 1}/${size}`,
        length: 5,
      });
      expect(await range('bytes=-7')).toEqual({
        status: 206,
        range: `bytes ${size - 7}-${size - 1}/${size}`,
        length: 7,
      });
      expect(await range(`bytes=${size}-`)).toMatchObject({
        status: 416,
        range: `bytes */${size}`,
      });
      for (const odd of ['bytes=5-2', 'bytes=0-1,5-6', 'lines=1-2', 'bytes=-'])
        expect((await range(odd)).status).toBe(odd === 'bytes=5-2' ? 416 : 200);
    });

    it('belongs only to its user, during the upload and after it', async () => {
      const audio = tone(2);
      const at = (await begin(admin, audio.length)).headers.get('location')!;
      for (const client of [app.as('pastor@grace.test'), other]) {
        expect((await part(client, at, 0, audio)).status).toBe(404);
        expect((await client.send('HEAD', at, undefined, tus)).status).toBe(404);
        expect((await client.send('DELETE', at, undefined, tus)).status).toBe(404);
      }
      expect((await begin(member, 10)).status).toBe(403);
      expect((await begin(app.visitor, 10)).status).toBe(401);
      expect((await part(admin, at, 0, audio)).status).toBe(204);
      expect((await part(admin, at, 0, audio)).status).toBe(404);
      expect((await other.post('/api/sermons', sermon(idOf(at)))).status).toBe(400);
      expect((await other.get(`/api/files/${idOf(at)}`)).status).toBe(404);
    });

    it('is visible to users who may see the content that refers to it', async () => {
      const id = await upload(admin, tone(1));
      expect((await admin.get(`/api/files/${id}`)).status).toBe(404); // nothing names it yet
      const { body } = await admin.post<Sermon>('/api/sermons', sermon(id, { isActive: false }));
      const seen = async (client: Client) => (await client.get(`/api/files/${id}`)).status;
      expect([
        await seen(admin),
        await seen(app.as('pastor@grace.test')),
        await seen(member),
        await seen(other),
        await seen(app.visitor),
      ]).toEqual([200, 404, 404, 404, 401]);
      await admin.put(`/api/sermons/${body.id}`, sermon(null, { isActive: true }));
      expect([await seen(member), await seen(other)]).toEqual([200, 404]);
      await admin.put(`/api/sermons/${body.id}`, sermon(null, { keepFile: false }));
      expect(await seen(member)).toBe(404);
    });

    it('is refused and deleted if its content has another type than its name', async () => {
      const before = kept();
      for (const [name, bytes] of [
        ['song.mp3', Buffer.from('<html><script>alert(1)</script></html>')],
        ['song.mp3', randomBytes(5_000)],
        ['paper.pdf', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
        ['run.wav', Buffer.concat([Buffer.from('MZ'), randomBytes(2_000)])],
      ] as const) {
        const at = (await begin(admin, bytes.length, name)).headers.get('location')!;
        const answer = await part(admin, at, 0, bytes);
        expect({ name, status: answer.status }).toEqual({ name, status: 415 });
        expect(answer.text).toContain('Please choose an audio file');
        expect((await admin.post('/api/sermons', sermon(idOf(at)))).status).toBe(400);
      }
      expect(kept()).toEqual(before);
    });

    it('is missing, without a server error, if deleted during the inspection', async () => {
      const bytes = tone(3);
      const uploadAddress = (await begin(admin, bytes.length)).headers.get('location')!;
      const store = app.app.get<Store>(FILE_STORE, { strict: false });
      const read = store.bytes.bind(store);
      store.bytes = async (...range) => {
        store.bytes = read;
        expect((await admin.send('DELETE', uploadAddress, undefined)).status).toBe(204);
        return read(...range);
      };
      expect((await part(admin, uploadAddress, 0, bytes)).status).toBe(404);
    });

    it('is refused if the form needs another kind of file', async () => {
      const pdf = await upload(
        admin,
        Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF'),
        'study.pdf',
      );
      expect(
        (await admin.post<{ message: string }>('/api/sermons', sermon(pdf))).body.message,
      ).toBe('Please choose an audio file');
      const made = await admin.post<Resource>('/api/resources', {
        title: 'A study',
        description: 'For reading at home.',
        uploadId: pdf,
      });
      expect(made.body).toMatchObject({
        serverFileUrl: `/api/files/${pdf}`,
        audioUrl: null,
        file: { name: 'study.pdf', contentType: 'application/pdf' },
      });
      const shown = await member.get(`/api/files/${pdf}`);
      expect(shown.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
      expect(shown.headers.get('x-content-type-options')).toBe('nosniff');
    });

    it('must announce its length, which is at most 200 MB', async () => {
      expect((await admin.send('POST', '/api/uploads', undefined, tus)).status).toBe(400);
      expect((await begin(admin, 0)).status).toBe(400);
      expect((await begin(admin, 200 * 1024 * 1024 + 1)).status).toBe(413);
      const at = (await begin(admin, 10)).headers.get('location')!;
      expect((await part(admin, at, 0, new Uint8Array(11))).status).toBe(413);
      expect((await admin.send('DELETE', at, undefined, tus)).status).toBe(204);
      expect((await admin.send('HEAD', at, undefined, tus)).status).toBe(404);
    });

    it('is refused if the plan has no space left, also several at once', async () => {
      await app.database.asSuperuser(`update organization set subscription_status = 'active'`);
      const { body: room } = await admin.get<Storage>('/api/uploads');
      expect(room.limit).toBe(5 * 1024 ** 3);
      await app.database.asSuperuser(
        `insert into content_file (organization_id, id, name, size, created_by)
           values ($1, '01a1fc63-f841-71e3-ad8c-fa6353f799cd', 'large', $2, $1)`,
        [grace, room.limit - room.used - 250 * 1024 * 1024],
      );
      const answers = await Promise.all([
        begin(admin, 150 * 1024 * 1024),
        begin(admin, 150 * 1024 * 1024),
        begin(admin, 150 * 1024 * 1024),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 413, 413]);
      expect(answers.find(({ status }) => status === 413)!.text).toContain(
        'Your plan has no room left',
      );
      expect((await begin(other, 150 * 1024 * 1024)).status).toBe(201);
      await app.database.asSuperuser(`delete from content_file where name = 'large'`);
    });
  });
});
