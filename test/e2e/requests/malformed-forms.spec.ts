import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type Client, type TestApp } from '../../support/app.js';

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await startApp();
  const grace = await app.church('grace');
  await app.person(grace, { email: 'admin@grace.test', role: 'admin' });
  await app.person(grace, { email: 'pastor@grace.test', role: 'pastor' });
  admin = app.as('admin@grace.test');
});
afterAll(() => app.close());

/** All routes that read a form with a file, and the name of the field with the file. */
const routes: [string, string, string][] = [
  ['POST', '/api/admin/donation-imports', 'file'],
  ['POST', '/api/admin/users/import', 'file'],
  ['POST', '/api/content-imports', 'file'],
  ['POST', '/api/site-images', 'image'],
  ['POST', '/api/content-images', 'image'],
  ['POST', '/api/auth/profile/picture', 'profileImage'],
  ['POST', '/api/brothers-in-christ', 'audioFile'],
];

const head = (field: string) =>
  `--x\r\nContent-Disposition: form-data; name="${field}"; filename="a.csv"\r\nContent-Type: ` +
  `text/csv\r\n\r\n`;
const contentType = 'multipart/form-data; boundary=x';

const sentence = 'The form is incomplete, or it is not multipart/form-data. Please send it again.';
const send = (method: string, path: string, type: string, body: string) =>
  admin.send<{ message: string; code: string }>(method, path, body, { 'content-type': type });

/** The mistake in a form, its content type, and its body. */
const faults: [string, string, (field: string) => string][] = [
  ['is cut off in the heading of the file', contentType, (field) => head(field).slice(0, 30)],
  [
    'is cut off in another field',
    contentType,
    () => '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nsom',
  ],
  ['is no form at all', contentType, () => 'amount,date\n5,2025-01-01'],
  ['is JSON', contentType, () => '{"title": "Iron"}'],
  ['names no boundary', 'multipart/form-data', (field) => `${head(field)}bytes\r\n--x--\r\n`],
  [
    'names another boundary',
    'multipart/form-data; boundary=y',
    (field) => `${head(field)}bytes\r\n--x--\r\n`,
  ],
  [
    'names an empty boundary',
    'multipart/form-data; boundary=',
    (field) => `${head(field)}bytes\r\n--x--\r\n`,
  ],
  [
    'names a boundary that is too long',
    `multipart/form-data; boundary=${'y'.repeat(300)}`,
    (field) => `${head(field)}bytes`,
  ],
  [
    'has a heading without end',
    contentType,
    () => `--x\r\nContent-Disposition: ${'a'.repeat(200_000)}`,
  ],
];

describe.each(routes)(
  '%s %s answers 400 with an explanation to a form that',
  (method, path, field) => {
    it.each(faults)('%s', async (_, type, body) => {
      expect(await send(method, path, type, body(field))).toMatchObject({
        status: 400,
        body: { message: sentence, code: 'invalid' },
      });
    });

    it('is cut off in the file', async () => {
      const { status, body } = await send(
        method,
        path,
        contentType,
        `${head(field)}some bytes of it`,
      );
      expect([status, body.code]).toEqual([400, 'invalid']);
      expect(body.message).toBe(sentence);
    });

    it('is empty', async () => {
      expect(await send(method, path, contentType, '')).toMatchObject({
        status: 400,
        body: { code: 'invalid' },
      });
    });
  },
);

describe('a list of members that is larger than 2 MB', () => {
  it('is refused because of its size', async () => {
    const body = `${head('file')}${'a'.repeat(3_000_000)}\r\n--x--\r\n`;
    expect(await send('POST', '/api/admin/users/import', contentType, body)).toMatchObject({
      status: 400,
      body: { message: 'This file is larger than 2 MB. Please split it.' },
    });
  });
});
