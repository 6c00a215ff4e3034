import type * as Contracts from '#libs/contracts';

/*
 * Copies of constants of `libs/contracts`. Importing that module would load zod and every schema
 * (40 kB), which no page needs before a form is opened. The types require that both are the same.
 */
export const sameEmailAddress: typeof Contracts.sameEmailAddress = 'same email address';
export const generalFund: typeof Contracts.generalFund = 'General Fund';
export const paymentMethods: typeof Contracts.paymentMethods = [
  'Cash',
  'Check',
  'CashApp',
  'Zeffy',
  'Card',
  'Other',
];
export const donationStates: typeof Contracts.donationStates = ['standing', 'corrected', 'deleted'];
export const donationSorts: typeof Contracts.donationSorts = [
  'date',
  'amount',
  'name',
  'paymentMethod',
  'campaign',
];
export const ledgerSorts: typeof Contracts.ledgerSorts = ['name', 'year', 'total', 'count'];

export const roleLabels: Record<Contracts.Role, string> = {
  admin: 'Administrator',
  pastor: 'Pastor',
  secretary: 'Secretary',
  support: 'Support',
  member: 'Member',
};
export const roleNames: typeof Contracts.roles = [
  'admin',
  'pastor',
  'secretary',
  'support',
  'member',
];
