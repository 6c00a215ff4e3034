import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../../../support/app.js';
import {
  booksOf,
  caseFile,
  giftOf,
  importInHurry,
  churchWithStaff,
} from '../../../support/giving-files/import-cases.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const kindsOf = (questions: { kind: string }[]) => questions.map(({ kind }) => kind);
const messagesOf = (rows: { message: string | null }[]) => rows.map(({ message }) => message);

describe('a file whose transaction IDs are already recorded', () => {
  it('causes one question if the IDs begin again at the first number', async () => {
    const { staff } = await churchWithStaff(app);
    await importInHurry(staff, caseFile('01a-numbers-restart-january.csv'));
    const { questions, draft } = await importInHurry(
      staff,
      caseFile('01b-numbers-restart-february.csv'),
    );
    expect(kindsOf(questions)).toEqual(['numbers']);
    expect(draft.counts).toMatchObject({ new: 4, held: 0, duplicate: 0 });
    expect(await booksOf(staff)).toEqual([
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

  it('needs review if a gift of last year has the same ID', async () => {
    const { staff } = await churchWithStaff(app);
    await importInHurry(staff, caseFile('03a-number-used-last-year.csv'));
    const { draft, held } = await importInHurry(staff, caseFile('03b-number-used-this-year.csv'));
    expect(draft.counts).toMatchObject({ new: 1, held: 1, duplicate: 0 });
    expect(messagesOf(held)).toEqual([
      'Row 2: This number is recorded for another day: the guest Mia Dorn on November 2, 2025. ' +
        'Is this another gift?',
    ]);
  });

  it('is a duplicate if ID, giver, day and amount are the same', async () => {
    const { staff } = await churchWithStaff(app);
    const file = caseFile('03a-number-used-last-year.csv');
    await importInHurry(staff, file);
    const { draft } = await importInHurry(staff, `${file}\n`);
    expect(draft.counts).toMatchObject({ new: 0, held: 0, duplicate: 2 });
  });

  it('needs review in each row if the IDs have lost their leading zeros', async () => {
    const { staff } = await churchWithStaff(app);
    await importInHurry(staff, caseFile('08a-leading-zeros.csv'));
    const { draft } = await importInHurry(staff, caseFile('08b-leading-zeros-lost.csv'));
    expect(draft.counts).toMatchObject({ new: 0, held: 4, duplicate: 0 });
  });
});

describe('one transaction ID in several rows', () => {
  it('belongs to several gifts if the givers are different', async () => {
    const { staff } = await churchWithStaff(app);
    const { draft } = await importInHurry(staff, caseFile('02-check-number-of-two-givers.csv'));
    expect(draft.counts).toMatchObject({ new: 6, held: 0, duplicate: 0 });
    expect(await booksOf(staff)).toEqual([
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

  it('belongs to the parts of one gift, even if all parts have the same fund', async () => {
    const { staff } = await churchWithStaff(app);
    const file = caseFile('04-split-gift-one-fund.csv');
    const { draft } = await importInHurry(staff, file, missions);
    expect(draft.counts).toMatchObject({ new: 3, held: 0, duplicate: 0 });
    expect(await booksOf(staff)).toEqual([
      '2026-04-05 Mia Dorn, Missions: 25.00',
      '2026-04-05 Mia Dorn, Missions: 25.00',
      '2026-04-05 Nia Ebel, General Fund: 30.00',
    ]);
    const repeated = await importInHurry(staff, `${file}\n`);
    expect(repeated.draft.counts).toMatchObject({ new: 0, held: 0, duplicate: 3 });
  });

  it('needs review in the row of a part that is not yet recorded', async () => {
    const { staff } = await churchWithStaff(app);
    const lines = caseFile('04-split-gift-one-fund.csv').trim().split('\n');
    const withoutBirch = lines.filter((line) => !line.includes('Birch')).join('\n');
    await importInHurry(staff, withoutBirch, missions);
    const { draft, held } = await importInHurry(staff, lines.join('\n'), missions);
    expect(draft.counts).toMatchObject({ new: 0, held: 1, duplicate: 2 });
    expect(messagesOf(held)).toEqual([
      'Row 3: This number and amount are already recorded. Is this another part of the gift?',
    ]);
  });
});

describe('a file whose transaction IDs were rounded by a spreadsheet', () => {
  it('causes a question, even if its format is remembered', async () => {
    const { staff } = await churchWithStaff(app);
    await importInHurry(staff, caseFile('09a-long-numbers.csv'));
    const file = caseFile('09b-long-numbers-rounded.csv');
    const { questions, draft } = await importInHurry(staff, file);
    expect(questions).toMatchObject([
      { kind: 'numbers', message: expect.stringContaining('rounded'), samples: ['2.02608E+17'] },
    ]);
    expect(draft.counts).toMatchObject({ new: 4, held: 0, duplicate: 0 });
    expect(await booksOf(staff)).toEqual([
      '2026-08-02 Ada Quill, General Fund: 50.00',
      '2026-08-02 Ben Rowe, General Fund: 25.00',
      '2026-08-09 Cleo Stark, General Fund: 100.00',
      '2026-08-16 Dora Tell, General Fund: 40.00',
      '2026-08-16 Emil Unger, General Fund: 50.00',
      '2026-08-23 Ada Quill, General Fund: 50.00',
      '2026-08-23 Fay Vance, General Fund: 25.00',
    ]);
    const repeated = await importInHurry(staff, `${file}\n`);
    expect(repeated.draft.counts).toMatchObject({ new: 0, held: 4 });
  });
});

describe('a gift that was changed or deleted by hand since it was imported', () => {
  it('needs review if the file is imported again, which names the user and the time', async () => {
    const { staff } = await churchWithStaff(app);
    await importInHurry(staff, caseFile('07a-june.csv'));
    const path = async (giver: string) => `/api/admin/donations/${(await giftOf(staff, giver)).id}`;
    await staff.patch(await path('Tim Kern'), { amount: '54.00' });
    await staff.patch(await path('Uma Lind'), { date: '2026-06-05' });
    await staff.delete(await path('Vic Moor'));
    await staff.patch(await path('Wes Nash'), { guestFirstName: 'Wesley', guestLastName: 'Nash' });
    await staff.patch(await path('Xia Orth'), { campaign: 'Missions' });
    const { draft, held } = await importInHurry(staff, caseFile('07b-june-and-july.csv'));
    expect(draft.counts).toMatchObject({ new: 1, held: 5, duplicate: 0 });
    const expectedMessage = (row: number, gift: string, change: string) =>
      expect.stringMatching(
        new RegExp(
          `^Row ${row}: .* the guest ${gift}, 2026, ` +
            `which was ${change} by hand by office case-\\d+ on `,
        ),
      );
    expect(messagesOf(held)).toEqual([
      expectedMessage(2, 'Tim Kern on June 7', 'changed'),
      expectedMessage(3, 'Uma Lind on June 7', 'changed'),
      expectedMessage(4, 'Vic Moor on June 14', 'deleted'),
      expectedMessage(5, 'Wes Nash on June 14', 'changed'),
      expectedMessage(6, 'Xia Orth on June 21', 'changed'),
    ]);
    expect(await booksOf(staff)).toEqual([
      '2026-06-05 Uma Lind, General Fund: 30.00',
      '2026-06-07 Tim Kern, General Fund: 54.00',
      '2026-06-14 Wesley Nash, General Fund: 90.00',
      '2026-06-21 Xia Orth, Missions: 55.00',
      '2026-07-05 Yul Pohl, General Fund: 65.00',
    ]);
  });
});

describe('a gift that was recorded by hand', () => {
  it('needs review if its giver, a guest, has become a member whom the file names', async () => {
    const { church, staff } = await churchWithStaff(app);
    await staff.post('/api/donations', {
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
      staff,
      caseFile('13-guest-who-became-a-member.csv'),
    );
    expect(draft.counts).toMatchObject({ new: 1, held: 1 });
    expect(messagesOf(held)).toEqual([
      'Row 2: This looks like the gift of the guest Vera Munk on March 8, 2026, ' +
        'which is already recorded',
    ]);
  });

  it('needs review if the file of the bank has a later date', async () => {
    const { staff } = await churchWithStaff(app);
    await staff.post('/api/donations', {
      guestFirstName: 'Tor',
      guestLastName: 'Vik',
      guestEmail: 'tor.vik@example.test',
      amount: '111.00',
      date: '2026-06-14',
      paymentMethod: 'Check',
      transactionId: '2044',
    });
    const { draft, held } = await importInHurry(staff, caseFile('14-bank-after-hand.csv'));
    expect(draft.counts).toMatchObject({ new: 1, held: 1 });
    expect(messagesOf(held)).toEqual([
      'Row 2: This looks like the gift of the guest Tor Vik on June 14, 2026, ' +
        'which is already recorded',
    ]);
  });
});
