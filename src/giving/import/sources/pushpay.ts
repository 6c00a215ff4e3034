import type { Source } from './source.js';

/** Payments. The payment reference is the transaction's own. */
export const pushpay: Source = {
  id: 'pushpay',
  name: 'Pushpay',
  signs: [
    'payerid receivedon',
    'taxdeductible payerid',
    'receivedon paymentreference',
    'taxdeductible receivedon',
    'payerid paymentreference',
  ],
  columns: {
    firstName: 'firstname',
    lastName: 'lastname',
    name: 'payername name',
    phone: 'mobilenumber',
    email: 'email emailaddress',
    campaign: 'fundname fund',
    amount: 'amount',
    paymentMethod: 'paymenttype paymentmethod',
    date: 'receivedon',
    transactionId: 'paymentreference',
    status: 'status paymentstatus',
    notes: 'notes memo',
    currency: 'currency',
    payout: 'batchname settlement settlementname',
  },
  method: 'Card',
  negative: 'refund',
};
