import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DonationImport } from '#libs/contracts';
import { commit, upload } from '../../../support/imports.js';
import { startApp, type TestApp } from '../../../support/app.js';
import {
  booksOf,
  caseFile,
  giftOf,
  importInHurry,
  newOffice,
} from '../../../support/giving-files/import-cases.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const kinds = (questions: { kind: string }[]) => questions.map(({ kind }) => kind);
const messages = (rows: { message: string | null }[]) => rows.map(({ message }) => message);

describe('a file whose numbers the books know', () => {
  it('is asked about once if the numbers start again, and brings all its gifts', async () => {
    const { office } = await newOffice(app);
    await importInHurry(office, caseFile('01a-numbers-restart-january.csv'));
    const { questions, draft } = await importInHurry(
      office,
      caseFile('01b-numbers-restart-february.csv'),
    );
    expect(kinds(questions)).toEqual(['numbers']);
    expect(draft.counts).toMatchObject({ new: 4, held: 0, duplicate: 0 });
    expect(await booksOf(office)).toEqual([
      '2026-01-04 Ada Quill, General Fund: 50.00',
      '2026-01-04 Ben Rowe, General Fund: 25.00',
      '2026-01-11 Cleo Stark, General Fund: 100.00',
      '2026-01-18 Dora Tell, General Fund: 40.00',
      '2026-02-01 Emil Unger, General Fund: 50.00',
      '2026-02-01 Fay Vance, General Fund: 25.00',
      '2026-02-08 Gus Wren, General Fund: 100.00',
      '2026-02-15 Hal Yost, General Fund: 75.00',
    ]);
  });

  it('is no duplicate of a gift of last year with the same number', async () => {
    const { office } = await newOffice(app);
    await importInHurry(office, caseFile('03a-number-used-last-year.csv'));
    const { draft, held } = await importInHurry(office, caseFile('03b-number-used-this-year.csv'));
    expect(draft.counts).toMatchObject({ new: 1, held: 1, duplicate: 0 });
    expect(messages(held)).toEqual([
      'Row 2: This number is recorded for another day: the guest Mia Dorn on November 2, 2025. Is this another gift?',
    ]);
  });

  it('is a duplicate if number, giver, day and amount agree', async () => {
    const { office } = await newOffice(app);
    const file = caseFile('03a-number-used-last-year.csv');
    await importInHurry(office, file);
    const { draft } = await importInHurry(office, `${file}\n`);
    expect(draft.counts).toMatchObject({ new: 0, held: 0, duplicate: 2 });
  });

  it('is asked about row by row if the numbers lost their zeros', async () => {
    const { office } = await newOffice(app);
    await importInHurry(office, caseFile('08a-leading-zeros.csv'));
    const { draft } = await importInHurry(office, caseFile('08b-leading-zeros-lost.csv'));
    expect(draft.counts).toMatchObject({ new: 0, held: 4, duplicate: 0 });
  });
});

describe('one number in several rows', () => {
  it('is several gifts if the givers differ', async () => {
    const { office } = await newOffice(app);
    const { draft } = await importInHurry(office, caseFile('02-check-number-of-two-givers.csv'));
    expect(draft.counts).toMatchObject({ new: 6, held: 0, duplicate: 0 });
    expect(await booksOf(office)).toEqual([
      '2026-03-01 Ivo Zack, General Fund: 60.00',
      '2026-03-01 Jan Abel, General Fund: 20.00',
      '2026-03-08 Kit Bond, General Fund: 60.00',
      '2026-03-08 Lea Cole, General Fund: 35.00',
      '2026-03-15 Ivo Zack, General Fund: 60.00',
      '2026-03-15 Jan Abel, General Fund: 20.00',
    ]);
  });

  const missions = {
    words: { campaign: { 'Missionary Aspen': 'Missions', 'Missionary Birch': 'Missions' } },
  };

  it('is all parts of a split gift, also if their funds are answered with one fund', async () => {
    const { office } = await newOffice(app);
    const file = caseFile('04-split-gift-one-fund.csv');
    const { draft } = await importInHurry(office, file, missions);
    expect(draft.counts).toMatchObject({ new: 3, held: 0, duplicate: 0 });
    expect(await booksOf(office)).toEqual([
      '2026-04-05 Mia Dorn, Missions: 25.00',
      '2026-04-05 Mia Dorn, Missions: 25.00',
      '2026-04-05 Nia Ebel, General Fund: 30.00',
    ]);
    const again = await importInHurry(office, `${file}\n`);
    expect(again.draft.counts).toMatchObject({ new: 0, held: 0, duplicate: 3 });
  });

  it('needs review for the part that is not recorded yet', async () => {
    const { office } = await newOffice(app);
    const lines = caseFile('04-split-gift-one-fund.csv').trim().split('\n');
    const withoutBirch = lines.filter((line) => !line.includes('Birch')).join('\n');
    await importInHurry(office, withoutBirch, missions);
    const { draft, held } = await importInHurry(office, lines.join('\n'), missions);
    expect(draft.counts).toMatchObject({ new: 0, held: 1, duplicate: 2 });
    expect(messages(held)).toEqual([
      'Row 3: This number and amount are already recorded. Is this another part of the gift?',
    ]);
  });
});

