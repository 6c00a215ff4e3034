const basic = [
  'Member management',
  'Event management',
  'Communication tools',
  'Sermon archive',
  'Resource library',
  'Donation tracking',
  'Financial reports',
  'Announcements',
  'Pastor messaging',
  'Fundraising campaigns',
  'Bible study',
  'Admin dashboard',
  'Mobile access',
  'Security',
  'Email support',
];
const standard = [
  'Advanced analytics',
  'Custom reports',
  'Priority email support',
  'Backup and recovery',
  'Advanced security',
  'Custom notifications',
];
const premium = [
  'Custom branding',
  'Advanced integrations',
  'Dedicated account manager',
  'Phone support',
  'Training',
  'API access',
  'White-label',
  'Advanced mobile features',
];
const enterprise = [
  'Multi-campus',
  'Custom development',
  'SLA',
  'On-premise option',
  'Custom apps',
];

/**
 * The plans, from the smallest, with the price in dollars a month. `memberLimit` null: no limit.
 */
export const plans = [
  {
    id: 'basic',
    name: 'Basic',
    price: 35,
    memberLimit: 100,
    popular: true,
    description: 'For smaller congregations',
    features: basic,
  },
  {
    id: 'standard',
    name: 'Standard',
    price: 80,
    memberLimit: 300,
    popular: false,
    description: 'For growing congregations',
    features: ['Everything in Basic', ...standard],
  },
  {
    id: 'premium',
    name: 'Premium',
    price: 179,
    memberLimit: 1000,
    popular: false,
    description: 'For large congregations',
    features: ['Everything in Standard', ...premium],
  },
  {
    id: 'enterprise',
    name: 'Enterprise',
    price: 299,
    memberLimit: null,
    popular: false,
    description: 'For ministries of any size',
    features: ['Everything in Premium', ...enterprise],
  },
] as const;
export type Plan = (typeof plans)[number];
export const planIds = ['basic', 'standard', 'premium', 'enterprise'] as const;
export type PlanId = (typeof planIds)[number];

const gigabytes: Record<PlanId, number> = { basic: 5, standard: 20, premium: 100, enterprise: 500 };
/** Bytes of audio and documents that a church of the plan may keep. */
export const storageOf = (plan: PlanId): number => gigabytes[plan] * 1024 ** 3;

const texts: Record<PlanId, number> = {
  basic: 500,
  standard: 2_000,
  premium: 10_000,
  enterprise: 50_000,
};
/** Text messages that a church of the plan may send in a calendar month of its time zone. */
export const textsOf = (plan: PlanId): number => texts[plan];

/**
 * Limits of a church on an unpaid trial, whatever plan it chose, because anybody can register such
 * a church.
 */
export const unpaidTrial = { storage: 1024 ** 3, textsAMonth: 50, invitationsADay: 200 } as const;

/**
 * The days of a free trial, by the way a church gets it (ruling 1). Every page takes them from
 * here.
 */
export const trialDays = { signup: 15, operator: 7, subscription: 7 } as const;

/** The discount of a promo code in percent, for the whole subscription. */
export const promoDiscount = 20;

/** The sizes that a church can choose when it registers. */
export const memberCounts = ['1-50', '51-100', '101-300', '301-1000', '1000+'] as const;
