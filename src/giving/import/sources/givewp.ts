import type { Source } from './source.js';

/**
 * Donations of GiveWP, a plugin of WordPress: its export, whose columns the user chooses, and the
 * file that it imports. Payments in test mode moved no money. The file has the gateway of a
 * payment, not how the donor paid.
 */
export const givewp: Source = {
  id: 'givewp',
  name: 'GiveWP',
  signs: [
    'donationform donationamount testmode|donationstatus|donationlevel',
    'donationform donationlevel donationcurrencies',
    'formtitle|formid donationtotal',
    'paymentgateway donationtotal|donationamount',
    'donationtotal paymentmode',
    'donationnumber donationtotal',
  ],
  columns: {
    transactionId: 'donationid donationnumber',
    date: 'donationdate',
    time: 'donationtime',
    amount: 'donationtotal donationamount',
    currency: 'currencycode donationcurrencies donationcurrency',
    status: 'donationstatus',
    test: 'testmode paymentmode',
    firstName: 'firstname donorfirstname',
    lastName: 'lastname donorlastname',
    name: 'donorname',
    email: 'emailaddress donoremail email',
    campaign: 'fundtitle fund formtitle donationform',
    paymentMethod: 'paymentgateway paymentmethod',
    notes: 'donorcomment comment notes',
    phone: 'phonenumber phone',
  },
  words: {
    status: {
      complete: 'gift',
      publish: 'gift',
      renewal: 'gift',
      give_subscription: 'gift',
      preapproval: 'not',
      'pre-approved': 'not',
      abandoned: 'not',
      revoked: 'not',
    },
    paymentMethod: {
      stripe: 'Card',
      'stripe - credit card': 'Card',
      stripe_checkout: 'Card',
      stripe_apple_pay: 'Card',
      stripe_google_pay: 'Card',
      stripe_payment_element: 'Card',
      stripe_ach: 'Other',
      stripe_sepa: 'Other',
      'stripe - ach': 'Other',
      authorize: 'Card',
      authorize_echeck: 'Other',
      square: 'Card',
      'paypal-commerce': 'Other',
      'paypal donations': 'Other',
      'paypal standard': 'Other',
      paypalpro: 'Card',
      offline: 'Other',
      'offline donation': 'Other',
      manual: 'Other',
      'test donation': 'Other',
    },
  },
};