describe('a gift that was changed or deleted by hand since it was imported', () => {
  it('needs review if the file comes again, with who did it and when', async () => {
    const { office } = await newOffice(app);
    await importInHurry(office, caseFile('07a-june.csv'));
    const path = async (giver: string) =>
      `/api/admin/donations/${(await giftOf(office, giver)).id}`;
    await office.patch(await path('Tim Kern'), { amount: '54.00' });
    await office.patch(await path('Uma Lind'), { date: '2026-06-05' });
    await office.delete(await path('Vic Moor'));
    await office.patch(await path('Wes Nash'), { guestFirstName: 'Wesley', guestLastName: 'Nash' });
    await office.patch(await path('Xia Orth'), { campaign: 'Missions' });
    const { draft, held } = await importInHurry(office, caseFile('07b-june-and-july.csv'));
    expect(draft.counts).toMatchObject({ new: 1, held: 5, duplicate: 0 });
    expect(messages(held)).toEqual([
      expect.stringMatching(
        /^Row 2: .* the guest Tim Kern on June 7, 2026, which was changed by hand by office case-\d+ on /,
      ),
      expect.stringMatching(
        /^Row 3: .* the guest Uma Lind on June 7, 2026, which was changed by hand by office case-\d+ on /,
      ),
      expect.stringMatching(
        /^Row 4: .* the guest Vic Moor on June 14, 2026, which was deleted by hand by office case-\d+ on /,
      ),
      expect.stringMatching(
        /^Row 5: .* the guest Wes Nash on June 14, 2026, which was changed by hand by office case-\d+ on /,
      ),
      expect.stringMatching(
        /^Row 6: .* the guest Xia Orth on June 21, 2026, which was changed by hand by office case-\d+ on /,
      ),
    ]);
    expect(await booksOf(office)).toEqual([
      '2026-06-05 Uma Lind, General Fund: 30.00',
      '2026-06-07 Tim Kern, General Fund: 54.00',
      '2026-06-14 Wesley Nash, General Fund: 90.00',
      '2026-06-21 Xia Orth, Missions: 55.00',
      '2026-07-05 Yul Pohl, General Fund: 65.00',
    ]);
  });
});

describe('a gift that was recorded by hand', () => {
  it('needs review for the member that its guest became', async () => {
    const { church, office } = await newOffice(app);
    await office.post('/api/donations', {
      guestFirstName: 'Vera',
      guestLastName: 'Munk',
      guestEmail: 'vera.munk@example.test',
      amount: '200.00',
      date: '2026-03-08',
      paymentMethod: 'Check',
    });
    await app.person(church, {
      email: 'vera.munk@example.test',
      signsIn: false,
    });
    const { draft, held } = await importInHurry(
      office,
      caseFile('13-guest-who-became-a-member.csv'),
    );
    expect(draft.counts).toMatchObject({ new: 1, held: 1 });
    expect(messages(held)).toEqual([
      'Row 2: This looks like the gift of the guest Vera Munk on March 8, 2026, which is already recorded',
    ]);
  });

  it('needs review in the file of the bank, some days later', async () => {
    const { office } = await newOffice(app);
    await office.post('/api/donations', {
      guestFirstName: 'Tor',
      guestLastName: 'Vik',
      guestEmail: 'tor.vik@example.test',
      amount: '111.00',
      date: '2026-06-14',
      paymentMethod: 'Check',
      transactionId: '2044',
    });
    const { draft, held } = await importInHurry(office, caseFile('14-bank-after-hand.csv'));
    expect(draft.counts).toMatchObject({ new: 1, held: 1 });
    expect(messages(held)).toEqual([
      'Row 2: This looks like the gift of the guest Tor Vik on June 14, 2026, which is already recorded',
    ]);
  });
});

describe('a file whose numbers a spreadsheet has rounded', () => {
  it('is asked about, also if its format is remembered, and brings all its gifts', async () => {
    const { office } = await newOffice(app);
    await importInHurry(office, caseFile('09a-long-numbers.csv'));
    const file = caseFile('09b-long-numbers-rounded.csv');
    const { questions, draft } = await importInHurry(office, file);
    expect(questions).toMatchObject([
      { kind: 'numbers', message: expect.stringContaining('rounded'), samples: ['2.02608E+17'] },
    ]);
    expect(draft.counts).toMatchObject({ new: 4, held: 0, duplicate: 0 });
    expect(await booksOf(office)).toEqual([
      '2026-08-02 Ada Quill, General Fund: 50.00',
      '2026-08-02 Ben Rowe, General Fund: 25.00',
      '2026-08-09 Cleo Stark, General Fund: 100.00',
      '2026-08-16 Dora Tell, General Fund: 40.00',
      '2026-08-16 Emil Unger, General Fund: 50.00',
      '2026-08-23 Ada Quill, General Fund: 50.00',
      '2026-08-23 Fay Vance, General Fund: 25.00',
    ]);
    const again = await importInHurry(office, `${file}\n`);
    expect(again.draft.counts).toMatchObject({ new: 0, held: 4 });
  });
});

