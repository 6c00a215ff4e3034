import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Donation, Ledger, Settings, User } from '#libs/contracts';
import { startApp, under, type TestApp } from '../support/app.js';
import { Random } from '../support/random.js';

describe('two churches with one pool of two connections', () => {
  let app: TestApp;
  let ids: Record<'grace' | 'hope', string>;
  let members: Record<'grace' | 'hope', string>;
  beforeAll(async () => {
    app = await startApp({ poolSize: 2 });
    ids = {
      grace: await app.church('grace', { name: 'Grace' }),
      hope: await app.church('hope', { name: 'Hope' }),
    };
    members = { grace: '', hope: '' };
    for (const slug of ['grace', 'hope'] as const) {
      await app.person(ids[slug], { email: `admin@${slug}.test`, role: 'admin' });
      members[slug] = (
        await app.person(ids[slug], {
          email: `member@${slug}.test`,
          firstName: slug,
          lastName: 'Member',
        })
      ).id;
    }
  });
  afterAll(() => app.close());

  it('never see rows of each other in 1,000 concurrent requests, some of which fail', async () => {
    const random = new Random();
    const slugs = ['grace', 'hope'] as const;
    const sendRequest = async (n: number) => {
      const slug = random.of(slugs);
      const other = slug === 'grace' ? 'hope' : 'grace';
      const client = app.as(`admin@${slug}.test`);
      const requestKind = random.below(6);
      if (requestKind === 0) {
        const { status, body } = await client.post<Donation>('/api/admin/donations', {
          userId: members[slug],
          amount: n + 1,
          campaign: slug,
        });
        return status === 201 && body.organizationId === ids[slug];
      }
      // These requests fail in the middle of a transaction: the first one is refused by the rules,
      // and the second one has an error in its SQL.
      if (requestKind === 1)
        return (
          (
            await client.post('/api/admin/donations', {
              userId: members[other],
              amount: 1,
              campaign: `${slug} gone`,
            })
          ).status === 400
        );
      if (requestKind === 2) {
        const aborted = app.db.tenant(ids[slug], async (tx) => {
          await tx.sql(
            `insert into campaign (organization_id, id, title, title_key)
              values ($1, gen_random_uuid(), $2, $2)`,
            [ids[slug], `${slug} ${n}`],
          );
          await tx.sql('select 1 / 0');
        });
        return aborted.then(
          () => false,
          () => true,
        );
      }
      if (requestKind === 3) {
        const { body } = await client.get<Donation[]>('/api/admin/donations?limit=1000');
        return body.every(
          ({ organizationId, campaign }) => organizationId === ids[slug] && campaign === slug,
        );
      }
      if (requestKind === 4) {
        const { body } = await client.get<Ledger>('/api/admin/church-ledger');
        return body.rows.every(
          ({ donorId, name }) => donorId === members[slug] && name === `${slug} Member`,
        );
      }
      const { body } = await client.get<User>('/api/auth/user');
      return body.organizationId === ids[slug];
    };
    for (const email of ['admin@grace.test', 'admin@hope.test']) await app.cookieOf(email);
    const wrongCalls: number[] = [];
    for (let start = 0; start < 1_000; start += 50) {
      const right = await Promise.all(Array.from({ length: 50 }, (_, n) => sendRequest(start + n)));
      wrongCalls.push(...right.flatMap((fine, n) => (fine ? [] : [start + n])));
    }
    expect({ seed: random.seed, wrong: wrongCalls }).toEqual({ seed: random.seed, wrong: [] });
    for (const slug of slugs) {
      const { body } = await app.as(`admin@${slug}.test`).get<Ledger>('/api/admin/church-ledger');
      expect(body.totals.donations).toBeGreaterThan(20);
    }
  });

  it('cannot be exchanged in a session by a forged Host or X-Forwarded-Host', async () => {
    const cookie = await app.cookieOf('admin@grace.test');
    for (const host of [
      'evil.example',
      'localhost',
      '127.0.0.1',
      'portal.localhost',
      'hope.localhost.evil.example',
      'GRACE.LOCALHOST',
    ]) {
      expect({ host, ...(await under(app, host, cookie).get('/api/auth/user')) }).toMatchObject({
        host,
        status: 200,
        body: { organizationId: ids.grace },
      });
    }
    for (const headers of [
      { 'x-forwarded-host': 'hope.localhost' },
      { forwarded: 'host=hope.localhost' },
      { 'x-original-host': 'hope.localhost' },
      { 'x-host': 'hope.localhost' },
    ] as Record<string, string>[]) {
      const answer = await under(app, 'localhost', cookie).get<Settings>('/api/settings', headers);
      expect(answer.body.churchName).toBe('Grace');
      expect(
        (await under(app, 'localhost').get<Settings>('/api/settings', headers)).body.churchName,
      ).toBe('Church Connect');
    }
  });

  it('do not accept a session of the other church on their hosts', async () => {
    const cookie = await app.cookieOf('admin@grace.test');
    expect((await under(app, 'grace.localhost', cookie).get('/api/auth/user')).status).toBe(200);
    expect((await under(app, 'hope.localhost', cookie).get('/api/auth/user')).status).toBe(401);
    expect(
      (await under(app, 'hope.localhost', cookie).get<Settings>('/api/settings')).body.churchName,
    ).toBe('Hope');
    expect(
      (
        await under(app, 'hope.localhost', cookie).post('/api/donations', {
          guestFirstName: 'A',
          guestLastName: 'B',
          amount: 1,
        })
      ).status,
    ).toBe(401);
  });

  it('let only their own users sign in on their hosts', async () => {
    const client = under(app, 'hope.localhost');
    expect(
      (
        await client.post('/api/login', {
          email: 'admin@grace.test',
          password: 'correct horse battery',
        })
      ).status,
    ).toBe(401);
    expect(
      (
        await client.post('/api/login', {
          email: 'admin@hope.test',
          password: 'correct horse battery',
        })
      ).status,
    ).toBe(200);
    expect((await client.get('/api/churches')).body).toEqual([{ slug: 'hope', name: 'Hope' }]);
  });

  it('have custom domains that lead only to the own church', async () => {
    await app.db.platform((tx) =>
      tx.sql(`insert into host (name, organization_id) values ('members.hope.example', $1)`, [
        ids.hope,
      ]),
    );
    expect(
      (await under(app, 'members.hope.example').get<Settings>('/api/settings')).body.churchName,
    ).toBe('Hope');
    expect(
      (
        await under(app, 'members.hope.example', await app.cookieOf('admin@grace.test')).get(
          '/api/auth/user',
        )
      ).status,
    ).toBe(401);
  });
});
