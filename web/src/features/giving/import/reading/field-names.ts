import type { ImportField } from '#libs/contracts';

/** The labels for the meanings of columns. */
export const fieldNames: Record<ImportField, string> = {
  email: 'Email address',
  name: 'Full name',
  firstName: 'First name',
  lastName: 'Last name',
  phone: 'Phone',
  amount: 'Amount',
  moneyOut: 'Money that left the account',
  paymentMethod: 'Payment method',
  date: 'Date',
  campaign: 'Fund',
  notes: 'Notes',
  transactionId: 'Transaction number',
  status: 'Status',
  type: 'Type',
  test: 'Test mode',
  direction: 'In or out',
  currency: 'Currency',
  fee: 'Fee',
  net: 'Net amount',
  refunded: 'Amount refunded',
  refundOf: 'Refund of transaction',
  payout: 'Payout or batch',
  time: 'Time',
  timeZone: 'Time zone',
};
