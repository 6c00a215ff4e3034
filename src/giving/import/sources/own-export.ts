import type { Source } from './source.js';

/**
 * The donations that the portal itself exported. Each row has the id of its donation, so that
 * nothing is recorded twice, and nobody has to confirm anything.
 */
export const ownExport: Source = {
  id: 'own-export',
  name: 'Church Connect donations',
  signs: ['donationid member entry'],
  columns: {
    date: 'date',
    name: 'member',
    amount: 'amount',
    paymentMethod: 'paymentmethod',
    campaign: 'campaign',
    status: 'state',
    transactionId: 'donationid',
    notes: 'notes',
  },
  words: { status: { '': 'gift', corrected: 'gift', deleted: 'not' } },
  isOwn: true,
};
