import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { assertSupported, migrate } from '#libs/database';
import { testDatabase, type TestDatabase } from '../../test/support/database/database.js';
import { Books } from '../../test/support/books.js';
import { migrations } from './index.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase(2, 5_000, 'template0');
});
afterAll(() => database.close());

describe('the migration 0009', () => {
  let oldDatabase: TestDatabase;
  beforeAll(async () => {
    oldDatabase = await testDatabase(2, 5_000, 'template0');
  });
  afterAll(() => oldDatabase.close());

  it('turns suspended admins into members, and hides donors of unapproved users', async () => {
    await migrate(
      oldDatabase.ownerUrl,
      oldDatabase.appUrl,
      migrations.filter(({ name }) => name < '0009'),
    );
    const church = '00000000-0000-4000-8000-000000000001';
    const id = (n: number) => `00000000-0000-4000-8000-00000000001${n}`;
    await oldDatabase.asSuperuser(
      `insert into organization (id, name, slug, subdomain) values ($1, 'Grace', 'grace', 'grace')`,
      [church],
    );
    const users: [n: number, role: string, isSuspended: boolean, isApproved: boolean][] = [
      [1, 'admin', true, true],
      [2, 'admin', false, true],
      [3, 'member', true, true],
      [4, 'member', false, false],
    ];
    for (const [n, role, isSuspended, isApproved] of users) {
      await oldDatabase.asSuperuser(
        `insert into app_user
                (organization_id, id, email, first_name, last_name, role, is_suspended, is_approved)
         values ($1, $2::uuid, $2::uuid::text, 'A', 'B', $3, $4, $5)`,
        [church, id(n), role, isSuspended, isApproved],
      );
      await oldDatabase.asSuperuser(
        `insert into donor (organization_id, id, kind, name, name_key)
         values ($1, $2, 'member', 'A B', 'a b')`,
        [church, id(n)],
      );
    }
    await migrate(oldDatabase.ownerUrl, oldDatabase.appUrl, migrations);
    expect(
      await oldDatabase.asSuperuser('select role, is_suspended from app_user order by id'),
    ).toEqual([
      { role: 'member', is_suspended: true },
      { role: 'admin', is_suspended: false },
      { role: 'member', is_suspended: true },
      { role: 'member', is_suspended: false },
    ]);
    expect(
      await oldDatabase.asSuperuser('select actor_id, action, details from audit_entry'),
    ).toEqual([
      {
        actor_id: null,
        action: 'role-changed',
        details: { userId: id(1), from: 'admin', to: 'member', because: 'suspended' },
      },
    ]);
    expect(await oldDatabase.asSuperuser('select has_left from donor order by id')).toEqual([
      { has_left: false },
      { has_left: false },
      { has_left: false },
      { has_left: true },
    ]);
  });
});

describe('the migration 0045', () => {
  let oldDatabase: TestDatabase;
  beforeAll(async () => {
    oldDatabase = await testDatabase(2, 5_000, 'template0');
  });
  afterAll(() => oldDatabase.close());

  it('erases the confirmed phone numbers of removed users, and no others', async () => {
    const before = migrations.filter(({ name }) => name < '0045');
    await migrate(oldDatabase.ownerUrl, oldDatabase.appUrl, before);
    const churches = [1, 2].map((n) => `00000000-0000-4000-8000-00000000000${n}`);
    for (const [index, church] of churches.entries()) {
      await oldDatabase.asSuperuser(
        `insert into organization (id, name, slug, subdomain) values ($1, $2, $2, $2)`,
        [church, `church${index}`],
      );
      await oldDatabase.asSuperuser(
        `insert into app_user
                (organization_id, id, email, first_name, last_name, role, sms_number, removed_at)
         values ($1, uuidv7(), '', 'A', 'Removed', 'member', '+17065550101', now()),
                ($1, uuidv7(), 'b@grace.test', 'B', 'Present', 'member', '+17065550102', null)`,
        [church],
      );
    }
    await migrate(oldDatabase.ownerUrl, oldDatabase.appUrl, migrations);
    expect(
      await oldDatabase.asSuperuser(
        'select last_name, sms_number from app_user order by last_name, organization_id',
      ),
    ).toEqual([
      { last_name: 'Present', sms_number: '+17065550102' },
      { last_name: 'Present', sms_number: '+17065550102' },
      { last_name: 'Removed', sms_number: null },
      { last_name: 'Removed', sms_number: null },
    ]);
  });
});

