import { z } from 'zod';
import { id, optionalText, text, timestamp, webAddress } from '../common.js';
import { domainInput } from './domain.js';
import { emailAddress, emailInput } from '../identity/identity.js';
import { memberCounts, planIds } from './plans.js';

export const subscriptionStatuses = ['trial', 'active', 'past_due', 'canceled', 'expired'] as const;

/** A church as the platform's owner sees it. */
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
  /** dollars a month, `"35.00"` */
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
  /** who can sign in; none until the contact has followed the link in the email */
  administrators: z.number().int(),
  /** approved people who are not suspended */
  members: z.number().int(),
  /** bytes of what was uploaded */
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
  /** becomes its first admin, through an email to `email` */
  contactName: optionalText(200),
  email: contactEmail.nullish(),
  subscriptionPlan: z.enum(planIds).default('basic'),
});
/** The clients of the specification may send an `id`, which the server ignores, and no contact. */
export const createOrganization = newOrganization.refine(
  ({ contactName, email }) => Boolean(contactName) === Boolean(email),
  {
    path: ['contactName'],
    error: 'Please enter the contact’s name and email address, or neither.',
  },
);
/** In the form the contact is not left out: without one nobody could enter the church. */
export const organizationForm = newOrganization.extend({
  contactName: text(200, contactMissing).pipe(z.string().min(2, contactMissing)),
  email: contactEmail,
});
/** Once more, or somebody else, for a church that nobody can enter yet. */
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
  /** let Stripe collect nothing until the church is resumed */
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
/** What whoever registered a church gets to know of it. */
export const signedUpChurch = z.object({
  id,
  name: z.string(),
  slug: z.string(),
  subdomain: z.string(),
  trialEndsAt: timestamp,
  portalUrl: z.string(),
});
export type SignedUpChurch = z.infer<typeof signedUpChurch>;

/** Whether a church's staff may write, and why not. */
export const standing = z.object({
  state: z.enum(['open', 'read-only']),
  /** for a banner; null when there is nothing to say */
  notice: z.string().nullable(),
  /** whether a plan, or another card, is the way out */
  canPay: z.boolean(),
  /** of a free trial after which no card pays yet; 1 on its last day, null without one */
  trialDaysLeft: z.number().int().nullable(),
});
export type Standing = z.infer<typeof standing>;

export interface ChurchState {
  subscriptionStatus: string;
  isPaused: boolean;
  pausedReason: string | null;
  trialEndsAt: Date | null;
  /** whether a card pays from the trial's end on */
  isByCard: boolean;
  /** at Stripe */
  isSubscriptionPaused: boolean;
}

const dayMs = 86_400_000;

/**
 * By ruling 13, nothing is deleted when a trial ends or a payment fails. Staff can still read, and
 * a banner says what to do.
 */
export function standingOf(
  {
    subscriptionStatus,
    isPaused,
    pausedReason,
    trialEndsAt,
    isByCard,
    isSubscriptionPaused,
  }: ChurchState,
  now: Date,
): Standing {
  const readOnly = (notice: string, canPay = true): Standing => ({
    state: 'read-only',
    notice: `${notice} Everything can be read; staff cannot change anything until then.`,
    canPay,
    trialDaysLeft: null,
  });
  if (isPaused)
    return readOnly(
      `Your church’s account is paused${pausedReason ? ` (${pausedReason})` : ''}. ` +
        'Please contact us to resume it.',
      false,
    );
  if (subscriptionStatus === 'past_due')
    return readOnly(
      'The last payment of your church’s subscription failed. Please renew the payment.',
    );
  if (isSubscriptionPaused)
    return readOnly('Your church’s subscription is paused. Please resume it to go on.');
  if (subscriptionStatus === 'canceled' || subscriptionStatus === 'expired')
    return readOnly('Your church’s subscription has ended. Please choose a plan to go on.');
  if (subscriptionStatus !== 'trial' || isByCard || !trialEndsAt)
    return { state: 'open', notice: null, canPay: false, trialDaysLeft: null };
  const left = Math.ceil((trialEndsAt.getTime() - now.getTime()) / dayMs);
  if (left <= 0)
    return readOnly('Your church’s free trial has ended. Please choose a plan to go on.');
  if (left > 3) return { state: 'open', notice: null, canPay: false, trialDaysLeft: left };
  return {
    state: 'open',
    notice: `Your church’s free trial ends ${left === 1 ? 'within a day' : `in ${left} days`}.`,
    canPay: true,
    trialDaysLeft: left,
  };
}
