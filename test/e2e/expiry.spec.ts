import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Files } from '../../src/content/index.js';
import { Sweeper } from '../../src/ops/sweeper.js';
import type { DonationImport } from '#libs/contracts';
import { startApp, type Client, type TestApp } from '../support/app.js';
import { commit, settled } from '../support/imports.js';
import { expectInLog } from '../support/program/log.js';
import { until } from '../support/until.js';

expectInLog(/"message":"expired rows and files could not be deleted"/);

let app: TestApp;
let grace: string;
let hope: string;
let staff: Client;
let sweeper: Sweeper;
beforeAll(async () => {
  app = await startApp();
  grace = await app.church('grace');
  await app.person(grace, { email: 'secretary@grace.test', role: 'secretary' });
  await app.person(grace, { email: 'giver@grace.test' });
  hope = await app.church('hope');
  await app.person(hope, { email: 'secretary@hope.test', role: 'secretary' });
  staff = app.as('secretary@grace.test');
  sweeper = app.app.get(Sweeper, { strict: false });
});
afterAll(() => app.close());

/**
 * Uploads a file with one donation. Each file has its own amount and note, so it has no duplicates.
 */
const upload = async (name: string, amount: string) => {
  const form = new FormData();
  form.set(
    'file',
    new Blob([
      `email,amount,paymentmethod,date,campaign,notes\n` +
        `giver@grace.test,${amount},Cash,2025-01-05,,${name}\n`,
    ]),
    name,
  );
  const answer = await fetch(`${app.url}/api/admin/donation-imports`, {
    method: 'POST',
    body: form,
    headers: { cookie: await app.cookieOf('secretary@grace.test') },
  });
  return (await answer.json()) as DonationImport;
};
const file = (id: string) => path.join(app.config.DATA_DIR, 'uploads', grace, `${id}.csv`);
const count = async (table: string) =>
  (await app.database.asSuperuser<{ n: number }>(`select count(*)::int as n from ${table}`))[0]!.n;

describe('an expired row', () => {
  it('is deleted with its file after the period of its table; /metrics counts it', async () => {
    const rowsBefore = await count('donation_import_row');
    const account = (
      await app.database.asSuperuser<{ id: string }>('select id from account limit 1')
    )[0]!.id;
    await staff.post(
      '/api/admin/donations',
      { userId: (await staff.get<{ id: string }>('/api/auth/user')).body.id, amount: '1.00' },
      { 'idempotency-key': 'a key' },
    );
    const rows: [table: string, fresh: string, old: string][] = [
      [
        'session',
        `insert into session (sid, sess, expire, account_id, expires_finally_at)
           values ('fresh', '{}', now() + interval '1 hour', '${account}',
           now() + interval '1 day')`,
        `insert into session (sid, sess, expire, account_id, expires_finally_at)
           values ('old', '{}', now() - interval '1 second', '${account}',
           now() + interval '1 day')`,
      ],
      [
        'login_step',
        `insert into login_step (hash, stop, journey, expires_at)
           values ('fresh', 'begin', '{}', now() + interval '1 minute')`,
        `insert into login_step (hash, stop, journey, expires_at)
           values ('old', 'begin', '{}', now() - interval '1 second')`,
      ],
      [
        'account_token',
        `insert into account_token (hash, account_id, purpose, expires_at)
           values ('fresh', '${account}', 'verify-email', now() - interval '29 days')`,
        `insert into account_token (hash, account_id, purpose, expires_at)
           values ('old', '${account}', 'verify-email', now() - interval '32 days')`,
      ],
      [
        'email_request',
        `insert into email_request values ('fresh', 'n', now() - interval '23 hours')`,
        `insert into email_request values ('old', 'n', now() - interval '25 hours')`,
      ],
      [
        'rate_limit',
        `insert into rate_limit values ('fresh', 1, now() - interval '29 days')`,
        `insert into rate_limit values ('old', 1, now() - interval '31 days')`,
      ],
      [
        'idempotent_request',
        'select 1',
        `insert into idempotent_request (organization_id, user_id, route, key, body_hash,
           created_at) values ('${grace}', '${account}', 'old', 'old', 'old',
           now() - interval '25 hours')`,
      ],
      [
        'platform_idempotent_request',
        'select 1',
        `insert into platform_idempotent_request (account_id, route, key, body_hash, created_at)
           values ('${account}', 'old', 'old', 'old', now() - interval '25 hours')`,
      ],
      ['donation_import', 'select 1', 'select 1'],
    ];
    const [keptDraft, oldDraft] = [
      await upload('kept.csv', '25.00'),
      await upload('old.csv', '26.00'),
    ];
    await app.database.asSuperuser(
      `update donation_import set touched_at = now() - interval '29 days' where id = $1`,
      [keptDraft.id],
    );
    await app.database.asSuperuser(
      `update donation_import set touched_at = now() - interval '31 days' where id = $1`,
      [oldDraft.id],
    );
    const committed = await upload('committed.csv', '27.00');
    await staff.post(`/api/admin/donation-imports/${committed.id}/commit`);
    expect(await settled(staff, committed.id)).toMatchObject({ status: 'committed' });
    await app.database.asSuperuser(
      `update donation_import set touched_at = now() - interval '3 years' where id = $1`,
      [committed.id],
    );
    const lost = file('01a1fc63-f841-71e3-ad8c-fa6353f799cd');
    for (const [importAddress, days] of [
      [lost, 2],
      [`${lost}.new`, 0],
    ] as const) {
      fs.writeFileSync(importAddress, 'cut off in the middle');
      fs.utimesSync(importAddress, new Date(), new Date(Date.now() - days * 86_400_000));
    }
    const before: Record<string, number> = {};
    for (const [table, fresh, expired] of rows) {
      await app.database.asSuperuser(fresh);
      before[table] = await count(table);
      await app.database.asSuperuser(expired);
    }
    expect(await sweeper.sweep()).toMatchObject({
      session: 1,
      login_step: 1,
      account_token: 1,
      email_request: 1,
      rate_limit: 1,
      idempotent_request: 1,
      draft: 1,
      upload: 1,
    });
    const after = Object.fromEntries(
      await Promise.all(rows.map(async ([table]) => [table, await count(table)] as const)),
    );
    expect(after).toEqual({ ...before, donation_import: before.donation_import! - 1 });
    expect(
      [file(oldDraft.id), file(keptDraft.id), lost, `${lost}.new`].map((importAddress) =>
        fs.existsSync(importAddress),
      ),
    ).toEqual([false, true, false, true]);
    expect((await staff.get(`/api/admin/donation-imports/${oldDraft.id}`)).status).toBe(404);
    expect(await count('donation_import_row')).toBe(rowsBefore + 2);
    const figures = (await app.visitor.get('/metrics')).text;
    for (const kind of ['session', 'account_token', 'idempotent_request', 'draft', 'upload'])
      expect(figures).toContain(`church_connect_swept_total{kind="${kind}"} 1`);
  });

  it('is deleted by one process at a time', async () => {
    await app.db.exclusively('sweep', async () => {
      expect(await sweeper.sweep()).toBeNull();
    });
    expect(await sweeper.sweep()).not.toBeNull();
  });
});

