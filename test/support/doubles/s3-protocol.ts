import { createHash, createHmac } from 'node:crypto';
import type http from 'node:http';

export interface StoredObject {
  bytes: Buffer;
  etag: string;
  metadata: Record<string, string>;
}

export interface MultipartUpload {
  key: string;
  parts: Map<number, StoredObject>;
}

export interface Call {
  name: string;
  key: string;
  query: URLSearchParams;
  request: http.IncomingMessage;
  body: Buffer;
}

export interface Answer {
  status: number;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

/** A refusal with the code of S3. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

export const minPart = 5 * 1024 * 1024;
export const sha256 = (value: string | Buffer) => createHash('sha256').update(value).digest('hex');
export const hmac = (key: string | Buffer, value: string) =>
  createHmac('sha256', key).update(value).digest();
const etagOf = (bytes: Buffer) => `"${createHash('md5').update(bytes).digest('hex')}"`;
export const escaped = (value: string) =>
  value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
export const encoded = (value: string) =>
  encodeURIComponent(value).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
export const xml = (name: string, content: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${name} ` +
  `xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${content}</${name}>`;
export const objectOf = (bytes: Buffer, metadata: Record<string, string> = {}): StoredObject => ({
  bytes,
  etag: etagOf(bytes),
  metadata,
});

/** The calls of S3 that files need, by their parameters. Other calls are refused. */
const names: Record<string, string> = {
  'PUT key': 'PutObject',
  'GET key': 'GetObject',
  'HEAD key': 'HeadObject',
  'DELETE key': 'DeleteObject',
  'POST key uploads': 'CreateMultipartUpload',
  'PUT key partNumber uploadId': 'UploadPart',
  'GET key uploadId': 'ListParts',
  'POST key uploadId': 'CompleteMultipartUpload',
  'DELETE key uploadId': 'AbortMultipartUpload',
  'GET uploads': 'ListMultipartUploads',
};

export function nameOf(method: string, key: string, query: URLSearchParams): string {
  const parameters = [...query.keys()].filter((name) => !['x-id', 'prefix'].includes(name)).sort();
  return names[[method, ...(key === '' ? [] : ['key']), ...parameters].join(' ')] ?? 'unknown';
}
