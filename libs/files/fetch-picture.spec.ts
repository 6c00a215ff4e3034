import http from 'node:http';
import type https from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { fetchPicture, isPublicAddress } from './fetch-picture.js';

let server: http.Server;
const requestedPaths: string[] = [];
beforeAll(async () => {
  server = http.createServer((request, response) => {
    requestedPaths.push(`${request.headers.host!}${request.url!}`);
    const path = request.url!;
    if (path === '/picture') response.end('bytes of a picture');
    else if (path === '/moved') response.writeHead(302, { location: '/picture' }).end();
    else if (path === '/circle') response.writeHead(302, { location: '/circle' }).end();
    else if (path.startsWith('/to?'))
      response.writeHead(302, { location: decodeURIComponent(path.slice(4)) }).end();
    else if (path === '/large')
      response
        .writeHead(200, { 'content-length': String(6 * 1024 * 1024) })
        .end(Buffer.alloc(6 * 1024 * 1024));
    else if (path === '/endless') {
      const more = () => {
        if (!response.destroyed) response.write(Buffer.alloc(256 * 1024), () => setImmediate(more));
      };
      more();
    } else response.writeHead(404).end('not here');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(
  () =>
    new Promise((resolve) => {
      server.closeAllConnections();
      server.close(resolve);
    }),
);

/**
 * Replaces `https.get`: sends the request to the test server instead of the host of the address.
 */
const ask = ((
  url: URL,
  options: http.RequestOptions,
  answer: (response: http.IncomingMessage) => void,
) => {
  const { signal } = options;
  return http.get(
    {
      host: '127.0.0.1',
      port: (server.address() as AddressInfo).port,
      path: url.pathname + url.search,
      headers: { host: url.host },
      ...(signal ? { signal } : {}),
    },
    answer,
  );
}) as unknown as typeof https.get;
const fetched = async (address: string) => (await fetchPicture(address, ask))?.toString() ?? null;

describe('a picture of another host', () => {
  it('is fetched, also after a redirect to another path or host', async () => {
    expect(await fetched('https://pictures.example/picture')).toBe('bytes of a picture');
    expect(await fetched('https://pictures.example/moved')).toBe('bytes of a picture');
    expect(await fetched('https://pictures.example/to?https%3A%2F%2Fother.example%2Fpicture')).toBe(
      'bytes of a picture',
    );
  });

  it('is not fetched if it is too large, endless, missing or redirected to itself', async () => {
    for (const path of ['large', 'endless', 'nowhere', 'circle'])
      expect({ path, found: await fetched(`https://pictures.example/${path}`) }).toEqual({
        path,
        found: null,
      });
  });

  it.each([
    'http://pictures.example/picture',
    'https://127.0.0.1/picture',
    'https://[::1]/picture',
    'https://2130706433/picture',
    'https://0x7f.1/picture',
    'https://[::ffff:127.0.0.1]/picture',
    'https://169.254.169.254/latest/meta-data',
    'https://10.1.2.3/x',
    'ftp://pictures.example/x',
    'file:///etc/passwd',
  ])('is not requested from %s, directly or after a redirect', async (address) => {
    requestedPaths.length = 0;
    expect(await fetched(address)).toBeNull();
    expect(await fetched(`https://pictures.example/to?${encodeURIComponent(address)}`)).toBeNull();
    expect(requestedPaths).toEqual([`pictures.example/to?${encodeURIComponent(address)}`]);
  });

  it('is not requested from a host name of the own machine', async () => {
    expect(await fetchPicture('https://localhost/picture')).toBeNull();
  });
});

it.each([
  ['8.8.8.8', true],
  ['2606:4700::1111', true],
  ['127.0.0.1', false],
  ['10.0.0.1', false],
  ['192.168.1.1', false],
  ['172.16.0.1', false],
  ['100.64.0.1', false],
  ['169.254.0.1', false],
  ['0.0.0.0', false],
  ['224.0.0.1', false],
  ['::1', false],
  ['fe80::1', false],
  ['fd00::1', false],
  ['::ffff:10.0.0.1', false],
  ['64:ff9b::a00:1', false],
  ['64:ff9b:1::7f00:1', false],
  ['::7f00:1', false],
  ['::127.0.0.1', false],
  ['::a00:1', false],
  ['::808:808', false],
  ['::ffff:0:7f00:1', false],
  ['2002:7f00:1::1', false],
  ['2001:0:7f00:1::1', false],
  ['2001:db8::1', false],
  ['fec0::1', false],
  ['4000::1', false],
  ['2a00:1450:4001::1', true],
  ['nonsense', false],
])('%s is public: %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});
