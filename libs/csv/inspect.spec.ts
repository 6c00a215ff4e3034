import { describe, expect, it, test } from '@jest/globals';
import fc from 'fast-check';
import iconv from 'iconv-lite';
import { CsvError, inspect } from './index.js';
import { bytes, problemOf, templateText } from './support.js';

const look = (text: string, isWhole = true) => inspect(bytes(text), isWhole);

describe('the template', () => {
  it('is recognized with a complete mapping and without questions', () => {
    const inspection = look(templateText);
    expect(inspection).toMatchObject({
      encoding: 'utf-8',
      certain: true,
      delimiter: ',',
      headerRow: 1,
      template: true,
      questions: [],
    });
    expect(inspection.mapping).toEqual({
      columns: { email: 0, amount: 1, paymentMethod: 2, date: 3, campaign: 4, notes: 5 },
      dateStyle: 'ymd',
      decimalStyle: 'point',
      encoding: 'utf-8',
    });
    expect(inspection.rows.map(({ row }) => row)).toEqual([2, 3]);
  });

  it('may have its headers in any case and order, and further columns', () => {
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
  ])('is mentioned with its missing headers for the similar file %j', (text, message) =>
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
  ])('is refused with a reason: %j', (text, message) =>
    expect(problemOf(() => look(text))).toBe(message),
  );

  it('is not mentioned if the file lacks email, amount or a third header of the template', () => {
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

  it('is a comma, or the file is refused, if a quotation mark is missing', () => {
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

  it('is read from the hint of Excel, which is no header', () => {
    expect(look('sep=;\r\nName;Amount\r\nJane;25\r\n')).toMatchObject({
      header: ['Name', 'Amount'],
      headerRow: 2,
    });
  });
});

describe('the encoding', () => {
  const file = iconv.encode(
    'Name,Amount,Date\nJosé,25.00,2025-03-02\nAnn,5.00,2025-03-02\n',
    'windows-1252',
  );
  it('is asked about if the bytes are valid in several encodings', () => {
    const inspection = inspect(file, true);
    expect(inspection).toMatchObject({ encoding: 'windows-1252', certain: false });
    expect(inspection.questions).toEqual([
      {
        kind: 'encoding',
        message:
          'This file does not say how its accented letters are stored. If you are not sure, ' +
          'keep the choice: you will see every row before anything is recorded.',
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
  ] as const)('is suggested by the letters of the text: %s', (encoding, names) => {
    const text = `Name,Amount\n"${names}",25.00\n`;
    const inspection = inspect(iconv.encode(text, encoding), true);
    expect(inspection).toMatchObject({
      encoding,
      certain: false,
      rows: [{ cells: [names, '25.00'] }],
    });
    expect(
      inspection.questions
        .find(({ kind }) => kind === 'encoding')
        ?.options?.find(({ value }) => value === encoding)?.samples,
    ).toEqual([names]);
  });

  it('is neither suggested nor accepted if the bytes of the file are invalid in it', () => {
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
  it('is not asked about after a user has chosen it', () => {
    expect(inspect(file, true, { encoding: 'windows-1252' })).toMatchObject({
      certain: true,
      questions: [],
      mapping: { encoding: 'windows-1252' },
    });
    expect(problemOf(() => inspect(file, true, { encoding: 'utf-8' }))).toMatch(/not valid UTF-8/);
  });
});

describe('the inspection of a file', () => {
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
      'Row 1 is too long for a donation file: a row can have at most 1 MB. Are its line ' +
        'breaks missing?',
    ],
    [
      'x,'.repeat(131_072),
      false,
      'Row 1 has 131,073 columns. A donation file can have at most 200.',
    ],
    [
      '"' + 'email,amount\n'.repeat(20_000),
      false,
      'The quote opened in row 1 is never closed. Add the missing quotation mark, or remove ' +
        'the one that stands alone.',
    ],
    [
      'name,amount\n"Jane,25\n',
      true,
      'The quote opened in row 2 is never closed. Add the missing quotation mark, or remove ' +
        'the one that stands alone.',
    ],
  ])('explains why it refuses a file, example %#', (text, isWhole, message) =>
    expect(problemOf(() => look(text, isWhole))).toBe(message),
  );

  it('recognizes the template in a sample that ends at any character', () => {
    const text = templateText;
    for (let position = text.indexOf('\n') + 1; position < text.length; position++)
      expect(look(text.slice(0, position), false).template).toBe(true);
  });

  it('returns a result or throws a CsvError for arbitrary bytes', () => {
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
        (file, isWhole) => {
          try {
            const inspection = inspect(file, isWhole);
            expect(inspection.rows.length).toBeLessThanOrEqual(20);
            expect(inspection.columns.length).toBe(inspection.header.length);
          } catch (error) {
            expect(error).toBeInstanceOf(CsvError);
          }
        },
      ),
      { numRuns: 1000 },
    );
  });
});