describe('a row with more cells than the file has columns', () => {
  it.each([
    ['05-comma-in-amount.csv', [75, 50], ['1,234.50', '2,000.00'], '3359.50'],
    ['06-comma-in-amount-before-fund.csv', [75], ['1,234.50'], '1309.50'],
  ])('of %s is an error, until its amount is read as one', async (name, right, amounts, total) => {
    const { office } = await newOffice(app);
    const { draft, rejected } = await importInHurry(office, caseFile(name));
    expect(draft.counts).toMatchObject({ new: right.length, rejected: amounts.length });
    expect(messages(rejected)).toEqual(
      amounts.map((amount) => expect.stringContaining(`Is “${amount}” one amount?`)),
    );

    const other = await newOffice(app);
    const whole = await importInHurry(other.office, caseFile(name), { joinAmounts: true });
    expect(whole.draft).toMatchObject({
      counts: { rejected: 0 },
      amounts: { new: total },
    });
  });

  it('is forgiven if every row ends with a comma', async () => {
    const { office } = await newOffice(app);
    const lines = caseFile('02-check-number-of-two-givers.csv').trim().split('\n');
    const file = [lines[0], ...lines.slice(1).map((line) => `${line},`)].join('\n');
    const { draft } = await importInHurry(office, file);
    expect(draft.counts).toMatchObject({ new: 6, rejected: 0 });
  });
});

describe('a file with further columns of amounts', () => {
  it.each([
    ['10-two-funds-in-columns.csv', ['Amount 2']],
    ['11-tithe-and-offering.csv', ['Offering']],
    ['12-amount-twice.csv', ['Amount']],
  ])('such as %s waits until somebody says what they hold', async (name, columns) => {
    const { office } = await newOffice(app);
    const { body } = await upload(office, caseFile(name));
    expect(body).toMatchObject({
      status: 'needs_mapping',
      questions: expect.arrayContaining([
        expect.objectContaining({ kind: 'amountColumns', samples: columns }),
      ]),
    });
    const asked = body.questions.find(({ kind }) => kind === 'amountColumns');
    const unusedColumns = asked!.columns!;
    const path = `/api/admin/donation-imports/${body.id}/mapping`;
    const { body: leftOut } = await office.put<DonationImport>(path, { unusedColumns });
    expect(leftOut).toMatchObject({ status: 'ready', counts: { total: 3 } });
  });
});

describe('a giver who is nobody', () => {
  it('is an error, or proposed as Unidentified giver', async () => {
    const { office } = await newOffice(app);
    const file = caseFile('15-nobody.csv');
    const { draft, rejected } = await importInHurry(office, file);
    expect(draft.counts).toMatchObject({ new: 7, rejected: 2 });
    expect(messages(rejected)).toEqual([
      'Row 2: The giver is an error of a spreadsheet: "#N/A". Enter the name or email address',
      'Row 3: The giver is an error of a spreadsheet: "#N/A". Enter the name or email address',
    ]);
    expect(await booksOf(office)).toEqual([
      '2026-05-03 Ada Quill, General Fund: 50.00',
      '2026-05-03 Unidentified giver, General Fund: 11.00',
      '2026-05-03 Unidentified giver, General Fund: 12.00',
      '2026-05-03 Unidentified giver, General Fund: 13.00',
      '2026-05-03 Unidentified giver, General Fund: 14.00',
      '2026-05-03 Unidentified giver, General Fund: 140.25',
      '2026-05-03 Unidentified giver, General Fund: 15.00',
    ]);
    // the answers are remembered
    const next = await upload(office, file.replaceAll('2026-05-03', '2026-05-10'));
    expect(next.body).toMatchObject({ status: 'ready', counts: { new: 7, held: 0, rejected: 2 } });
  });
});

describe('a file in the template’s format that a spreadsheet has saved', () => {
  it('keeps the errors of its dates, and offers to read them all in their order', async () => {
    const { church, office } = await newOffice(app);
    await app.person(church, { email: 'member@grace.test', signsIn: false });
    const { body } = await upload(office, caseFile('16-template-saved-by-excel.csv'));
    expect(body).toMatchObject({
      status: 'ready',
      format: 'template',
      counts: { rejected: 3 },
      questions: [{ kind: 'dateStyle', options: [{ value: 'mdy' }] }],
    });
    expect(body.errors[0]!.message).toBe('Row 2: Invalid date format "1/4/2026". Use YYYY-MM-DD');
    const { body: read } = await office.put<DonationImport>(
      `/api/admin/donation-imports/${body.id}/mapping`,
      { dateStyle: 'mdy' },
    );
    expect(read).toMatchObject({ status: 'ready', counts: { new: 3, rejected: 0 }, questions: [] });
    await commit(office, body.id);
    expect((await booksOf(office)).map((gift) => gift.slice(0, 10))).toEqual([
      '2026-01-04',
      '2026-01-11',
      '2026-01-18',
    ]);
  });
});
