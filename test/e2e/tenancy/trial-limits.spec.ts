import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { SmsState, Storage } from '#libs/contracts';
import { Sweeper } from '../../../src/ops/sweeper.js';
import { startApp, type Client, type TestApp } from '../../support/app.js';
import { queuedEmails } from '../../support/email/emails.js';
import { expectInLog } from '../../support/program/log.js';
import { sendForm } from '../../support/pictures.js';
import { ageAuditLog } from '../../support/database/audit-log.js';

const gibibyte = 1024 ** 3;
const megabyte = 1024 ** 2;

// The program logs for the operator that the disk is full.
expectInLog(/"code":"disk-full"/);
let app: TestApp;
let grace: string;
let admin: Client;
beforeAll(async () => {
  app = await startApp();
  grace = await app.church('grace', { name: 'Grace' });
  await app.person(grace, { email: 'admin@grace.test', role: 'admin' });
  await app.person(grace, { email: 'member@grace.test' });
  admin = app.as('admin@grace.test');
});
afterAll(() => app.close());
beforeEach(() =>
  app.database.asSuperuser(
    `delete from content_file; update organization
       set subscription_plan = 'enterprise', subscription_status = 'trial',
       stripe_subscription_id = null`,
  ),
);
const { statfs } = fs.promises;
afterEach(() => {
  fs.promises.statfs = statfs;
});

const payByCard = () =>
  app.database.asSuperuser(`update organization set stripe_subscription_id = 'sub_1'`);
const tus = { 'tus-resumable': '1.0.0' };
const begin = (size: number, client = admin) =>
  client.send('POST', '/api/uploads', undefined, {
    ...tus,
    'upload-length': String(size),
    'upload-metadata': `filename ${Buffer.from('sunday.wav').toString('base64')}`,
  });
const sendPart = (uploadUrl: string, bytes: Uint8Array) =>
  admin.send('PATCH', uploadUrl, bytes, {
    ...tus,
    'upload-offset': '0',
    'content-type': 'application/offset+octet-stream',
  });
const room = async () => (await admin.get<Storage>('/api/uploads')).body;
const fillUp = (bytes: number) =>
  app.database.asSuperuser(
    `insert into content_file (organization_id, id, name, size, created_by, finished_at)
       values ($1, $2, 'old.wav', $3, $2, now())`,
    [grace, randomUUID(), bytes],
  );

