import type { Source } from './source.js';

/** "Balance change from activity", itemized. Payouts are no gifts; givers stand only in its optional columns. */
export const stripeBalance: Source = {
  id: 'stripe-balance',
  name: 'Stripe balance',
  signs: ['balancetransactionid reportingcategory', 'reportingcategory availableonutc|availableon', 'balancetransactionid gross'],
  columns: {
    transactionId: 'balancetransactionid', date: 'createdutc created', currency: 'currency', amount: 'gross', fee: 'fee', net: 'net', type: 'reportingcategory', notes: 'description',
    email: 'customeremail', name: 'customername', payout: 'automaticpayoutid', campaign: 'paymentmetadatafund fundmetadata',
  },
  words: {
    type: {
      charge: 'gift', payment: 'gift', refund: 'refund', partial_capture_reversal: 'refund', charge_failure: 'refund', dispute: 'refund', dispute_reversal: 'ask', refund_failure: 'ask',
      payout: 'not', payout_reversal: 'not', fee: 'not', network_cost: 'not', transfer: 'not', transfer_reversal: 'not', topup: 'not', topup_reversal: 'not',
      other_adjustment: 'ask', adjustment: 'ask', contribution: 'not', tax: 'not', risk_reserved_funds: 'not', advance: 'not', advance_funding: 'not',
    },
  },
  method: 'Card',
  zone: 'UTC',
  nameless: true,
};
