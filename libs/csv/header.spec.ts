import { describe, expect, it, test } from '@jest/globals';
import { fingerprint, inspect } from './index.js';
import { bytes, problemOf } from './support.js';

const look = (text: string, isWhole = true) => inspect(bytes(text), isWhole);
const suggested = (text: string) =>
  Object.fromEntries(look(text).columns.map(({ header, suggestion }) => [header, suggestion]));

describe('the header', () => {
  it('is found below the lines in which a bank describes the account', () => {
    const inspection = look(
      'Account name:,First Church Operating\nAccount number:,12345\n\nPosted ' +
        'Date,Description,Reference ' +
        'Number,Amount\n03/02/2025,Deposit,A1,25.00\n03/03/2025,Deposit,A2,30.00\n',
    );
    expect(inspection).toMatchObject({
      headerRow: 4,
      header: ['Posted Date', 'Description', 'Reference Number', 'Amount'],
    });
    expect(inspection.rows[0]).toEqual({ row: 5, cells: ['03/02/2025', 'Deposit', 'A1', '25.00'] });
  });

  it('is the first row if no other row is certainly the header', () => {
    expect(look('Spalte A,Spalte B\nName,Amount\nJane,25\n').headerRow).toBe(1);
    expect(look('foo,bar,baz\n1,2,3\n').headerRow).toBe(1);
  });

  test.each([
    ['jane@example.com,25.00\njoe@example.com,30.00\n', { email: 0, amount: 1 }],
    ['2025-03-02,25.00,Jane\n2025-03-03,30.00,Joe\n', { date: 0, amount: 1 }],
    [
      '2025-03-02,25.00,Jane Doe,a gift for you\n2025-03-03,30.00,José O’Brien Jr.,thanks\n',
      { date: 0, amount: 1, name: 2 },
    ],
  ])(
    'is missing if the first row is a donation: %j is mapped by the content of its columns, ' +
      'with a question',
    (text, columns) => {
      const inspection = look(text);
      expect(inspection).toMatchObject({ headerRow: 0, mapping: { columns } });
      expect(inspection.header.slice(0, 2)).toEqual(['Column 1', 'Column 2']);
      expect(inspection.rows.map(({ row }) => row)).toEqual([1, 2]);
      expect(inspection.questions[0]).toMatchObject({
        kind: 'headerRow',
        message:
          'The first row looks like a donation, not like column headings. Is there a row of ' +
          'column headings? If you are not sure, look for words such as “Amount” and “Date”.',
      });
      expect(
        inspect(bytes(text), true, { headerRow: 0 }).questions.map(({ kind }) => kind),
      ).not.toContain('headerRow');
    },
  );

  it('is the row that a user chooses', () => {
    const text = 'Spring\nWho,What,When\nJane,25.00,2025-03-02\n';
    expect(inspect(bytes(text), true, { headerRow: 2 })).toMatchObject({
      headerRow: 2,
      header: ['Who', 'What', 'When'],
      rows: [{ row: 3 }],
    });
    expect(inspect(bytes(text), true, { headerRow: 0 })).toMatchObject({
      headerRow: 0,
      header: ['Column 1', 'Column 2', 'Column 3'],
      rows: [{ row: 1 }, { row: 2 }, { row: 3 }],
    });
    expect(inspect(bytes(text), true).first.map(({ cells }) => cells[0])).toEqual([
      'Spring',
      'Who',
      'Jane',
    ]);
    expect(problemOf(() => inspect(bytes(text), true, { headerRow: 3 }))).toMatch(
      /at least a header row and one data row/,
    );
  });

  it('is found below titles, even if its names are unknown', () => {
    expect(
      look(
        'First Church\nGiving report for ' +
          'March\n\nWho,What,When\nJane,25.00,2025-03-02\nJoe,30.00,2025-03-02\n',
      ),
    ).toMatchObject({ headerRow: 4, header: ['Who', 'What', 'When'] });
  });

  it('may have duplicate and unusual names', () => {
    const { columns } = look('Name,Name,__proto__,\na,b,c,d\n');
    expect(columns.map(({ header }) => header)).toEqual(['Name', 'Name', '__proto__', '']);
    expect(columns.map(({ suggestion }) => suggestion)).toEqual(['name', null, null, null]);
  });

  it('has a fingerprint that ignores only case and spaces', () => {
    const print = fingerprint(['Donor  Name', ' Amount']);
    expect(print).toMatch(/^[0-9a-f]{64}$/);
    expect(fingerprint(['donor name', 'AMOUNT '])).toBe(print);
    expect(fingerprint(['amount', 'donor name'])).not.toBe(print);
    expect(fingerprint(['donor name,amount'])).not.toBe(print);
  });
});

describe('suggestions for columns', () => {
  it('follow the names of the columns', () => {
    expect(
      suggested(
        'Donor First Name,Donor Last Name,E-Mail Address,Phone #,Gift ' +
          'Amount,Fund,Memo,Payment Type,Transaction ID,Transaction ' +
          'Date\nA,B,a@b.org,1,2.00,c,d,Check,e,1/2/2025\n',
      ),
    ).toEqual({
      'Donor First Name': 'firstName',
      'Donor Last Name': 'lastName',
      'E-Mail Address': 'email',
      'Phone #': 'phone',
      'Gift Amount': 'amount',
      Fund: 'campaign',
      Memo: 'notes',
      'Payment Type': 'paymentMethod',
      'Transaction ID': 'transactionId',
      'Transaction Date': 'date',
    });
    expect(
      suggested(
        'Date,Name,Gross,Fee,Net,From Email Address\n1/2/2025,Jane,25.00,-0.75,24.25,j@x.org\n',
      ),
    ).toMatchObject({ Gross: 'amount', Fee: 'fee', Net: 'net', 'From Email Address': 'email' });
  });

  it('ignore a name that the content contradicts', () => {
    expect(suggested('Date,Amount,When\nyes,lots,2025-03-02\nno,few,2025-03-03\n')).toEqual({
      Date: null,
      Amount: null,
      When: 'date',
    });
  });

  it('follow the content if a name is unknown', () => {
    expect(
      suggested('A,B,C,D\n2025-03-02,25.00,j@x.org,hello\n2025-03-03,1250.00,k@x.org,7\n'),
    ).toEqual({ A: 'date', B: 'amount', C: 'email', D: null });
  });

  it('are followed by a question if a necessary column is not found', () => {
    expect(look('Who,What\nJane,gift\n').questions).toEqual([
      {
        kind: 'columns',
        message:
          'Which column holds the amount, and which the date, and which the giver’s email ' +
          'address or name?',
        samples: [],
      },
    ]);
    expect(look('Name,Amount,Date\nJane,25.00,2025-03-02\n').questions).toEqual([]);
  });

  it('have a few short samples', () => {
    const { columns } = look(`Name,Memo\n${'Jane,x\n'.repeat(9)}Joe,${'y'.repeat(500)}\n`);
    expect(columns[0]!.samples).toEqual(['Jane', 'Joe']);
    expect(columns[1]!.samples.every((sample) => sample.length <= 100)).toBe(true);
  });
});
