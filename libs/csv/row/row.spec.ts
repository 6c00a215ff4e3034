import { describe, expect, it, test } from '@jest/globals';
import fc from 'fast-check';
import { inspect, issueMessage, createReader, readRow, readValues } from '../index.js';
import { bankMapping, bytes, gift, readBankRow, templateText } from '../support.js';

const templateReader = createReader(inspect(bytes(templateText), true).mapping);
/** Reads row 7 of a file in the format of the template. */
const template = (...cells: string[]) =>
  readRow(cells, templateReader, { columns: 6, template: true });
const good = {
  email: 'a@b.org',
  amount: '25.00',
  method: 'Cash',
  date: '2025-03-02',
  campaign: 'Roof',
  notes: 'thanks',
};
const changed = (change: Partial<typeof good>) =>
  template(...Object.values({ ...good, ...change }));
/** Returns the first issue of row 7 with its message. */
function firstIssue({ says }: ReturnType<typeof readRow>) {
  const issue = says.is === 'error' ? says.issues[0]! : undefined;
  return issue && { problem: issue.problem, message: issueMessage(7, issue, String) };
}
const message = (reading: ReturnType<typeof readRow>) =>
  firstIssue(reading)?.message ?? 'no message';

describe('a row of the template', () => {
  it('is read as a gift, which is in cash if the payment method is empty', () => {
    expect(template(' a@b.org ', '$1,250.5', ' zeffy ', '2024-02-29', '', '')).toEqual({
      says: gift,
      draft: { email: 'a@b.org', amount: 125050n, paymentMethod: 'Zeffy', date: '2024-02-29' },
      values: { email: 'a@b.org', amount: '$1,250.5', paymentMethod: 'zeffy', date: '2024-02-29' },
      figures: { inFile: 125050n, amount: 125050n, gross: 125050n, refunded: 0n, fee: 0n },
    });
    expect(changed({ method: '' })).toMatchObject({
      says: gift,
      draft: { paymentMethod: 'Cash', campaign: 'Roof', notes: 'thanks' },
    });
    expect(changed({ method: 'CASHAPP' })).toMatchObject({
      says: gift,
      draft: { paymentMethod: 'CashApp' },
    });
  });

  test.each([
    [{ email: '' }, 'Row 7: Missing email or amount', 'email'],
    [{ amount: ' ' }, 'Row 7: Missing email or amount', 'amount'],
    [{ email: '', amount: '' }, 'Row 7: Missing email or amount', 'email'],
    [{ amount: 'abc' }, 'Row 7: Invalid amount "abc"', 'amount'],
    [{ amount: '0' }, 'Row 7: Invalid amount "0"', 'amount'],
    [{ amount: '0.00' }, 'Row 7: Invalid amount "0.00"', 'amount'],
    [{ amount: '-5' }, 'Row 7: Invalid amount "-5"', 'amount'],
    [{ amount: '(5.00)' }, 'Row 7: Invalid amount "(5.00)"', 'amount'],
    [{ amount: '1e3' }, 'Row 7: Invalid amount "1e3"', 'amount'],
    [{ amount: 'NaN' }, 'Row 7: Invalid amount "NaN"', 'amount'],
    [{ amount: '12,34' }, 'Row 7: Invalid amount "12,34"', 'amount'],
    [
      { amount: '25.005' },
      'Row 7: Invalid amount "25.005". Amounts have at most two decimals.',
      'amount',
    ],
    [
      { amount: '100000000' },
      'Row 7: Invalid amount "100000000". Amounts are at most $99,999,999.99.',
      'amount',
    ],
    [
      { method: 'x' },
      'Row 7: Invalid payment method "x". Must be Cash, CashApp, or Zeffy',
      'paymentMethod',
    ],
    [
      { method: 'Check' },
      'Row 7: Invalid payment method "Check". Must be Cash, CashApp, or Zeffy',
      'paymentMethod',
    ],
    [{ date: '' }, 'Row 7: Invalid date format "". Use YYYY-MM-DD', 'date'],
    [{ date: '03/02/2025' }, 'Row 7: Invalid date format "03/02/2025". Use YYYY-MM-DD', 'date'],
    [{ date: '2025-02-30' }, 'Row 7: Invalid date format "2025-02-30". Use YYYY-MM-DD', 'date'],
    [{ date: '2025-3-2' }, 'Row 7: Invalid date format "2025-3-2". Use YYYY-MM-DD', 'date'],
    [
      { notes: 'x'.repeat(2001) },
      'Row 7: The notes text is longer than 2,000 characters',
      'columns',
    ],
    [
      { email: `${'x'.repeat(250)}@b.org` },
      'Row 7: The email address is longer than 254 characters',
      'email',
    ],
  ])('is refused with the change %j (example %#)', (change, expected, problem) =>
    expect(firstIssue(changed(change))).toEqual({ message: expected, problem }),
  );

  it('must have as many cells as the header', () => {
    for (const cells of [
      ['a@b.org', '25', 'Cash', '2025-03-02', 'Roof'],
      ['a@b.org', '25', 'Cash', '2025-03-02', 'Roof', 'notes', ''],
    ]) {
      const reading = template(...cells);
      expect(message(reading)).toBe('Row 7: Column count mismatch');
      expect(reading).toMatchObject({
        says: { issues: [{ problem: 'columns', field: null }] },
        values: { email: 'a@b.org' },
      });
    }
  });

  it('may have an amount up to the limit', () => {
    expect(changed({ amount: '0.01' })).toMatchObject({ says: gift, draft: { amount: 1n } });
    expect(changed({ amount: '99,999,999.99' })).toMatchObject({
      says: gift,
      draft: { amount: 9_999_999_999n },
    });
  });

  it('has a message about its first problem, which shortens long cells', () => {
    expect(message(template('', 'abc', 'x', 'y', '', ''))).toBe('Row 7: Missing email or amount');
    expect(message(template('a@b.org', 'abc', 'x', 'y', '', ''))).toBe(
      'Row 7: Invalid amount "abc"',
    );
    expect(message(changed({ amount: 'x\n'.repeat(5000) })).length).toBeLessThan(150);
  });

  it('has a message with its email address if no giver has this address', () =>
    expect(
      issueMessage(
        7,
        { is: 'unknownEmail', text: 'x@y.org', problem: 'email', field: 'email' },
        String,
      ),
    ).toBe('Row 7: User not found with email "x@y.org"'));

  it('is read if it is well-formed; other rows have a message instead of an exception', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 9_999_999_999n }),
        fc.date({ min: new Date('1900-01-01'), max: new Date('2999-12-31'), noInvalidDate: true }),
        (cents, day) => {
          const amount = `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
          const date = day.toISOString().slice(0, 10);
          expect(changed({ amount, date })).toMatchObject({
            says: gift,
            draft: { amount: cents, date },
          });
        },
      ),
    );
    fc.assert(
      fc.property(fc.array(fc.string(), { maxLength: 8 }), fc.boolean(), (cells, strict) => {
        const reading = readRow(cells, strict ? templateReader : createReader(bankMapping), {
          columns: 6,
          template: strict,
        });
        if (reading.says.is === 'error') expect(message(reading)).toMatch(/^Row 7: [A-Z]/);
        else expect(reading.draft).toBeDefined();
      }),
    );
  });
});

describe('a row of a file that is not the template', () => {
  it('is read by its mapping, and needs a name or an email address', () => {
    expect(readBankRow(['02/03/2025', 'Jane Doe', '1.234,50', 'giro', ''])).toEqual({
      says: gift,
      draft: { name: 'Jane Doe', amount: 123450n, paymentMethod: 'Other', date: '2025-03-02' },
      values: { date: '02/03/2025', name: 'Jane Doe', amount: '1.234,50', paymentMethod: 'giro' },
      figures: { inFile: 123450n, amount: 123450n, gross: 123450n, refunded: 0n, fee: 0n },
    });
    expect(readBankRow(['2025-03-02', '', '25', ' CHECK ', 'a@b.org'])).toMatchObject({
      says: gift,
      draft: { email: 'a@b.org', paymentMethod: 'Check', date: '2025-03-02' },
    });
    expect(readBankRow(['2. March 2025', 'J', '25,00', 'Bank Card', ''])).toMatchObject({
      says: gift,
      draft: { paymentMethod: 'Card', date: '2025-03-02' },
    });
  });

  test.each([
    [['02/03/2025', '', '25,00', 'Cash', ''], 'Row 7: Missing email or name', 'name'],
    [['02/03/2025', 'J', '', 'Cash', ''], 'Row 7: Missing amount', 'amount'],
    [['02/03/2025', 'J', '25.50', 'Cash', ''], 'Row 7: Invalid amount "25.50"', 'amount'],
    [['02/03/2025', 'J', '-25,50', 'Cash', ''], 'Row 7: Invalid amount "-25,50"', 'amount'],
    [
      ['02/03/2025', 'J', '25,005', 'Cash', ''],
      'Row 7: Invalid amount "25,005". Amounts have at most two decimals.',
      'amount',
    ],
    [
      ['02/03/2025', 'J', '25', 'Pigeon', ''],
      'Row 7: Invalid payment method "Pigeon". Must be Cash, Check, CashApp, Zeffy, Card, or Other',
      'paymentMethod',
    ],
    [
      ['02/03/2025', 'J', '25', '', ''],
      'Row 7: Invalid payment method "". Must be Cash, Check, CashApp, Zeffy, Card, or Other',
      'paymentMethod',
    ],
    [
      ['12/25/2025', 'J', '25', 'Cash', ''],
      'Row 7: Invalid date format "12/25/2025". Use DD/MM/YYYY',
      'date',
    ],
    [
      ['31/02/2025', 'J', '25', 'Cash', ''],
      'Row 7: Invalid date format "31/02/2025". Use DD/MM/YYYY',
      'date',
    ],
    [['02/03/2025', 'J', '25', 'Cash'], 'Row 7: Column count mismatch', 'columns'],
    [['02/03/2025', 'J', '25', 'Cash', '', 'more'], 'Row 7: Column count mismatch', 'columns'],
  ])('is refused: %j', (cells, expected, problem) =>
    expect(firstIssue(readBankRow(cells))).toEqual({ message: expected, problem }),
  );

  it('may have blank cells beyond the header', () =>
    expect(readBankRow(['02/03/2025', 'J', '25', 'Cash', '', '', ' ']).says).toEqual(gift));

  it.each([
    ['="000451"', '000451'],
    ['=""', ''],
  ])('keeps only the text of a cell that is the formula %s', (cell, method) => {
    const defaults = { paymentMethod: 'Other' };
    const { values } = readBankRow(['02/03/2025', 'J', '25', cell, ''], { defaults });
    expect(values.paymentMethod ?? '').toBe(method);
  });

  it('gets defaults if a cell or a column is missing', () => {
    const defaults = { paymentMethod: 'card', campaign: ' Missions ' };
    expect(readBankRow(['02/03/2025', 'J', '25', '', ''], { defaults })).toMatchObject({
      says: gift,
      draft: { paymentMethod: 'Card', campaign: 'Missions' },
    });
    expect(readBankRow(['02/03/2025', 'J', '25', 'Zeffy', ''], { defaults })).toMatchObject({
      says: gift,
      draft: { paymentMethod: 'Zeffy' },
    });
  });

  it('is refused if the order of day and month in its date is unknown', () => {
    expect(
      message(readBankRow(['03/04/2025', 'J', '25', 'Cash', ''], { dateStyle: undefined })),
    ).toBe('Row 7: Invalid date format "03/04/2025". Use YYYY-MM-DD');
  });

  it('is the refund of a gift in a bank statement only if its amount is below zero', () => {
    const words = { type: { Refund: 'refund' } };
    const reads = (amount: string, negative?: 'not') =>
      readRow(
        ['02/03/2025', 'J', amount, 'Cash', '', 'Refund'],
        createReader(
          { ...bankMapping, columns: { ...bankMapping.columns, type: 5 }, words },
          negative,
        ),
        { columns: 6, template: false },
      );
    expect(reads('-25,00', 'not').says).toEqual({ is: 'refund' });
    expect(reads('25,00', 'not').says).toEqual({ is: 'not', field: 'type', word: 'Refund' });
    expect(reads('25,00').says).toEqual({ is: 'refund' });
  });

  it('can be read again after a value was changed', () => {
    const bad = readBankRow(['soon', 'J', '25', 'Cash', '']);
    expect(
      readValues({ ...bad.values, date: '2025-03-02' }, createReader(bankMapping), {
        template: false,
      }),
    ).toMatchObject({ says: gift, draft: { date: '2025-03-02' } });
  });
});
