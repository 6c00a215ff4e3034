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
});
