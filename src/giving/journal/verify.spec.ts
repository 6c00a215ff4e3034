import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Books } from '../../../test/support/books.js';
import { testDatabase, type TestDatabase } from '../../../test/support/database/database.js';
import { Random } from '../../../test/support/random.js';
import { recordYear } from '../../../test/support/year-of-giving.js';
import type { DonationFacts } from '../donation/donation.js';

let database: TestDatabase;
let books: Books;
let gift: DonationFacts;
let run: (sql: string, ...values: unknown[]) => Promise<Record<string, unknown>[]>;

beforeAll(async () => {
  database = await testDatabase();
  run = (sql, ...values) => database.asSuperuser(sql, values);
  await run('alter table event disable trigger event_append_only');
  await run('alter table journal disable trigger journal_append_only');
  books = await Books.of(database);
  ({ gift } = await recordYear(books));
});
afterAll(() => database.close());

const problems = async () => (await books.verify()).problems;

describe('verify', () => {
  it('reports no problem for unchanged data, and counts the events and donations', async () => {
    const report = await books.verify();
    expect(report.problems).toEqual([]);
    // There are 3 events of opened fundraisers and new pledges, 8 of recorded donations, 2 of
    // corrections, 2 of voided and 1 of restored donations, 4 + 3 + 1 of imports, and 3 of other
    // changes.
    expect(report).toMatchObject({ events: 27, entries: 22, donations: 10 });
    expect(report.amount).toBe(
      BigInt(125 * (1 + 2 + 5 + 7 + 8) + 5_000 + 5_000 + 2_500 + 2_500 + 1),
    );
  });

  it('finds each of 100 random changes of one byte in the event table', async () => {
    const random = new Random();
    const changedColumns = new Set<string>();
    for (let n = 0; n < 100;) {
      const change = await changeOneByte(random);
      if (!change) continue;
      n++;
      changedColumns.add(change.column);
      let found: string[] | Error;
      try {
        found = await problems();
      } catch (error) {
        found = error as Error;
      }
      await change.restore();
      const { column, position, from, to } = change;
      const label = `seed ${random.seed}: ${column} of position ${position}: ${from} → ${to}`;
      expect({ label, found }).toEqual({
        label,
        found: expect.arrayContaining([expect.any(String)]),
      });
    }
    expect(await problems()).toEqual([]);
    expect([...changedColumns].sort()).toEqual(Object.keys(kinds).sort());
  });

  it('finds each deleted event', async () => {
    for (const { position } of (await run(
      'select position::text from event order by position',
    )) as { position: string }[]) {
      await run('create table kept as select * from event where position = $1', position);
      await run('delete from event where position = $1', position);
      expect({ position, found: await problems() }).toEqual({
        position,
        found: expect.arrayContaining([
          expect.stringMatching(/missing|no longer|not in the journal|head/),
        ]),
      });
      await run('insert into event select * from kept');
      await run('drop table kept');
    }
    expect(await problems()).toEqual([]);
  });

  it('finds a deleted journal entry', async () => {
    await run('create table kept as select * from journal where number in (3, 22)');
    for (const number of [3, 22]) {
      await run('delete from journal where number = $1', number);
      expect(await problems()).not.toEqual([]);
      await run('insert into journal select * from kept where number = $1', number);
    }
    await run('drop table kept');
    expect(await problems()).toEqual([]);
  });

  it('finds a changed hash', async () => {
    for (const number of [3, 21]) {
      await run(
        `update journal
            set hash = set_byte(hash, 7, (get_byte(hash, 7) + 1) % 256)
          where number = $1`,
        number,
      );
      expect(await problems()).toEqual([
        expect.stringContaining(`Journal entry ${number} `),
        ...(number === 22 ? [] : [expect.stringContaining(`Journal entry ${number + 1} `)]),
      ]);
      await run(
        `update journal
            set hash = set_byte(hash, 7, (get_byte(hash, 7) + 255) % 256)
          where number = $1`,
        number,
      );
    }
    expect(await problems()).toEqual([]);
  });

  it('finds a deleted last entry by the head that is stored outside the database', async () => {
    const other = await Books.of(database);
    for (const amount of [100, 200])
      await other.recorded({
        ...gift,
        donorId: await other.donor('Ada'),
        campaignId: await other.campaign(`c${amount}`),
        amount,
      });
    const [newest] = await run(
      `select number::text, encode(hash, 'hex') as hash
         from journal
        where organization_id = $1
        order by journal.number desc
        limit 1`,
      other.church,
    );
    const head = newest as { number: string; hash: string };
    expect((await other.verify(head)).problems).toEqual([]);
    await run('delete from event where organization_id = $1 and position = 2', other.church);
    await run('delete from journal where organization_id = $1 and number = 2', other.church);
    await run('update event_head set position = 1 where organization_id = $1', other.church);
    await other.projector.rebuild(other.church, other.projector.names);
    expect((await other.verify()).problems).toEqual([]);
    expect((await other.verify(head)).problems).toEqual([
      'The journal head outside the database is 1 entry newer than the database (2 against 1): ' +
        'an older copy of the database was restored, or its end was cut off. ' +
        'If it was restored on purpose, run accept-restore.',
    ]);
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

/**
 * Changes one byte of a random event.
 * @returns null if the database refuses the value, or if it is the same value written differently
 */
async function changeOneByte(random: Random) {
  const column = random.of(Object.keys(kinds) as (keyof typeof kinds)[]);
  const kind = kinds[column];
  const [event] = await run(
    `select position::text, to_jsonb(e) ->> '${column}' as value
       from event e
      where organization_id = $1
      order by position
     offset $2 limit 1`,
    books.church,
    random.below(26),
  );
  const { position, value: from } = event as { position: string; value: string };
  const characterIndex = random.below(from.length);
  const to =
    from.slice(0, characterIndex) +
    alphabets[kind][random.below(alphabets[kind].length)]! +
    from.slice(characterIndex + 1);
  const setValue = (value: string, church: string) =>
    run(
      `update event
          set ${column} = $1::${kind}
        where organization_id = $2
          and position = $3
          and ${column} is distinct from $1::${kind}
       returning 1`,
      value,
      church,
      position,
    );
  try {
    if ((await setValue(to, books.church)).length === 0) return null;
  } catch {
    return null;
  }
  return {
    column,
    position,
    from,
    to,
    restore: () => setValue(from, column === 'organization_id' ? to : books.church),
  };
}
