import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import Papa from 'papaparse';
import type { DonationImport, ImportMapping, ImportRow } from '#libs/contracts';
import { startApp, type Client, type TestApp } from '../../../support/app.js';
import { sampleOf } from '../../../support/generated.js';
import { upload } from '../../../support/imports.js';

/**
 * A column that decides whether a row is a gift. The first row of the file has `value`, all other
 * rows have `otherwise`.
 */
interface Deciding {
  header: string;
  value: string;
  otherwise: string;
  /** Returns what is recorded of the first row's amount, in cents. */
  left: (cents: number) => number;
}
const nothing = () => 0;
const decidingColumns: Deciding[] = [
  { header: 'Status', value: 'Failed', otherwise: 'Completed', left: nothing },
  { header: 'Payment Status', value: 'Refunded', otherwise: 'succeeded', left: nothing },
  { header: 'Donation Status', value: 'Pending', otherwise: 'Completed', left: nothing },
  { header: 'Type', value: 'Refund', otherwise: 'Donation', left: nothing },
  { header: 'Test Mode', value: 'yes', otherwise: 'no', left: nothing },
  { header: 'Livemode', value: 'false', otherwise: 'true', left: nothing },
  { header: 'Void', value: 'Yes', otherwise: '', left: nothing },
  { header: 'Refunded', value: 'Yes', otherwise: 'No', left: nothing },
  { header: 'Refunded', value: '10.00', otherwise: '0.00', left: (cents) => cents - 1_000 },
  { header: 'Amount Refunded', value: '10.00', otherwise: '', left: (cents) => cents - 1_000 },
  { header: 'Currency', value: 'CAD', otherwise: 'USD', left: nothing },
];

const folder = path.resolve(import.meta.dirname, '../../../../src/giving/import/sources/samples');
const samples = fs.readdirSync(folder).map((name) => path.parse(name).name);
const tableOf = (sample: string) =>
  Papa.parse<string[]>(fs.readFileSync(path.join(folder, `${sample}.csv`), 'utf8'), {
    skipEmptyLines: true,
  }).data;
const csv = (table: string[][]) => `${Papa.unparse(table)}\n`;

/**
 * Adds the column to a table, or sets its value in the first row if the table has such a column.
 */
function withColumn([names, ...rows]: string[][], { header, value, otherwise }: Deciding) {
  const columnIndex = names!.findIndex((name) => name.toLowerCase() === header.toLowerCase());
  return columnIndex < 0
    ? [[...names!, header], ...rows.map((cells, row) => [...cells, row === 0 ? value : otherwise])]
    : [names!, ...rows.map((cells, row) => (row === 0 ? cells.with(columnIndex, value) : cells))];
}

let test: TestApp;
let staff: Client;
let church: string;
let churches = 0;
beforeAll(async () => {
  test = await startApp();
});
// The formats of files are remembered for each church, so each case has a new church.
beforeEach(async () => {
  const slug = `deciding-${++churches}`;
  church = await test.church(slug);
  await test.person(church, { email: `office@${slug}.test`, role: 'secretary' });
  staff = test.as(`office@${slug}.test`);
});
afterAll(() => test.close());

const map = async (id: string, choice: object = {}) =>
  (await staff.put<DonationImport>(`/api/admin/donation-imports/${id}/mapping`, choice)).body;
const cents = (amount: string) => Math.round(Number(amount) * 100);
const sumOfGifts = ({ control }: DonationImport) => cents(control!.gross) - cents(control!.refunds);
const openQuestions = ({ questions }: DonationImport) =>
  questions.filter(
    ({ kind, words }) => kind !== 'words' || words!.some(({ answer }) => answer === null),
  );
/** Returns the number of rows that need review for another reason than their giver. */
const countUnclearRows = ({ problems }: DonationImport) =>
  problems.held.reduce((sum, { problem, count }) => sum + (problem === 'giver' ? 0 : count), 0);
const names = ({ message, samples: some }: DonationImport['questions'][number], header: string) =>
  `${message} ${some.join(' ')}`.includes(header);

/** If amounts were converted, the currency column does not describe the amount that is read. */
const isConverted = (sample: string, { header }: Deciding) =>
  sample === 'stripe-payments' && ['Currency', 'Amount Refunded'].includes(header);
const cases = samples.flatMap((sample) =>
  decidingColumns
    .filter((column) => !isConverted(sample, column))
    .map((column) => ({ sample, ...column })),
);

describe('a column that decides whether a row is a gift', () => {
  it.each(sampleOf(cases, 20))(
    'is read or causes a question in a file of $sample: $header is $value',
    async ({ sample, ...column }) => {
      const table = tableOf(sample);
      const plainDraft = await map((await upload(staff, csv(table))).body.id);
      expect(plainDraft.status).toBe('ready');
      const rows = (
        await staff.get<ImportRow[]>(`/api/admin/donation-imports/${plainDraft.id}/rows?state=all`)
      ).body;
      const first = cents(rows.find(({ row }) => row === 2)!.values.amount!.replace('$', ''));

      const uploaded = (await upload(staff, csv(withColumn(table, column)))).body;
      const view = await map(uploaded.id);
      if (view.status === 'needs_mapping') {
        expect(openQuestions(view).some((question) => names(question, column.header))).toBe(true);
        return;
      }
      if (countUnclearRows(view) > countUnclearRows(plainDraft)) return;
      expect(sumOfGifts(view)).toBe(sumOfGifts(plainDraft) - first + column.left(first));
    },
  );
});

