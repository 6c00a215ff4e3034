import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { FileStorageWatch } from '../../../src/content/index.js';
import { makeLogger } from '../../../src/ops/logger.js';
import { startApp, type TestApp } from '../../support/app.js';
import { S3Double } from '../../support/doubles/s3.js';
import { until } from '../../support/until.js';

let s3: S3Double;
let app: TestApp | undefined;
const warnings: string[] = [];
beforeAll(async () => {
  s3 = await S3Double.start();
});
afterEach(async () => {
  await app?.close();
  app = undefined;
  warnings.length = 0;
  Object.assign(s3, { isBroken: false, denies: null, mayNotList: false });
});
afterAll(() => s3.away());

/**
 * Starts the program with another address of the bucket, and returns `files` of `/health` as soon
 * as the check has ended.
 */
async function healthAfterStart(change: (address: string) => string = (address) => address) {
  app = await startApp({
    env: { FILES_URL: change(s3.env.FILES_URL!) },
    logger: warningLogger(),
  });
  await until(async () => !(await health()).files.endsWith('has not answered yet'));
  return (await health()).files;
}
const warningLogger = () =>
  makeLogger(
    'warn',
    new Writable({
      write: (chunk, _encoding, done) => {
        warnings.push(...String(chunk).split('\n').filter(Boolean));
        done();
      },
    }),
  );
const health = async () =>
  (await app!.visitor.get<{ status: string; files: string }>('/health')).body;

describe('the check of the bucket at the start', () => {
  it('stores a file, reports ok and leaves nothing in the bucket', async () => {
    const stored = () => [...s3.objects.keys(), ...s3.uploads.keys()];
    const storedBefore = stored();
    const before = s3.calls.length;
    expect(await healthAfterStart()).toBe('ok');
    expect(s3.calls.slice(before).map((call) => call.split(' ')[0])).toContain(
      'CompleteMultipartUpload',
    );
    expect(stored()).toEqual(storedBefore);
    expect(warnings).toEqual([]);
  });

  it.each([
    [
      'a wrong secret',
      (address: string) => address.replace(/:[^:@]+@/, ':wrong@'),
      'refused: the secret in FILES_URL does not belong to its key',
    ],
    [
      'an unknown key',
      (address: string) => address.replace('AKIADOUBLE', 'AKIASOMEBODY'),
      'refused: the storage does not know the key in FILES_URL',
    ],
    [
      'a bucket that does not exist',
      (address: string) => address.replace('@church-files', '@other-files'),
      'refused: the bucket in FILES_URL does not exist',
    ],
    [
      'an endpoint where nobody listens',
      (address: string) => address.replace(/127\.0\.0\.1:\d+/, '127.0.0.1:9'),
      'not reachable: the endpoint in FILES_URL does not answer (ECONNREFUSED)',
    ],
  ])('names the part of FILES_URL to correct in one warning, for %s', async (_, change, reason) => {
    expect(await healthAfterStart(change)).toBe(reason);
    expect((await health()).status).toBe('ok');
    const sentence = reason.slice(reason.indexOf(':') + 2);
    expect(warnings.filter((line) => line.includes(sentence))).toHaveLength(1);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).not.toMatch(/AKIA|alone/);
  });

  it.each([
    [404, '<html>Not here</html>'],
    [200, '<html>Welcome</html>'],
    [200, 'Welcome'],
  ])('reports an endpoint that is a website, which answers %d %s', async (status, page) => {
    const website = http.createServer((request, response) => {
      request.resume();
      response.writeHead(status, { 'content-type': 'text/html' }).end(page);
    });
    await new Promise<void>((resolve) => website.listen(0, '127.0.0.1', resolve));
    const { port } = website.address() as AddressInfo;
    try {
      expect(await healthAfterStart((address) => address.replace(/:\d+$/, `:${port}`))).toMatch(
        /^refused: the endpoint in FILES_URL does not answer as S3 does/,
      );
    } finally {
      website.closeAllConnections();
      website.close();
    }
  });

  it.each([
    ['CreateMultipartUpload'],
    ['PutObject'],
    ['UploadPart'],
    ['ListParts'],
    ['GetObject'],
    ['DeleteObject'],
    ['AbortMultipartUpload'],
    ['ListMultipartUploads'],
  ])('reports a key that may not call %s', async (name) => {
    s3.denies = new RegExp(`^${name}$`);
    expect(await healthAfterStart()).toBe(
      'refused: the key in FILES_URL lacks rights in the bucket that the program needs',
    );
  });

  it('reports a key that may not list the bucket, because every upload needs it', async () => {
    s3.mayNotList = true;
    expect(await healthAfterStart()).toMatch(/^refused: the key in FILES_URL lacks rights/);
  });

  it('accepts a key that may use objects, but may not read about the bucket', async () => {
    s3.denies = /HeadBucket|unknown/;
    expect(await healthAfterStart()).toBe('ok');
  });
});

describe('the check of the bucket while the program runs', () => {
  it('reports that a request to the bucket failed, and later that it works again', async () => {
    expect(await healthAfterStart()).toBe('ok');
    app!.app.get(FileStorageWatch, { strict: false }).checkEvery = 50;
    await app!.person(await app!.church('grace'), { email: 'admin@grace.test', role: 'admin' });
    s3.isBroken = true;
    const { status } = await app!
      .as('admin@grace.test')
      .send('POST', '/api/uploads', undefined, { 'tus-resumable': '1.0.0', 'upload-length': '9' });
    expect(status).toBe(503);
    expect((await health()).files).toBe(
      'not reachable: the endpoint in FILES_URL does not answer (HTTP 503)',
    );
    s3.isBroken = false;
    await until(async () => (await health()).files === 'ok');
  });

  it('is not needed without a bucket', async () => {
    app = await startApp();
    expect((await health()).files).toBe('ok');
  });
});
