import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ModulesContainer } from '@nestjs/core';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { RequestMethod } from '@nestjs/common';
import { pino } from 'pino';
import type { Donation, Ledger, Settings, User } from '#libs/contracts';
import { assertRoleIsBound, Database, type Tx } from '#libs/database';
import { give, giveAsGuest, startApp, under, type TestApp } from '../support/app.js';
import { testDatabase, type TestDatabase } from '../support/database/database.js';
import { Random } from '../support/random.js';

/** Tables that belong to no church. Everything else must be behind row-level security. */
const platformTables = [
  'account',
  'account_church',
  'account_token',
  'church_conversion',
  'event_follower',
  'external_ticket',
  'external_ticket_message',
  'external_ticket_seen',
  'factor_challenge',
  'feed',
  'host',
  'import_work',
  'inbound_email',
  'email_request',
  'login_step',
  'open_id_identity',
  'organization',
  'platform_audit_entry',
  'platform_idempotent_request',
  'recovery_code',
  'schema_migration',
  'sent_code',
  'session',
  'rate_limit',
  'sms_stop',
  'stripe_event',
  'ticket_reply',
  'upload_lock',
];

/** Tables that their owner may read past the policy, for the functions that search by an index. */
const tablesOfSearches = ['donor_search', 'user_search'];

interface Table {
  name: string;
  enabled: boolean;
  forced: boolean;
  key: string[] | null;
  policies:
    | {
        name: string;
        permissive: string;
        command: string;
        using: string;
        check: string;
        roles: string;
      }[]
    | null;
}

const catalogue = (database: TestDatabase) =>
  database.asSuperuser<Table>(
    `select c.relname as name, c.relrowsecurity as enabled, c.relforcerowsecurity as forced,
            (select array_agg(a.attname::text order by k.n) from pg_index i cross
            join unnest(i.indkey::int[]) with ordinality k(attnum, n)
               join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
               where i.indrelid = c.oid and i.indisprimary) as key,
            (select json_agg(json_build_object('name', policyname, 'permissive', permissive,
            'command', cmd, 'using', qual, 'check', with_check, 'roles', roles::text))
               from pg_policies p where p.schemaname = 'public'
               and p.tablename = c.relname) as policies
       from pg_class c where c.relnamespace = 'public'::regnamespace
       and c.relkind in ('r', 'p', 'v', 'm', 'f') order by 1`,
  );

function complaints(tables: Table[]): string[] {
  const own =
    `(organization_id = (NULLIF(current_setting('app.org'::text, true), ` + `''::text))::uuid)`;
  return tables
    .filter(({ name }) => !platformTables.includes(name))
    .flatMap(({ name, enabled, forced, key, policies }) => [
      ...(enabled ? [] : [`${name}: row-level security is not enabled`]),
      ...(forced || tablesOfSearches.includes(name)
        ? []
        : [`${name}: row-level security is not forced`]),
      ...(key?.[0] === 'organization_id'
        ? []
        : [`${name}: organization_id is not first in its primary key`]),
      ...(policies?.length === 1 &&
      policies[0]!.using === own &&
      policies[0]!.check === own &&
      policies[0]!.command === 'ALL'
        ? []
        : [`${name}: not exactly the one policy`]),
    ]);
}

