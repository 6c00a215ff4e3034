import { z } from 'zod';
import { id, optionalText, text, timestamp, webAddress } from '../common.js';
import { domainInput } from './domain.js';
import { emailAddress, emailInput } from '../identity/identity.js';
import { memberCounts, planIds } from './plans.js';

export const subscriptionStatuses = ['trial', 'active', 'past_due', 'canceled', 'expired'] as const;

/** A church as a super administrator sees it. */
export const organization = z.object({
  id,
  name: z.string(),
  slug: z.string(),
  subdomain: z.string(),
  description: z.string().nullable(),
  website: z.string().nullable(),
  phone: z.string().nullable(),
  address: z.string().nullable(),
  email: z.string().nullable(),
  subscriptionPlan: z.enum(planIds),
  subscriptionStatus: z.enum(subscriptionStatuses),
  subscriptionTier: z.string(),
  /** the price in dollars per month, `"35.00"` */
  subscriptionPrice: z.string(),
  memberLimit: z.number().int().nullable(),
  trialEndsAt: timestamp.nullable(),
  subscriptionEndsAt: timestamp.nullable(),
  subscriptionRenewsAt: timestamp.nullable(),
  /** whether Stripe charges a card, now or after the trial */
  paysByCard: z.boolean(),
  /** whether a super administrator stopped the payments while the church is paused */
  isCollectionStopped: z.boolean(),
  isActive: z.boolean(),
  isPaused: z.boolean(),
  pausedReason: z.string().nullable(),
  pausedAt: timestamp.nullable(),
  logoUrl: z.string().nullable(),
  primaryColor: z.string(),
  customDomain: z.string().nullable(),
  usedPromoCodes: z.array(z.string()),
  createdAt: timestamp,
  updatedAt: timestamp,
  /**
   * the number of administrators who can sign in; 0 until the contact has used the link of the
   * email
   */
  administrators: z.number().int(),
  /** the number of approved users who are not suspended */
  members: z.number().int(),
  /** the bytes of the uploaded files */
  storage: z.number().int(),
});
export type Organization = z.infer<typeof organization>;

const website = webAddress.nullish();
const nameAndSlug = 'Organization name and slug are required.';
const slug = z
  .string(nameAndSlug)
  .trim()
  .toLowerCase()
  .min(1, nameAndSlug)
  .max(63)
  .regex(/^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/, 'A slug has letters, digits and hyphens only.');
const details = {
  description: optionalText(2_000),
  website,
  phone: optionalText(50),
  address: optionalText(500),
};

const contactMissing = 'Contact name must be at least 2 characters';
const contactEmail = emailAddress('Please enter a valid email address');

const newOrganization = z.strictObject({
  id: z.string().max(100).optional(),
  name: text(200, nameAndSlug).pipe(z.string().min(1, nameAndSlug)),
  slug,
  ...details,
  /** the name of the contact, who becomes the first administrator through an email to `email` */
  contactName: optionalText(200),
  email: contactEmail.nullish(),
  subscriptionPlan: z.enum(planIds).default('basic'),
});
/**
 * The body of `POST /api/organizations`. Clients of the specification may send an `id`, which the
 * server ignores, and leave out the contact.
 */
export const createOrganization = newOrganization.refine(
  ({ contactName, email }) => Boolean(contactName) === Boolean(email),
  {
    path: ['contactName'],
    error: 'Please enter the contact’s name and email address, or neither.',
  },
);
/**
 * The form of a new church. It requires the contact, because nobody could enter a church without
 * one.
 */
export const organizationForm = newOrganization.extend({
  contactName: text(200, contactMissing).pipe(z.string().min(2, contactMissing)),
  email: contactEmail,
});
/** Sends the email again, or to another contact, for a church that nobody can enter yet. */
export const organizationContact = z.strictObject({
  contactName: organizationForm.shape.contactName,
  email: contactEmail,
});
export type OrganizationContact = z.input<typeof organizationContact>;
export type OrganizationForm = z.input<typeof organizationForm>;
export type CreateOrganization = z.input<typeof createOrganization>;

export const editOrganization = z.strictObject({
  name: text(200, nameAndSlug).pipe(z.string().min(1, nameAndSlug)).optional(),
  ...details,
  email: emailInput.nullish(),
  subscriptionPlan: z.enum(planIds).optional(),
  memberLimit: z.number().int().min(1).nullable().optional(),
});
export type EditOrganization = z.input<typeof editOrganization>;

