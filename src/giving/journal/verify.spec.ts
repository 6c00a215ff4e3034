import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v7 as newId } from 'uuid';
import { Books } from '../../../test/support/books.js';
import { testDatabase, type TestDatabase } from '../../../test/support/database/database.js';
import { Random } from '../../../test/support/random.js';
import type { DonationFacts } from '../donation/donation.js';

let database: TestDatabase;
let books: Books;
let gift: DonationFacts;
let caleb: string;
const admin = (sql: string, ...values: unknown[]) => database.asSuperuser(sql, values);

beforeAll(async () => {
  database = await testDatabase();
  await admin('alter table event disable trigger event_append_only');
  await admin('alter table journal disable trigger journal_append_only');
  books = await Books.of(database);
  const [hannah, general] = [await books.donor('Hannah'), await books.campaign('General Fund')];
  caleb = await books.donor('Caleb');
  gift = {
    donorId: hannah,
    amount: 2_500,
    currency: 'USD',
    date: '2025-12-31',
    paymentMethod: 'Cash',
    campaignId: general,
    fundraiserId: null,
  };
  await aYear(books);
});
afterAll(() => database.close());

/** Some of everything: 26 events of every kind. */
async function aYear(of: Books): Promise<void> {
  const [fundraiserId, pledgeId] = [newId(), newId()];
  const terms = {
    goal: 500_000,
    startDate: '2025-01-01',
    endDate: null,
    isActive: true,
    campaignId: null,
  };
  await of.happened(
    'fundraiser',
    fundraiserId,
    [{ type: 'FundraiserOpened', data: { fundraiserId, opening: 0, ...terms } }],
    caleb,
  );
  await of.happened(
    'pledge',
    pledgeId,
    [
      {
        type: 'PledgeMade',
        data: { pledgeId, userId: caleb, year: 2025, amount: 100, frequency: 'Weekly' },
      },
    ],
    caleb,
  );
  for (let n = 1; n <= 8; n++) {
    const facts = {
      ...gift,
      amount: n * 125,
      date: `2025-0${n}-01`,
      fundraiserId: n % 2 ? fundraiserId : null,
    };
    const id = await of.recorded(facts);
    const after = { ...facts, donorId: caleb, amount: 5_000 };
    if (n % 3 === 0)
      await of.happened(
        'donation',
        id,
        [
          {
            type: 'DonationCorrected',
            data: { donationId: id, before: facts, after, textChanged: false },
          },
        ],
        caleb,
      );
    if (n % 4 === 0)
      await of.happened(
        'donation',
        id,
        [{ type: 'DonationVoided', data: { donationId: id, before: facts } }],
        caleb,
      );
  }
  await of.imported([gift, { ...gift, donorId: caleb }, { ...gift, amount: 1 }]);
  const { importId } = await of.imported([gift, gift]);
  await of.happened(
    'import',
    importId,
    [{ type: 'DonationImportUndone', data: { importId, donations: 2, amount: 5_000 } }],
    caleb,
  );
  await of.happened(
    'fundraiser',
    fundraiserId,
    [
      {
        type: 'FundraiserChanged',
        data: { fundraiserId, before: terms, after: { ...terms, goal: 100 }, textChanged: false },
      },
    ],
    caleb,
  );
  await of.happened(
    'fundraiser',
    fundraiserId,
    [{ type: 'FundraiserRemoved', data: { fundraiserId } }],
    caleb,
  );
  const terms2 = { amount: 100, frequency: 'Weekly' } as const;
  await of.happened(
    'pledge',
    pledgeId,
    [
      {
        type: 'PledgeChanged',
        data: { pledgeId, before: terms2, after: { ...terms2, amount: 200 }, textChanged: false },
      },
    ],
    caleb,
  );
  const standing = { ...terms, campaignId: gift.campaignId, startDate: '2025-03-01' };
  const standingId = newId();
  await of.happened('fundraiser', standingId, [
    { type: 'FundraiserOpened', data: { fundraiserId: standingId, opening: 0, ...standing } },
  ]);
}

const problems = async (kept?: { number: string; hash: string }) =>
  (await books.verify(kept)).problems;

