import type { Source } from './source.js';

/**
 * What banks give to money programs (.ofx, .qfx), under the names that `libs/workbook` gives its
 * columns. Their numbers are unique within an account.
 */
export const ofx: Source = {
  id: 'ofx',
  name: 'bank (OFX)',
  signs: ['date amount type name memo transactionid checknumber currency account'],
  columns: {
    date: 'date',
    amount: 'amount',
    type: 'type',
    name: 'name',
    notes: 'memo',
    transactionId: 'transactionid',
    currency: 'currency',
  },
  words: {
    type: {
      credit: 'gift',
      dep: 'gift',
      directdep: 'gift',
      cash: 'gift',
      check: 'gift',
      payment: 'ask',
      xfer: 'ask',
      other: 'ask',
      int: 'not',
      div: 'not',
      debit: 'not',
      fee: 'not',
      srvchg: 'not',
      atm: 'not',
      pos: 'not',
      directdebit: 'not',
      repeatpmt: 'not',
      hold: 'not',
    },
  },
  method: 'Other',
  negative: 'not',
  numbersOfAccount: true,
};
