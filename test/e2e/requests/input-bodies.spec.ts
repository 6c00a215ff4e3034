import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { expectRefused } from './expect-refused.js';
import { startPledgingChurch, type PledgingChurch } from './giving-church.js';

let giving: PledgingChurch;
beforeAll(async () => {
  giving = await startPledgingChurch();
});
afterAll(() => giving.app.close());

let before: number;
beforeEach(async () => {
  before = await giving.app.events(giving.church);
});

describe('invalid input', () => {
  afterEach(async () => {
    expect(await giving.app.events(giving.church)).toBe(before);
  });

  it('is refused: an unknown field', async () => {
    const unknown = { amonut: 5 };
    expectRefused(
      'donation',
      await giving.admin.post('/api/admin/donations', {
        userId: giving.hannah.id,
        amount: 1,
        ...unknown,
      }),
    );
    expectRefused(
      'guest',
      await giving.admin.post('/api/donations', {
        guestFirstName: 'A',
        guestLastName: 'B',
        amount: 1,
        ...unknown,
      }),
    );
    expectRefused(
      'correction',
      await giving.admin.patch(`/api/admin/donations/${giving.memberDonation.id}`, unknown),
    );
    expectRefused(
      'deletion',
      await giving.admin.delete(`/api/admin/donations/${giving.memberDonation.id}`, unknown),
    );
    expectRefused(
      'fundraiser',
      await giving.admin.post('/api/fundraisers', {
        title: 'Another',
        description: 'What it is for',
        goal: 1,
        ...unknown,
      }),
    );
    expectRefused(
      'fundraiser',
      await giving.admin.patch(`/api/fundraisers/${giving.fundraiser.id}`, unknown),
    );
    expectRefused(
      'pledge',
      await giving.admin.post('/api/pledges', { year: 2026, amount: 1, ...unknown }),
    );
    expectRefused('pledge', await giving.admin.patch(`/api/pledges/${giving.pledge.id}`, unknown));
    expectRefused(
      '__proto__',
      await giving.admin.send(
        'POST',
        '/api/pledges',
        '{"year":2026,"amount":1,"__proto__":{"isAdmin":true}}',
        { 'content-type': 'application/json' },
      ),
    );
    expectRefused(
      'member',
      await giving.admin.post('/api/admin/users', {
        firstName: 'A',
        lastName: 'B',
        email: 'a.b@grace.test',
        ...unknown,
      }),
    );
    expectRefused(
      'member',
      await giving.admin.put(`/api/admin/users/${giving.hannah.id}`, unknown),
    );
    expectRefused(
      'approval',
      await giving.admin.post(`/api/users/${giving.hannah.id}/approve`, unknown),
    );
    expectRefused(
      'suspension',
      await giving.admin.post(`/api/admin/users/${giving.hannah.id}/suspend`, {
        reason: 'x',
        ...unknown,
      }),
    );
    expectRefused(
      'removal',
      await giving.admin.delete(`/api/admin/users/${giving.hannah.id}`, unknown),
    );
    expectRefused('query', await giving.admin.get('/api/admin/audit?actoin=x'));
    expectRefused('query', await giving.admin.get('/api/fundraisers?actve=true'));
  });

  const calls = (): [string, string][] => [
    ['POST', '/api/admin/donations'],
    ['POST', '/api/donations'],
    ['PATCH', `/api/admin/donations/${giving.memberDonation.id}`],
    ['POST', '/api/fundraisers'],
    ['PATCH', `/api/fundraisers/${giving.fundraiser.id}`],
    ['POST', '/api/pledges'],
    ['PATCH', `/api/pledges/${giving.pledge.id}`],
    ['POST', '/api/admin/users'],
    ['PUT', `/api/admin/users/${giving.hannah.id}`],
    ['POST', `/api/admin/users/${giving.hannah.id}/suspend`],
  ];

  it('is refused: a body that is no JSON object', async () => {
    for (const [method, path] of calls()) {
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
        expectRefused(
          `${method} ${path} ${body.slice(0, 20)}`,
          await giving.admin.send(method, path, body, { 'content-type': 'application/json' }),
        );
      }
      expectRefused(
        `${method} ${path} without a body`,
        await giving.admin.send(method, path, undefined),
      );
    }
  });

  it('is refused with 415: a body of another type', async () => {
    const body = JSON.stringify({ userId: giving.hannah.id, amount: 1 });
    for (const [method, path] of calls()) {
      for (const type of [
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        'application/xml',
        'text/json',
        'application/octet-stream',
      ]) {
        const text = type.startsWith('multipart')
          ? `--x\r\nContent-Disposition: form-data; name="amount"\r\n\r\n1\r\n--x--\r\n`
          : body;
        expectRefused(
          `${method} ${path} ${type}`,
          await giving.admin.send(method, path, text, { 'content-type': type }),
          415,
        );
      }
    }
  });

  it('is refused with 413: a body that is too large', async () => {
    expectRefused(
      '2 MB',
      await giving.admin.post('/api/admin/donations', {
        userId: giving.hannah.id,
        amount: 1,
        notes: 'x'.repeat(2 * 1024 * 1024),
      }),
      413,
    );
  });

  it('is refused with 403: a request from another site', async () => {
    for (const [method, path] of [
      ...calls(),
      ['DELETE', `/api/admin/donations/${giving.memberDonation.id}`],
    ] as [string, string][]) {
      const body = JSON.stringify({ userId: giving.hannah.id, amount: 1 });
      for (const headers of [
        { origin: 'https://evil.example' },
        { origin: 'null' },
        { origin: `${giving.app.url}.evil.example` },
        { 'sec-fetch-site': 'cross-site' },
        { origin: giving.app.url, 'sec-fetch-site': 'cross-site' },
      ]) {
        expectRefused(
          { at: path, headers },
          await giving.admin.send(method, path, body, {
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
    const { headers } = await giving.admin.get('/api/auth/user');
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
    expectRefused('unknown', await giving.admin.get('/api/nothing'), 404);
    expectRefused('unknown', await giving.app.visitor.post('/api/nothing', {}), 404);
    expectRefused('other method', await giving.admin.put('/api/pledges', {}), 404);
  });
});
