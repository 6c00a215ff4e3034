import type { Source } from './source.js';

/** Transactions of Subsplash Giving. */
export const subsplash: Source = {
  id: 'subsplash',
  name: 'Subsplash',
  signs: ['donorid grossamount', 'donorid transactiondate', 'grossamount fund transactiondate'],
  columns: {
    firstName: 'firstname',
    lastName: 'lastname',
    name: 'donorname name',
    email: 'email emailaddress',
    campaign: 'fund fundname',
    amount: 'grossamount amount',
    paymentMethod: 'paymentmethod',
    date: 'transactiondate date',
    status: 'status',
    fee: 'fee fees processingfee',
    net: 'netamount net',
    transactionId: 'transactionid',
    refunded: 'refundedamount amountrefunded',
    notes: 'memo note notes',
    payout: 'payoutid transferid depositid',
    currency: 'currency',
    phone: 'phone phonenumber',
  },
  words: {
    status: {
      succeeded: 'gift',
      partially_refunded: 'gift',
      'partially refunded': 'gift',
      failed: 'not',
      refunded: 'refund',
      disputed: 'ask',
      pending: 'not',
      canceled: 'not',
    },
  },
  method: 'Card',
  negative: 'refund',
};
