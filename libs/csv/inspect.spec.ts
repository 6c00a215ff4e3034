import { describe, expect, it, test } from '@jest/globals';
import fc from 'fast-check';
import iconv from 'iconv-lite';
import { CsvError, fingerprint, inspect } from './index.js';
import { bytes, problemOf, templateText } from './support.js';

const look = (text: string, whole = true) => inspect(bytes(text), whole);
const suggested = (text: string) =>
  Object.fromEntries(look(text).columns.map(({ header, suggestion }) => [header, suggestion]));

describe('the template', () => {
  it('is recognised, complete, without questions', () => {
    const found = look(templateText);
    expect(found).toMatchObject({
      encoding: 'utf-8',
      certain: true,
      delimiter: ',',
      headerRow: 1,
      template: true,
      questions: [],
    });
    expect(found.mapping).toEqual({
      columns: { email: 0, amount: 1, paymentMethod: 2, date: 3, campaign: 4, notes: 5 },
      dateStyle: 'ymd',
      decimalStyle: 'point',
      encoding: 'utf-8',
    });
    expect(found.rows.map(({ row }) => row)).toEqual([2, 3]);
  });

  it('may have its headers in any case, order and company', () => {
    const { template, mapping, columns } = look(
      'Shoe size, NOTES ,Campaign,date,PaymentMethod,AMOUNT,Email\n1,2,3,4,5,6,7\n',
    );
    expect(template).toBe(true);
    expect(mapping.columns).toEqual({
      email: 6,
      amount: 5,
      paymentMethod: 4,
      date: 3,
      campaign: 2,
      notes: 1,
    });
    expect(columns.map(({ suggestion }) => suggestion)).toEqual([
      null,
      'notes',
      'campaign',
      'date',
      'paymentMethod',
      'amount',
      'email',
    ]);
  });

  test.each([
    ['email,amount,date\na,1,2\n', 'Missing required headers: paymentmethod, campaign, notes'],
    ['notes,amount,email,campaign,date\na,1,2,3,4\n', 'Missing required headers: paymentmethod'],
    ['EMAIL, Amount ,notes\na,1,2\n', 'Missing required headers: paymentmethod, date, campaign'],
  ])('%j resembles it: it says what is missing, and goes on by its columns', (text, message) =>
    expect(look(text)).toMatchObject({
      template: false,
      message,
      mapping: { columns: { amount: expect.any(Number) as unknown as number } },
    }),
  );

  test.each([
    [
      'email,amount,paymentmethod,date,campaign,notes,Amount\na,1,2,3,4,5,6\n',
      'The header "amount" appears more than once. Rename or remove one of these columns.',
    ],
    [
      'email,amount,paymentmethod,date,campaign,notes\n',
      'CSV file must have at least a header row and one data row',
    ],
    ['email,amount,date\n', 'CSV file must have at least a header row and one data row'],
    [
      'email,amount,paymentmethod,date,campaign,notes\n\n,,,,,\n',
      'CSV file must have at least a header row and one data row',
    ],
    ['', 'CSV file must have at least a header row and one data row'],
    ['\ufeff \n', 'CSV file must have at least a header row and one data row'],
  ])('%j is refused', (text, message) => expect(problemOf(() => look(text))).toBe(message));

  it('is not resembled without e-mail, amount and a third header', () => {
    expect(look('email,amount\na,1\n')).toMatchObject({ template: false, message: null });
    expect(look('amount,date,campaign,notes\na,1,2,3\n')).toMatchObject({
      template: false,
      message: null,
    });
    expect(look('E-mail,amount,date\na,1,2\n')).toMatchObject({ template: false, message: null });
  });
});

describe('the delimiter', () => {
  test.each([
    ['Name;Betrag;Datum\n"Doe; Jane";25,00;02.03.2025\nRoe, Max;30,50;03.03.2025\n', ';'],
    ['Name;Amount\nDoe, John;25,00\nRoe, Jane;30,00\nPoe, Edgar;12,50\n', ';'],
    ['Name\tAmount\tMemo\nDoe, J\t25\ta, b, c\n', '\t'],
    ['Name|Amount|Memo\nDoe, J|25|a; b\n', '|'],
    ['Name,Amount,Memo\nDoe,25,"a;b;c;d\ne;f"\nRoe,30,"x|y|z|z"\n', ','],
    ['foo;bar;baz\n1,5;2,5;3\n4,5;6,5;7\n', ';'],
    ['sep=;\r\nName;Amount\r\nDoe, a, b;25\r\n', ';'],
    ['Amount\n25\n', ','],
  ])('of %j is %j', (text, delimiter) => expect(look(text).delimiter).toBe(delimiter));

  it('is not changed by a quotation mark that is missing', () => {
    for (const text of [
      'Name,Amount,Memo\nDoe,25,"a; b\nRoe,30,"c; d"\nPoe,1,e\n',
      'Who,What\nDoe,"25;1\nRoe,30;1\n',
      'Who,What,Why\n"Doe,25,a;b\nRoe,30,c;d\n',
    ]) {
      const outcome = () => {
        try {
          return look(text).delimiter;
        } catch (error) {
          return (error as Error).message;
        }
      };
      expect(outcome()).toMatch(/^,$|^The quote opened in row 2 is never closed/);
    }
  });

  it('does not take Excel’s delimiter hint for the header', () => {
    expect(look('sep=;\r\nName;Amount\r\nJane;25\r\n')).toMatchObject({
      header: ['Name', 'Amount'],
      headerRow: 2,
    });
  });
});

