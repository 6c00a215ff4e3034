import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type Client, type TestApp } from '../../support/app.js';
import { tone } from '../../support/audio.js';
import { picture } from '../../support/pictures.js';

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await startApp();
  const grace = await app.church('grace');
  await app.person(grace, { email: 'admin@grace.test', role: 'admin' });
  admin = app.as('admin@grace.test');
});
afterAll(() => app.close());

/** Sends a form whose file has this `Content-Disposition` parameter as its name, byte for byte. */
function sendFile(
  path: string,
  file: { field: string; fileName: string; bytes: Uint8Array },
  fields: Record<string, string> = {},
) {
  const boundary = 'the-boundary';
  const lines = Object.entries(fields).map(
    ([name, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const body = Buffer.concat([
    Buffer.from(
      `${lines.join('')}--${boundary}\r\nContent-Disposition: form-data; ` +
        `name="${file.field}"; ${file.fileName}\r\n` +
        'Content-Type: application/octet-stream\r\n\r\n',
    ),
    file.bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  return admin.send<{ fileName?: string }>('POST', path, body, {
    'content-type': `multipart/form-data; boundary=${boundary}`,
  });
}

describe.each(['filename="gi\0fts.csv"', "filename*=UTF-8''gi%00fts.csv"])(
  'a file whose name has a NUL character (%j)',
  (fileName) => {
    it('is accepted as a file of donations', async () => {
      const bytes = Buffer.from(
        'email,amount,paymentmethod,date,campaign,notes\n' +
          'admin@grace.test,25.00,Cash,2025-01-05,,\n',
      );
      const answer = await sendFile('/api/admin/donation-imports', {
        field: 'file',
        fileName,
        bytes,
      });
      expect(answer).toMatchObject({ status: 201, body: { fileName: 'gi fts.csv' } });
    });

    it('is accepted as a file of content', async () => {
      const bytes = Buffer.from('title,description\nThe vine,On staying where one grows.\n');
      const answer = await sendFile(
        '/api/content-imports',
        { field: 'file', fileName, bytes },
        { kind: 'sermons' },
      );
      expect(answer.status).toBeLessThan(300);
    });

    it('is accepted as a file of members, a picture, and a document', async () => {
      const people = {
        field: 'file',
        fileName,
        bytes: Buffer.from('First name,Last name,Email\nAnna,Phanuel,anna@grace.test\n'),
      };
      expect((await sendFile('/api/admin/users/import', people)).status).toBe(200);
      const image = await picture(40, 30).png().toBuffer();
      const profile = { field: 'profileImage', fileName, bytes: image };
      expect((await sendFile('/api/auth/profile/picture', profile)).status).toBe(200);
      const audio = { field: 'audioFile', fileName, bytes: tone(1) };
      const brothers = await sendFile('/api/brothers-in-christ', audio, {
        title: 'The vine',
        description: 'On staying where one grows.',
      });
      expect(brothers.status).toBe(201);
    });
  },
);
