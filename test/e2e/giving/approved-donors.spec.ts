import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { DonationImport, Ledger, StaffUser, User } from '#libs/contracts';
import { startApp, type Client, type TestApp } from '../../support/app.js';
import { visitorsOf } from '../../support/visitors.js';

let app: TestApp;
let staff: Client;
let secretary: string;
let pendingEmail: string;
let pendingUserId: string;
let serial = 0;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

/** Creates a new church with a pending user for each test. */
beforeEach(async () => {
  const slug = `grace-${++serial}`;
  secretary = `secretary@${slug}.test`;
  pendingEmail = `generous-${serial}@giver.test`;
  await app.person(await app.church(slug), { email: secretary, role: 'secretary' });
  staff = app.as(secretary);
  const client = await visitorsOf(app).newcomer(pendingEmail, { organizationSlug: slug });
  pendingUserId = (await client.get<User>('/api/auth/user')).body.id;
});

const upload = async () => {
  const form = new FormData();
  form.set(
    'file',
    new Blob([
      `email,amount,paymentmethod,date,campaign,notes\n${pendingEmail},25.00,Cash,2025-01-05,,\n`,
    ]),
    'gifts.csv',
  );
  const answer = await fetch(`${app.url}/api/admin/donation-imports`, {
    method: 'POST',
    body: form,
    headers: { cookie: await app.cookieOf(secretary) },
  });
  return (await answer.json()) as DonationImport;
};
const donors = () => app.database.asSuperuser('select 1 from donor where id = $1', [pendingUserId]);

describe('a user who is not yet approved', () => {
  it('is no donor for imports, recorded donations or the ledger', async () => {
    expect(await upload()).toMatchObject({
      counts: { rejected: 1, new: 0 },
      errors: [{ message: `Row 2: User not found with email "${pendingEmail}"` }],
    });
    expect(
      await staff.post('/api/admin/donations', {
        userId: pendingUserId,
        amount: '25.00',
        date: '2025-01-05',
      }),
    ).toMatchObject({ status: 400, body: { message: 'Member is required' } });
    expect(await donors()).toEqual([]);
    expect((await staff.get<Ledger>('/api/admin/church-ledger')).body.rows).toEqual([]);
  });

  it('does not become a donor by a change of the user’s details', async () => {
    expect(
      (
        await staff.put(`/api/admin/users/${pendingUserId}`, {
          firstName: 'Generous',
          phone: '555-123-4567',
        })
      ).status,
    ).toBe(200);
    expect(await donors()).toEqual([]);
  });

  it('is a donor from approval on', async () => {
    const { body } = await staff.get<StaffUser[]>('/api/users/pending');
    expect(body).toMatchObject([{ id: pendingUserId, emailVerified: false }]);
    expect((await staff.post(`/api/users/${pendingUserId}/approve`)).status).toBe(200);
    expect(await donors()).toHaveLength(1);
    expect(await upload()).toMatchObject({ counts: { new: 1, rejected: 0 } });
  });
});
