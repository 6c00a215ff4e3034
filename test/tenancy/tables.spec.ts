import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { assertRoleIsBound, Database } from '#libs/database';
import { testDatabase, type TestDatabase } from '../support/database/database.js';

/** Tables that belong to no church. All others must have row-level security. */
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

/** Tables that their owner may read without the policy, for the functions that use an index. */
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
  const ownChurch =
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
      policies[0]!.using === ownChurch &&
      policies[0]!.check === ownChurch &&
      policies[0]!.command === 'ALL'
        ? []
        : [`${name}: not exactly the one policy`]),
    ]);
}

describe('the schema of the database', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(() => database.close());

  it('has only platform tables, and tables with forced row-level security', async () => {
    const tables = await catalogue(database);
    expect(tables.length).toBeGreaterThan(25);
    expect(platformTables.filter((name) => !tables.some((table) => table.name === name))).toEqual(
      [],
    );
    expect(complaints(tables)).toEqual([]);
  });

  it('is reported as unsafe if the row-level security of a table is incomplete', async () => {
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

  it('has organization_id first in each unique index of a church’s table', async () => {
    const indexes = await database.asSuperuser<{ index: string }>(
      `select i.indexrelid::regclass::text as index from pg_index i
        join pg_class c on c.oid = i.indrelid
         join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
        where c.relnamespace = 'public'::regnamespace and i.indisunique
        and a.attname <> 'organization_id' and not c.relname = any($1)`,
      [platformTables],
    );
    expect(indexes).toEqual([]);
  });

  it('is refused with a role that owns tables or bypasses row-level security', async () => {
    await expect(assertRoleIsBound(database.db)).resolves.toBeUndefined();
    for (const [url, reason] of [
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
      await expect(assertRoleIsBound(db)).rejects.toThrow(reason);
      await db.close();
    }
    // The test creates a role, because other tests use the roles of the server at the same time.
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
});
