import { Resolver } from 'node:dns';
import net from 'node:net';
import { parse as parseHost } from 'tldts';
import { z } from 'zod';
import type { Bucket } from '#libs/files';

/** Returns whether a password would be sent without TLS to a mail server on another machine. */
export function sendsPasswordInTheClear({
  protocol,
  hostname,
  password,
  searchParams,
}: URL): boolean {
  const isOtherMachine = protocol === 'smtp:' && !isLoopback(hostname);
  const isTlsOptional = searchParams.getAll('requireTLS').some((value) => value !== 'true');
  return isOtherMachine && password !== '' && isTlsOptional;
}

/** Returns whether the address of a database requires an encrypted connection. */
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
 * Removes the settings of encryption from the address of a database. The PostgreSQL client would
 * require encryption for `sslmode=prefer`, too.
 */
export function withoutEncryption(address: string): string {
  const url = new URL(address);
  if (!/[?&]ssl/.test(url.search)) return address;
  for (const name of ['sslmode', 'ssl']) url.searchParams.delete(name);
  return url.href;
}

/** Returns whether an address has only a scheme, a host, a port, and perhaps a slash at the end. */
export function isOrigin(address: string): boolean {
  const { pathname, search, hash, username, password } = new URL(address);
  return pathname === '/' && [search, hash, username, password].every((part) => part === '');
}

/**
 * Returns whether a text is a value of Fastify's `trustProxy`: IP addresses, CIDR networks and the
 * names of networks that Fastify knows, separated by commas.
 */
export function areNetworks(text: string): boolean {
  return text.split(',').every((part) => {
    if (['loopback', 'linklocal', 'uniquelocal'].includes(part.trim())) return true;
    const [address = '', prefixLength, ...rest] = part.trim().split('/');
    const version = net.isIP(address);
    if (version === 0 || rest.length > 0) return false;
    if (prefixLength === undefined) return true;
    return (
      /^\d{1,3}$/.test(prefixLength) &&
      Number(prefixLength) >= 1 &&
      Number(prefixLength) <= (version === 4 ? 32 : 128)
    );
  });
}

/** Returns whether Node.js accepts a text as the address of a name server. */
export function isNameServer(text: string): boolean {
  try {
    new Resolver().setServers([text]);
    return true;
  } catch {
    return false;
  }
}

/**
 * Writes the scheme and the host in lower case, and removes the default port of the scheme, so that
 * origins can be compared.
 */
export function normalizeOrigin(address: string): string {
  return new URL(address).href.replace(/\/$/, '');
}

/**
 * Returns whether the part after the first dot of a host name is a public suffix, such as `org`,
 * `co.uk` or `github.io`. Anybody can register a name below a public suffix. Names without a listed
 * suffix (`portal.localhost`, `portal.lan`) are accepted.
 */
export function leavesPublicSuffix(host: string): boolean {
  const domain = host.slice(host.indexOf('.') + 1).replace(/\.$/, '');
  const { publicSuffix, isIcann, isPrivate } = parseHost(domain, { allowPrivateDomains: true });
  return publicSuffix === domain && (isIcann === true || isPrivate === true);
}

/** Decodes a part of an address. Returns undefined if it is not encoded correctly. */
export function decodePart(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Returns the end of a sentence about a variable, such as "must be a port number". */
export const sentence = (issue: z.core.$ZodIssue) =>
  issue.message.startsWith('must') ? issue.message : `is wrong: ${issue.message}`;

/**
 * Returns whether a text can be the address of an OpenID provider: HTTPS, or HTTP on this machine.
 */
export function isIssuer(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
}

/**
 * Returns whether a host is this machine. Names below `.localhost` are this machine, too (RFC
 * 6761).
 */
export const isLoopback = (host: string) =>
  host === 'localhost' ||
  host.endsWith('.localhost') ||
  host === '::1' ||
  host === '[::1]' ||
  /^127\.[\d.]+$/.test(host);

const isBucketAddress = ({ protocol, host, pathname }: URL): boolean =>
  protocol === 's3:' && /^[\w.-]{3,63}$/.test(host) && ['', '/'].includes(pathname);

const isHttpAddress = (text: string): boolean =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

/** Reads an address such as `s3://KEY:SECRET@bucket?region=…&endpoint=https://…`. */
export function readBucket(text: string, context: z.RefinementCtx): Bucket {
  const problem = (message: string) => {
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  };
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !isBucketAddress(url))
    return problem('must be like s3://KEY:SECRET@bucket?region=us-east-1');
  const { region, endpoint, ...otherParameters } = Object.fromEntries(url.searchParams);
  if (Object.keys(otherParameters).length > 0)
    return problem('must say nothing after the bucket but region and endpoint');
  if (endpoint !== undefined && !isHttpAddress(endpoint))
    return problem('must have an http(s) address as its endpoint');
  if (!region && !endpoint) return problem('must name a region: s3://bucket?region=us-east-1');
  if (Boolean(url.username) !== Boolean(url.password))
    return problem(
      'must have a key and a secret, or neither; a / or + in them is written %2F or %2B',
    );
  const [accessKeyId, secretAccessKey] = [url.username, url.password].map(decodePart);
  if (accessKeyId === undefined || secretAccessKey === undefined)
    return problem('must have a key and a secret, or neither; a % in them is written %25');
  return {
    bucket: url.host,
    region: region ?? 'us-east-1',
    endpoint,
    credentials: accessKeyId ? { accessKeyId, secretAccessKey } : undefined,
  };
}
