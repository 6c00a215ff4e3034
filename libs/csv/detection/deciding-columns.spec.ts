import { describe, expect, it, test } from '@jest/globals';
import {
  createDecidingObserver,
  decidingKind,
  isCovered,
  placeColumns,
  wordsByHeader,
} from './deciding-columns.js';

const observed = (header: string, ...values: string[]) => {
  const observer = createDecidingObserver([header]);
  for (const value of values) observer.see([value]);
  return observer.columns().map(({ kind, samples }) => [kind, ...samples].join(' '));
};
const column = (index: number, header: string) => ({
  index,
  header,
  kind: decidingKind(header)!,
  samples: ['x'],
});

test.each([
  ['Payment Status', 'status'],
  ['STATUS (of the payment)', 'status'],
  ['Transaction Type', 'type'],
  ['Test Mode', 'test'],
  ['Livemode', 'live'],
  ['Void?', 'void'],
  ['Is Refunded', 'refund'],
  ['Amount Refunded', 'refunded'],
  ['Donation Currencies', 'currency'],
  ['Captured', 'paid'],
  ['Débit (€)', 'moneyOut'],
  ['Withdrawals', 'moneyOut'],
  ['S/H', 'direction'],
  ['Address Status', null],
  ['State', null],
  ['Recurring Status', null],
  ['Payment Type', null],
  ['Payout Date', null],
])('the column %s can change which rows are gifts: its kind is %s', (header, kind) =>
  expect(decidingKind(header)).toBe(kind),
);

describe('the values of a column that can change which rows are gifts', () => {
  it('are not shown if they mean that every row is a gift, or if the column is empty', () => {
    expect(observed('Status', 'Completed', 'succeeded')).toEqual([]);
    expect(observed('Status', '', '')).toEqual([]);
    expect(observed('Currency', 'USD', 'usd', '')).toEqual([]);
    expect(observed('Test Mode', 'FALSE', '0', '')).toEqual([]);
    expect(observed('Void', 'No', '')).toEqual([]);
    expect(observed('Amount Refunded', '0.00', '', '-')).toEqual([]);
    expect(observed('Type', 'Donation', 'Check')).toEqual([]);
  });

  it('are shown if they do not mean a gift', () => {
    expect(observed('Status', 'Completed', 'Failed', 'Blessed')).toEqual(['status Failed Blessed']);
    expect(observed('Currency', 'USD', 'CAD')).toEqual(['currency CAD']);
    expect(observed('Test Mode', 'FALSE', 'TRUE')).toEqual(['test TRUE']);
    expect(observed('Livemode', 'true', 'false')).toEqual(['live false']);
    expect(observed('Captured', 'TRUE', '')).toEqual(['paid ']);
    expect(observed('Test Mode', 'enabled')).toEqual(['test enabled']);
  });

  it('are shown if they are amounts that left the account', () => {
    expect(observed('Debit', '', '900.00', '0.00')).toEqual(['moneyOut 900.00']);
    expect(observed('Debit', '', '0.00', '-')).toEqual([]);
    expect(observed('Debit', 'Visa', '')).toEqual([]);
  });

  it('show "S/H" if the values are letters for debit and credit, but not for amounts', () => {
    expect(observed('S/H', 'S', 'H')).toEqual(['direction S']);
    expect(observed('S & H', '4.50', '0.00')).toEqual([]);
  });

  it('decide whether "Refunded" is an amount or a word', () => {
    expect(observed('Refunded', '0.00', '10.00')).toEqual(['refunded 10.00']);
    expect(observed('Refunded', 'No', 'Yes')).toEqual(['refund Yes']);
    expect(observed('Refunded', '0', '1')).toEqual(['refund 1']);
  });

  it('show whether "Payment Mode" is a payment method or a test mode, and "Paid" an amount', () => {
    expect(observed('Payment Mode', 'Cash', 'Check')).toEqual([]);
    expect(observed('Payment Mode', 'live', 'test')).toEqual(['test test']);
    expect(observed('Paid', '50.00', '20.00')).toEqual([]);
    expect(observed('Paid', 'Yes', 'No')).toEqual(['paid No']);
  });
});

describe('the field of a column that can change which rows are gifts', () => {
  it('is its own field, or a field whose words mean the same', () => {
    const { columns, unplaced } = placeColumns({ status: 0 }, [
      column(3, 'Void'),
      column(1, 'Payment Status'),
      column(2, 'Currency'),
    ]);
    expect(columns).toEqual({ status: 0, type: 1, currency: 2, direction: 3 });
    expect(unplaced).toEqual([]);
  });

  it('is not assigned if other columns already have all suitable fields', () => {
    const taken = { status: 0, type: 1 };
    expect(placeColumns(taken, [column(2, 'Payment Status')])).toMatchObject({
      columns: taken,
      unplaced: [{ index: 2 }],
    });
  });

  it('is not needed if another column has a converted amount or the code of a currency', () => {
    const all = ['Converted Currency', 'Currency', 'Currency Symbol'];
    expect(isCovered(column(1, 'Currency'), { currency: 0 }, all)).toBe(true);
    expect(isCovered(column(0, 'Converted Currency'), { currency: 1 }, all)).toBe(false);
    expect(isCovered(column(2, 'Currency Symbol'), { currency: 1 }, all)).toBe(true);
    const refunds = ['Converted Amount Refunded', 'Amount Refunded', 'Refunded'];
    expect(isCovered(column(1, 'Amount Refunded'), { refunded: 0 }, refunds)).toBe(true);
    expect(
      isCovered({ ...column(2, 'Refunded'), kind: 'refunded' }, { refunded: 0 }, refunds),
    ).toBe(false);
  });
});

it('wordsByHeader takes the meaning of a word from the header of its column', () => {
  expect(wordsByHeader(['Void'], { type: 0 }).type).toMatchObject({ yes: 'not', no: 'gift' });
  expect(wordsByHeader(['Live'], { test: 0 }).test).toMatchObject({ yes: 'gift', no: 'not' });
  expect(wordsByHeader(['Status'], { status: 0 }).status).toEqual({});
});

it('wordsByHeader takes a word for the refund of another gift only in a status', () => {
  expect(wordsByHeader(['Payment Status'], { type: 0 }).type).toMatchObject({
    refunded: 'ask',
    failed: 'not',
  });
  expect(wordsByHeader(['Refunded'], { status: 0 }).status).toMatchObject({ yes: 'refund' });
  expect(wordsByHeader(['Refunded'], { direction: 0 }).direction).toMatchObject({ yes: 'ask' });
});
