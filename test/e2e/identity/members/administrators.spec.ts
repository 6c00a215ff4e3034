import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Writable } from 'node:stream';
import type { StaffUser } from '#libs/contracts';
import { makeLogger } from '../../../../src/ops/logger.js';
import { logStartNotes, startNotes } from '../../../../src/ops/start-notes.js';
import { startApp, type Client, type TestApp, type TestPerson } from '../../../support/app.js';
import { visitorsOf } from '../../../support/visitors.js';

let app: TestApp;
let grace: string;
let admin: Client;
let second: TestPerson;
beforeAll(async () => {
  app = await startApp();
  grace = await app.church('grace', { name: 'Grace' });
  await app.person(grace, { email: 'admin@grace.test', role: 'admin' });
  second = await app.person(grace, { email: 'second@grace.test', role: 'admin' });
  admin = app.as('admin@grace.test');
});
afterAll(() => app.close());

describe('an admin', () => {
  it('cannot be suspended; another role ends all sessions', async () => {
    const adminClient = await visitorsOf(app).enter('second@grace.test');
    const suspend = () =>
      admin.post(`/api/admin/users/${second.id}/suspend`, { reason: 'Left in anger' });
    expect(await suspend()).toMatchObject({
      status: 409,
      body: {
        message:
          'An administrator cannot be suspended. Change their role first: that signs them ' +
          'out everywhere. Then suspend them.',
      },
    });
    expect((await adminClient.get('/api/admin/church-ledger')).status).toBe(200);
    expect((await admin.put(`/api/admin/users/${second.id}`, { role: 'member' })).status).toBe(200);
    expect((await adminClient.get('/api/admin/church-ledger')).status).toBe(401);
    expect((await suspend()).status).toBe(200);
    const newSession = await visitorsOf(app).enter('second@grace.test');
    expect((await newSession.get('/api/admin/church-ledger')).status).toBe(403);
    await expect(
      app.db.tenant(grace, (tx) =>
        tx.sql(`update app_user set role = 'admin' where id = $1`, [second.id]),
      ),
    ).rejects.toThrow('app_user_admin_is_not_suspended');
  });

  it('who loses the role during requests gets only the answers 200 and 401', async () => {
    for (let round = 0; round < 8; round++) {
      const person = await app.person(grace, {
        email: `demoted${round}@grace.test`,
        role: 'secretary',
      });
      const adminClient = await visitorsOf(app).enter(person.email);
      const statusesWhileDemoted = Array.from({ length: 6 }, async (_, n) => {
        await new Promise((resolve) => setTimeout(resolve, n * 2));
        return (await adminClient.get('/api/admin/users')).status;
      });
      const [, ...statuses] = await Promise.all([
        admin.put(`/api/admin/users/${person.id}`, { role: 'member' }),
        ...statusesWhileDemoted,
      ]);
      expect({ round, others: statuses.filter((status) => ![200, 401].includes(status)) }).toEqual({
        round,
        others: [],
      });
    }
  });

  it('must have a confirmed address, and cannot be created by adding a user', async () => {
    await visitorsOf(app).register('unproven@grace.test');
    const { body } = await admin.get<StaffUser[]>('/api/users/pending');
    const { id } = body.find(({ email }) => email === 'unproven@grace.test')!;
    await admin.post(`/api/users/${id}/approve`);
    expect(await admin.put(`/api/admin/users/${id}`, { role: 'admin' })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('has not confirmed their email address') },
    });
    expect(
      await admin.post('/api/admin/users', {
        firstName: 'By',
        lastName: 'Hand',
        email: 'byhand@grace.test',
        role: 'admin',
      }),
    ).toMatchObject({
      status: 409,
      body: {
        message:
          'Nobody becomes an administrator before they have confirmed their email address. ' +
          'Add them as a member first, and change their role once they have.',
      },
    });
    expect((await admin.get('/api/admin/users')).text).not.toContain('byhand@');
  });
});

describe('the role admin', () => {
  it.each([
    [
      'is suspended',
      { isSuspended: true },
      'is suspended. Reactivate them before you make them an administrator.',
    ],
    [
      'is pending',
      { isApproved: false },
      'is waiting for approval. Approve them before you make them an administrator.',
    ],
    [
      'was added by staff and has no account',
      { signsIn: false },
      'has not confirmed their email address. They can become an administrator once they have.',
    ],
  ])('is refused to a user who %s', async (_, options, message) => {
    const person = await app.person(grace, {
      email: `${Object.keys(options)[0]!.toLowerCase()}@grace.test`,
      ...options,
    });
    expect(await admin.put(`/api/admin/users/${person.id}`, { role: 'admin' })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining(message) },
    });
    expect((await admin.put(`/api/admin/users/${person.id}`, { role: 'support' })).status).toBe(
      200,
    );
  });
});

describe('the start of the program', () => {
  it('logs the churches that have users but no admin', async () => {
    const lost = await app.church('lost', { name: 'Lost Sheep' });
    await app.person(lost, { email: 'sheep@lost.test' });
    await app.church('empty');
    expect(await startNotes(app.db, app.config)).toEqual([
      'Lost Sheep has no administrator anymore. Make one: npm run cli -- admin:make EMAIL ' +
        '--church SLUG',
    ]);
  });

  it('is asked for once the database answers, if it was away at the start', async () => {
    const away = Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
    let refusals = 2;
    const db = new Proxy(app.db, {
      get(target, name: keyof typeof app.db) {
        if (name === 'platform' && refusals-- > 0) return () => Promise.reject(away);
        const property: unknown = target[name];
        return typeof property === 'function' ? (property.bind(target) as unknown) : property;
      },
    });
    const lines: string[] = [];
    const logger = makeLogger(
      'warn',
      new Writable({
        write: (chunk, _encoding, done) => {
          lines.push((JSON.parse(String(chunk)) as { message: string }).message);
          done();
        },
      }),
    );
    await logStartNotes(db, app.config, logger, new AbortController().signal, 1);
    expect(lines).toEqual([
      'the churches could not be checked for problems',
      'the churches could not be checked for problems',
      expect.stringMatching(/^Lost Sheep has no administrator anymore/),
    ]);
  });
});
