import type { Source } from './source.js';

/**
 * "All payments" of the dashboard. A partial refund stays Paid, so that only the refunded amount
 * tells; times are UTC.
 */
export const stripePayments: Source = {
  id: 'stripe-payments',
  name: 'Stripe payments',
  signs: [
    'captured amountrefunded',
    'createddateutc convertedamount',
    'createdutc amountrefunded',
    'statementdescriptor declinereason',
    'createddateutc|createdutc customeremail status',
  ],
  columns: {
    transactionId: 'id',
    date: 'createddateutc createdutc created',
    amount: 'convertedamount amount',
    refunded: 'convertedamountrefunded amountrefunded',
    currency: 'convertedcurrency currency',
    fee: 'fee',
    net: 'net',
    status: 'status',
    type: 'disputestatus',
    email: 'customeremail',
    name: 'customername cardname customerdescription',
    payout: 'transfer',
    notes: 'description',
    campaign: 'fundmetadata campaignmetadata designationmetadata',
    phone: 'customerphone',
  },
  words: {
    status: {
      paid: 'gift',
      succeeded: 'gift',
      'partially refunded': 'gift',
      'partial refund': 'gift',
      refunded: 'refund',
      failed: 'not',
      blocked: 'not',
      canceled: 'not',
      pending: 'not',
      incomplete: 'not',
      uncaptured: 'not',
      requires_payment_method: 'not',
      requires_confirmation: 'not',
      requires_action: 'not',
      requires_capture: 'not',
      disputed: 'ask',
    },
    // of a charge that its giver's bank disputes: what is lost was given back, what is open may be
    type: {
      '': 'gift',
      won: 'gift',
      warning_closed: 'gift',
      lost: 'ask',
      needs_response: 'ask',
      under_review: 'ask',
      charge_refunded: 'ask',
    },
  },
  // a payment that was not captured has the status Uncaptured or Failed
  redundantHeaders: 'captured amount',
  method: 'Card',
  zone: 'UTC',
};
