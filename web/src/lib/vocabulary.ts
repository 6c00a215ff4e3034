import type * as Contracts from '#libs/contracts';

/*
 * The fixed words of the contracts, again: their module brings zod and every schema (40 kB), which no
 * page should need before a form is opened. The types keep both the same: a difference does not compile.
 */
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