describe('a remembered file format', () => {
  const table = (letter: string) => [
    [`Name ${letter}`, 'Email', 'Amount', 'Date', 'Method'],
    ['Ada Example', 'ada@x.test', '50.00', '2025-03-02', 'Cash'],
    ['Ben Example', 'ben@x.test', '20.00', '2025-03-09', 'Cash'],
  ];
  let serial = 0;
  const nextTable = () => table(String(++serial));
  const withoutAnswers = (mapping: ImportMapping): ImportMapping => {
    const { email, amount, date, paymentMethod } = mapping.columns;
    return { columns: { email, amount, date, paymentMethod } };
  };
  /** Stores the format as an earlier version of the program did, without the deciding column. */
  const removeDecidingColumn = () =>
    test.db.tenant(church, async (tx) => {
      const [newest] = await tx.sql<{ id: string; mapping: ImportMapping }>(
        'select id, mapping from import_mapping order by updated_at desc limit 1',
      );
      await tx.sql('update import_mapping set mapping = $2 where id = $1', [
        newest!.id,
        JSON.stringify(withoutAnswers(newest!.mapping)),
      ]);
    });

  it.each(decidingColumns)(
    'of an earlier version that ignored $header causes a question if it is $value',
    async (column) => {
      const file = withColumn(nextTable(), column);
      await map((await upload(staff, csv(file))).body.id);
      await removeDecidingColumn();
      const next = (await upload(staff, csv(file))).body;
      expect(next.status).toBe('needs_mapping');
      expect(openQuestions(next).some((question) => names(question, column.header))).toBe(true);
      const read = await map(next.id);
      if (read.status === 'needs_mapping' || countUnclearRows(read) > 0) return;
      expect(sumOfGifts(read)).toBe(2_000 + column.left(5_000));
    },
  );

  it('causes no question if the column says that every row is a gift', async () => {
    const column = decidingColumns[0]!;
    const file = withColumn(nextTable(), { ...column, value: column.otherwise });
    await map((await upload(staff, csv(file))).body.id);
    await removeDecidingColumn();
    expect((await upload(staff, csv(file))).body).toMatchObject({
      status: 'ready',
      questions: [],
    });
  });

  it('does not ask about a skipped column, which other formats still use', async () => {
    const file = withColumn(nextTable(), decidingColumns[0]!);
    const draft = (await upload(staff, csv(file))).body;
    const { status: _status, ...columns } = draft.mapping!.columns;
    const read = await map(draft.id, { columns });
    expect(read).toMatchObject({ status: 'ready', mapping: { unusedColumns: [5] } });
    expect(sumOfGifts(read)).toBe(7_000);
    expect((await upload(staff, csv(file))).body).toMatchObject({
      status: 'ready',
      mapping: { unusedColumns: [5] },
    });
    const other = (await upload(staff, csv(withColumn(nextTable(), decidingColumns[0]!)))).body;
    expect(sumOfGifts(await map(other.id))).toBe(2_000);
  });
});

describe('a column with a meaning that another column already has', () => {
  const file = csv([
    ['Email', 'Amount', 'Date', 'Method', 'Type', 'Status', 'Payment Status'],
    ['ada@x.test', '50.00', '2025-03-02', 'Cash', 'Donation', 'Completed', 'Failed'],
    ['ben@x.test', '20.00', '2025-03-09', 'Cash', 'Donation', 'Completed', 'Completed'],
  ]);
  const question = {
    kind: 'columns',
    message:
      'The column “Payment Status” can say that a row is no gift, or only in part. Choose ' +
      'what it means, or skip it: then every row counts in full. If you are not sure, ' +
      'choose a meaning: you will be asked about unclear rows.',
    columns: [6],
  };

  it('causes a question until a user chooses its meaning', async () => {
    const { id, questions } = (await upload(staff, file)).body;
    expect(questions).toContainEqual(expect.objectContaining(question));
    const still = await map(id);
    expect(still).toMatchObject({ status: 'needs_mapping' });
    expect(still.questions).toContainEqual(expect.objectContaining(question));
    const { status: _status, ...columns } = still.mapping!.columns;
    const read = await map(id, { columns: { ...columns, status: 6 } });
    expect(sumOfGifts(read)).toBe(2_000);
    expect(read).toMatchObject({ status: 'ready', mapping: { unusedColumns: [5] } });
  });

  it('can be skipped although it contains words that other files do not have', async () => {
    const { id } = (await upload(staff, file.replaceAll('Method', 'Pay Method'))).body;
    const read = await map(id, { unusedColumns: [6], defaults: { paymentMethod: 'Cash' } });
    expect(sumOfGifts(read)).toBe(7_000);
    expect(read.status).toBe('ready');
  });

  it('causes a question if it is read as the refunded amount and contains words', async () => {
    const { id } = (
      await upload(
        staff,
        csv([
          ['Email', 'Amount', 'Date', 'Method', 'Refund Amount'],
          ['ada@x.test', '50.00', '2025-03-02', 'Cash', 'all'],
          ['ben@x.test', '20.00', '2025-03-09', 'Cash', '5.00'],
          ['ben@x.test', '30.00', '2025-03-09', 'Cash', '0.00'],
        ]),
      )
    ).body;
    const view = await map(id);
    expect(view.questions).toContainEqual({
      kind: 'columns',
      message:
        'The column “Refund Amount” contains words, not the amounts that were refunded. ' +
        'Choose what it means, or skip it: then every row counts in full. If you are not ' +
        'sure, choose a meaning: you will be asked about unclear rows.',
      samples: ['Refund Amount'],
      columns: [4],
    });
  });
});
