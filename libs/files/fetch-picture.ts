import dns from 'node:dns';
import https from 'node:https';
import net from 'node:net';
import ipaddr from 'ipaddr.js';

const maxBytes = 5 * 1024 * 1024;
const maxRedirects = 3;
/** the milliseconds for the whole request */
const patience = 15_000;

/**
 * Tells whether the IP address belongs to the public Internet, and not to this or a local network.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const ip = ipaddr.process(address);
  if (ip.range() !== 'unicast') return false;
  // Of IPv6, only 2000::/3 is assigned to the public Internet. For example, `::7f00:1` is an old
  // spelling of 127.0.0.1.
  return ip.kind() === 'ipv4' || (ip as ipaddr.IPv6).parts[0]! >> 13 === 1;
}

/** Resolves a name to public addresses only, and connects to the address that was checked. */
const publicLookup: net.LookupFunction = (hostname, options, callback) => {
  dns.lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) {
      callback(error, []);
      return;
    }
    const open = addresses.filter(({ address }) => isPublicAddress(address));
    if (open.length === 0 || open.length < addresses.length) {
      callback(Object.assign(new Error('not a public address'), { code: 'EACCES' }), []);
      return;
    }
    if (options.all) callback(null, open);
    else callback(null, open[0]!.address, open[0]!.family);
  });
};

/**
 * Fetches the bytes of a picture: by https, from public IP addresses only (also after each
 * redirect), at most 5 MB, in at most 15 seconds. The caller detects the format by the bytes.
 * @param ask sends the requests; tests replace it
 * @returns null if the bytes cannot be fetched
 */
export async function fetchPicture(
  address: string,
  ask: typeof https.get = https.get,
): Promise<Buffer | null> {
  const signal = AbortSignal.timeout(patience);
  let url = new URL(address);
  for (let hops = 0; hops <= maxRedirects; hops++) {
    if (
      url.protocol !== 'https:' ||
      (net.isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0 &&
        !isPublicAddress(url.hostname.replace(/^\[|\]$/g, '')))
    )
      return null;
    const answer = await get(url, ask, signal).catch(() => null);
    if (answer === null || Buffer.isBuffer(answer)) return answer;
    if (!URL.canParse(answer, url.href)) return null;
    url = new URL(answer, url.href);
  }
  return null;
}

/** Returns the bytes, or the URL of a redirect, or null. */
function get(
  url: URL,
  ask: typeof https.get,
  signal: AbortSignal,
): Promise<Buffer | string | null> {
  return new Promise((resolve, reject) => {
    const request = ask(
      url,
      { lookup: publicLookup, signal, agent: false, headers: { accept: 'image/*' } },
      (response) => {
        const { statusCode = 0, headers } = response;
        const end = (value: Buffer | string | null) => {
          resolve(value);
          request.destroy();
        };
        if (statusCode >= 300 && statusCode < 400) {
          end(headers.location ?? null);
          return;
        }
        if (statusCode !== 200 || Number(headers['content-length'] ?? 0) > maxBytes) {
          end(null);
          return;
        }
        const chunks: Buffer[] = [];
        let size = 0;
        response.on('data', (chunk: Buffer) => {
          size += chunk.length;
          if (size > maxBytes) end(null);
          else chunks.push(chunk);
        });
        response.on('end', () => {
          end(Buffer.concat(chunks));
        });
        response.on('error', reject);
      },
    );
    request.on('error', reject);
  });
}
