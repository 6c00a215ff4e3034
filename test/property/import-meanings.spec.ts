import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { DonationImport } from '#libs/contracts';
import { verifyChurch } from '../../src/giving/index.js';
import { sum, toDecimal } from '#libs/money';
import { startApp, type Client, type TestApp } from '../support/app.js';
import { isWhole } from '../support/generated.js';
import { expectLinesToAddUp } from '../support/control-total.js';
import { commit, settled, upload, verdictsOf } from '../support/imports.js';

let test: TestApp;
let serial = 0;
beforeAll(async () => {
  test = await startApp();
});
afterAll(() => test.close());

/** The meanings of the words in the invented file. */
const statuses = {
  done: 'gift',
  broken: 'not',
  back: 'refund',
  odd: 'ask',
  completed: 'gift',
  failed: 'not',
} as const;
const types = { offering: 'gift', fee: 'not', reversal: 'refund', strange: 'ask' } as const;
const wordMeanings = {
  status: { done: 'gift', broken: 'not', back: 'refund', odd: 'ask' },
  type: { offering: 'gift', fee: 'not', reversal: 'refund', strange: 'ask' },
};

interface Row {
  email: string;
  cents: number;
  unreadable: boolean;
  negative: boolean;
  status: keyof typeof statuses;
  type: keyof typeof types;
  currency: 'USD' | 'EUR' | '';
  refunded: number;
  id: number;
  of: number;
  fund: string;
  day: number;
}
const row: fc.Arbitrary<Row> = fc.record({
  email: fc.constantFrom('hannah@x.test', 'ruth@x.test', 'nobody@x.test'),
  cents: fc.integer({ min: 0, max: 50_000 }),
  unreadable: fc.integer({ min: 0, max: 12 }).map((n) => n === 0),
  negative: fc.integer({ min: 0, max: 5 }).map((n) => n === 0),
  status: fc.constantFrom(...(Object.keys(statuses) as Row['status'][])),
  type: fc.oneof(
    { weight: 3, arbitrary: fc.constant('offering' as const) },
    { weight: 1, arbitrary: fc.constantFrom(...(Object.keys(types) as Row['type'][])) },
  ),
  currency: fc.oneof(
    { weight: 6, arbitrary: fc.constant('USD' as const) },
    { weight: 1, arbitrary: fc.constantFrom('EUR' as const, '' as const) },
  ),
  refunded: fc.oneof(
    { weight: 4, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 30_000 }) },
  ),
  id: fc.integer({ min: 0, max: 8 }),
  of: fc.integer({ min: 0, max: 8 }),
  fund: fc.constantFrom('', 'Missions', 'Roof'),
  day: fc.integer({ min: 1, max: 28 }),
});

const header =
  'Date,Giver email,Gift amount,Status,Type,Currency,Amount Refunded,Transaction ID,' +
  'Reference Txn ID,Fund,Fee';
const columns = {
  date: 0,
  email: 1,
  amount: 2,
  status: 3,
  type: 4,
  currency: 5,
  refunded: 6,
  transactionId: 7,
  refundOf: 8,
  campaign: 9,
  fee: 10,
};
const dollars = (cents: number) => toDecimal(BigInt(cents));
/** Returns the line of a row. A transaction number of 0 means that there is none. */
const line = (row: Row) =>
  [
    `2025-01-${String(row.day).padStart(2, '0')}`,
    row.email,
    row.unreadable ? 'lots' : `${row.negative ? '-' : ''}${dollars(row.cents)}`,
    row.status,
    row.type,
    row.currency,
    row.refunded > 0 ? dollars(row.refunded) : '',
    row.id > 0 ? `T${row.id}` : '',
    types[row.type] === 'refund' && row.of > 0 ? `T${row.of}` : '',
    row.fund,
    '0.30',
  ].join(',');

const amountInFile = (row: Row): bigint =>
  row.unreadable ? 0n : BigInt(row.negative ? -row.cents : row.cents);

/**
 * Returns the amount of a row according to its words: the rest of a gift, a negative amount of a
 * refund, or the amount in the file if the row is no gift.
 */