describe('the catalogue', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(() => database.close());

  it('has every table in the platform’s list or behind forced row-level security', async () => {
    const tables = await catalogue(database);
    expect(tables.length).toBeGreaterThan(25);
    expect(platformTables.filter((name) => !tables.some((table) => table.name === name))).toEqual(
      [],
    );
    expect(complaints(tables)).toEqual([]);
  });

  it('reveals tables whose row-level security is missing or incomplete', async () => {
    await database.asSuperuser(
      'create table forgotten (id uuid primary key, organization_id uuid)',
    );
    await database.asSuperuser('alter table donor no force row level security');
    await database.asSuperuser('create policy generous on ledger using (true)');
    expect(complaints(await catalogue(database))).toEqual([
      'donor: row-level security is not forced',
      'forgotten: row-level security is not enabled',
      'forgotten: row-level security is not forced',
      'forgotten: organization_id is not first in its primary key',
      'forgotten: not exactly the one policy',
      'ledger: not exactly the one policy',
    ]);
    await database.asSuperuser('drop policy generous on ledger');
    await database.asSuperuser('alter table donor force row level security');
    await database.asSuperuser('drop table forgotten');
  });

  it('begins every unique index of a church’s table with organization_id', async () => {
    const found = await database.asSuperuser<{ index: string }>(
      `select i.indexrelid::regclass::text as index from pg_index i
        join pg_class c on c.oid = i.indrelid
         join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
        where c.relnamespace = 'public'::regnamespace and i.indisunique
        and a.attname <> 'organization_id' and not c.relname = any($1)`,
      [platformTables],
    );
    expect(found).toEqual([]);
  });

  it('lets the application own, define and bypass nothing', async () => {
    await expect(assertRoleIsBound(database.db)).resolves.toBeUndefined();
    for (const [url, why] of [
      [database.ownerUrl, 'owns the tables'],
      [
        database.appUrl.replace(
          /\/\/[^@]+@/,
          new URL(process.env.TEST_SUPER_URL!).href.match(/\/\/[^@]+@/)![0],
        ),
        'bypasses row-level security',
      ],
    ] as const) {
      const db = await Database.connect(url, [], 2);
      await expect(assertRoleIsBound(db)).rejects.toThrow(why);
      await db.close();
    }
    // a role of its own: those of the server serve every other test at this moment
    const role = `free_${randomUUID().slice(0, 8)}`;
    await database.asSuperuser(`create role ${role} login bypassrls password 'free'`);
    const free = await Database.connect(
      database.appUrl.replace(/\/\/[^@]+@/, `//${role}:free@`),
      [],
      2,
    );
    try {
      await expect(assertRoleIsBound(free)).rejects.toThrow('bypasses row-level security');
    } finally {
      await free.close();
      await database.asSuperuser(`drop role ${role}`);
    }
    for (const sql of [
      'alter table donor disable row level security',
      'drop policy own_church on donor',
      'create table x (y int)',
      'set session_replication_role = replica',
      'set role church_owner',
    ]) {
      await expect(database.db.platform((tx) => tx.sql(sql))).rejects.toThrow(/owner|permission/);
    }
  });

  it('searches in one church only, although functions of the search run as the owner', async () => {
    const [one, other] = [await church('searched'), await church('searched-too')];
    const donor = randomUUID();
    const user = randomUUID();
    await database.db.tenant(one, async (tx) => {
      await tx.sql(
        `insert into donor (organization_id, id, kind, name, name_key)
         values ($1, $2, 'guest', 'Zoë Núñez', 'zoë núñez')`,
        [one, donor],
      );
      await tx.sql(
        `insert into app_user (organization_id, id, email, first_name, last_name)
         values ($1, $2, 'zoe@x.test', 'Zoë', 'Núñez')`,
        [one, user],
      );
    });
    const search = async (tx: Tx): Promise<unknown[]> => [
      ...(await tx.sql(`select find_donors(array['%nunez%', '%zoe%'])`)),
      ...(await tx.sql(`select find_users(array['% nunez%'])`)),
      ...(await tx.sql('select search_key from donor_search')),
      ...(await tx.sql('select search_key from user_search')),
    ];
    expect(await database.db.tenant(one, search)).toEqual([
      { find_donors: donor },
      { find_users: user },
      { search_key: ' zoe nunez\n ' },
      { search_key: ' zoe nunez\n zoe@x.test' },
    ]);
    expect(await database.db.tenant(other, search)).toEqual([]);
    expect(await database.db.platform(search)).toEqual([]);
  });

  it('shows no row without a church, and takes no row of another', async () => {
    const [one, other] = [await church('one'), await church('other')];
    await database.db.tenant(one, (tx) =>
      tx.sql(
        `insert into campaign (organization_id, id, title, title_key)
          values ($1, gen_random_uuid(), 't', 't')`,
        [one],
      ),
    );
    expect(await database.db.platform((tx) => tx.sql('select 1 from campaign'))).toEqual([]);
    expect(await database.db.tenant(other, (tx) => tx.sql('select 1 from campaign'))).toEqual([]);
    await expect(
      database.db.tenant(other, (tx) =>
        tx.sql(
          `insert into campaign (organization_id, id, title, title_key)
            values ($1, gen_random_uuid(), 'u', 'u')`,
          [one],
        ),
      ),
    ).rejects.toThrow('row-level security');
    await database.db.tenant(other, (tx) => tx.sql(`update campaign set title = 'mine'`));
    await database.db.tenant(other, (tx) => tx.sql('delete from campaign'));
    expect(
      await database.db.tenant(one, (tx) =>
        tx.sql<{ title: string }>('select title from campaign'),
      ),
    ).toEqual([{ title: 't' }]);
    await expect(
      database.db.tenant(one, () => database.db.tenant(other, () => Promise.resolve(1))),
    ).rejects.toThrow('A transaction of one church cannot reach another church.');
  });

  it('lets a transaction of the platform change all of its churches or none', async () => {
    const { db } = database;
    const [one, other] = [await church('visited'), await church('visited-too')];
    const add = (id: string) =>
      db.tenant(id, (tx) =>
        tx.sql(
          `insert into campaign (organization_id, id, title, title_key)
            values ($1, gen_random_uuid(), 't', gen_random_uuid()::text)`,
          [id],
        ),
      );
    const seen = (id: string) =>
      db.tenant(id, (tx) =>
        tx.sql<{ church: string }>('select organization_id as church from campaign'),
      );
    const none = (tx: Tx) => tx.sql('select 1 from campaign');
    const after: number[] = [];
    const visit = () =>
      db.platform(async (tx) => {
        await add(one);
        expect(await none(tx)).toEqual([]);
        await add(other);
        expect([await seen(one), await seen(other), await none(tx)]).toEqual([
          [{ church: one }],
          [{ church: other }],
          [],
        ]);
        await db.tenant(one, (inner) => {
          inner.afterCommit(() => after.push(1));
          return Promise.resolve();
        });
      });
    await expect(
      db.platform(async () => {
        await visit();
        throw new Error('at the end');
      }),
    ).rejects.toThrow('at the end');
    expect([await seen(one), await seen(other), after]).toEqual([[], [], []]);
    await visit();
    expect([await seen(one), await seen(other), after]).toEqual([
      [{ church: one }],
      [{ church: other }],
      [1],
    ]);
    // never two at once, nor from one into another, nor back to the platform
    await expect(db.platform(() => Promise.all([add(one), add(other)]))).rejects.toThrow(
      'one church after the other',
    );
    await expect(db.platform(() => db.tenant(one, () => add(other)))).rejects.toThrow(
      'cannot reach another church',
    );
    await expect(db.platform(() => db.tenant(one, () => db.platform(none)))).rejects.toThrow(
      'cannot wait for one of the platform',
    );
    // a visit in which a statement failed spoils all, even for whoever goes on as if nothing had
    // been
    await expect(
      db.platform(async (tx) => {
        await add(one);
        await db.tenant(other, (inner) => inner.sql('select 1 / 0')).catch(() => undefined);
        await none(tx);
      }),
    ).rejects.toThrow('aborted');
    expect([await seen(one), await seen(other)]).toEqual([[{ church: one }], [{ church: other }]]);
  });

  const church = async (slug: string) => {
    const [row] = await database.asSuperuser<{ id: string }>(
      `insert into organization (id, name, slug, subdomain) values (gen_random_uuid(), $1, $1, $1)
        returning id`,
      [slug],
    );
    return row!.id;
  };
});