describe('a free trial without a card', () => {
  it('has 1 GiB for files, and with a card the space of its plan', async () => {
    expect((await room()).limit).toBe(gibibyte);
    await fillUp(gibibyte - megabyte);
    expect((await begin(2 * megabyte)).status).toBe(413);
    expect((await begin(megabyte)).status).toBe(201);
    await payByCard();
    expect((await room()).limit).toBe(500 * gibibyte);
    expect((await begin(2 * megabyte)).status).toBe(201);
  });

  it('has 1 GiB in total for simultaneous uploads', async () => {
    await fillUp(gibibyte - 3 * megabyte);
    const answers = await Promise.all(Array.from({ length: 6 }, () => begin(megabyte)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
  });

  it('keeps the limit after it has ended without a subscription', async () => {
    await app.database.asSuperuser(`update organization set subscription_status = 'expired'`);
    expect((await room()).limit).toBe(gibibyte);
  });

  it('has 50 text messages a month, and with a card those of its plan', async () => {
    const limit = async () => (await admin.get<SmsState>('/api/admin/sms')).body.limit;
    expect(await limit()).toBe(50);
    await payByCard();
    expect(await limit()).toBe(50_000);
  });

  it('does not limit a church that the operator made active, such as a demo church', async () => {
    await app.database.asSuperuser(`update organization set subscription_status = 'active'`);
    expect((await room()).limit).toBe(500 * gibibyte);
  });

  it('can send 200 invitations a day, even in simultaneous requests', async () => {
    const invite = (count: number, batch: number) =>
      admin.post('/api/admin/invitations', {
        emails: Array.from({ length: count }, (_, n) => `p${batch}-${n}@x.test`),
      });
    const batches = await Promise.all([1, 2, 3, 4, 5].map((batch) => invite(40, batch)));
    expect(batches.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const expectedRefusal = { status: 429, body: { code: 'throttled' } };
    expect(await invite(1, 6)).toMatchObject(expectedRefusal);
    const ageInvitations = (hours: number) => ageAuditLog(app, `${hours} hours`, 'people-invited');
    await ageInvitations(23);
    expect(await invite(1, 7)).toMatchObject(expectedRefusal);
    expect(await queuedEmails(app.database, 'p7-0@x.test')).toEqual([]);
    await payByCard();
    expect((await invite(1, 8)).status).toBe(200);
    await app.database.asSuperuser('update organization set stripe_subscription_id = null');
    await ageInvitations(2);
    expect((await invite(50, 9)).status).toBe(200);
  });
});

describe('an upload', () => {
  const gigabyte = 1e9;
  const withFreeSpace = (free: number, total: number) => {
    const space = { bsize: 4096, blocks: total / 4096, bavail: free / 4096 };
    fs.promises.statfs = (() => Promise.resolve(space)) as never;
  };
  const ways: [string, () => Promise<{ status: number; body: unknown }>][] = [
    ['of a file', () => begin(1000)],
    [
      'of donations',
      () =>
        sendForm(admin, '/api/admin/donation-imports', [['file', Buffer.from('email,amount\n')]]),
    ],
    [
      'of people',
      () => sendForm(admin, '/api/admin/users/import', [['file', Buffer.from('email\n')]]),
    ],
    [
      'of a picture',
      () => sendForm(admin, '/api/auth/profile/picture', [['profileImage', Buffer.from('x')]]),
    ],
  ];

  it.each(ways)(
    'is refused while less than a tenth of a small disk is free: %s',
    async (_kind, send) => {
      withFreeSpace(0.9 * gigabyte, 10 * gigabyte);
      expect(await send()).toMatchObject({
        status: 507,
        body: { code: 'disk-full', message: expect.stringContaining('almost no space left') },
      });
      withFreeSpace(1.1 * gigabyte, 10 * gigabyte);
      expect((await send()).status).not.toBe(507);
    },
  );

  it('is refused while less than 5 GB of a large disk are free', async () => {
    withFreeSpace(4.9 * gigabyte, 1000 * gigabyte);
    expect((await begin(1000)).status).toBe(507);
    withFreeSpace(5.1 * gigabyte, 1000 * gigabyte);
    expect((await begin(1000)).status).toBe(201);
  });

  it('is refused while it is continued if the disk is full; other requests work', async () => {
    const uploadUrl = (await begin(1000)).headers.get('location')!;
    withFreeSpace(0, 1000 * gigabyte);
    expect((await sendPart(uploadUrl, Buffer.alloc(1000))).status).toBe(507);
    expect((await admin.get('/api/uploads')).status).toBe(200);
    expect((await app.visitor.send('PATCH', uploadUrl, undefined, tus)).status).toBe(401);
  });
});

describe('the space that an upload has reserved', () => {
  const agoHours = (hours: number) =>
    app.database.asSuperuser(
      `update content_file set created_at = created_at - interval '${hours} hours'`,
    );

  it('is released after an hour without data, and the upload is deleted', async () => {
    const uploadUrl = (await begin(200 * megabyte)).headers.get('location')!;
    expect((await room()).used).toBe(200 * megabyte);
    await agoHours(2);
    expect((await room()).used).toBe(0);
    expect((await admin.send('HEAD', uploadUrl, undefined, tus)).status).toBe(404);
    expect((await sendPart(uploadUrl, Buffer.alloc(1000))).status).toBe(404);
    await app.app.get(Sweeper, { strict: false }).sweep();
    expect(await app.database.asSuperuser('select 1 from content_file')).toEqual([]);
  });

  it('stays reserved for an hour, or for a day if a part of the file has arrived', async () => {
    const uploadUrl = (await begin(megabyte)).headers.get('location')!;
    const idleUploadUrl = (await begin(megabyte)).headers.get('location')!;
    expect((await sendPart(uploadUrl, Buffer.alloc(1000))).status).toBe(204);
    await app.app.get(Sweeper, { strict: false }).sweep();
    expect((await room()).used).toBe(2 * megabyte);
    await agoHours(2);
    expect((await room()).used).toBe(megabyte);
    await app.app.get(Sweeper, { strict: false }).sweep();
    const head = (address: string) => admin.send('HEAD', address, undefined, tus);
    expect((await head(uploadUrl)).headers.get('upload-offset')).toBe('1000');
    expect((await head(idleUploadUrl)).status).toBe(404);
  });
});
