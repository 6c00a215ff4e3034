import { expect } from '@jest/globals';
import type { Client } from '../app.js';

/** The header that every request of a resumable upload has. */
export const tusHeaders = { 'tus-resumable': '1.0.0' };

/** Announces a file of `length` bytes. The answer has the path of the upload as `location`. */
export const startUpload = (client: Client, length: number, name = 'sunday.wav') =>
  client.send('POST', '/api/uploads', undefined, {
    ...tusHeaders,
    'upload-length': String(length),
    'upload-metadata': `filename ${Buffer.from(name).toString('base64')}`,
  });

/** Sends bytes of the upload at `path`, which begin at `offset` of the file. */
export const sendPart = (client: Client, path: string, offset: number, bytes: Uint8Array) =>
  client.send('PATCH', path, bytes, {
    ...tusHeaders,
    'upload-offset': String(offset),
    'content-type': 'application/offset+octet-stream',
  });

/** Returns the id of the upload at `path`. */
export const uploadIdOf = (path: string): string => path.split('/').at(-1)!;

/** Uploads a whole file and returns the id of the upload. */
export async function uploadFile(
  client: Client,
  bytes: Uint8Array,
  name?: string,
): Promise<string> {
  const started = await startUpload(client, bytes.length, name);
  expect(started.status).toBe(201);
  const path = started.headers.get('location')!;
  expect((await sendPart(client, path, 0, bytes)).status).toBe(204);
  return uploadIdOf(path);
}
