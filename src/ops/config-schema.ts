import { z } from 'zod';
import { emailAddress, emailPattern, planIds } from '#libs/contracts';
import {
  isOrigin,
  areNetworks,
  isNameServer,
  normalizeOrigin,
  isIssuer,
  readBucket,
} from './config-checks.js';

const flag = z.enum(['0', '1']).transform((value) => value === '1');
/** Reads `a=1,b=2` as an object. */
const readPairs = (text: string) =>
  Object.fromEntries(
    text
      .split(',')
      .map((pair) => pair.trim())
      .filter(Boolean)
      .map((pair) => pair.split('=', 2).map((part) => part.trim()) as [string, string]),
  );
export const schema = z.object({
  PORT: z.coerce.number('must be a port number').int().min(0).max(65_535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must be a postgresql:// address' })
    .optional(),
  DATABASE_OWNER_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must be a postgresql:// address' })
    .optional(),
  EVENT_STORE: z
    .enum(['postgres', 'eventstoredb'], 'must be postgres or eventstoredb')
    .default('postgres'),
  EVENTSTORE_URL: z
    .string()
    .regex(/^esdb(\+discover)?:\/\/./, 'must be an esdb:// address')
    .optional(),
  BASE_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http(s) address' })
    .refine(isOrigin, 'must have no path, query or user name')
    .transform(normalizeOrigin)
    .optional(),
  PORTAL_HOST: z
    .string()
    .toLowerCase()
    .regex(
      /^(?![\d.]+$)[a-z\d-]+(\.[a-z\d-]+)+\.?$/,
      'must be a host name with at least one dot, such as portal.example.org',
    )
    .default('portal.localhost'),
  TRUST_PROXY: z
    .string()
    .refine(
      areNetworks,
      'must be IP addresses or networks such as 127.0.0.1,10.0.0.0/8, with commas between them',
    )
    .optional(),
  DEMO: flag.default(true),
  OWNER_EMAIL: emailAddress('must be an email address').optional(),
  SESSION_SECRET: z.string().min(16, 'must have at least 16 characters').optional(),
  MESSAGE_KEYS: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((key) => key.trim())
        .filter(Boolean),
    )
    .pipe(
      z.array(
        z
          .string()
          .min(
            32,
            'must be keys of at least 32 characters, newest first, with commas between them',
          ),
      ),
    ),
  FILES_URL: z.string().transform(readBucket).optional(),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' })
    .optional(),
  MAIL_FROM: z.string().regex(emailPattern, 'must be an email address').optional(),
  INBOUND_MAIL_DOMAIN: z
    .string()
    .toLowerCase()
    .regex(/^[a-z\d-]+(\.[a-z\d-]+)+$/, 'must be a domain, such as reply.example.org')
    .optional(),
  INBOUND_MAIL_SECRET: z.string().min(16, 'must have at least 16 characters').optional(),
  DNS_SERVER: z
    .string()
    .refine(isNameServer, 'must be an IP address, with a port if it is not 53')
    .optional(),
  PROMO_CODES: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((code) => code.trim().toUpperCase())
        .filter(Boolean),
    ),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(
      /^[sr]k_(test|live)_\w+$/,
      'must be a secret or restricted key of Stripe, such as sk_test_…',
    )
    .optional(),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_(test|live)_\w+$/, 'must be a publishable key of Stripe, such as pk_test_…')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_/, 'must be the signing secret of a webhook, whsec_…')
    .optional(),
  STRIPE_API_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http(s) address' })
    .default('https://api.stripe.com'),
  STRIPE_PRICES: z
    .string()
    .default('')
    .transform(readPairs)
    .pipe(
      z.partialRecord(
        z.enum(planIds),
        z.string().regex(/^price_/),
        'must be like basic=price_…,standard=price_…',
      ),
    ),
  OIDC_ISSUER: z
    .string()
    .refine(isIssuer, 'must be an https:// address; http:// serves on this machine only')
    .optional(),
  OIDC_CLIENT_ID: z.string().min(1).optional(),
  OIDC_CLIENT_SECRET: z.string().min(1).optional(),
  TWILIO_ACCOUNT_SID: z
    .string()
    .regex(/^AC\w+$/, 'must be an account SID, AC…')
    .optional(),
  TWILIO_AUTH_TOKEN: z.string().min(1).optional(),
  TWILIO_FROM: z
    .string()
    .regex(
      /^(\+\d{7,15}|MG\w+)$/,
      'must be a number such as +15551234567, or a messaging service, MG…',
    )
    .optional(),
  TWILIO_API_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http(s) address' })
    .default('https://api.twilio.com'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});
