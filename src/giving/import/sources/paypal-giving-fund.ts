import type { Source } from './source.js';

/** The monthly report of the PayPal Giving Fund; donors may be anonymous. */
export const paypalGivingFund: Source = {
  id: 'paypal-giving-fund',
  name: 'PayPal Giving Fund',
  signs: [
    'donationdate payoutdate programname',
    'donorfirstname programname',
    'programname grossamount',
    'donationdate totalfees',
    'referenceinformation donationdate',
  ],
  columns: {
    date: 'donationdate',
    payout: 'payoutdate',
    firstName: 'donorfirstname',
    lastName: 'donorlastname',
    email: 'donoremail',
    campaign: 'programname',
    notes: 'referenceinformation',
    currency: 'currencycode currency',
    amount: 'grossamount gross',
    fee: 'totalfees fees',
    net: 'netamount net',
    transactionId: 'transactionid',
  },
  method: 'Other',
  negative: 'refund',
  nameless: true,
};
