import type { Source } from './source.js';

/**
 * The files that banks offer for accounting programs (.ofx, .qfx). `libs/workbook` reads them into
 * a table with these column names. Their transaction numbers are unique only within an account.
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