describe('the header', () => {
  it('is found below what a bank writes above it', () => {
    const found = look(
      'Account name:,First Church Operating\nAccount number:,12345\n\nPosted Date,Description,Reference Number,Amount\n03/02/2025,Deposit,A1,25.00\n03/03/2025,Deposit,A2,30.00\n',
    );
    expect(found).toMatchObject({
      headerRow: 4,
      header: ['Posted Date', 'Description', 'Reference Number', 'Amount'],
    });
    expect(found.rows[0]).toEqual({ row: 5, cells: ['03/02/2025', 'Deposit', 'A1', '25.00'] });
  });

  it('is the first row wherever that is not beyond doubt', () => {
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
    'is none where the file begins with a donation: %j is mapped by what stands in its columns, and asked about',
    (text, columns) => {
      const found = look(text);
      expect(found).toMatchObject({ headerRow: 0, mapping: { columns } });
      expect(found.header.slice(0, 2)).toEqual(['Column 1', 'Column 2']);
      expect(found.rows.map(({ row }) => row)).toEqual([1, 2]);
      expect(found.questions[0]).toMatchObject({
        kind: 'headerRow',
        message:
          'The first row looks like a donation, not like column headings. Is there a row of column headings? If you are not sure, look for words such as “Amount” and “Date”.',
      });
      expect(
        inspect(bytes(text), true, { headerRow: 0 }).questions.map(({ kind }) => kind),
      ).not.toContain('headerRow');
    },
  );

  it('is the row that a person chooses', () => {
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

  it('is found below titles, whatever its names', () => {
    expect(
      look(
        'First Church\nGiving report for March\n\nWho,What,When\nJane,25.00,2025-03-02\nJoe,30.00,2025-03-02\n',
      ),
    ).toMatchObject({ headerRow: 4, header: ['Who', 'What', 'When'] });
  });

  it('keeps duplicate and odd names apart by their place', () => {
    const { columns } = look('Name,Name,__proto__,\na,b,c,d\n');
    expect(columns.map(({ header }) => header)).toEqual(['Name', 'Name', '__proto__', '']);
    expect(columns.map(({ suggestion }) => suggestion)).toEqual(['name', null, null, null]);
  });

  it('has a fingerprint that forgets case and spaces only', () => {
    const print = fingerprint(['Donor  Name', ' Amount']);
    expect(print).toMatch(/^[0-9a-f]{64}$/);
    expect(fingerprint(['donor name', 'AMOUNT '])).toBe(print);
    expect(fingerprint(['amount', 'donor name'])).not.toBe(print);
    expect(fingerprint(['donor name,amount'])).not.toBe(print);
  });
});

describe('suggestions', () => {
  it('go by names', () => {
    expect(
      suggested(
        'Donor First Name,Donor Last Name,E-Mail Address,Phone #,Gift Amount,Fund,Memo,Payment Type,Transaction ID,Transaction Date\nA,B,a@b.org,1,2.00,c,d,Check,e,1/2/2025\n',
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

  it('do not believe a name that the content contradicts', () => {
    expect(suggested('Date,Amount,When\nyes,lots,2025-03-02\nno,few,2025-03-03\n')).toEqual({
      Date: null,
      Amount: null,
      When: 'date',
    });
  });

  it('go by content where a name says nothing', () => {
    expect(
      suggested('A,B,C,D\n2025-03-02,25.00,j@x.org,hello\n2025-03-03,1250.00,k@x.org,7\n'),
    ).toEqual({ A: 'date', B: 'amount', C: 'email', D: null });
  });

  it('leave a question where something needed is not found', () => {
    expect(look('Who,What\nJane,gift\n').questions).toEqual([
      {
        kind: 'columns',
        message:
          'Which column holds the amount, and which the date, and which the giver’s email address or name?',
        samples: [],
      },
    ]);
    expect(look('Name,Amount,Date\nJane,25.00,2025-03-02\n').questions).toEqual([]);
  });

  it('come with a few short samples', () => {
    const { columns } = look(`Name,Memo\n${'Jane,x\n'.repeat(9)}Joe,${'y'.repeat(500)}\n`);
    expect(columns[0]!.samples).toEqual(['Jane', 'Joe']);
    expect(columns[1]!.samples.every((sample) => sample.length <= 100)).toBe(true);
  });
});

describe('the encoding', () => {
  const file = iconv.encode(
    'Name,Amount,Date\nJosé,25.00,2025-03-02\nAnn,5.00,2025-03-02\n',
    'windows-1252',
  );
  it('is asked where only a person can tell', () => {
    const found = inspect(file, true);
    expect(found).toMatchObject({ encoding: 'windows-1252', certain: false });
    expect(found.questions).toEqual([
      {
        kind: 'encoding',
        message:
          'This file does not say how its accented letters are stored. If you are not sure, keep the choice: you will see every row before anything is recorded.',
        samples: ['José'],
        options: [
          { value: 'windows-1252', samples: ['José'] },
          { value: 'windows-1250', samples: ['José'] },
          { value: 'macintosh', samples: ['JosÈ'] },
        ],
      },
    ]);
  });

  it.each([
    ['windows-1250', 'Łukasz Świątek, Tomáš Dvořák'],
    ['macintosh', 'Núñez, Müller, Élodie'],
    ['windows-1252', 'Núñez, Müller, Élodie'],
  ] as const)('is first taken for the one in which the letters fit: %s', (encoding, names) => {
    const text = `Name,Amount\n"${names}",25.00\n`;
    const found = inspect(iconv.encode(text, encoding), true);
    expect(found).toMatchObject({ encoding, certain: false, rows: [{ cells: [names, '25.00'] }] });
    expect(
      found.questions
        .find(({ kind }) => kind === 'encoding')
        ?.options?.find(({ value }) => value === encoding)?.samples,
    ).toEqual([names]);
  });

  it('does not offer what the bytes cannot be, and refuses it', () => {
    const impossible = Buffer.concat([
      Buffer.from('Name,Amount\nJos'),
      Buffer.from([0x81, 0xe9]),
      Buffer.from(',25.00\n'),
    ]);
    expect(
      inspect(impossible, true).questions[0]?.options?.map(({ value }) => value),
    ).not.toContain('windows-1250');
    expect(problemOf(() => inspect(impossible, true, { encoding: 'windows-1250' }))).toMatch(
      /not valid WINDOWS-1250/,
    );
  });
  it('is not asked again once chosen', () => {
    expect(inspect(file, true, { encoding: 'windows-1252' })).toMatchObject({
      certain: true,
      questions: [],
      mapping: { encoding: 'windows-1252' },
    });
    expect(problemOf(() => inspect(file, true, { encoding: 'utf-8' }))).toMatch(/not valid UTF-8/);
  });
});

describe('limits', () => {
  test.each([
    [
      'x,'.repeat(9999) + 'x\n1\n',
      true,
      'Row 1 has 10,000 columns. A donation file can have at most 200.',
    ],
    [
      'name;'.repeat(10_000) + '\n1\n',
      true,
      'Row 1 has 10,001 columns. A donation file can have at most 200.',
    ],
    [
      'x'.repeat(262_144),
      false,
      'Row 1 is too long for a donation file: a row can have at most 1 MB. Are its line breaks missing?',
    ],
    [
      'x,'.repeat(131_072),
      false,
      'Row 1 has 131,073 columns. A donation file can have at most 200.',
    ],
    [
      '"' + 'email,amount\n'.repeat(20_000),
      false,
      'The quote opened in row 1 is never closed. Add the missing quotation mark, or remove the one that stands alone.',
    ],
    [
      'name,amount\n"Jane,25\n',
      true,
      'The quote opened in row 2 is never closed. Add the missing quotation mark, or remove the one that stands alone.',
    ],
  ])('%#', (text, whole, message) => expect(problemOf(() => look(text, whole))).toBe(message));

  it('take a sample that ends anywhere', () => {
    const text = templateText;
    for (let at = text.indexOf('\n') + 1; at < text.length; at++)
      expect(look(text.slice(0, at), false).template).toBe(true);
  });

  it('answers or says why not, for arbitrary bytes', () => {
    const parts = fc
      .array(
        fc.constantFrom(
          '"',
          ',',
          ';',
          '\t',
          '\n',
          '\r',
          '1',
          'email',
          'amount',
          'date',
          '25.00',
          'a@b.org',
          'é',
        ),
        { maxLength: 80 },
      )
      .map((list) => bytes(list.join('')));
    fc.assert(
      fc.property(
        fc.oneof(fc.uint8Array({ maxLength: 2000 }), parts),
        fc.boolean(),
        (file, whole) => {
          try {
            const found = inspect(file, whole);
            expect(found.rows.length).toBeLessThanOrEqual(20);
            expect(found.columns.length).toBe(found.header.length);
          } catch (error) {
            expect(error).toBeInstanceOf(CsvError);
          }
        },
      ),
      { numRuns: 1000 },
    );
  });
});