/** Adds the columns of the journal that 0002 replaced, with their values of the first version. */
const firstVersionStatements = [
  'alter table journal disable trigger journal_append_only',
  'alter table journal add first_position bigint, add last_position bigint',
  `update journal j
      set first_position = (select position from event e
                             where e.stream = j.stream and e.revision = j.first_revision),
          last_position = (select position from event e
                            where e.stream = j.stream and e.revision = j.last_revision)`,
  'alter table journal enable trigger journal_append_only',
];

describe('a database that this version cannot use', () => {
  it('is refused if a newer version of the program has migrated it', async () => {
    const newer = await testDatabase();
    try {
      await newer.asSuperuser(
        `insert into schema_migration (name) values ('9999-from-the-future')`,
      );
      await expect(migrate(newer.ownerUrl, newer.appUrl, migrations)).rejects.toThrow(
        'was migrated by a newer version of Church Connect (9999-from-the-future)',
      );
    } finally {
      await newer.close();
    }
  });

  it('is refused with its version if its PostgreSQL is older than 18', () => {
    expect(() => assertSupported({ number: 150_018, name: '15.18 (Debian)' })).toThrow(
      'PostgreSQL 18 or later is needed; the server of DATABASE_URL is PostgreSQL 15.18 (Debian).',
    );
    expect(() => assertSupported({ number: 180_000, name: '18.0' })).not.toThrow();
  });
});

describe('the migrations after the first version', () => {
  it('keep the journal of a church, and `verify` finds no problems afterwards', async () => {
    // The data are created with the present schema, and copied into a database with the first
    // version of the schema.
    const present = await testDatabase();
    const books = await Books.of(present);
    const gift = {
      donorId: await books.donor('Hannah'),
      amount: 2_500,
      currency: 'USD' as const,
      date: '2025-12-31',
      paymentMethod: 'Cash' as const,
      campaignId: await books.campaign('General Fund'),
      fundraiserId: null,
    };
    await books.recorded(gift);
    const { importId } = await books.imported([gift, gift, gift]);
    await books.appendEvents('import', importId, [
      { type: 'DonationImportUndone', data: { importId, donations: 3, amount: 7_500 } },
    ]);
    await books.recorded(gift);
    for (const sql of firstVersionStatements) await present.asSuperuser(sql);

    await migrate(database.ownerUrl, database.appUrl, migrations.slice(0, 1));
    for (const table of [
      'organization',
      'donor',
      'campaign',
      'event_head',
      'event',
      'journal',
      'projection',
      'donation_version',
      'ledger',
      'campaign_total',
      'month_total',
    ]) {
      const [columns] = await database.asSuperuser<{ list: string }>(
        `select string_agg(format('%I %s', attname, format_type(atttypid, atttypmod)), ', ') as list
           from pg_attribute
          where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
        [table],
      );
      const [rows] = await present.asSuperuser<{ json: string }>(
        `select coalesce(json_agg(t), '[]')::text as json from ${table} t`,
      );
      await database.asSuperuser(
        `insert into ${table} select * from json_to_recordset($1) as t (${columns!.list})`,
        [rows!.json],
      );
    }
    await migrate(database.ownerUrl, database.appUrl, migrations);

    const readJournal = (churchDatabase: TestDatabase) =>
      churchDatabase.asSuperuser(
        `select number, stream, first_revision, last_revision, hash from journal order by number`,
      );
    expect(await readJournal(database)).toEqual(await readJournal(present));
    expect(await readJournal(database)).toHaveLength(4);
    const moved = Books.at(database, books.church);
    expect(await moved.verify()).toMatchObject({
      problems: [],
      events: 7,
      entries: 4,
      donations: 2,
    });
    await moved.recorded(gift);
    expect(await moved.verify()).toMatchObject({
      problems: [],
      events: 8,
      entries: 5,
      donations: 3,
    });
    await present.close();
  });
});
