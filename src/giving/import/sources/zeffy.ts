import type { Source } from './source.js';

/**
 * The payments export, usually a workbook. The headings of its date columns name the time zone. It
 * has no transaction numbers; the numbers of the receipts are used instead.
 */
export const zeffy: Source = {
  id: 'zeffy',
  name: 'Zeffy',
  signs: [
    'taxreceipt|taxreceipturl paymentdate|totalamount',
    'totalamount campaigntitle',
    'paymentstatus campaigntitle',
    'recurringstatus totalamount',
    'extradonation paymentstatus',
    'paymentdate totalamount paymentstatus',
  ],
  columns: {
    date: 'paymentdate',
    time: 'paymenttime',
    amount: 'totalamount amount',
    status: 'paymentstatus',
    payout: 'payoutdate',
    firstName: 'firstname',
    lastName: 'lastname',
    email: 'email',
    transactionId: 'taxreceipt taxreceiptnumber',
    campaign: 'campaigntitle campaign',
    notes: 'details',
    refunded: 'refundamount',
    fee: 'fee',
    currency: 'currency',
    paymentMethod: 'paymentmethod',
    phone: 'phone',
  },
  words: {
    status: {
      succeeded: 'gift',
      'partially refunded': 'gift',
      refunded: 'refund',
      failed: 'not',
      pending: 'not',
      processing: 'not',
      canceled: 'not',
      disputed: 'not',
    },
    paymentMethod: {
      card: 'Zeffy',
      'credit card': 'Zeffy',
      'debit card': 'Zeffy',
      'apple pay': 'Zeffy',
      'google pay': 'Zeffy',
      'apple pay / google pay': 'Zeffy',
      ach: 'Zeffy',
      'bank transfer': 'Zeffy',
      pad: 'Zeffy',
      cash: 'Cash',
      check: 'Check',
      cheque: 'Check',
      transfer: 'Other',
    },
  },
  method: 'Zeffy',
};