describe('verify', () => {
  it('finds nothing in books that nobody touched, and says what stands', async () => {
    const report = await books.verify();
    expect(report.problems).toEqual([]);
    // 3 opened and made, 8 recorded, 2 corrected, 2 voided, 4 + 3 + 1 of imports, 3 changes
    expect(report).toMatchObject({ events: 26, entries: 21, donations: 9 });
    expect(report.amount).toBe(BigInt(125 * (1 + 2 + 5 + 7) + 5_000 + 5_000 + 2_500 + 2_500 + 1));
  });

  it('finds each of 100 random changes of one byte in the event table', async () => {
    const random = new Random();
    const seen = new Set<string>();
    for (let n = 0; n < 100;) {
      const change = await changeOneByte(random);
      if (!change) continue;
      n++;
      seen.add(change.column);
      let found: string[] | Error;
      try {
        found = await problems();
      } catch (error) {
        found = error as Error;
      }
      await change.restore();
      const what = `seed ${random.seed}: ${change.column} of position ${change.position}: ${change.from} → ${change.to}`;
      expect({ what, found }).toEqual({
        what,
        found: expect.arrayContaining([expect.any(String)]),
      });
    }
    expect(await problems()).toEqual([]);
    expect([...seen].sort()).toEqual(Object.keys(kinds).sort());
  });

  it('finds every event that was deleted', async () => {
    for (const { position } of (await admin(
      'select position::text from event order by position',
    )) as { position: string }[]) {
      await admin('create table kept as select * from event where position = $1', position);
      await admin('delete from event where position = $1', position);
      expect({ position, found: await problems() }).toEqual({
        position,
        found: expect.arrayContaining([
          expect.stringMatching(/missing|no longer|not in the journal|head/),
        ]),
      });
      await admin('insert into event select * from kept');
      await admin('drop table kept');
    }
    expect(await problems()).toEqual([]);
  });

  it('finds a deleted journal entry, and a changed hash', async () => {
    await admin('create table kept as select * from journal where number in (3, 21)');
    for (const number of [3, 21]) {
      await admin('delete from journal where number = $1', number);
      expect(await problems()).not.toEqual([]);
      await admin('insert into journal select * from kept where number = $1', number);
      await admin(
        `update journal set hash = set_byte(hash, 7, (get_byte(hash, 7) + 1) % 256) where number = $1`,
        number,
      );
      expect(await problems()).toEqual([
        expect.stringContaining(`Journal entry ${number} `),
        ...(number === 21 ? [] : [expect.stringContaining(`Journal entry ${number + 1} `)]),
      ]);
      await admin(
        `update journal set hash = set_byte(hash, 7, (get_byte(hash, 7) + 255) % 256) where number = $1`,
        number,
      );
    }
    await admin('drop table kept');
    expect(await problems()).toEqual([]);
  });

  it('finds by the head that was kept outside that the last entry was cut off with all that belonged to it', async () => {
    const other = await Books.of(database);
    for (const amount of [100, 200])
      await other.recorded({
        ...gift,
        donorId: await other.donor('Ada'),
        campaignId: await other.campaign(`c${amount}`),
        amount,
      });
    const [kept] = await admin(
      `select number::text, encode(hash, 'hex') as hash from journal where organization_id = $1 order by journal.number desc limit 1`,
      other.church,
    );
    const head = kept as { number: string; hash: string };
    expect((await other.verify(head)).problems).toEqual([]);
    await admin('delete from event where organization_id = $1 and position = 2', other.church);
    await admin('delete from journal where organization_id = $1 and number = 2', other.church);
    await admin('update event_head set position = 1 where organization_id = $1', other.church);
    await other.projector.rebuild(other.church, other.projector.names);
    expect((await other.verify()).problems).toEqual([]);
    expect((await other.verify(head)).problems).toEqual([
      'The journal head outside the database is 1 entry newer than the database (2 against 1): ' +
        'an older copy of the database was restored, or its end was cut off. ' +
        'If it was restored on purpose, run accept-restore.',
    ]);
  });

  it.each([
    ['ledger', 'total', 1],
    ['ledger', 'count', -1],
    ['campaign_total', 'total', -1],
    ['month_total', 'count', 1],
    ['fundraiser_gift', 'total', 100],
  ])('finds a changed total in %s: %s by %p', async (table, column, by) => {
    const move = (amount: number, where: string) =>
      admin(
        `update ${table} set ${column} = ${column} + $1 where ctid = ${where} returning ctid::text`,
        amount,
      );
    const [row] = await move(
      by,
      `(select min(ctid) from ${table} where organization_id = '${books.church}')`,
    );
    expect(await problems()).toHaveLength(1);
    await move(-by, `'${(row as { ctid: string }).ctid}'`);
    expect(await problems()).toEqual([]);
  });

  it.each(['ledger', 'campaign_total', 'month_total', 'fundraiser_gift'])(
    'finds a total that is not there, and one too many, in %s',
    async (table) => {
      await admin(`create table kept as select * from ${table}`);
      await admin(`delete from ${table}`);
      expect(await problems()).not.toEqual([]);
      await admin(`insert into ${table} select * from kept`);
      expect(await problems()).toEqual([]);
      const key = {
        ledger: 'year',
        campaign_total: 'year',
        month_total: `month`,
        fundraiser_gift: 'fundraiser_id',
      }[table]!;
      const other = {
        year: 'year - 100',
        month: `month - interval '100 years'`,
        fundraiser_id: 'gen_random_uuid()',
      }[key]!;
      await admin(`update kept set ${key} = ${other}`);
      await admin(`insert into ${table} select * from kept`);
      expect(await problems()).not.toEqual([]);
      await admin(`delete from ${table} t using kept where t.${key} = kept.${key}`);
      await admin('drop table kept');
      expect(await problems()).toEqual([]);
    },
  );

  const gifts = [
    'donor_id = gen_random_uuid()',
    'amount = amount + 1',
    `date = date + 1`,
    `payment_method = 'Other'`,
    'campaign_id = gen_random_uuid()',
    'fundraiser_id = gen_random_uuid()',
    'donation_id = gen_random_uuid()',
    'version = version + 5',
    'from_journal = from_journal - 1',
    'import_id = gen_random_uuid()',
    'added_by = gen_random_uuid()',
    'event_id = gen_random_uuid()',
    'text_event_id = gen_random_uuid()',
    'changed_by = gen_random_uuid()',
    `recorded_at = recorded_at + interval '1 ms'`,
  ];
  it.each([
    ...[...gifts, 'to_journal = from_journal'].map((change) => [
      'donation_version',
      'to_journal is null',
      change,
    ]),
    ...[...gifts, 'to_journal = null', 'to_journal = to_journal + 1', `state = 'voided'`].map(
      (change) => ['donation_version', `to_journal > from_journal and state = 'given'`, change],
    ),
    ...[
      'user_id = gen_random_uuid()',
      'year = 2024',
      'amount = amount + 1',
      `frequency = 'Yearly'`,
      'text_event_id = gen_random_uuid()',
      'version = 9',
      'id = gen_random_uuid()',
      `created_at = created_at - interval '1 ms'`,
      `updated_at = updated_at + interval '1 ms'`,
    ].map((change) => ['pledge', 'true', change]),
    ...[
      'goal = goal + 1',
      'opening = 1',
      'start_date = start_date + 1',
      `end_date = '2026-01-01'`,
      'is_active = true',
      'is_removed = false',
      'version = 9',
      'id = gen_random_uuid()',
    ].map((change) => ['fundraiser', 'true', change]),
    ...[
      'campaign_id = gen_random_uuid()',
      'starts_on = starts_on + 1',
      `ends_before = '2026-01-01'`,
      'fundraiser_id = gen_random_uuid()',
    ].map((change) => ['fundraiser_period', 'true', change]),
    ...[
      'first_revision = first_revision - 1',
      'last_revision = last_revision + 1000',
      `recorded_at = recorded_at + interval '1 ms'`,
      `stream = stream || '1'`,
    ].map((change) => ['journal', 'number = 12', change]),
    ...[`name = name || 'x'`, `name_key = name_key || 'x'`, `kind = 'unidentified'`].map(
      (change) => ['ledger', 'true', change],
    ),
  ])('finds a changed row of %s (%s): %s', async (table, which, change) => {
    await admin(`create table kept as select * from ${table}`);
    const [touched] = await admin(
      `update ${table} set ${change} where ctid = (select min(ctid) from ${table} where organization_id = '${books.church}' and ${which}) returning 1`,
    );
    expect(touched).toBeDefined();
    expect(await problems()).not.toEqual([]);
    await admin(`delete from ${table}`);
    await admin(`insert into ${table} select * from kept`);
    await admin('drop table kept');
    expect(await problems()).toEqual([]);
  });

  it('finds a donation_version row that is not there', async () => {
    await admin('create table kept as select * from donation_version');
    const one = await admin(
      'delete from donation_version where ctid = (select min(ctid) from donation_version where organization_id = $1 and to_journal is null and version = 1) returning 1',
      books.church,
    );
    expect(one).toHaveLength(1);
    expect(await problems()).toEqual([
      expect.stringMatching(/^Donation .* is in the events but is not shown\.$/),
    ]);
    await admin('delete from donation_version');
    await admin('insert into donation_version select * from kept');
    await admin('drop table kept');
    expect(await problems()).toEqual([]);
  });
});

