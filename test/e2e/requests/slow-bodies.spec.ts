import net from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type Client, type TestApp } from '../../support/app.js';

/** Milliseconds that a body may take in these tests. In the program it is 120 seconds. */
const bodyTime = 4_000;

let app: TestApp;
let admin: Client;
let cookie: string;
beforeAll(async () => {
  app = await startApp({
    env: { INBOUND_MAIL_DOMAIN: 'reply.example.org', INBOUND_MAIL_SECRET: 'a secret of the tests' },
    bodyTime,
  });
  const grace = await app.church('grace');
  await app.person(grace, { email: 'admin@grace.test', role: 'admin' });
  admin = app.as('admin@grace.test');
  cookie = await app.cookieOf('admin@grace.test');
});
afterAll(() => app.close());

const open: net.Socket[] = [];
afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy();
});
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

interface Sent {
  answer: string;
  /** whether the server closed the connection */
  isClosed: boolean;
  seconds: number;
}
/**
 * Sends a request whose body comes in pieces with pauses between them. Waits until an answer has
 * come, the connection is closed, or nothing has happened for a while after the end of the body.
 */
async function send(
  head: string[],
  body: {
    pieces: number;
    bytes: number;
    every: number;
    length?: number;
    first?: string;
    last?: string;
  },
): Promise<Sent> {
  const { hostname, port } = new URL(app.url);
  const socket = net.connect(Number(port), hostname);
  open.push(socket);
  const outcome: Sent = { answer: '', isClosed: false, seconds: 0 };
  socket.on('data', (data) => (outcome.answer += data.toString()));
  socket.on('error', () => undefined);
  socket.on('close', () => (outcome.isClosed = true));
  const begun = performance.now();
  const { first = '', last = '' } = body;
  const length = body.length ?? first.length + body.pieces * body.bytes + last.length;
  const lines = [...head, 'Host: localhost', `Cookie: ${cookie}`, `Content-Length: ${length}`];
  socket.write([...lines, '', first].join('\r\n'));
  for (let n = 0; n < body.pieces && !outcome.isClosed && outcome.answer === ''; n++) {
    socket.write(Buffer.alloc(body.bytes, 0x20));
    await pause(body.every);
  }
  socket.write(last);
  // A busy machine may need a long time to read the file.
  for (let n = 0; n < 1_200 && !outcome.isClosed && outcome.answer === ''; n++) await pause(50);
  outcome.seconds = (performance.now() - begun) / 1000;
  return outcome;
}

const json = ['POST /api/support-tickets HTTP/1.1', 'Content-Type: application/json'];
const form = [
  'POST /api/unsubscribe/x HTTP/1.1',
  'Content-Type: application/x-www-form-urlencoded',
];
const email = [
  'POST /api/mail/inbound HTTP/1.1',
  'Content-Type: message/rfc822',
  'Authorization: Bearer a secret of the tests',
];
const multipart = [
  'POST /api/admin/donation-imports HTTP/1.1',
  'Content-Type: multipart/form-data; boundary=x',
];
const partOfUpload = async (): Promise<string[]> => {
  const begun = await admin.send('POST', '/api/uploads', undefined, {
    'tus-resumable': '1.0.0',
    'upload-length': '1000000',
  });
  const { pathname } = new URL(begun.headers.get('location')!, app.url);
  return [
    `PATCH ${pathname} HTTP/1.1`,
    'Tus-Resumable: 1.0.0',
    'Upload-Offset: 0',
    'Content-Type: application/offset+octet-stream',
  ];
};

describe('a body that arrives byte by byte', () => {
  it.each<[string, () => string[] | Promise<string[]>]>([
    ['JSON', () => json],
    ['a form', () => form],
    ['an email', () => email],
    ['a part of an upload', partOfUpload],
    ['a form with files', () => multipart],
  ])('ends the connection when its time is over: %s', async (_kind, head) => {
    const { isClosed, answer, seconds } = await send(await head(), {
      pieces: 100,
      bytes: 1,
      every: 50,
      length: 100_000,
    });
    expect({ isClosed, answer }).toEqual({ isClosed: true, answer: '' });
    expect(seconds).toBeGreaterThan(bodyTime / 1000 - 0.1);
    expect(seconds).toBeLessThan(bodyTime / 1000 + 1.5);
  });

  it('is answered if it ends in time, and its connection can be used again', async () => {
    const { answer, isClosed } = await send(json, {
      pieces: 10,
      bytes: 10,
      every: 30,
      last: '{}',
    });
    expect(answer).toMatch(/^HTTP\/1\.1 400/);
    expect(isClosed).toBe(false);
    const socket = open.at(-1)!;
    await pause(bodyTime + 300);
    const second = new Promise<string>((resolve) =>
      socket.once('data', (data) => resolve(data.toString())),
    );
    socket.write('GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n');
    expect(await second).toMatch(/^HTTP\/1\.1 200/);
  });
});

describe('a form with files', () => {
  it('may take longer if a megabyte arrives within the time', async () => {
    const { answer, isClosed, seconds } = await send(multipart, {
      pieces: 36,
      // Four pieces make a megabyte, so that a slow machine has enough time. The body is smaller
      // than 10 MB, because 10 MB without a line break are refused.
      bytes: 250_000,
      every: 250,
      first: '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n',
      last: '\r\n--x--\r\n',
    });
    const tookLonger = seconds > (bodyTime / 1000) * 2;
    expect({ tookLonger, isClosed, answer }).toEqual({
      tookLonger: true,
      isClosed: false,
      answer: expect.stringMatching(/^HTTP\/1\.1 400/),
    });
  });

  it('ends the connection if it becomes slow after a fast beginning', async () => {
    const { hostname, port } = new URL(app.url);
    const socket = net.connect(Number(port), hostname);
    open.push(socket);
    const state = { isClosed: false };
    socket.on('close', () => (state.isClosed = true));
    socket.on('error', () => undefined);
    socket.write(
      [
        ...multipart,
        'Host: localhost',
        `Cookie: ${cookie}`,
        'Content-Length: 90000000',
        '',
        '',
      ].join('\r\n'),
    );
    socket.write(Buffer.alloc(3_000_000, 0x20));
    const begun = performance.now();
    while (!state.isClosed && performance.now() - begun < bodyTime * 3) {
      socket.write(' ');
      await pause(50);
    }
    expect(state.isClosed).toBe(true);
    expect(performance.now() - begun).toBeLessThan(bodyTime * 3);
  });

  it('is accepted if its file is small', async () => {
    const body = new FormData();
    body.set(
      'file',
      new Blob([
        'email,amount,paymentmethod,date,campaign,notes\nadmin@grace.test,1.00,Cash,2025-01-05,,\n',
      ]),
      'gifts.csv',
    );
    const answer = await fetch(`${app.url}/api/admin/donation-imports`, {
      method: 'POST',
      body,
      headers: { cookie },
    });
    expect(answer.status).toBe(201);
  });
});
