/** What a church may subscribe to, smallest first. `memberLimit` null: as many as come. */
export const plans = [
  { id: 'basic', name: 'Basic', price: 35, memberLimit: 100 },
  { id: 'standard', name: 'Standard', price: 80, memberLimit: 300 },
  { id: 'premium', name: 'Premium', price: 179, memberLimit: 1000 },
  { id: 'enterprise', name: 'Enterprise', price: 299, memberLimit: null },
] as const;
export type Plan = (typeof plans)[number];
