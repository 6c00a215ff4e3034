import type { Source } from './source.js';

/** Giving's donations. A split gift is a row for each fund under one Donation ID. */
export const planningCenter: Source = {
  id: 'planning-center',
  name: 'Planning Center Giving',
  signs: ['donationid receiveddate', 'receiveddate fund batch', 'receiveddate paymentmethod fund'],
  columns: {
    firstName: 'firstname',
    lastName: 'lastname',
    name: 'donorname',
    email: 'email emailaddress',
    date: 'receiveddate',
    amount: 'amount',
    campaign: 'fund fundname',
    paymentMethod: 'paymentmethod',
    notes: 'memo',
    transactionId: 'donationid',
    net: 'net',
    fee: 'fee',
    payout: 'batch',
    status: 'status',
    refunded: 'amountrefunded refundedamount',
    currency: 'currency',
  },
  negative: 'refund',
  hasRowPerFund: true,
};
