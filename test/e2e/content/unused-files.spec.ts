import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BrothersContent } from '#libs/contracts';
import { pictureColumns } from '../../../src/ops/picture-columns.js';
import { Sweeper } from '../../../src/ops/sweeper.js';
import type { Client, TestApp } from '../../support/app.js';
import { tone } from '../../support/audio.js';
import { picture, sendForm } from '../../support/pictures.js';
import {
  fileStores,
  sermonWithFile,
  startFileChurch,
  type FileChurch,
} from '../../support/content/file-church.js';
import { uploadFile } from '../../support/content/uploads.js';

describe.each(fileStores)('files on %s', (place) => {
  let church: FileChurch;
  let app: TestApp;
  let admin: Client;
  beforeAll(async () => {
    church = await startFileChurch(place);
    ({ app, admin } = church);
  });
  afterAll(() => church.close());

  describe('the men’s library', () => {
    const form = async (
      method: string,
      path: string,
      fields: Record<string, string>,
      file?: Uint8Array,
    ) => {
      const body = new FormData();
      for (const [name, value] of Object.entries(fields)) body.set(name, value);
      if (file) body.set('audioFile', new Blob([file]), 'iron.wav');
      const answer = await fetch(app.url + path, {
        method,
        body,
        headers: { cookie: await app.cookieOf('pastor@grace.test') },
      });
      return {
        status: answer.status,
        body: (await answer.json()) as BrothersContent & { message: string },
      };
    };

    it('accepts a form with a file, and keeps the file if a change sends no new one', async () => {
      const fields = {
        title: 'Iron sharpens iron',
        description: '',
        content: '',
        youtubeUrl: '',
        tags: 'wisdom,precept',
        isActive: 'true',
      };
      const created = await form('POST', '/api/brothers-in-christ', fields, tone(3));
      expect(created).toMatchObject({
        status: 201,
        body: { tags: ['wisdom', 'precept'], isActive: true, file: { durationSeconds: 3 } },
      });
      const changed = await form('PUT', `/api/brothers-in-christ/${created.body.id}`, {
        ...fields,
        title: 'Iron',
      });
      expect(changed).toMatchObject({
        status: 200,
        body: { title: 'Iron', audioFileUrl: created.body.audioFileUrl },
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

  it('are deleted with their bytes after a day if nothing refers to them', async () => {
    const [lost, named] = [await uploadFile(admin, tone(1)), await uploadFile(admin, tone(1))];
    await admin.post('/api/sermons', sermonWithFile(named));
    const sweeper = app.app.get(Sweeper, { strict: false });
    await sweeper.sweep();
    expect(church.listStoredFiles()).toContain(lost);
    await app.database.asSuperuser(
      `update content_file set created_at = now() - interval '25 hours' where id = any($1::uuid[])`,
      [[lost, named]],
    );
    expect((await sweeper.sweep())!.content_file).toBe(1);
    expect(church.listStoredFiles()).not.toContain(lost);
    expect(church.listStoredFiles()).toContain(named);
  });

  it('are deleted after a day if they are pictures to which no column refers', async () => {
    const add = async () => {
      const { body } = await sendForm<{ imageUrl: string }>(admin, '/api/content-images', [
        ['image', await picture(40, 30).png().toBuffer()],
      ]);
      return body.imageUrl;
    };
    const [lost, keptFile] = [await add(), await add()];
    const { body: nugget } = await admin.post<{ id: string }>('/api/nuggets', {
      title: 'A picture',
      description: 'With one of its own.',
      videoUrl: 'https://youtu.be/dQw4w9WgXcQ',
      thumbnailUrl: keptFile,
    });
    const sweeper = app.app.get(Sweeper, { strict: false });
    await sweeper.sweep();
    expect((await admin.get(lost)).status).toBe(200);
    await app.database.asSuperuser(`update image set created_at = now() - interval '25 hours'`);
    expect((await sweeper.sweep())!.image).toBe(1);
    expect([(await admin.get(lost)).status, (await admin.get(keptFile)).status]).toEqual([
      404, 200,
    ]);
    await admin.delete(`/api/nuggets/${nugget.id}`);
    await sweeper.sweep();
    const trashed = await app.database.asSuperuser<{ n: number }>(
      'select count(*)::int as n from image where $1 like $2 || id',
      [keptFile, '%'],
    );
    expect(trashed).toEqual([{ n: 1 }]);
    await app.database.asSuperuser(`update nugget set deleted_at = now() - interval '31 days'`);
    await sweeper.sweep(); // deletes the nugget for good
    await sweeper.sweep();
    expect((await admin.get(keptFile)).status).toBe(404);
    const columns = await app.database.asSuperuser<{ at: string }>(
      `select table_name || '.' || column_name as at from information_schema.columns
         where table_schema = 'public' and column_name ~ '(image|picture|thumbnail)_url$'`,
    );
    expect(columns.map(({ at }) => at).sort()).toEqual(
      pictureColumns.map((column) => column.join('.')).sort(),
    );
  });
});
