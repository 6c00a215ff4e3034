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
 * Reads and checks the environment. Empty variables count as absent.
 * @throws Error with a sentence about each wrong variable
 */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const variables = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== ''),
  );
  const result = schema.safeParse(variables);
  if (!result.success) {
    throw new Error(
      result.error.issues
        .map((issue) => `The environment variable ${String(issue.path[0])} ${sentence(issue)}.`)
        .join('\n'),
    );
  }
  const config = result.data;
  checkConnectionUrls(config);
  checkHosts(config);
  checkGroups(config);
  checkStripe(config);
  checkMail(config);
  checkSessionSecret(config);
  return config;
}

/**
 * Checks the connection URLs of PostgreSQL (one for each role) and of EventStoreDB. Removes the
 * parameters about TLS from them.
 */
function checkConnectionUrls(config: Config): void {
  if ((config.DATABASE_URL === undefined) !== (config.DATABASE_OWNER_URL === undefined)) {
    throw new Error(
      'DATABASE_URL and DATABASE_OWNER_URL go together: ' +
        'the application connects with the one, migrations run with the other.',
    );
  }
  for (const variable of ['DATABASE_URL', 'DATABASE_OWNER_URL'] as const) {
    const address = config[variable];
    if (address === undefined) continue;
    if (demandsEncryption(address))
      throw new Error(
        `${variable} demands encryption with sslmode, ` +
          'but the program does not encrypt this connection: remove sslmode, ' +
          'and use a private network or an encrypted tunnel.',
      );
    config[variable] = withoutEncryption(address);
  }
  if (config.EVENT_STORE === 'eventstoredb' && config.EVENTSTORE_URL === undefined)
    throw new Error('EVENT_STORE=eventstoredb needs EVENTSTORE_URL, an esdb:// address.');
}

function checkHosts({ BASE_URL, PORTAL_HOST }: Config): void {
  if (BASE_URL && new URL(BASE_URL).hostname === PORTAL_HOST)
    throw new Error(
      'BASE_URL must name the host where people sign in; ' +
        'on PORTAL_HOST churches register, and nothing else.',
    );
  if (leavesPublicSuffix(PORTAL_HOST))
    throw new Error(
      'PORTAL_HOST must be a host below a domain of your own, ' +
        `such as portal.${PORTAL_HOST}. The churches get hosts beside it, ` +
        `and those beside ${PORTAL_HOST} belong to other people.`,
    );
}

function checkGroups(config: Config): void {
  for (const names of groups) {
    const missing = names.filter((name) => config[name] === undefined);
    if (missing.length > 0 && missing.length < names.length)
      throw new Error(`${list(names)} go together. Missing: ${list(missing)}.`);
  }
}

function checkStripe({ STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_PRICES }: Config): void {
  if (
    STRIPE_SECRET_KEY &&
    stripeKeyMode(STRIPE_SECRET_KEY) !== stripeKeyMode(STRIPE_PUBLISHABLE_KEY!)
  )
    throw new Error(
      'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must be of one mode: ' +
        'both test, or both live.',
    );
  if (!STRIPE_SECRET_KEY && Object.keys(STRIPE_PRICES).length > 0)
    throw new Error('STRIPE_PRICES needs STRIPE_SECRET_KEY.');
}

function checkMail({ SMTP_URL }: Config): void {
  if (!SMTP_URL) return;
  const { username, password } = new URL(SMTP_URL);
  if (Boolean(username) !== Boolean(password))
    throw new Error('SMTP_URL has a user without a password, or a password without a user.');
  if (sendsPasswordInTheClear(new URL(SMTP_URL)))
    throw new Error(
      'SMTP_URL has a password, which the program sends with encryption only: ' +
        'remove requireTLS, or use a mail server on this machine.',
    );
}

/**
 * Requires a SESSION_SECRET unless only this machine can reach the program. The constant that
 * replaces it is published, and would not protect sessions and second factors from other people.
 */
function checkSessionSecret(config: Config): void {
  if (config.SESSION_SECRET) return;
  if (config.BASE_URL?.startsWith('https:'))
    throw new Error(
      'SESSION_SECRET is needed where BASE_URL is https: give a long random text, and keep it.',
    );
  if (isPublic(config))
    throw new Error(
      'SESSION_SECRET is needed where BASE_URL is public, not an address of this machine: ' +
        'give a long random text, and keep it.',
    );
  if (!isLoopback(config.HOST))
    throw new Error(
      'SESSION_SECRET is needed where HOST is not this machine alone: ' +
        'give a long random text, and keep it.',
    );
}

/** Groups of variables that must all be set, or none of them. */
const groups = [
  ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'],
  ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'],
  ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
  ['SMTP_URL', 'MAIL_FROM'],
  ['INBOUND_MAIL_DOMAIN', 'INBOUND_MAIL_SECRET'],
] as const;
const list = (names: readonly string[]) =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)!}`;
const stripeKeyMode = (key: string) => key.split('_')[1];

/**
 * Returns the secret for hashes and encryption. Without SESSION_SECRET, which is optional if only
 * this machine can reach the program, it is a published constant.
 */
export const sessionSecret = (config: Config) => config.SESSION_SECRET ?? 'church-connect';

/**
 * Returns the keys that encrypt messages to the pastor. They do not depend on `SESSION_SECRET`,
 * which the operator may change.
 */
export const keyRingOf = ({ MESSAGE_KEYS, DATA_DIR }: Config) =>
  new KeyRing(MESSAGE_KEYS, path.resolve(DATA_DIR, 'message-keys'));

/** Returns the address for links in emails. It never depends on a request. */
export const baseUrl = (config: Config) => config.BASE_URL ?? `http://localhost:${config.PORT}`;

/** Returns the hosts of `BASE_URL` and `PORTAL_HOST`, which no church may have. */
export const ownHosts = (config: Config) => [
  new URL(baseUrl(config)).hostname.toLowerCase(),
  config.PORTAL_HOST.toLowerCase(),
];

/** Returns the address of a church: the host `<slug>` in the domain of the portal's host. */
export const churchUrl = (config: Config, slug: string) =>
  originOf(config, `${slug}${config.PORTAL_HOST.slice(config.PORTAL_HOST.indexOf('.'))}`);

/** Returns the address of another host, with the scheme and port of `BASE_URL`. */
export function originOf(config: Config, hostname: string): string {
  const url = new URL(baseUrl(config));
  url.hostname = hostname;
  return url.origin;
}

/** Returns whether other machines can reach the program, according to its configuration. */
export const isPublic = ({ BASE_URL }: Config) =>
  BASE_URL !== undefined && !isLoopback(new URL(BASE_URL).hostname);