describe('a draft', () => {
  it('is deleted with its rows and file, and can then be uploaded again', async () => {
    const draft = await upload('unwanted.csv', '28.00');
    const importAddress = `/api/admin/donation-imports/${draft.id}`;
    expect((await app.as('secretary@hope.test').delete(importAddress)).status).toBe(404);
    expect((await app.as('giver@grace.test').delete(importAddress)).status).toBe(403);
    const answers = await Promise.all([1, 2, 3].map(() => staff.delete(importAddress)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404]);
    expect(fs.existsSync(file(draft.id))).toBe(false);
    expect(
      await app.database.asSuperuser('select 1 from donation_import_row where import_id = $1', [
        draft.id,
      ]),
    ).toEqual([]);
    expect(
      await app.database.asSuperuser(`select 1 from audit_entry where action = 'import.deleted'`),
    ).toHaveLength(1);
    const secondDraft = await upload('unwanted.csv', '28.00');
    expect(secondDraft.counts.new + secondDraft.counts.held).toBe(1);
    const committed = await upload('recorded.csv', '29.00');
    await commit(staff, committed.id);
    expect(await staff.delete(`/api/admin/donation-imports/${committed.id}`)).toMatchObject({
      status: 409,
      body: { message: 'This import is no longer a draft.' },
    });
    expect((await staff.get(`/api/admin/donation-imports/${committed.id}`)).status).toBe(200);
  });
});

describe('a sweep', () => {
  it('reaches the other churches if it fails for one of them', async () => {
    const files = app.app.get(Files, { strict: false });
    const original = files.sweep.bind(files);
    const reached: string[] = [];
    files.sweep = (organizationId) => {
      reached.push(organizationId);
      if (organizationId === grace) throw new Error('The disk of Grace is full.');
      return original(organizationId);
    };
    expect(await sweeper.sweep()).not.toBeNull();
    files.sweep = original;
    expect(reached).toEqual(expect.arrayContaining([grace, hope]));
  });
});

describe('the links of emails', () => {
  it('are always encrypted in the database, before and after they are sent', async () => {
    await app.visitor.post('/api/auth/forgot-password', { email: 'giver@grace.test' });
    await app.visitor.post('/api/register', {
      email: 'new@grace.test',
      password: 'a good long one',
      firstName: 'N',
      lastName: 'W',
      organizationSlug: 'grace',
    });
    await until(
      async () => (await count(`jobs.job where name = 'mail' and state = 'completed'`)) >= 2,
    );
    const jobs = await app.database.asSuperuser<{ data: string }>(
      `select data::text from jobs.job where name = 'mail'`,
    );
    expect(jobs.length).toBeGreaterThanOrEqual(2);
    expect(jobs.filter(({ data }) => /token=|https?:/.test(data))).toEqual([]);
    const emails = fs
      .readdirSync(path.join(app.config.DATA_DIR, 'outbox'))
      .map((name) => fs.readFileSync(path.join(app.config.DATA_DIR, 'outbox', name), 'utf8'));
    const tokens = emails.flatMap((email) =>
      [...email.replace(/=\r\n/g, '').matchAll(/token=3D([\w-]{43})/g)].map(([, token]) => token!),
    );
    expect(tokens.length).toBeGreaterThanOrEqual(2);
    const tables = await app.database.asSuperuser<{ name: string }>(
      `select quote_ident(table_schema) || '.' || quote_ident(table_name) as name
         from information_schema.tables where table_schema in ('public', 'jobs')
         and table_type = 'BASE TABLE'`,
    );
    for (const { name } of tables) {
      for (const token of tokens)
        expect({
          name,
          rows: await app.database.asSuperuser(`select 1 from ${name} t where t::text like $1`, [
            `%${token}%`,
          ]),
        }).toEqual({ name, rows: [] });
    }
  });
});