export const pauseOrganization = z.strictObject({
  reason: text(500, 'Please give a reason').pipe(z.string().min(1, 'Please give a reason')),
  /** whether Stripe collects no payments until the church is resumed */
  stopCollection: z.boolean().default(false),
});
export type PauseOrganization = z.input<typeof pauseOrganization>;

/** The form of the landing page. */
export const churchSignup = z.strictObject({
  organizationName: text(200, 'Organization name must be at least 2 characters').pipe(
    z.string().min(2, 'Organization name must be at least 2 characters'),
  ),
  contactName: text(200, contactMissing).pipe(z.string().min(2, contactMissing)),
  email: contactEmail,
  customDomain: domainInput,
  memberCount: z.enum(memberCounts).default('1-50'),
  phone: optionalText(50),
  website,
  address: optionalText(500),
  description: optionalText(2_000),
  promoCode: optionalText(50),
  selectedPlan: z.enum(planIds).default('basic'),
});
export type ChurchSignup = z.input<typeof churchSignup>;
/** The answer to the registration of a church. */
export const signedUpChurch = z.object({
  id,
  name: z.string(),
  slug: z.string(),
  subdomain: z.string(),
  trialEndsAt: timestamp,
  portalUrl: z.string(),
});
export type SignedUpChurch = z.infer<typeof signedUpChurch>;

/** Whether the staff of a church may make changes, and the reason if not. */
export const standing = z.object({
  state: z.enum(['open', 'read-only']),
  /** the text of the banner; null without one */
  notice: z.string().nullable(),
  /** whether choosing a plan or another card solves the problem */
  canPay: z.boolean(),
  /** the days left of a free trial without a card; 1 on its last day, null without such a trial */
  trialDaysLeft: z.number().int().nullable(),
});
export type Standing = z.infer<typeof standing>;

export interface ChurchState {
  subscriptionStatus: string;
  isPaused: boolean;
  pausedReason: string | null;
  trialEndsAt: Date | null;
  /** whether a card pays after the trial */
  isByCard: boolean;
  /** whether the subscription is paused at Stripe */
  isSubscriptionPaused: boolean;
}

const dayMs = 86_400_000;

/**
 * By ruling 13, nothing is deleted when a trial ends or a payment fails. Staff can still read, and
 * a banner says what to do.
 */
export function standingOf(church: ChurchState, now: Date): Standing {
  const { subscriptionStatus, isPaused, isByCard, trialEndsAt } = church;
  if (isPaused) return readOnly(noticeOfPause(church), false);
  const problem = noticeOfSubscription(church);
  if (problem) return readOnly(problem);
  if (subscriptionStatus !== 'trial' || isByCard || !trialEndsAt)
    return { state: 'open', notice: null, canPay: false, trialDaysLeft: null };
  return standingOfTrial(trialEndsAt, now);
}

const readOnly = (notice: string, canPay = true): Standing => ({
  state: 'read-only',
  notice: `${notice} Everything can be read; staff cannot change anything until then.`,
  canPay,
  trialDaysLeft: null,
});

const noticeOfPause = ({ pausedReason }: ChurchState): string =>
  `Your church’s account is paused${pausedReason ? ` (${pausedReason})` : ''}. ` +
  'Please contact us to resume it.';

/** Returns why the subscription lets staff only read; null if it does not. */
function noticeOfSubscription(church: ChurchState): string | null {
  const { subscriptionStatus, isSubscriptionPaused } = church;
  if (subscriptionStatus === 'past_due')
    return 'The last payment of your church’s subscription failed. Please renew the payment.';
  if (isSubscriptionPaused)
    return 'Your church’s subscription is paused. Please resume it to go on.';
  if (subscriptionStatus === 'canceled' || subscriptionStatus === 'expired')
    return 'Your church’s subscription has ended. Please choose a plan to go on.';
  return null;
}

function standingOfTrial(endsAt: Date, now: Date): Standing {
  const daysLeft = Math.ceil((endsAt.getTime() - now.getTime()) / dayMs);
  if (daysLeft <= 0)
    return readOnly('Your church’s free trial has ended. Please choose a plan to go on.');
  if (daysLeft > 3) return { state: 'open', notice: null, canPay: false, trialDaysLeft: daysLeft };
  const end = daysLeft === 1 ? 'within a day' : `in ${daysLeft} days`;
  return {
    state: 'open',
    notice: `Your church’s free trial ends ${end}.`,
    canPay: true,
    trialDaysLeft: daysLeft,
  };
}
