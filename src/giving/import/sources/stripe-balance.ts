import type { Source } from './source.js';

/**
 * "Balance change from activity", itemized. Payouts are no gifts; givers stand only in its optional columns. A charge is known by its own
 * id, under which its refunds and disputes name it: that of the balance's transaction says nothing of what belongs together.
 */
export const stripeBalance: Source = {
  id: 'stripe-balance',
  name: 'Stripe balance',
  signs: ['balancetransactionid reportingcategory', 'reportingcategory availableonutc|availableon', 'balancetransactionid gross'],
  columns: {
    transactionId: 'sourceid chargeid balancetransactionid', refundOf: 'chargeid', date: 'createdutc created', currency: 'currency', amount: 'gross', fee: 'fee', net: 'net', type: 'reportingcategory', notes: 'description',
    email: 'customeremail', name: 'customername', payout: 'automaticpayoutid', campaign: 'paymentmetadatafund fundmetadata',
  },
  words: {
    type: {
      charge: 'gift', payment: 'gift', refund: 'refund', partial_capture_reversal: 'refund', charge_failure: 'refund', dispute: 'refund', dispute_reversal: 'ask', refund_failure: 'ask',
      payout: 'not', payout_reversal: 'not', fee: 'not', network_cost: 'not', transfer: 'not', transfer_reversal: 'not', topup: 'not', topup_reversal: 'not',
      other_adjustment: 'ask', adjustment: 'ask', contribution: 'not', tax: 'not', risk_reserved_funds: 'not', advance: 'not', advance_funding: 'not',
      anticipation_repayment: 'not', climate_order_purchase: 'not', climate_order_refund: 'not', connect_collection_transfer: 'not', connect_reserved_funds: 'not', financing_payout: 'not', financing_payout_reversal: 'not',
      financing_paydown: 'not', financing_paydown_reversal: 'not', issuing_authorization_hold: 'not', issuing_authorization_release: 'not', issuing_dispute: 'not', issuing_transaction: 'not', platform_earning: 'not',
      platform_earning_refund: 'not', minimum_balance_hold: 'not', minimum_balance_release: 'not',
    },
  },
  method: 'Card',
  zone: 'UTC',
  nameless: true,
};
