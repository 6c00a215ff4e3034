import path from 'node:path';
import type { z } from 'zod';
import { KeyRing } from '#libs/sealed';
import {
  sendsPasswordInTheClear,
  demandsEncryption,
  withoutEncryption,
  leavesPublicSuffix,
  sentence,
  isLoopback,
} from './config-checks.js';
import { schema } from './config-schema.js';

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
    throw new Error(
      result.error.issues
        .map((issue) => `The environment variable ${String(issue.path[0])} ${sentence(issue)}.`)
        .join('\n'),
    );
  }
  if ((result.data.DATABASE_URL === undefined) !== (result.data.DATABASE_OWNER_URL === undefined)) {
    throw new Error(
      'DATABASE_URL and DATABASE_OWNER_URL go together: the application connects with the one, migrations run with the other.',
    );
  }
  for (const variable of ['DATABASE_URL', 'DATABASE_OWNER_URL'] as const) {
    const address = result.data[variable];
    if (address === undefined) continue;
    if (demandsEncryption(address))
      throw new Error(
        `${variable} demands encryption with sslmode, but the program does not encrypt this connection: remove sslmode, and use a private network or an encrypted tunnel.`,
      );
    result.data[variable] = withoutEncryption(address);
  }
  if (result.data.EVENT_STORE === 'eventstoredb' && result.data.EVENTSTORE_URL === undefined) {
    throw new Error('EVENT_STORE=eventstoredb needs EVENTSTORE_URL, an esdb:// address.');
  }
  const { BASE_URL, PORTAL_HOST } = result.data;
  if (BASE_URL && new URL(BASE_URL).hostname === PORTAL_HOST)
    throw new Error(
      'BASE_URL must name the host where people sign in; on PORTAL_HOST churches register, and nothing else.',
    );
  if (leavesPublicSuffix(PORTAL_HOST))
    throw new Error(
      `PORTAL_HOST must be a host below a domain of your own, such as portal.${PORTAL_HOST}. The churches get hosts beside it, and those beside ${PORTAL_HOST} belong to other people.`,
    );
  for (const names of together) {
    const missing = names.filter((name) => result.data[name] === undefined);
    if (missing.length > 0 && missing.length < names.length)
      throw new Error(`${list(names)} go together. Missing: ${list(missing)}.`);
  }
  const {
    STRIPE_SECRET_KEY,
    STRIPE_PUBLISHABLE_KEY,
    STRIPE_PRICES,
    SMTP_URL,
    HOST,
    SESSION_SECRET,
  } = result.data;
  if (STRIPE_SECRET_KEY && modeOf(STRIPE_SECRET_KEY) !== modeOf(STRIPE_PUBLISHABLE_KEY!)) {
    throw new Error(
      'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must be of one mode: both test, or both live.',
    );
  }
  if (!STRIPE_SECRET_KEY && Object.keys(STRIPE_PRICES).length > 0)
    throw new Error('STRIPE_PRICES needs STRIPE_SECRET_KEY.');
  if (SMTP_URL && Boolean(new URL(SMTP_URL).username) !== Boolean(new URL(SMTP_URL).password))
    throw new Error('SMTP_URL has a user without a password, or a password without a user.');
  if (SMTP_URL && sendsPasswordInTheClear(new URL(SMTP_URL)))
    throw new Error(
      'SMTP_URL has a password, which the program sends with encryption only: remove requireTLS, or use a mail server on this machine.',
    );
  // a published constant protects sessions and second factors only where nobody else comes
  if (!SESSION_SECRET && BASE_URL?.startsWith('https:'))
    throw new Error(
      'SESSION_SECRET is needed where BASE_URL is https: give a long random text, and keep it.',
    );
  if (!SESSION_SECRET && isPublic(result.data))
    throw new Error(
      'SESSION_SECRET is needed where BASE_URL is public, not an address of this machine: give a long random text, and keep it.',
    );
  if (!SESSION_SECRET && !isLoopback(HOST))
    throw new Error(
      'SESSION_SECRET is needed where HOST is not this machine alone: give a long random text, and keep it.',
    );
  return result.data;
}

/** All of them or none. */
const together = [
  ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'],
  ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'],
  ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
  ['SMTP_URL', 'MAIL_FROM'],
  ['INBOUND_MAIL_DOMAIN', 'INBOUND_MAIL_SECRET'],
] as const;
const list = (names: readonly string[]) =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)!}`;
const modeOf = (key: string) => key.split('_')[1];

/** Without SESSION_SECRET, on a machine of one's own, hashes are still one-way; the secret makes a copied table useless elsewhere. */
export const sessionSecret = (config: Config) => config.SESSION_SECRET ?? 'church-connect';

/** What seals messages to the pastor; never `SESSION_SECRET`, which may be changed without loss. */
export const keyRingOf = ({ MESSAGE_KEYS, DATA_DIR }: Config) =>
  new KeyRing(MESSAGE_KEYS, path.resolve(DATA_DIR, 'message-keys'));

/** The address that links in emails lead to; never taken from a request. */
export const baseUrl = (config: Config) => config.BASE_URL ?? `http://localhost:${config.PORT}`;

/** The hosts of `BASE_URL` and `PORTAL_HOST`, which no church may have. */
export const ownHosts = (config: Config) => [
  new URL(baseUrl(config)).hostname.toLowerCase(),
  config.PORTAL_HOST.toLowerCase(),
];

/** Where a church's people find it: `<slug>` beside the portal's host. */
export const churchUrl = (config: Config, slug: string) =>
  originOf(config, `${slug}${config.PORTAL_HOST.slice(config.PORTAL_HOST.indexOf('.'))}`);

/** Another host of ours, under the scheme and port of `BASE_URL`. */
export function originOf(config: Config, hostname: string): string {
  const url = new URL(baseUrl(config));
  url.hostname = hostname;
  return url.origin;
}

/** Whether people can come from elsewhere; decided by what is configured, never by who asks. */
export const isPublic = ({ BASE_URL }: Config) =>
  BASE_URL !== undefined && !isLoopback(new URL(BASE_URL).hostname);
