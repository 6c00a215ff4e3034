import type { Source } from './source.js';

/** Transactions; names drift between exports. */
export const tithely: Source = {
  id: 'tithely',
  name: 'Tithe.ly',
  signs: [
    'transactiondate status memo fund|fundname|givingfund|tofund',
    'individualid givingdate',
    'transactiondate givingfund|tofund',
    'givingdate fundname',
    'transactiondate email fund|fundname|givingfund|tofund firstname',
  ],
  columns: {
    email: 'email emailaddress',
    amount: 'amount grossamount',
    date: 'transactiondate givingdate date',
    status: 'status',
    firstName: 'firstname',
    lastName: 'lastname',
    name: 'name donorname',
    notes: 'memo notes',
    campaign: 'fund fundname givingfund tofund',
    paymentMethod: 'paymentmethod paymenttype',
    payout: 'batchname',
    fee: 'fee fees',
    net: 'net netamount',
    transactionId: 'transactionid',
    refunded: 'amountrefunded refundamount',
    currency: 'currency',
    phone: 'phone phonenumber',
  },
  words: {
    status: {
      succeeded: 'gift',
      partially_refunded: 'gift',
      'partially refunded': 'gift',
      pending: 'not',
      failed: 'not',
      refunded: 'refund',
      disputed: 'ask',
    },
    paymentMethod: { bank: 'Other', text: 'Card', app: 'Card' },
  },
  method: 'Card',
  negative: 'refund',
};
