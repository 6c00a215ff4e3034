import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BrothersContent } from '#libs/contracts';
import { pictureColumns } from '../../../src/ops/picture-columns.js';
import { Sweeper } from '../../../src/ops/sweeper.js';
import { startApp, type Client, type TestApp } from '../../support/app.js';
import { tone } from '../../support/audio.js';
import { picture, sendForm } from '../../support/pictures.js';
import { S3Double } from '../../support/doubles/s3.js';

describe.each(['the disk', 'S3'])('files on %s', (place) => {
  let app: TestApp;
  let s3: S3Double | null;
  let grace: string;
  let admin: Client;
  beforeAll(async () => {
    s3 = place === 'S3' ? await S3Double.start() : null;
    app = await startApp({ env: s3?.env ?? {} });
    grace = await app.church('grace');
    for (const role of ['admin', 'pastor', 'member'] as const)
      await app.person(grace, { email: `${role}@grace.test`, role });
    await app.person(await app.church('hope'), { email: 'admin@hope.test', role: 'admin' });
    admin = app.as('admin@grace.test');
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

  describe('the men’s library', () => {
    const form = async (
      method: string,
      at: string,
      fields: Record<string, string>,
      file?: Uint8Array,
    ) => {
      const body = new FormData();
      for (const [name, value] of Object.entries(fields)) body.set(name, value);
      if (file) body.set('audioFile', new Blob([file]), 'iron.wav');
      const answer = await fetch(app.url + at, {
        method,
        body,
        headers: { cookie: await app.cookieOf('pastor@grace.test') },
      });
      return {
        status: answer.status,
        body: (await answer.json()) as BrothersContent & { message: string },
      };
    };

    it('accepts a form with its file, and keeps the file if none is sent again', async () => {
      const fields = {
        title: 'Iron sharpens iron',
        description: '',
        content: '',
        youtubeUrl: '',
        tags: 'wisdom,precept',
        isActive: 'true',
      };
      const made = await form('POST', '/api/brothers-in-christ', fields, tone(3));
      expect(made).toMatchObject({
        status: 201,
        body: { tags: ['wisdom', 'precept'], isActive: true, file: { durationSeconds: 3 } },
      });
      const changed = await form('PUT', `/api/brothers-in-christ/${made.body.id}`, {
        ...fields,
        title: 'Iron',
      });
      expect(changed).toMatchObject({
        status: 200,
        body: { title: 'Iron', audioFileUrl: made.body.audioFileUrl },
      });
      expect(await form('POST', '/api/brothers-in-christ', fields)).toMatchObject({
        status: 400,
        body: { message: 'At least one content type (article, video, or audio) is required' },
      });
      expect(
        (await form('POST', '/api/brothers-in-christ', fields, Buffer.from('<html></html>')))
          .status,
      ).toBe(415);
    });
  });

  it('sweeps files to which nothing refers after a day, with their bytes', async () => {
    const [lost, named] = [await upload(admin, tone(1)), await upload(admin, tone(1))];
    await admin.post('/api/sermons', sermon(named));
    const sweeper = app.app.get(Sweeper, { strict: false });
    await sweeper.sweep();
    expect(kept()).toContain(lost);
    await app.database.asSuperuser(
      `update content_file set created_at = now() - interval '25 hours' where id = any($1::uuid[])`,
      [[lost, named]],
    );
    expect((await sweeper.sweep())!.content_file).toBe(1);
    expect(kept()).not.toContain(lost);
    expect(kept()).toContain(named);
  });

  it('sweeps pictures to which nothing refers after a day, in all columns', async () => {
    const add = async () => {
      const { body } = await sendForm<{ imageUrl: string }>(admin, '/api/content-images', [
        ['image', await picture(40, 30).png().toBuffer()],
      ]);
      return body.imageUrl;
    };
    const [lost, kept] = [await add(), await add()];
    const { body: nugget } = await admin.post<{ id: string }>('/api/nuggets', {
      title: 'A picture',
      description: 'With one of its own.',
      videoUrl: 'https://youtu.be/dQw4w9WgXcQ',
      thumbnailUrl: kept,
    });
    const sweeper = app.app.get(Sweeper, { strict: false });
    await sweeper.sweep();
    expect((await admin.get(lost)).status).toBe(200);
    await app.database.asSuperuser(`update image set created_at = now() - interval '25 hours'`);
    expect((await sweeper.sweep())!.image).toBe(1);
    expect([(await admin.get(lost)).status, (await admin.get(kept)).status]).toEqual([404, 200]);
    await admin.delete(`/api/nuggets/${nugget.id}`);
    expect((await sweeper.sweep())!.image).toBe(1);
    const columns = await app.database.asSuperuser<{ at: string }>(
      `select table_name || '.' || column_name as at from information_schema.columns
         where table_schema = 'public' and column_name ~ '(image|picture|thumbnail)_url$'`,
    );
    expect(columns.map(({ at }) => at).sort()).toEqual(
      pictureColumns.map((one) => one.join('.')).sort(),
    );
  });
});
