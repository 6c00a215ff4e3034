import type { Source } from './source.js';

/**
 * "Total Contributions". A split gift is a row for each fund under one Payment ID; adjustments are
 * below zero.
 */
export const breeze: Source = {
  id: 'breeze',
  name: 'Breeze',
  signs: [
    'paymentid personid',
    'personid methodid',
    'paymentid methodid',
    'funds methodid',
    'paymentid funds',
  ],
  columns: {
    date: 'date',
    payout: 'batch',
    transactionId: 'paymentid',
    firstName: 'firstname',
    lastName: 'lastname',
    name: 'name',
    email: 'email',
    amount: 'amount',
    campaign: 'funds fund',
    paymentMethod: 'methodid method',
    notes: 'note',
    phone: 'phone',
  },
  words: {
    paymentMethod: {
      'credit/debit online': 'Card',
      'credit/debit': 'Card',
      'ach/bank draft online': 'Other',
      'bank draft online': 'Other',
      'online (bank draft)': 'Other',
      'online (credit card)': 'Card',
      online: 'Card',
      'text-to-give': 'Card',
      asset: 'Other',
      'asset (property, stock, etc.)': 'Other',
    },
  },
  negative: 'refund',
  hasRowPerFund: true,
};
