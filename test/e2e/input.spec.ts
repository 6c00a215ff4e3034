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
} from '../support/app.js';

let app: TestApp;
let church: string;
let admin: Client;
let hannah: TestPerson;
let fundraiser: Fundraiser;
let pledge: Pledge;
let member: Donation;
let guest: Donation;
beforeAll(async () => {
  app = await startApp();
  church = await app.church('grace');
  await app.person(church, { email: 'admin@grace.test', role: 'admin' });
  hannah = await app.person(church, { email: 'hannah@grace.test' });
  admin = app.as('admin@grace.test');
  member = await give(admin, hannah.id);
  guest = await giveAsGuest(admin, 'Margaret Holloway');
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

  const amounts = [
    0.1 + 0.2,
    0,
    -0,
    -1,
    '-1',
    '0',
    '0.00',
    1e21,
    1e-7,
    25.005,
    '25.005',
    '1e3',
    'NaN',
    'Infinity',
    'abc',
    '',
    ' ',
    null,
    true,
    false,
    [],
    ['25'],
    {},
    { amount: 25 },
    100_000_000,
    '100000000.00',
    '9'.repeat(400),
    '12,34',
    '1.2.3',
    '٣',
    '0x10',
    '25 dollars',
  ];
  it.each(amounts)('is refused: the amount %j', async (amount) => {
    refused('donation', await admin.post('/api/admin/donations', { userId: hannah.id, amount }));
    refused(
      'guest',
      await admin.post('/api/donations', { guestFirstName: 'A', guestLastName: 'B', amount }),
    );
    refused('correction', await admin.patch(`/api/admin/donations/${member.id}`, { amount }));
    refused(
      'goal',
      await admin.post('/api/fundraisers', {
        title: 'Another',
        description: 'What it is for',
        goal: amount,
      }),
    );
    refused('goal', await admin.patch(`/api/fundraisers/${fundraiser.id}`, { goal: amount }));
    refused('pledge', await admin.post('/api/pledges', { year: 2026, amount }));
    refused('pledge', await admin.patch(`/api/pledges/${pledge.id}`, { amount }));
  });

  it('is refused: an opening amount that is no amount', async () => {
    for (const current of [-1, '-0.01', 'x', 0.001, true, [], 1e21]) {
      refused(
        current,
        await admin.post('/api/fundraisers', {
          title: 'Another',
          description: 'What it is for',
          goal: 1,
          current,
        }),
      );
    }
  });

  const dates = [
    '2025-02-30',
    '2025-02-29',
    '2025-13-01',
    '2025-00-10',
    '2025-1-5',
    '01/02/2025',
    'yesterday',
    '',
    20250101,
    true,
    {},
    [],
    '0000-01-01',
    '1899-12-31',
    '3000-01-01',
    '+012025-01-01',
    '2025-01-01 12:00',
    ' 2025-01-01',
    '2025-02-30T12:00:00Z',
  ];
  it.each(dates)('is refused: the date %j', async (date) => {
    refused(
      'donation',
      await admin.post('/api/admin/donations', { userId: hannah.id, amount: 1, date }),
    );
    refused(
      'guest',
      await admin.post('/api/donations', {
        guestFirstName: 'A',
        guestLastName: 'B',
        amount: 1,
        date,
      }),
    );
    refused('correction', await admin.patch(`/api/admin/donations/${member.id}`, { date }));
    refused(
      'fundraiser',
      await admin.post('/api/fundraisers', {
        title: 'Another',
        description: 'What it is for',
        goal: 1,
        startDate: date,
      }),
    );
    refused(
      'fundraiser',
      await admin.patch(`/api/fundraisers/${fundraiser.id}`, { endDate: date }),
    );
  });

  const texts = ['with a \0 in it', 'x'.repeat(100_000), 7, true, {}, ['a']];
  it.each(
    texts.map((value) => [
      typeof value === 'string' ? value.slice(0, 20) : JSON.stringify(value),
      value,
    ]),
  )('is refused: the text %s', async (_, value) => {
    for (const field of ['campaign', 'notes', 'transactionId']) {
      refused(
        field,
        await admin.post('/api/admin/donations', { userId: hannah.id, amount: 1, [field]: value }),
      );
      refused(
        field,
        await admin.post('/api/donations', {
          guestFirstName: 'A',
          guestLastName: 'B',
          amount: 1,
          [field]: value,
        }),
      );
      refused(field, await admin.patch(`/api/admin/donations/${member.id}`, { [field]: value }));
    }
    for (const field of ['guestFirstName', 'guestLastName', 'guestEmail', 'guestPhone']) {
      refused(
        field,
        await admin.post('/api/donations', {
          guestFirstName: 'A',
          guestLastName: 'B',
          amount: 1,
          [field]: value,
        }),
      );
      refused(field, await admin.patch(`/api/admin/donations/${guest.id}`, { [field]: value }));
    }
    refused(
      'reason',
      await admin.patch(`/api/admin/donations/${member.id}`, { amount: 1, reason: value }),
    );
    refused('reason', await admin.delete(`/api/admin/donations/${member.id}`, { reason: value }));
    refused(
      'title',
      await admin.post('/api/fundraisers', {
        title: value,
        description: 'What it is for',
        goal: 1,
      }),
    );
    refused(
      'description',
      await admin.patch(`/api/fundraisers/${fundraiser.id}`, { description: value }),
    );
    refused('notes', await admin.post('/api/pledges', { year: 2026, amount: 1, notes: value }));
    for (const field of ['firstName', 'lastName', 'email', 'phone', 'role']) {
      refused(
        field,
        await admin.post('/api/admin/users', {
          firstName: 'A',
          lastName: 'B',
          email: 'a.b@grace.test',
          [field]: value,
        }),
      );
      refused(field, await admin.put(`/api/admin/users/${hannah.id}`, { [field]: value }));
    }
    refused('reason', await admin.post(`/api/admin/users/${hannah.id}/suspend`, { reason: value }));
  });

  it('is refused: NUL and very long words in a query', async () => {
    for (const value of ['%00', 'a%00b', 'x'.repeat(5_000)]) {
      for (const at of [
        '/api/admin/donations?search=',
        '/api/admin/donations?campaign=',
        '/api/admin/donations?cursor=',
        '/api/admin/donations/summary?search=',
        '/api/admin/church-ledger?search=',
        '/api/admin/church-ledger.csv?search=',
        '/api/admin/church-ledger?asOf=',
        '/api/admin/audit?action=',
        '/api/admin/audit?personId=',
        '/api/admin/audit?cursor=',
        '/api/admin/audit?from=',
      ]) {
        refused(at, await admin.get(at + value));
      }
    }
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

describe('unusual valid input', () => {
  it.each([
    [25, '25.00'],
    [25.5, '25.50'],
    [0.1, '0.10'],
    [1e3, '1000.00'],
    [19.99, '19.99'],
    [1.1, '1.10'],
    ['25', '25.00'],
    ['25.5', '25.50'],
    [' 25.00 ', '25.00'],
    ['1,234.50', '1234.50'],
    ['$25.00', '25.00'],
    ['.5', '0.50'],
    ['0.01', '0.01'],
    ['99999999.99', '99999999.99'],
    [99_999_999.99, '99999999.99'],
  ])('is accepted: the amount %j as %s', async (amount, shown) => {
    const { status, body } = await admin.post<Donation>('/api/admin/donations', {
      userId: hannah.id,
      amount,
    });
    expect({ status, amount: body.amount }).toEqual({ status: 201, amount: shown });
  });

  it.each([
    ['2024-02-29', '2024-02-29'],
    ['2025-12-31T12:00:00.000Z', '2025-12-31'],
    ['2025-12-31T23:59:59-12:00', '2025-12-31'],
    ['2026-01-01T00:00:00+14:00', '2026-01-01'],
    ['1900-01-01', '1900-01-01'],
  ])('is accepted: the date %s as %s', async (date, shown) => {
    expect((await give(admin, hannah.id, { date })).date).toBe(shown);
  });

  it('is accepted: texts in any script, with quotes, and empty ones as null', async () => {
    const notes = `Ünïcode “quotes” 'single' "double" \\ <b>&amp; 🙏 \u200b\u202e; drop table donor; --`;
    const made = await give(admin, hannah.id, {
      notes,
      campaign: `'; drop table donor; --`,
      transactionId: '',
    });
    expect(made).toMatchObject({
      notes: notes.trim(),
      campaign: `'; drop table donor; --`,
      transactionId: null,
    });
    expect(
      (
        await admin.get<Donation[]>(
          `/api/admin/donations?campaign=${encodeURIComponent(made.campaign)}`,
        )
      ).body.map(({ id }) => id),
    ).toEqual([made.id]);
  });

  it('is accepted: a request from the same site', async () => {
    const { status } = await admin.post(
      '/api/admin/donations',
      { userId: hannah.id, amount: 1 },
      { origin: app.url, 'sec-fetch-site': 'same-origin' },
    );
    expect(status).toBe(201);
  });

  it('is accepted: JSON that names its charset', async () => {
    expect(
      (
        await admin.send('POST', '/api/pledges', '{"amount":"5.00","year":2027}', {
          'content-type': 'application/json; charset=utf-8',
        })
      ).status,
    ).toBe(201);
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