const kinds = {
  organization_id: 'uuid',
  stream: 'text',
  revision: 'int',
  id: 'uuid',
  type: 'text',
  version: 'int',
  data: 'text',
  metadata: 'text',
  recorded_at: 'timestamptz',
} as const;
const alphabets = {
  uuid: '0123456789abcdef',
  int: '0123456789',
  timestamptz: '0123456789',
  text: ' !"#$%&\'()*+,-./0123456789:;<=>?@ABCXYZ[]_abcdefghijklmnopqrstuvwxyz{|}~',
};

/** Null when the database itself refuses it, or it means the same. */
async function changeOneByte(random: Random) {
  const column = random.of(Object.keys(kinds) as (keyof typeof kinds)[]);
  const kind = kinds[column];
  const [event] = await admin(
    `select position::text, to_jsonb(e) ->> '${column}' as value from event e where organization_id = $1 order by position offset $2 limit 1`,
    books.church,
    random.below(26),
  );
  const { position, value: from } = event as { position: string; value: string };
  const at = random.below(from.length);
  const to =
    from.slice(0, at) + alphabets[kind][random.below(alphabets[kind].length)]! + from.slice(at + 1);
  const set = (value: string, whose: string) =>
    admin(
      `update event set ${column} = $1::${kind} where organization_id = $2 and position = $3 and ${column} is distinct from $1::${kind} returning 1`,
      value,
      whose,
      position,
    );
  try {
    if ((await set(to, books.church)).length === 0) return null;
  } catch {
    return null;
  }
  return {
    column,
    position,
    from,
    to,
    restore: () => set(from, column === 'organization_id' ? to : books.church),
  };
}
