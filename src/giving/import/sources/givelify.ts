import type { Source } from './source.js';

/** Donations; an envelope is a fund. */
export const givelify: Source = {
  id: 'givelify',
  name: 'Givelify',
  signs: [
    'envelope donationid',
    'envelope donorname|name|firstname amount|grossamount|donationamount',
    'envelope donationdate|date',
    'envelopename amount|grossamount',
  ],
  columns: {
    name: 'donorname name',
    firstName: 'firstname donorfirstname',
    lastName: 'lastname donorlastname',
    email: 'email donoremail emailaddress',
    amount: 'grossamount amount donationamount',
    date: 'date donationdate',
    campaign: 'envelope envelopename campaign fund',
    transactionId: 'donationid transactionid',
    fee: 'fee fees processingfee',
    net: 'netamount net',
    status: 'status',
    notes: 'memo note notes',
    payout: 'payoutid depositid payoutdate depositdate',
    phone: 'phone phonenumber',
    currency: 'currency',
    time: 'time',
    timeZone: 'timezone',
  },
  method: 'Card',
  negative: 'refund',
};
