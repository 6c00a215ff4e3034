import { z } from 'zod';
import { emailPattern, normalizeEmail } from '../email.js';
import { id, searchText, text, timestamp } from '../common.js';
import { faqEntry, service } from '../tenancy/services.js';
import { roles } from '../policy.js';

/** An email address as users type it, which `normalizeEmail` normalizes; `message` is the error. */
export const emailAddress = (message = 'Invalid email address') =>
  z
    .string(message)
    .trim()
    .max(254, message)
    .transform(normalizeEmail)
    .pipe(z.string().max(254, message).regex(emailPattern, message));
export const emailInput = emailAddress();

export const notificationMethods = ['email', 'sms', 'both'] as const;

/** The answer of `GET /api/auth/user`: the signed-in user. */
export const user = z.object({
  id,
  email: z.string(),
  /** whether the user has confirmed the email address */
  emailVerified: z.boolean(),
  firstName: z.string(),
  lastName: z.string(),
  profileImageUrl: z.string().nullable(),
  role: z.enum(roles),
  phone: z.string().nullable(),
  bio: z.string().nullable(),
  memberSince: timestamp.nullable(),
  createdAt: timestamp,
  updatedAt: timestamp,
  mfaEnabled: z.boolean(),
  isApproved: z.boolean(),
  approvedBy: z.string().nullable(),
  approvedAt: timestamp.nullable(),
  isSuspended: z.boolean(),
  suspendedBy: z.string().nullable(),
  suspendedAt: timestamp.nullable(),
  organizationId: id.nullable(),
  isSuperAdmin: z.boolean(),
  notifyNewResources: z.boolean(),
  notifyNewSermons: z.boolean(),
  notifyNewEvents: z.boolean(),
  notificationMethod: z.enum(notificationMethods),
  isManuallyCreated: z.boolean(),
  version: z.number().int(),
});
export type User = z.infer<typeof user>;

/**
 * A user as staff see it (`GET /api/admin/users`): without bio, notification settings and Stripe.
 */
export const staffUser = user
  .omit({
    bio: true,
    notifyNewResources: true,
    notifyNewSermons: true,
    notifyNewEvents: true,
    notificationMethod: true,
  })
  .extend({ suspendedReason: z.string().nullable() });
export type StaffUser = z.infer<typeof staffUser>;

export const password = z
  .string()
  .min(8, 'Password must be at least 8 characters')
  .max(200, 'Password must be at most 200 characters');

export const loginRequest = z.strictObject({ email: emailInput, password: z.string().max(200) });
export type LoginRequest = z.input<typeof loginRequest>;
/** The answer to a sign-in. If the account has a second factor, its code is needed next. */
export const loginResponse = z.union([
  z.object({ user }),
  z.object({ mfaRequired: z.literal(true), method: z.enum(['authenticator', 'sms']) }),
]);
export type LoginResponse = z.infer<typeof loginResponse>;

export const registerRequest = z.strictObject({
  email: emailInput,
  password,
  firstName: text(100, 'First name is required').pipe(z.string().min(1, 'First name is required')),
  lastName: text(100, 'Last name is required').pipe(z.string().min(1, 'Last name is required')),
  organizationSlug: searchText.max(63).optional(),
});
export type RegisterRequest = z.input<typeof registerRequest>;
/**
 * The answer to a registration. It is the same for every email address, so that it does not tell
 * whether the address has an account. The email to the address tells it.
 */
export const registered = z.object({
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  isApproved: z.literal(false),
});
export type Registered = z.infer<typeof registered>;

export const socialLinks = [
  'facebook_url',
  'instagram_url',
  'twitter_url',
  'youtube_url',
  'website_url',
] as const;

/**
 * The answer of `GET /api/settings`: the settings of the church of the session, or for signed-out
 * pages of the church of the host.
 */
export const settings = z.object({
  facebook_url: z.string(),
  instagram_url: z.string(),
  twitter_url: z.string(),
  youtube_url: z.string(),
  website_url: z.string(),
  donationUrl: z.string(),
  paymentHandle: z.string(),
  churchName: z.string(),
  phoneNumber: z.string(),
  email: z.string(),
  primaryColor: z.string(),
  timeZone: z.string(),
  /**
   * The date in the time zone of the church, and the time at which it ends there. A page that knows
   * both does not need to load the rules of time zones, for which a browser takes long.
   */
  today: z.object({ date: z.string(), endsAt: z.string() }),
  /** the church's description of itself, as mini-markdown */
  about: z.string(),
  address: z.string(),
  /** the default location of events */
  eventLocation: z.string(),
  services: z.array(service),
  /** frequently asked questions to the pastor */
  pastorFaq: z.array(faqEntry),
  /** whether members are notified of new content by text message */
  smsNews: z.enum(['', 'on']),
  /** whether the host is the one on which churches register */
  isPortalHost: z.boolean(),
  /** whether the host belongs to one church: by its slug or by its own domain */
  isChurchHost: z.boolean(),
  /**
   * whether `GET /api/login` leads to an identity provider, in addition to the accounts of /sign-in
   */
  singleSignOn: z.boolean(),
  /** the address of a church whose slug is `church`, as an example of a church's address */
  churchUrl: z.string(),
  /** the email address of the operator; empty if it is not configured */
  platformEmail: z.string(),
  /**
   * how often the church has saved each setting, by its key; 0 if it was never saved. `If-Match`
   * compares with it
   */
  versions: z.record(z.string(), z.number().int()),
});
export type Settings = z.infer<typeof settings>;

/** A church with which a visitor may register on a host for several churches. */
export const publicChurch = z.object({ slug: z.string(), name: z.string() });
export type PublicChurch = z.infer<typeof publicChurch>;

export const siteImageTypes = ['logo', 'leadership', 'banner', 'background', 'other'] as const;
export const siteImage = z.object({
  id,
  /** the number of changes that users have saved, plus 1. `If-Match` compares with it */
  version: z.number().int(),
  type: z.enum(siteImageTypes),
  title: z.string(),
  description: z.string().nullable(),
  imageUrl: z.string(),
  active: z.boolean(),
  position: z.number().int(),
  createdAt: timestamp,
  updatedAt: timestamp,
});
export type SiteImage = z.infer<typeof siteImage>;
/**
 * Without `limit`, the answer has all pictures in the order of their type. With `limit`, the types
 * are in the order of `siteImageTypes`, and the header `Link` contains the next `cursor`. `q` is a
 * part of a title or description.
 */
export const siteImageQuery = z.strictObject({
  type: z.enum(siteImageTypes).optional(),
  active: z.enum(['true', 'false']).optional(),
  q: searchText.optional(),
  limit: z.coerce.number().int().min(1).max(1000).optional(),
  cursor: z.string().max(4000).optional(),
});
