import { Resolver } from 'node:dns';
import net from 'node:net';
import { parse as parseHost } from 'tldts';
import { z } from 'zod';
import type { Bucket } from '#libs/files';

/** Whether the address switches TLS off for a mail server elsewhere that is sent a password. */
export function sendsPasswordInTheClear({
  protocol,
  hostname,
  password,
  searchParams,
}: URL): boolean {
  const isElsewhere = protocol === 'smtp:' && !isLoopback(hostname);
  const isTlsOff = searchParams.getAll('requireTLS').some((value) => value !== 'true');
  return isElsewhere && password !== '' && isTlsOff;
}

/** Whether the address of a database asks for a connection that is always encrypted. */
export function demandsEncryption(address: string): boolean {
  const { searchParams } = new URL(address);
  const sslmode = searchParams.get('sslmode') ?? 'prefer';
  return (
    !['disable', 'allow', 'prefer'].includes(sslmode) ||
    !['false', '0'].includes(searchParams.get('ssl') ?? '0') ||
    ['sslcert', 'sslkey', 'sslrootcert'].some((name) => searchParams.has(name))
  );
}

/**
 * Removes the settings of encryption from the address of a database, because the client of PostgreSQL would insist on
 * encryption for `sslmode=prefer` as well.
 */
export function withoutEncryption(address: string): string {
  const url = new URL(address);
  if (!/[?&]ssl/.test(url.search)) return address;
  for (const name of ['sslmode', 'ssl']) url.searchParams.delete(name);
  return url.href;
}

/** Whether an address has nothing but a scheme, a host and a port; one slash at its end is accepted. */
export function isOrigin(address: string): boolean {
  const { pathname, search, hash, username, password } = new URL(address);
  return pathname === '/' && [search, hash, username, password].every((part) => part === '');
}

/** Whether the text is a list of IP addresses and CIDR networks, which Fastify can compare addresses with. */
export function areNetworks(text: string): boolean {
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
export function isNameServer(text: string): boolean {
  try {
    new Resolver().setServers([text]);
    return true;
  } catch {
    return false;
  }
}

/**
 * Writes scheme and host in lower case, and leaves out the port that the scheme implies, so that
 * texts can be compared.
 */
export function normalizeOrigin(address: string): string {
  return new URL(address).href.replace(/\/$/, '');
}

/**
 * Whether the part after the first dot of a host name is a public suffix, such as `org`, `co.uk` or `github.io`, below
 * which anybody can have a name. Names without a listed suffix (`portal.localhost`, `portal.lan`) are accepted.
 */
export function leavesPublicSuffix(host: string): boolean {
  const domain = host.slice(host.indexOf('.') + 1).replace(/\.$/, '');
  const { publicSuffix, isIcann, isPrivate } = parseHost(domain, { allowPrivateDomains: true });
  return publicSuffix === domain && (isIcann === true || isPrivate === true);
}

export function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

export const sentence = (issue: z.core.$ZodIssue) =>
  issue.message.startsWith('must') ? issue.message : `is wrong: ${issue.message}`;

/** Whether a text is the address of an OpenID provider: HTTPS, or HTTP on this machine. */
export function isIssuer(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
}

/** Names under `.localhost` are this machine's too (RFC 6761). */
export const isLoopback = (host: string) =>
  host === 'localhost' ||
  host.endsWith('.localhost') ||
  host === '::1' ||
  host === '[::1]' ||
  /^127\.[\d.]+$/.test(host);

/** `s3://KEY:SECRET@bucket?region=…&endpoint=https://…` */
export function readBucket(text: string, context: z.RefinementCtx): Bucket {
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
