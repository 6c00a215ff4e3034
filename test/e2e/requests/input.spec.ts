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

/** Valid bodies, of which each request makes one field invalid. */
const guestDonation = { guestFirstName: 'A', guestLastName: 'B', amount: 1 };
const fundraiser = { title: 'Another', description: 'What it is for', goal: 1 };

describe('invalid input', () => {
  afterEach(async () => {
    expect(await giving.app.events(giving.church)).toBe(before);
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
    expectRefused(
      'donation',
      await giving.admin.post('/api/admin/donations', { userId: giving.hannah.id, amount }),
    );
    expectRefused(
      'guest',
      await giving.admin.post('/api/donations', {
        ...guestDonation,
        amount,
      }),
    );
    expectRefused(
      'correction',
      await giving.admin.patch(`/api/admin/donations/${giving.memberDonation.id}`, { amount }),
    );
    expectRefused(
      'goal',
      await giving.admin.post('/api/fundraisers', {
        ...fundraiser,
        goal: amount,
      }),
    );
    expectRefused(
      'goal',
      await giving.admin.patch(`/api/fundraisers/${giving.fundraiser.id}`, { goal: amount }),
    );
    expectRefused('pledge', await giving.admin.post('/api/pledges', { year: 2026, amount }));
    expectRefused(
      'pledge',
      await giving.admin.patch(`/api/pledges/${giving.pledge.id}`, { amount }),
    );
  });

  it('is refused: an opening amount that is no amount', async () => {
    for (const current of [-1, '-0.01', 'x', 0.001, true, [], 1e21]) {
      expectRefused(
        current,
        await giving.admin.post('/api/fundraisers', {
          ...fundraiser,
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
    expectRefused(
      'donation',
      await giving.admin.post('/api/admin/donations', {
        userId: giving.hannah.id,
        amount: 1,
        date,
      }),
    );
    expectRefused(
      'guest',
      await giving.admin.post('/api/donations', {
        ...guestDonation,
        date,
      }),
    );
    expectRefused(
      'correction',
      await giving.admin.patch(`/api/admin/donations/${giving.memberDonation.id}`, { date }),
    );
    expectRefused(
      'fundraiser',
      await giving.admin.post('/api/fundraisers', {
        ...fundraiser,
        startDate: date,
      }),
    );
    expectRefused(
      'fundraiser',
      await giving.admin.patch(`/api/fundraisers/${giving.fundraiser.id}`, { endDate: date }),
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
      expectRefused(
        field,
        await giving.admin.post('/api/admin/donations', {
          userId: giving.hannah.id,
          amount: 1,
          [field]: value,
        }),
      );
      expectRefused(
        field,
        await giving.admin.post('/api/donations', {
          ...guestDonation,
          [field]: value,
        }),
      );
      expectRefused(
        field,
        await giving.admin.patch(`/api/admin/donations/${giving.memberDonation.id}`, {
          [field]: value,
        }),
      );
    }
    for (const field of ['guestFirstName', 'guestLastName', 'guestEmail', 'guestPhone']) {
      expectRefused(
        field,
        await giving.admin.post('/api/donations', {
          ...guestDonation,
          [field]: value,
        }),
      );
      expectRefused(
        field,
        await giving.admin.patch(`/api/admin/donations/${giving.guestDonation.id}`, {
          [field]: value,
        }),
      );
    }
    expectRefused(
      'reason',
      await giving.admin.patch(`/api/admin/donations/${giving.memberDonation.id}`, {
        amount: 1,
        reason: value,
      }),
    );
    expectRefused(
      'reason',
      await giving.admin.delete(`/api/admin/donations/${giving.memberDonation.id}`, {
        reason: value,
      }),
    );
    expectRefused(
      'title',
      await giving.admin.post('/api/fundraisers', {
        ...fundraiser,
        title: value,
      }),
    );
    expectRefused(
      'description',
      await giving.admin.patch(`/api/fundraisers/${giving.fundraiser.id}`, { description: value }),
    );
    expectRefused(
      'notes',
      await giving.admin.post('/api/pledges', { year: 2026, amount: 1, notes: value }),
    );
    for (const field of ['firstName', 'lastName', 'email', 'phone', 'role']) {
      expectRefused(
        field,
        await giving.admin.post('/api/admin/users', {
          firstName: 'A',
          lastName: 'B',
          email: 'a.b@grace.test',
          [field]: value,
        }),
      );
      expectRefused(
        field,
        await giving.admin.put(`/api/admin/users/${giving.hannah.id}`, { [field]: value }),
      );
    }
    expectRefused(
      'reason',
      await giving.admin.post(`/api/admin/users/${giving.hannah.id}/suspend`, { reason: value }),
    );
  });

  it('is refused: NUL and very long words in a query', async () => {
    for (const value of ['%00', 'a%00b', 'x'.repeat(5_000)]) {
      for (const path of [
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
        expectRefused(path, await giving.admin.get(path + value));
      }
    }
  });
});
