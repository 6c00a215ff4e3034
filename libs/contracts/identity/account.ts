import { z } from 'zod';
import { text, timestamp } from '../common.js';
import { emailInput, password } from './identity.js';
import { invalidPhone, phonePattern } from '../phone.js';

const token = z.string().min(1).max(100);

/**
 * `password` is the password of the account. `newPassword` is a new password, for an email address
 * that nobody has confirmed yet. Without either, the answer asks for the one that is needed.
 */
export const verifyEmailRequest = z.strictObject({
  token,
  password: z.string().max(200).optional(),
  newPassword: password.optional(),
});
export type VerifyEmailRequest = z.input<typeof verifyEmailRequest>;
/** Asks whether the link of an email still works. `for` is the page that the link opens. */
export const linkRequest = z.strictObject({
  token,
  for: z.enum(['verify-email', 'reset-password']),
});
export type LinkRequest = z.input<typeof linkRequest>;
/** The time when the newest email with such a link was sent. */
export const linkAnswer = z.object({ newerSentAt: timestamp });
export type LinkAnswer = z.infer<typeof linkAnswer>;
export const forgotPasswordRequest = z.strictObject({ email: emailInput });
export type ForgotPasswordRequest = z.input<typeof forgotPasswordRequest>;
export const resetPasswordRequest = z.strictObject({ token, password });
export const changePasswordRequest = z.strictObject({
  currentPassword: z.string().max(200),
  newPassword: password,
});
export type ChangePasswordRequest = z.input<typeof changePasswordRequest>;

/** A session of the account in one browser. */
export const deviceSession = z.object({
  id: z.string(),
  /** whether it is the session of the request */
  current: z.boolean(),
  /** the browser and the operating system, if the browser names them */
  device: z.string(),
  createdAt: timestamp,
  seenAt: timestamp,
});
export type DeviceSession = z.infer<typeof deviceSession>;

export const phoneInput = z
  .string()
  .trim()
  .max(30)
  .refine((value) => value === '' || phonePattern.test(value), invalidPhone)
  .nullable();

const name = (message: string) => text(100, message).pipe(z.string().min(1, message));

/**
 * `PUT /api/auth/profile`. The names are required; another field that is absent stays as it is. The
 * email address is accepted as it is and never changed here.
 */
export const profileRequest = z.strictObject({
  firstName: name('First name is required'),
  lastName: name('Last name is required'),
  email: emailInput.optional(),
  phone: phoneInput.optional(),
  bio: text(2_000).nullable().optional(),
});
export type ProfileRequest = z.input<typeof profileRequest>;

export const profilePicture = z.object({ profileImageUrl: z.string() });
export type ProfilePicture = z.infer<typeof profilePicture>;

export const factors = ['authenticator', 'sms'] as const;
export type Factor = (typeof factors)[number];

/** The second factor and the sign-in methods of the account. */
export const security = z.object({
  hasPassword: z.boolean(),
  emailVerified: z.boolean(),
  factor: z.enum(factors).nullable(),
  /** the last digits of the phone number to which codes are sent */
  factorPhone: z.string().nullable(),
  /** the number of recovery codes that were not used yet */
  recoveryCodes: z.number().int(),
  /** whether this server can send codes by SMS */
  smsAvailable: z.boolean(),
});
export type Security = z.infer<typeof security>;

const code = z.string().trim().min(6, 'Please enter the code').max(20);
export const setUpFactorRequest = z.strictObject({
  method: z.enum(factors),
  password: z.string('Please enter your password.').max(200),
});
/** The secret for an authenticator app, as a text and as a QR code. For SMS, they are null. */
export const factorSetUp = z.object({
  method: z.enum(factors),
  secret: z.string().nullable(),
  uri: z.string().nullable(),
  phone: z.string().nullable(),
});
export type FactorSetUp = z.infer<typeof factorSetUp>;
export const confirmFactorRequest = z.strictObject({ code });
/** New recovery codes. Only their hashes are stored, so that they are shown only once. */
export const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });
export type RecoveryCodes = z.infer<typeof recoveryCodes>;
/**
 * The proof for turning the second factor off and for new recovery codes: the password or a code.
 */
export const proveRequest = z.strictObject({
  password: z.string().max(200).optional(),
  code: code.optional(),
});
export type ProveRequest = z.input<typeof proveRequest>;
export const loginFactorRequest = z.strictObject({ code });
/**
 * The second factor that a sign-in in this browser waits for; null if there is none or it ended.
 */
export const waitingSignIn = z.object({ method: z.enum(factors).nullable() });
export type WaitingSignIn = z.infer<typeof waitingSignIn>;
