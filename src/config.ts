import { z } from 'zod';
import { planIds } from '#libs/contracts';

const flag = z.enum(['0', '1']).transform((value) => value === '1');
/** `a=1,b=2` as an object */
const pairs = (text: string) => Object.fromEntries(text.split(',').map((pair) => pair.trim()).filter(Boolean).map((pair) => pair.split('=', 2).map((part) => part.trim()) as [string, string]));
const schema = z.object({
  PORT: z.coerce.number('must be a port number').int().min(0).max(65_535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgresql:// address' }).optional(),
  DATABASE_OWNER_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgresql:// address' }).optional(),
  EVENT_STORE: z.enum(['postgres', 'eventstoredb'], 'must be postgres or eventstoredb').default('postgres'),
  EVENTSTORE_URL: z.string().regex(/^(esdb|kurrentdb)(\+discover)?:\/\//, 'must be an esdb:// address').optional(),
  BASE_URL: z.url({ protocol: /^https?$/, error: 'must be an http(s) address' }).optional(),
  PORTAL_HOST: z.string().min(1).toLowerCase().default('portal.localhost'),
  TRUST_PROXY: z.string().optional(),
  DEMO: flag.default(true),
  OWNER_EMAIL: z.email('must be an e-mail address').optional(),
  SESSION_SECRET: z.string().min(16, 'must have at least 16 characters').optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' }).optional(),
  MAIL_FROM: z.email('must be an e-mail address').default('no-reply@church-connect.invalid'),
  DNS_SERVER: z.string().regex(/^[\w.:[\]-]+$/, 'must be an address, with a port if it is not 53').optional(),
  PROMO_CODES: z.string().default('').transform((text) => text.split(',').map((code) => code.trim().toUpperCase()).filter(Boolean)),
  STRIPE_SECRET_KEY: z.string().regex(/^[sr]k_/, 'must be a secret or restricted key of Stripe').optional(),
  STRIPE_PUBLISHABLE_KEY: z.string().regex(/^pk_/, 'must be a publishable key of Stripe').optional(),
  STRIPE_WEBHOOK_SECRET: z.string().min(1).optional(),
  STRIPE_API_URL: z.url({ protocol: /^https?$/, error: 'must be an http(s) address' }).default('https://api.stripe.com'),
  STRIPE_PRICES: z.string().default('').transform(pairs).pipe(z.partialRecord(z.enum(planIds), z.string().regex(/^price_/), 'must be like basic=price_…,standard=price_…')),
  OIDC_ISSUER: z.string().refine(isIssuer, 'must be an https:// address; http:// serves on this machine only').optional(),
  OIDC_CLIENT_ID: z.string().min(1).optional(),
  OIDC_CLIENT_SECRET: z.string().min(1).optional(),
  TWILIO_ACCOUNT_SID: z.string().min(1).optional(),
  TWILIO_AUTH_TOKEN: z.string().min(1).optional(),
  TWILIO_FROM: z.string().min(1).optional(),
  TWILIO_API_URL: z.url({ protocol: /^https?$/, error: 'must be an http(s) address' }).default('https://api.twilio.com'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

export type Config = z.output<typeof schema>;
export const Config = Symbol('config');

/**
 * Reads and checks the environment; an empty variable counts as absent.
 * @throws Error with a sentence that names each wrong variable
 */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const result = schema.safeParse(given);
  if (!result.success) {
    throw new Error(result.error.issues.map((issue) => `The environment variable ${issue.path.join('.')} ${sentence(issue)}.`).join('\n'));
  }
  if ((result.data.DATABASE_URL === undefined) !== (result.data.DATABASE_OWNER_URL === undefined)) {
    throw new Error('DATABASE_URL and DATABASE_OWNER_URL go together: the application connects with the one, migrations run with the other.');
  }
  if (result.data.EVENT_STORE === 'eventstoredb' && result.data.EVENTSTORE_URL === undefined) {
    throw new Error('EVENT_STORE=eventstoredb needs EVENTSTORE_URL, an esdb:// address.');
  }
  const { BASE_URL, PORTAL_HOST } = result.data;
  if (BASE_URL && new URL(BASE_URL).hostname === PORTAL_HOST) throw new Error('BASE_URL must name the host where people sign in; on PORTAL_HOST churches register, and nothing else.');
  const twilio = [result.data.TWILIO_ACCOUNT_SID, result.data.TWILIO_AUTH_TOKEN, result.data.TWILIO_FROM];
  if (twilio.some(Boolean) && !twilio.every(Boolean)) throw new Error('TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM go together.');
  const openId = [result.data.OIDC_ISSUER, result.data.OIDC_CLIENT_ID, result.data.OIDC_CLIENT_SECRET];
  if (openId.some(Boolean) && !openId.every(Boolean)) throw new Error('OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET go together.');
  return result.data;
}

/** The address that links in letters lead to; never taken from a request. */
export const baseUrl = (config: Config) => config.BASE_URL ?? `http://localhost:${config.PORT}`;

/** The hosts of `BASE_URL` and `PORTAL_HOST`, which no church may have. */
export const ownHosts = (config: Config) => [new URL(baseUrl(config)).hostname.toLowerCase(), config.PORTAL_HOST.toLowerCase()];

/** Where a church's people find it: `<slug>` beside the portal's host. */
export const churchUrl = (config: Config, slug: string) => originOf(config, `${slug}${config.PORTAL_HOST.slice(config.PORTAL_HOST.indexOf('.'))}`);

/** Another host of ours, under the scheme and port of `BASE_URL`. */
export function originOf(config: Config, hostname: string): string {
  const url = new URL(baseUrl(config));
  url.hostname = hostname;
  return url.origin;
}

const sentence = (issue: z.core.$ZodIssue) => (issue.message.startsWith('must') ? issue.message : `is wrong: ${issue.message}`);

/** Tokens must not cross a network in the open. */
function isIssuer(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
}

export const isLoopback = (host: string) => host === 'localhost' || host === '::1' || host === '[::1]' || /^127\.[\d.]+$/.test(host);
