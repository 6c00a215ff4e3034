import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, it } from '@jest/globals';
import type { Donation, ErrorBody, Fundraiser, Pledge } from '#libs/contracts';
import {
  give,
  giveAsGuest,
  startApp,
  type Answer,
  type Client,
  type TestApp,
  type TestPerson,
} from '../../support/app.js';

let app: TestApp;
let church: string;
let admin: Client;
let hannah: TestPerson;
let fundraiser: Fundraiser;
let pledge: Pledge;
let member: Donation;
beforeAll(async () => {
  app = await startApp();
  church = await app.church('grace');
  await app.person(church, { email: 'admin@grace.test', role: 'admin' });
  hannah = await app.person(church, { email: 'hannah@grace.test' });
  admin = app.as('admin@grace.test');
  member = await give(admin, hannah.id);
  await giveAsGuest(admin, 'Margaret Holloway');
  ({ body: fundraiser } = await admin.post<Fundraiser>('/api/fundraisers', {
    title: 'Roof',
    description: 'A dry house',
    goal: '100.00',
  }));
  ({ body: pledge } = await admin.post<Pledge>('/api/pledges', { amount: '100.00', year: 2025 }));
});
afterAll(() => app.close());

let before: number;
beforeEach(async () => {
  before = await app.events(church);
});

/** Refused, with a sentence for a person, nothing recorded. */
function refused(what: unknown, answer: Answer, status = 400) {
  const { message, code } = (answer.body ?? {}) as Partial<ErrorBody>;
  const isSentence =
    typeof message === 'string' &&
    message.length > 8 &&
    !/invalid input|expected|unrecognized|undefined|json at position/i.test(message);
  expect({ what, status: answer.status, message, isSentence, code: typeof code }).toEqual({
    what,
    status,
    message,
    isSentence: true,
    code: 'string',
  });
}

