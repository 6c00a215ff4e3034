import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DonationImport, ImportRow } from '#libs/contracts';
import { everyPage, startApp, type Client, type TestApp } from '../../../support/app.js';
import {
  booksOf,
  importInHurry,
  churchWithStaff,
} from '../../../support/giving-files/import-cases.js';
import { upload } from '../../../support/imports.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const csv = (...rows: string[]) => rows.join('\n');
const heldIn = (staff: Client, { id }: Pick<DonationImport, 'id'>) =>
  everyPage<ImportRow>(staff, `/api/admin/donation-imports/${id}/rows?state=held`);

describe('a file whose columns contain other values than in earlier files', () => {
  const header = 'Date,Name,Paid in,Total,Method';
  const january = csv(
    header,
    '2026-01-04,Ada Quill,50.00,150.00,Cash',
    '2026-01-04,Ben Rowe,25.00,175.00,Cash',
    '2026-01-11,Cleo Stark,40.00,215.00,Cash',
    '2026-01-18,Dora Tell,10.00,225.00,Cash',
  );
  /** The amounts and the running balance are in each other's columns. */
  const february = csv(
    header,
    '2026-02-01,Ada Quill,275.00,50.00,Cash',
    '2026-02-01,Ben Rowe,300.00,25.00,Cash',
    '2026-02-08,Cleo Stark,340.00,40.00,Cash',
    '2026-02-15,Dora Tell,350.00,10.00,Cash',
  );
  const columns = { date: 0, name: 1, amount: 2, paymentMethod: 4 };

  it('causes a question, which suggests the columns that fit the content', async () => {
    const { staff } = await churchWithStaff(app);
    await importInHurry(staff, january, { columns });
    const { body } = await upload(staff, february, 'gifts.csv');
    expect(body).toMatchObject({
      status: 'needs_mapping',
      mapping: { columns: { amount: 3 } },
    });
    expect(body.questions.filter(({ kind }) => kind === 'movedColumns')).toMatchObject([
      {
        message:
          'The amounts seem to be in the column “Total”, and not in “Paid in” as in earlier ' +
          'files. ' +
          'Choose what the columns mean. If you are not sure, ask the person who made the file.',
        samples: ['Paid in', 'Total'],
        columns: [2, 3],
      },
    ]);
    await importInHurry(staff, february);
    expect((await booksOf(staff)).filter((line) => line.startsWith('2026-02'))).toEqual([
      '2026-02-01 Ada Quill, General Fund: 50.00',
      '2026-02-01 Ben Rowe, General Fund: 25.00',
      '2026-02-08 Cleo Stark, General Fund: 40.00',
      '2026-02-15 Dora Tell, General Fund: 10.00',
    ]);
  });

  it('causes no question if the columns contain the same kinds of values as before', async () => {
    const { staff } = await churchWithStaff(app);
    await importInHurry(staff, january, { columns });
    const { body } = await upload(staff, january.replaceAll('2026-01', '2026-02'), 'gifts.csv');
    expect(body.status).toBe('ready');
  });
});

describe('a remembered answer about a giver', () => {
  const gifts = (day: string, name: string, email = '') =>
    csv('Date,Name,Email,Amount,Method', `${day},${name},${email},50.00,Cash`);
  const columns = { date: 0, name: 1, email: 2, amount: 3, paymentMethod: 4 };

  it.each([
    ['a member with the address', 'Ada Quill', 'ada@x.test', 'ada@x.test'],
    ['a member of the name, if the file has no address', 'Ada Quill', '', 'other@x.test'],
  ])('causes a new question after %s was added', async (_title, name, inFile, ofMember) => {
    const { church, staff } = await churchWithStaff(app);
    await importInHurry(staff, gifts('2026-01-04', name, inFile), { columns });
    const next = await upload(staff, gifts('2026-01-11', name, inFile), 'gifts.csv');
    expect(next.body).toMatchObject({ status: 'ready', counts: { new: 1, held: 0 } });

    await app.person(church, {
      email: ofMember,
      firstName: 'Ada',
      lastName: 'Quill',
      signsIn: false,
    });
    const { body } = await upload(staff, gifts('2026-01-18', name, inFile), 'gifts.csv');
    expect(body.counts).toMatchObject({ new: 0, held: 1 });
    const [row] = await heldIn(staff, body);
    expect(row!.message).toBe(
      'Row 2: An earlier answer says who this giver is, but Ada Quill was added since. Who ' +
        'gave this?',
    );
  });

  it('is still used after a member with the same name and another address was added', async () => {
    const { church, staff } = await churchWithStaff(app);
    await importInHurry(staff, gifts('2026-01-04', 'Ada Quill', 'ada@x.test'), { columns });
    await app.person(church, {
      email: 'other@x.test',
      firstName: 'Ada',
      lastName: 'Quill',
      signsIn: false,
    });
    const { body } = await upload(
      staff,
      gifts('2026-01-11', 'Ada Quill', 'ada@x.test'),
      'gifts.csv',
    );
    expect(body.counts).toMatchObject({ new: 1, held: 0 });
  });

  it('is used again after a user repeated it although the new member existed', async () => {
    const { church, staff } = await churchWithStaff(app);
    await importInHurry(staff, gifts('2026-01-04', 'Ada Quill', 'ada@x.test'), { columns });
    await app.person(church, {
      email: 'ada@x.test',
      firstName: 'Ada',
      lastName: 'Quill',
      signsIn: false,
    });
    await importInHurry(staff, gifts('2026-01-11', 'Ada Quill', 'ada@x.test'));
    const { body } = await upload(
      staff,
      gifts('2026-01-18', 'Ada Quill', 'ada@x.test'),
      'gifts.csv',
    );
    expect(body.counts).toMatchObject({ new: 1, held: 0 });
  });
});

describe('a file whose transaction numbers are only the numbers of its rows', () => {
  const header = 'ID,Name,Email,Date,Amount,Method';
  const first = csv(header, '1,Ben Rowe,ben@x.test,2025-02-19,50.00,Check');

  it.each([
    ['another gift of the giver', 'Ben Rowe,ben@x.test,2025-03-05'],
    ['a gift of another giver', 'Dora Tell,dora@x.test,2025-02-19'],
  ])(
    'makes two gifts of the next file need review: the same gift with a new number, and %s with ' +
      'its old number',
    async (_, other) => {
      const { staff } = await churchWithStaff(app);
      await importInHurry(staff, first);
      const next = csv(
        header,
        `1,${other},50.00,Check`,
        '2,Ben Rowe,ben@x.test,2025-02-19,50.00,Check',
      );
      const { held } = await importInHurry(staff, next);
      expect(held.map(({ row }) => row)).toEqual([2, 3]);
      expect(await booksOf(staff)).toEqual(['2025-02-19 Ben Rowe, General Fund: 50.00']);
    },
  );

  it('records a second equal gift of a day if its number is new', async () => {
    const { staff } = await churchWithStaff(app);
    await importInHurry(staff, first);
    const next = csv(
      header,
      '1,Ben Rowe,ben@x.test,2025-02-19,50.00,Check',
      '2,Ben Rowe,ben@x.test,2025-02-19,50.00,Check',
    );
    const { draft } = await importInHurry(staff, next);
    expect(draft.counts).toMatchObject({ new: 1, duplicate: 1, held: 0 });
  });
});
