import { Resolver } from 'node:dns';
import net from 'node:net';
import path from 'node:path';
import { parse as parseHost } from 'tldts';
import { z } from 'zod';
import { emailAddress, emailPattern, planIds } from '#libs/contracts';
import type { Bucket } from '#libs/files';
import { KeyRing } from '#libs/sealed';

const flag = z.enum(['0', '1']).transform((value) => value === '1');
/** `a=1,b=2` as an object */
const pairs = (text: string) =>
  Object.fromEntries(
    text
      .split(',')
      .map((pair) => pair.trim())
      .filter(Boolean)
      .map((pair) => pair.split('=', 2).map((part) => part.trim()) as [string, string]),
  );
const schema = z.object({
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
    .transform(pairs)
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

/** Whether the address switches TLS off for a mail server elsewhere that is sent a password. */
function sendsPasswordInTheClear({ protocol, hostname, password, searchParams }: URL): boolean {
  const isElsewhere = protocol === 'smtp:' && !isLoopback(hostname);
  const isTlsOff = searchParams.getAll('requireTLS').some((value) => value !== 'true');
  return isElsewhere && password !== '' && isTlsOff;
}

/** Whether the address of a database asks for a connection that is always encrypted. */
function demandsEncryption(address: string): boolean {
  const { searchParams } = new URL(address);
  const sslmode = searchParams.get('sslmode') ?? 'prefer';
  return (
    !['disable', 'allow', 'prefer'].includes(sslmode) ||
    !['false', '0'].includes(searchParams.get('ssl') ?? '0') ||
    ['sslcert', 'sslkey', 'sslrootcert'].some((name) => searchParams.has(name))
  );
}

/** The address without settings of encryption: the client of PostgreSQL would insist on it for `sslmode=prefer` as well. */
function withoutEncryption(address: string): string {
  const url = new URL(address);
  if (!/[?&]ssl/.test(url.search)) return address;
  for (const name of ['sslmode', 'ssl']) url.searchParams.delete(name);
  return url.href;
}

/** Whether an address has nothing but a scheme, a host and a port; one slash at its end is accepted. */
function isOrigin(address: string): boolean {
  const { pathname, search, hash, username, password } = new URL(address);
  return pathname === '/' && [search, hash, username, password].every((part) => part === '');
}

/** Whether the text is a list of IP addresses and CIDR networks, which Fastify can compare addresses with. */
function areNetworks(text: string): boolean {
  return text.split(',').every((part) => {
    if (['loopback', 'linklocal', 'uniquelocal'].includes(part.trim())) return true;
    const [address = '', bits, ...rest] = part.trim().split('/');
    const version = net.isIP(address);
    if (version === 0 || rest.length > 0) return false;
    if (bits === undefined) return true;
    return (
      /^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (version === 4 ? 32 : 128)
    );
  });
}

/** Whether Node.js accepts the text as the address of a name server. */
function isNameServer(text: string): boolean {
  try {
    new Resolver().setServers([text]);
    return true;
  } catch {
    return false;
  }
}

/** Scheme and host in lower case, without the port that the scheme implies: other parts of the program compare the text. */
function normalizeOrigin(address: string): string {
  return new URL(address).href.replace(/\/$/, '');
}

/**
 * Whether what follows the first dot of a host name is a public suffix, such as `org`, `co.uk` or `github.io`: anybody can
 * have a name below it. Names that are on no list (`portal.localhost`, `portal.lan`) lead nowhere on the public internet.
 */
function leavesPublicSuffix(host: string): boolean {
  const domain = host.slice(host.indexOf('.') + 1).replace(/\.$/, '');
  const { publicSuffix, isIcann, isPrivate } = parseHost(domain, { allowPrivateDomains: true });
  return publicSuffix === domain && (isIcann === true || isPrivate === true);
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

/** The address that links in letters lead to; never taken from a request. */
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

/** `s3://KEY:SECRET@bucket?region=…&endpoint=https://…` */
function readBucket(text: string, context: z.RefinementCtx): Bucket {
  const problem = (message: string) => {
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  };
  const url = URL.canParse(text) ? new URL(text) : null;
  if (
    url?.protocol !== 's3:' ||
    !/^[\w.-]{3,63}$/.test(url.host) ||
    !['', '/'].includes(url.pathname)
  )
    return problem('must be like s3://KEY:SECRET@bucket?region=us-east-1');
  const { region, endpoint, ...others } = Object.fromEntries(url.searchParams);
  if (Object.keys(others).length > 0)
    return problem('must say nothing after the bucket but region and endpoint');
  if (
    endpoint !== undefined &&
    !(URL.canParse(endpoint) && /^https?:$/.test(new URL(endpoint).protocol))
  )
    return problem('must have an http(s) address as its endpoint');
  if (!region && !endpoint) return problem('must name a region: s3://bucket?region=us-east-1');
  if (Boolean(url.username) !== Boolean(url.password))
    return problem(
      'must have a key and a secret, or neither; a / or + in them is written %2F or %2B',
    );
  const [accessKeyId, secretAccessKey] = [url.username, url.password].map(decoded);
  if (accessKeyId === undefined || secretAccessKey === undefined)
    return problem('must have a key and a secret, or neither; a % in them is written %25');
  return {
    bucket: url.host,
    region: region ?? 'us-east-1',
    endpoint,
    credentials: accessKeyId ? { accessKeyId, secretAccessKey } : undefined,
  };
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

const sentence = (issue: z.core.$ZodIssue) =>
  issue.message.startsWith('must') ? issue.message : `is wrong: ${issue.message}`;

/** Tokens must not cross a network in the open. */
function isIssuer(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
}

/** Whether people can come from elsewhere; decided by what is configured, never by who asks. */
export const isPublic = ({ BASE_URL }: Config) =>
  BASE_URL !== undefined && !isLoopback(new URL(BASE_URL).hostname);

/** Names under `.localhost` are this machine's too (RFC 6761). */
export const isLoopback = (host: string) =>
  host === 'localhost' ||
  host.endsWith('.localhost') ||
  host === '::1' ||
  host === '[::1]' ||
  /^127\.[\d.]+$/.test(host);
