import { timingSafeEqual } from 'node:crypto';
import type http from 'node:http';
import { encoded, hmac, Refusal, sha256 } from './s3-protocol.js';

/**
 * Checks the signature (version 4) of a request.
 * @throws Refusal if it is missing, of another key, too old, or wrong
 */
export function checkSignature(
  { method, headers }: http.IncomingMessage,
  url: URL,
  body: Buffer,
  keys: { access: string; secret: string },
): void {
  const [, access, day, region, signed, signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([\w-]+)\/s3\/aws4_request, ?SignedHeaders=([\w;-]+), ?Signature=([\da-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? [];
  if (!access) throw new Refusal(403, 'AccessDenied');
  if (access !== keys.access) throw new Refusal(403, 'InvalidAccessKeyId');
  const amzDate = String(headers['x-amz-date']);
  const [, year, month, date, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(amzDate) ?? [];
  const moment = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(date),
    Number(hour),
    Number(minute),
    Number(second),
  );
  if (!amzDate.startsWith(day!) || !(Math.abs(Date.now() - moment) < 900_000))
    throw new Refusal(403, 'RequestTimeTooSkewed');
  const hash = String(headers['x-amz-content-sha256']);
  if (hash !== sha256(body)) throw new Refusal(400, 'XAmzContentSHA256Mismatch');
  const names = signed!.split(';');
  const amazons = Object.keys(headers).filter((name) => name.startsWith('x-amz-'));
  if (!['host', ...amazons].every((name) => names.includes(name)))
    throw new Refusal(403, 'AccessDenied');
  const query = [...url.searchParams]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&');
  const canonical = [
    method,
    url.pathname,
    query,
    ...names.map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    signed,
    hash,
  ].join('\n');
  const scope = `${day!}/${region!}/s3/aws4_request`;
  const key = [day!, region!, 's3', 'aws4_request'].reduce<string | Buffer>(
    (before, value) => hmac(before, value),
    `AWS4${keys.secret}`,
  );
  const expected = hmac(key, ['AWS4-HMAC-SHA256', amzDate, scope, sha256(canonical)].join('\n'));
  if (!timingSafeEqual(expected, Buffer.from(signature!, 'hex')))
    throw new Refusal(403, 'SignatureDoesNotMatch');
}