function says(row: Row): bigint {
  if (row.unreadable) return 0n;
  const size = BigInt(row.cents);
  const written = amountInFile(row);
  const meanings = [statuses[row.status], types[row.type], row.currency === 'EUR' ? 'ask' : 'gift'];
  if (meanings.includes('not')) return written;
  if (row.currency === 'EUR') return written;
  if (!meanings.includes('ask')) {
    if (types[row.type] === 'refund') return -size;
    if (statuses[row.status] === 'refund') {
      if (written <= 0n) return -size;
      return row.refunded > 0 ? written - BigInt(row.refunded) : 0n;
    }
  }
  return written > 0n ? written - BigInt(row.refunded) : written;
}

it('a random file has its totals in an import, and in another one after an undo', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 25 }), async (rows) => {
      const slug = `random-${++serial}`;
      const church = await test.church(slug);
      await test.person(church, { email: `office@${slug}.test`, role: 'secretary' });
      for (const name of ['Hannah', 'Ruth'])
        await test.person(church, {
          email: `${name.toLowerCase()}@x.test`,
          firstName: name,
          lastName: 'Brooks',
          signsIn: false,
        });
      const staff = test.as(`office@${slug}.test`);
      const file = [header, ...rows.map(line), ''].join('\n');

      const { id, ready } = await read(staff, file);
      expect(ready.status).toBe('ready');
      expect(expectLinesToAddUp(ready).file).toEqual({
        rows: rows.length,
        amount: toDecimal(sum(rows.map(amountInFile))),
      });
      expect(ready.amounts.total).toBe(toDecimal(sum(rows.map(says))));
      const first = await settle(staff, id);
      expectLinesToAddUp(first);
      const { stored, derived } = await verdictsOf(test, church, id);
      expect(derived).toEqual(stored);
      if (first.counts.new === 0) return;
      await commit(staff, id);
      expect(await total(staff)).toBe(first.control!.recorded);
      expect((await verifyChurch(test.db, test.store, church)).problems).toEqual([]);

      expect((await upload(staff, file)).body.counts).toMatchObject({ new: 0 });
      await staff.post(`/api/admin/donation-imports/${id}/undo`);
      await settled(staff, id);
      expect(await total(staff)).toBe('0.00');

      const secondDraft = await read(staff, file);
      const second = await settle(staff, secondDraft.id);
      expect(second.control).toEqual(first.control);
      await commit(staff, secondDraft.id);
      expect(await total(staff)).toBe(first.control!.recorded);
      expect((await verifyChurch(test.db, test.store, church)).problems).toEqual([]);
    }),
    { numRuns: isWhole ? 40 : 15 },
  );
});

async function read(staff: Client, file: string): Promise<{ id: string; ready: DonationImport }> {
  const { id } = (await upload(staff, file)).body;
  const ready = (
    await staff.put<DonationImport>(`/api/admin/donation-imports/${id}/mapping`, {
      source: null,
      columns,
      defaults: { paymentMethod: 'Card' },
      words: wordMeanings,
    })
  ).body;
  return { id, ready };
}

/** Accepts each row that can be accepted, and skips the others. */
async function settle(staff: Client, id: string): Promise<DonationImport> {
  const importPath = `/api/admin/donation-imports/${id}`;
  for (let now = (await staff.get<DonationImport>(importPath)).body, tries = 0; ; tries++) {
    if (now.counts.held === 0 && now.counts.rejected === 0) return now;
    const before = JSON.stringify(now.counts);
    if (now.counts.rejected > 0)
      await staff.patch(`${importPath}/rows`, { state: 'rejected', action: 'setAside' });
    if (now.counts.held > 0)
      await staff.patch(`${importPath}/rows`, {
        state: 'held',
        action: tries < 5 ? 'accept' : 'setAside',
      });
    now = (await staff.get<DonationImport>(importPath)).body;
    // Rows that cannot be accepted are skipped.
    if (JSON.stringify(now.counts) === before)
      await staff.patch(`${importPath}/rows`, { state: 'held', action: 'setAside' });
    now = (await staff.get<DonationImport>(importPath)).body;
    if (tries > 20) throw new Error(`It does not come to rest: ${JSON.stringify(now.counts)}`);
  }
}

const total = async (staff: Client) =>
  (await staff.get<{ amount: string }>('/api/admin/donations/summary')).body.amount;
