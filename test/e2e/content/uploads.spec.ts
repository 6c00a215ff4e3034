import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Resource, Sermon, Storage } from '#libs/contracts';
import type { Store } from '#libs/files';
import { FILE_STORE } from '../../../src/content/files/file-store.js';
import type { Client, TestApp } from '../../support/app.js';
import { tone } from '../../support/audio.js';
import {
  fileStores,
  sermonWithFile,
  startFileChurch,
  type FileChurch,
} from '../../support/content/file-church.js';
import {
  sendPart,
  startUpload,
  tusHeaders,
  uploadFile,
  uploadIdOf,
} from '../../support/content/uploads.js';

describe.each(fileStores)('files on %s', (place) => {
  let church: FileChurch;
  let app: TestApp;
  let grace: string;
  let admin: Client;
  let member: Client;
  let other: Client;
  beforeAll(async () => {
    church = await startFileChurch(place);
    ({ app, grace, admin, member, other } = church);
  });
  afterAll(() => church.close());

  describe('an upload', () => {
    it('continues after an interruption, and has the duration of its file', async () => {
      const audio = tone(125);
      const uploadUrl = (await startUpload(admin, audio.length)).headers.get('location')!;
      expect(
        (await sendPart(admin, uploadUrl, 0, audio.subarray(0, 100_000))).headers.get(
          'upload-offset',
        ),
      ).toBe('100000');
      expect((await sendPart(admin, uploadUrl, 50_000, audio.subarray(50_000))).status).toBe(409);
      expect((await admin.post('/api/sermons', sermonWithFile(uploadIdOf(uploadUrl)))).status).toBe(
        400,
      );
      const state = await admin.send('HEAD', uploadUrl, undefined, tusHeaders);
      expect(state.headers.get('upload-offset')).toBe('100000');
      expect((await sendPart(admin, uploadUrl, 100_000, audio.subarray(100_000))).status).toBe(204);
      const { body } = await admin.post<Sermon>(
        '/api/sermons',
        sermonWithFile(uploadIdOf(uploadUrl)),
      );
      expect(body).toMatchObject({
        durationMinutes: 2,
        audioUrl: `/api/files/${uploadIdOf(uploadUrl)}`,
        file: {
          name: 'sunday.wav',
          contentType: 'audio/wav',
          size: audio.length,
          durationSeconds: 125,
        },
      });

      const wholeFile = await fetch(app.url + body.audioUrl!, {
        headers: { cookie: await app.cookieOf('member@grace.test') },
      });
      expect(Buffer.compare(Buffer.from(await wholeFile.arrayBuffer()), Buffer.from(audio))).toBe(
        0,
      );
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
      const uploadUrl = (await startUpload(admin, audio.length)).headers.get('location')!;
      for (const client of [app.as('pastor@grace.test'), other]) {
        expect((await sendPart(client, uploadUrl, 0, audio)).status).toBe(404);
        expect((await client.send('HEAD', uploadUrl, undefined, tusHeaders)).status).toBe(404);
        expect((await client.send('DELETE', uploadUrl, undefined, tusHeaders)).status).toBe(404);
      }
      expect((await startUpload(member, 10)).status).toBe(403);
      expect((await startUpload(app.visitor, 10)).status).toBe(401);
      expect((await sendPart(admin, uploadUrl, 0, audio)).status).toBe(204);
      expect((await sendPart(admin, uploadUrl, 0, audio)).status).toBe(404);
      expect((await other.post('/api/sermons', sermonWithFile(uploadIdOf(uploadUrl)))).status).toBe(
        400,
      );
      expect((await other.get(`/api/files/${uploadIdOf(uploadUrl)}`)).status).toBe(404);
    });

    it('is visible to users who may see the content that refers to it', async () => {
      const id = await uploadFile(admin, tone(1));
      expect((await admin.get(`/api/files/${id}`)).status).toBe(404); // not yet part of content
      const { body } = await admin.post<Sermon>(
        '/api/sermons',
        sermonWithFile(id, { isActive: false }),
      );
      const readStatus = async (client: Client) => (await client.get(`/api/files/${id}`)).status;
      expect([
        await readStatus(admin),
        await readStatus(app.as('pastor@grace.test')),
        await readStatus(member),
        await readStatus(other),
        await readStatus(app.visitor),
      ]).toEqual([200, 404, 404, 404, 401]);
      await admin.put(`/api/sermons/${body.id}`, sermonWithFile(null, { isActive: true }));
      expect([await readStatus(member), await readStatus(other)]).toEqual([200, 404]);
      await admin.put(`/api/sermons/${body.id}`, sermonWithFile(null, { keepFile: false }));
      expect(await readStatus(member)).toBe(404);
    });

    it('is refused and deleted if its content has another type than its name', async () => {
      const before = church.listStoredFiles();
      for (const [name, bytes] of [
        ['song.mp3', Buffer.from('<html><script>alert(1)</script></html>')],
        ['song.mp3', randomBytes(5_000)],
        ['paper.pdf', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
        ['run.wav', Buffer.concat([Buffer.from('MZ'), randomBytes(2_000)])],
      ] as const) {
        const uploadUrl = (await startUpload(admin, bytes.length, name)).headers.get('location')!;
        const answer = await sendPart(admin, uploadUrl, 0, bytes);
        expect({ name, status: answer.status }).toEqual({ name, status: 415 });
        expect(answer.text).toContain('Please choose an audio file');
        expect(
          (await admin.post('/api/sermons', sermonWithFile(uploadIdOf(uploadUrl)))).status,
        ).toBe(400);
      }
      expect(church.listStoredFiles()).toEqual(before);
    });

    it('gets the answer 404 if it is deleted while the server inspects its content', async () => {
      const bytes = tone(3);
      const uploadAddress = (await startUpload(admin, bytes.length)).headers.get('location')!;
      const store = app.app.get<Store>(FILE_STORE, { strict: false });
      const read = store.bytes.bind(store);
      store.bytes = async (...range) => {
        store.bytes = read;
        expect((await admin.send('DELETE', uploadAddress, undefined)).status).toBe(204);
        return read(...range);
      };
      expect((await sendPart(admin, uploadAddress, 0, bytes)).status).toBe(404);
    });

    it('is refused if the form needs another kind of file', async () => {
      const pdf = await uploadFile(
        admin,
        Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF'),
        'study.pdf',
      );
      expect(
        (await admin.post<{ message: string }>('/api/sermons', sermonWithFile(pdf))).body.message,
      ).toBe('Please choose an audio file');
      const created = await admin.post<Resource>('/api/resources', {
        title: 'A study',
        description: 'For reading at home.',
        uploadId: pdf,
      });
      expect(created.body).toMatchObject({
        serverFileUrl: `/api/files/${pdf}`,
        audioUrl: null,
        file: { name: 'study.pdf', contentType: 'application/pdf' },
      });
      const download = await member.get(`/api/files/${pdf}`);
      expect(download.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
      expect(download.headers.get('x-content-type-options')).toBe('nosniff');
    });

    it('must announce its length, which is at most 200 MB', async () => {
      expect((await admin.send('POST', '/api/uploads', undefined, tusHeaders)).status).toBe(400);
      expect((await startUpload(admin, 0)).status).toBe(400);
      expect((await startUpload(admin, 200 * 1024 * 1024 + 1)).status).toBe(413);
      const uploadUrl = (await startUpload(admin, 10)).headers.get('location')!;
      expect((await sendPart(admin, uploadUrl, 0, new Uint8Array(11))).status).toBe(413);
      expect((await admin.send('DELETE', uploadUrl, undefined, tusHeaders)).status).toBe(204);
      expect((await admin.send('HEAD', uploadUrl, undefined, tusHeaders)).status).toBe(404);
    });

    it('is refused if the plan has no space left, also for simultaneous uploads', async () => {
      await app.database.asSuperuser(`update organization set subscription_status = 'active'`);
      const { body: room } = await admin.get<Storage>('/api/uploads');
      expect(room.limit).toBe(5 * 1024 ** 3);
      await app.database.asSuperuser(
        `insert into content_file (organization_id, id, name, size, created_by)
           values ($1, '01a1fc63-f841-71e3-ad8c-fa6353f799cd', 'large', $2, $1)`,
        [grace, room.limit - room.used - 250 * 1024 * 1024],
      );
      const answers = await Promise.all([
        startUpload(admin, 150 * 1024 * 1024),
        startUpload(admin, 150 * 1024 * 1024),
        startUpload(admin, 150 * 1024 * 1024),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 413, 413]);
      expect(answers.find(({ status }) => status === 413)!.text).toContain(
        'Your plan has no room left',
      );
      expect((await startUpload(other, 150 * 1024 * 1024)).status).toBe(201);
      await app.database.asSuperuser(`delete from content_file where name = 'large'`);
    });
  });
});