describe('two churches on one pool of two connections', () => {
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

  it('show no foreign row in 1,000 interleaved requests, some of which abort', async () => {
    const random = new Random();
    const slugs = ['grace', 'hope'] as const;
    const one = async (n: number) => {
      const slug = random.of(slugs);
      const other = slug === 'grace' ? 'hope' : 'grace';
      const client = app.as(`admin@${slug}.test`);
      const what = random.below(6);
      if (what === 0) {
        const { status, body } = await client.post<Donation>('/api/admin/donations', {
          userId: members[slug],
          amount: n + 1,
          campaign: slug,
        });
        return status === 201 && body.organizationId === ids[slug];
      }
      // aborted in the middle of a transaction: after the lock and the donor, by the rules; or
      // before
      if (what === 1)
        return (
          (
            await client.post('/api/admin/donations', {
              userId: members[other],
              amount: 1,
              campaign: `${slug} gone`,
            })
          ).status === 400
        );
      if (what === 2) {
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
      if (what === 3) {
        const { body } = await client.get<Donation[]>('/api/admin/donations?limit=1000');
        return body.every(
          ({ organizationId, campaign }) => organizationId === ids[slug] && campaign === slug,
        );
      }
      if (what === 4) {
        const { body } = await client.get<Ledger>('/api/admin/church-ledger');
        return body.rows.every(
          ({ donorId, name }) => donorId === members[slug] && name === `${slug} Member`,
        );
      }
      const { body } = await client.get<User>('/api/auth/user');
      return body.organizationId === ids[slug];
    };
    for (const email of ['admin@grace.test', 'admin@hope.test']) await app.cookieOf(email);
    const wrong: number[] = [];
    for (let at = 0; at < 1_000; at += 50) {
      const right = await Promise.all(Array.from({ length: 50 }, (_, n) => one(at + n)));
      wrong.push(...right.flatMap((fine, n) => (fine ? [] : [at + n])));
    }
    expect({ seed: random.seed, wrong }).toEqual({ seed: random.seed, wrong: [] });
    for (const slug of slugs) {
      const { body } = await app.as(`admin@${slug}.test`).get<Ledger>('/api/admin/church-ledger');
      expect(body.totals.donations).toBeGreaterThan(20);
    }
  });

  it('a forged Host or X-Forwarded-Host never changes the church of a session', async () => {
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

  it('a session of one church is not valid on the host of another', async () => {
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

  it('signing in on a church’s host takes only its own people', async () => {
    const at = under(app, 'hope.localhost');
    expect(
      (
        await at.post('/api/login', {
          email: 'admin@grace.test',
          password: 'correct horse battery',
        })
      ).status,
    ).toBe(401);
    expect(
      (await at.post('/api/login', { email: 'admin@hope.test', password: 'correct horse battery' }))
        .status,
    ).toBe(200);
    expect((await at.get('/api/churches')).body).toEqual([{ slug: 'hope', name: 'Hope' }]);
  });

  it('a custom domain is the church’s', async () => {
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

describe('a canary of one church', () => {
  it('never appears in any answer, export, error or log for another', async () => {
    const logged: string[] = [];
    const logger = pino(
      { level: 'trace' },
      new Writable({
        write: (chunk, _, done) => {
          logged.push(String(chunk));
          done();
        },
      }),
    );
    const app = await startApp({ logger });
    try {
      const [grace, hope] = [await app.church('grace'), await app.church('hope')];
      const canary = 'Canary7731';
      await app.person(grace, { email: 'admin@grace.test', role: 'admin' });
      const member = await app.person(grace, {
        email: `${canary}@grace.test`,
        firstName: canary,
        lastName: canary,
      });
      await app.person(hope, { email: 'admin@hope.test', role: 'admin' });
      const admin = app.as('admin@grace.test');
      await admin.post('/api/fundraisers', {
        title: `Roof ${canary}`,
        description: `For the ${canary} roof`,
        goal: '100.00',
      });
      const gift = await give(admin, member.id, {
        notes: canary,
        campaign: `Roof ${canary}`,
        transactionId: canary,
      });
      const guest = await giveAsGuest(admin, `Guest ${canary}`, {
        notes: canary,
        guestEmail: `guest-${canary}@example.org`,
        guestPhone: canary,
      });
      await admin.patch(`/api/admin/donations/${gift.id}`, { amount: '31.00', reason: canary });
      await app.as(member.email).post('/api/pledges', { amount: 5, year: 2025, notes: canary });
      expect((await admin.get('/api/admin/church-ledger.csv')).text).toContain(canary);

      const other = app.as('admin@hope.test');
      const paths = pathsOf(app);
      expect(paths.length).toBeGreaterThan(15);
      const answers: string[] = [];
      for (const id of [gift.id, guest.donorId, member.id]) {
        for (const path of paths) {
          const at = path.replace(/:year/g, '2025').replace(/:\w+/g, id);
          for (const query of [
            '',
            `?search=${canary}`,
            `?userId=${id}`,
            `?donorId=${id}`,
            `?campaign=Roof%20${canary}`,
            '?asOf=999',
            '?year=2025',
          ]) {
            const answer = await other.get(at + query);
            if (!at.includes('logout'))
              answers.push(`${at}${query}: ${answer.text} ${JSON.stringify([...answer.headers])}`);
          }
        }
      }
      for (const [method, at, body] of [
        ['PATCH', `/api/admin/donations/${gift.id}`, { amount: 1 }],
        ['DELETE', `/api/admin/donations/${gift.id}`, undefined],
        ['POST', '/api/admin/donations', { userId: member.id, amount: 1 }],
        ['POST', '/api/fundraisers', { title: 'Roof x', description: 'For another roof', goal: 1 }],
      ] as const) {
        answers.push(
          (
            await other.send(
              method,
              at,
              body && JSON.stringify(body),
              body ? { 'content-type': 'application/json' } : {},
            )
          ).text,
        );
      }
      // what was asked comes back in the address of the next page, nowhere else
      expect(
        answers.filter((answer) => answer.split(': ').slice(1).join(': ').includes(canary)),
      ).toEqual([]);
      expect((await app.visitor.get('/metrics')).text).not.toContain(canary);
      expect(logged.length).toBeGreaterThan(100);
      expect(
        logged.filter((line) => line.includes(canary) || line.includes('correct horse')),
      ).toEqual([]);
    } finally {
      await app.close();
    }
  });

  /** Every GET of every controller, but signing out. */
  function pathsOf(app: TestApp): string[] {
    return [...app.app.get(ModulesContainer).values()].flatMap(({ controllers }) =>
      [...controllers.values()].flatMap(({ metatype }) => {
        const prototype = (metatype as { prototype: Record<string, unknown> }).prototype;
        return Object.getOwnPropertyNames(prototype).flatMap((key) => {
          const handler = prototype[key];
          if (
            typeof handler !== 'function' ||
            Reflect.getMetadata(METHOD_METADATA, handler) !== RequestMethod.GET
          )
            return [];
          const parts = [
            Reflect.getMetadata(PATH_METADATA, metatype as object),
            Reflect.getMetadata(PATH_METADATA, handler),
          ] as string[];
          const path = `/${parts
            .map((part) => part.replace(/^\/|\/$/g, ''))
            .filter(Boolean)
            .join('/')}`;
          return path.endsWith('logout') ? [] : [path];
        });
      }),
    );
  }
});