describe('invalid input', () => {
  afterEach(async () => {
    expect(await app.events(church)).toBe(before);
  });

  it('is refused: an unknown field', async () => {
    const unknown = { amonut: 5 };
    refused(
      'donation',
      await admin.post('/api/admin/donations', { userId: hannah.id, amount: 1, ...unknown }),
    );
    refused(
      'guest',
      await admin.post('/api/donations', {
        guestFirstName: 'A',
        guestLastName: 'B',
        amount: 1,
        ...unknown,
      }),
    );
    refused('correction', await admin.patch(`/api/admin/donations/${member.id}`, unknown));
    refused('deletion', await admin.delete(`/api/admin/donations/${member.id}`, unknown));
    refused(
      'fundraiser',
      await admin.post('/api/fundraisers', {
        title: 'Another',
        description: 'What it is for',
        goal: 1,
        ...unknown,
      }),
    );
    refused('fundraiser', await admin.patch(`/api/fundraisers/${fundraiser.id}`, unknown));
    refused('pledge', await admin.post('/api/pledges', { year: 2026, amount: 1, ...unknown }));
    refused('pledge', await admin.patch(`/api/pledges/${pledge.id}`, unknown));
    refused(
      '__proto__',
      await admin.send(
        'POST',
        '/api/pledges',
        '{"year":2026,"amount":1,"__proto__":{"isAdmin":true}}',
        { 'content-type': 'application/json' },
      ),
    );
    refused(
      'member',
      await admin.post('/api/admin/users', {
        firstName: 'A',
        lastName: 'B',
        email: 'a.b@grace.test',
        ...unknown,
      }),
    );
    refused('member', await admin.put(`/api/admin/users/${hannah.id}`, unknown));
    refused('approval', await admin.post(`/api/users/${hannah.id}/approve`, unknown));
    refused(
      'suspension',
      await admin.post(`/api/admin/users/${hannah.id}/suspend`, { reason: 'x', ...unknown }),
    );
    refused('removal', await admin.delete(`/api/admin/users/${hannah.id}`, unknown));
    refused('query', await admin.get('/api/admin/audit?actoin=x'));
    refused('query', await admin.get('/api/fundraisers?actve=true'));
  });

  const calls = (): [string, string][] => [
    ['POST', '/api/admin/donations'],
    ['POST', '/api/donations'],
    ['PATCH', `/api/admin/donations/${member.id}`],
    ['POST', '/api/fundraisers'],
    ['PATCH', `/api/fundraisers/${fundraiser.id}`],
    ['POST', '/api/pledges'],
    ['PATCH', `/api/pledges/${pledge.id}`],
    ['POST', '/api/admin/users'],
    ['PUT', `/api/admin/users/${hannah.id}`],
    ['POST', `/api/admin/users/${hannah.id}/suspend`],
  ];

  it('is refused: a body that is no JSON object', async () => {
    for (const [method, at] of calls()) {
      for (const body of [
        '',
        '{',
        '{"amount":NaN}',
        '{"amount":1,}',
        '[]',
        '[{"amount":1}]',
        'null',
        '7',
        '"text"',
        'true',
        '\u0000',
        '{"a":'.repeat(2_000),
      ]) {
        refused(
          `${method} ${at} ${body.slice(0, 20)}`,
          await admin.send(method, at, body, { 'content-type': 'application/json' }),
        );
      }
      refused(`${method} ${at} without a body`, await admin.send(method, at, undefined));
    }
  });

  it('is refused with 415: a body of another type', async () => {
    const body = JSON.stringify({ userId: hannah.id, amount: 1 });
    for (const [method, at] of calls()) {
      for (const type of [
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        'application/xml',
        'text/json',
        'application/octet-stream',
      ]) {
        const sent = type.startsWith('multipart')
          ? `--x\r\nContent-Disposition: form-data; name="amount"\r\n\r\n1\r\n--x--\r\n`
          : body;
        refused(
          `${method} ${at} ${type}`,
          await admin.send(method, at, sent, { 'content-type': type }),
          415,
        );
      }
    }
  });

  it('is refused with 413: a body that is too large', async () => {
    refused(
      '2 MB',
      await admin.post('/api/admin/donations', {
        userId: hannah.id,
        amount: 1,
        notes: 'x'.repeat(2 * 1024 * 1024),
      }),
      413,
    );
  });

  it('is refused with 403: a request from another site', async () => {
    for (const [method, at] of [...calls(), ['DELETE', `/api/admin/donations/${member.id}`]] as [
      string,
      string,
    ][]) {
      const body = JSON.stringify({ userId: hannah.id, amount: 1 });
      for (const headers of [
        { origin: 'https://evil.example' },
        { origin: 'null' },
        { origin: `${app.url}.evil.example` },
        { 'sec-fetch-site': 'cross-site' },
        { origin: app.url, 'sec-fetch-site': 'cross-site' },
      ]) {
        refused(
          { at, headers },
          await admin.send(method, at, body, {
            'content-type': 'application/json',
            ...headers,
          } as Record<string, string>),
          403,
        );
      }
    }
  });
});

describe('an answer', () => {
  it('forbids caching and framing, and contains the id of the request', async () => {
    const { headers } = await admin.get('/api/auth/user');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('same-origin');
    expect(headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
    const policy = headers.get('content-security-policy')!;
    expect(policy).toContain("frame-ancestors 'none'");
    expect(/script-src ([^;]*)/.exec(policy)?.[1]).toBe("'self'");
    expect(/frame-src ([^;]*)/.exec(policy)?.[1]).toBe(
      "'self' https://www.youtube-nocookie.com https://player.vimeo.com",
    );
    expect(headers.get('access-control-allow-origin')).toBeNull();
    expect(headers.get('x-powered-by')).toBeNull();
  });

  it('to an unknown address is JSON', async () => {
    refused('unknown', await admin.get('/api/nothing'), 404);
    refused('unknown', await app.visitor.post('/api/nothing', {}), 404);
    refused('other method', await admin.put('/api/pledges', {}), 404);
  });
});
