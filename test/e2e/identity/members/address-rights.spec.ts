import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Role, StaffUser } from '#libs/contracts';
import { password, type TestPerson } from '../../../support/app.js';
import { waitForEmail } from '../../../support/email/emails.js';
import { startStaffedChurch, type StaffedChurch } from '../../../support/staffed-church.js';
import { ageAuditLog } from '../../../support/database/audit-log.js';

let staff: StaffedChurch;
beforeAll(async () => {
  staff = await startStaffedChurch();
});
afterAll(() => staff.app.close());
beforeEach(() => staff.app.db.platform((tx) => tx.sql('delete from rate_limit')));

const attackerEmail = 'mallory@evil.test';
const writeAddress = (client: StaffedChurch['admin'], person: TestPerson, email: string) =>
  client.put<StaffUser>(`/api/admin/users/${person.id}`, { email });
const subjects = async (to: string) => (await staff.emails(to)).map(({ subject }) => subject);
const register = (email: string) =>
  staff.app.visitor.post('/api/register', {
    email,
    password,
    firstName: 'Mal',
    lastName: 'Lory',
    organizationSlug: 'grace',
  });
/** Registers with an address and follows the link of the email, as only its owner can. */
async function registerAndConfirm(email: string): Promise<void> {
  expect((await register(email)).status).toBe(201);
  const { text } = await waitForEmail(staff.app, email, 'Please confirm your email address');
  const token = /token=([\w-]{43})/.exec(text!)![1]!;
  await staff.app.visitor.post('/api/auth/verify-email', { token, password });
}

describe('the email address of a user with a role above member', () => {
  it.each(['pastor', 'secretary', 'support'] satisfies Role[])(
    'is not changed by a secretary if the user is a %s',
    async (role) => {
      for (const signsIn of [false, true]) {
        const person = await staff.newcomer({ role, signsIn });
        const answer = await writeAddress(staff.secretary, person, attackerEmail);
        expect(answer).toMatchObject({
          status: 403,
          body: {
            code: 'forbidden',
            message:
              'Only an administrator can change the email address of somebody who is more ' +
              'than a member.',
          },
        });
        expect(await staff.listed(person.id)).toMatchObject({ email: person.email });
        expect(await staff.logged(person.id)).toEqual([]);
      }
      expect(await subjects(attackerEmail)).toEqual([]);
    },
  );

  it('is not changed with other fields, but may be sent unchanged', async () => {
    const pastor = await staff.newcomer({ role: 'pastor', signsIn: false, firstName: 'Silas' });
    const path = `/api/admin/users/${pastor.id}`;
    const refusal = await staff.secretary.put(path, { firstName: 'Paul', email: attackerEmail });
    expect(refusal.status).toBe(403);
    expect(await staff.listed(pastor.id)).toMatchObject({ firstName: 'Silas' });
    const accepted = await staff.secretary.put(path, {
      firstName: 'Paul',
      email: pastor.email.toUpperCase(),
    });
    expect(accepted).toMatchObject({
      status: 200,
      body: { firstName: 'Paul', email: pastor.email },
    });
  });

  it('is not changed by a secretary for the secretary’s own user', async () => {
    expect(await writeAddress(staff.secretary, staff.esther, attackerEmail)).toMatchObject({
      status: 403,
    });
    expect(await staff.listed(staff.esther.id)).toMatchObject({ email: staff.esther.email });
  });

  it('does not give the role to a secretary who registers a new address', async () => {
    const pastor = await staff.newcomer({ role: 'pastor', signsIn: false });
    const newEmail = 'wanted@evil.test';
    await writeAddress(staff.secretary, pastor, newEmail);
    await registerAndConfirm(newEmail);
    const newcomer = staff.app.as(newEmail);
    expect((await newcomer.get('/api/pastor/messages')).status).toBe(403);
    expect(await staff.listed(pastor.id)).toMatchObject({ email: pastor.email, role: 'pastor' });
  });

  it('is not changed by a file of members or by an invitation', async () => {
    const pastor = await staff.newcomer({ role: 'pastor', signsIn: false, firstName: 'Apollos' });
    const imported = 'imported@evil.test';
    const form = new FormData();
    const file =
      `First name,Last ` + `name,Email\nApollos,grace,${imported}\nMal,Lory,${pastor.email}\n`;
    form.set('file', new Blob([file]), 'people.csv');
    const answer = await fetch(`${staff.app.url}/api/admin/users/import`, {
      method: 'POST',
      headers: { cookie: await staff.app.cookieOf('secretary@grace.test') },
      body: form,
    });
    expect(await answer.json()).toMatchObject({ added: 1, known: 1 });
    await staff.secretary.post('/api/admin/invitations', { emails: [pastor.email] });
    expect(await staff.listed(pastor.id)).toMatchObject({
      email: pastor.email,
      firstName: 'Apollos',
    });
    await registerAndConfirm(imported);
    expect((await staff.app.as(imported).get('/api/pastor/messages')).status).toBe(403);
  });

  it('is changed by an admin, with a notice to the old address and an audit entry', async () => {
    const pastor = await staff.newcomer({ role: 'pastor', signsIn: false });
    const next = `next.${pastor.email}`;
    expect(await writeAddress(staff.admin, pastor, next)).toMatchObject({
      status: 200,
      body: { email: next },
    });
    const [email] = await staff.emails(pastor.email);
    expect(email!.subject).toBe('Your church has another email address for you');
    expect(email!.from).toBe('Grace');
    expect(JSON.stringify(email)).not.toContain(next);
    expect(await staff.logged(pastor.id)).toEqual([
      {
        action: 'member-changed',
        actor_id: staff.ruth.id,
        details: { userId: pastor.id, fields: ['email'] },
      },
    ]);
  });
});

describe('a role above member', () => {
  const promote = (person: TestPerson, change: object = {}) =>
    staff.admin.put<StaffUser>(`/api/admin/users/${person.id}`, { role: 'pastor', ...change });

  it.each([false, true])(
    'is not given to a user whose unconfirmed address a secretary changed (with account: %s)',
    async (signsIn) => {
      const person = await staff.newcomer({ signsIn });
      const swapped = `swapped.${person.email}`;
      expect((await writeAddress(staff.secretary, person, swapped)).status).toBe(200);
      expect(await promote(person)).toMatchObject({
        status: 409,
        body: { code: 'conflict', message: expect.stringContaining(`changed to ${swapped}`) },
      });
      expect(await staff.listed(person.id)).toMatchObject({ role: 'member' });
      // The admin who enters the address is responsible for it.
      expect(await promote(person, { email: `own.${person.email}` })).toMatchObject({
        status: 200,
        body: { role: 'pastor' },
      });
    },
  );

  it('is given to a user who confirmed the address, or whose address is unchanged', async () => {
    const addedUser = await staff.secretary.post<StaffUser>('/api/admin/users', {
      firstName: 'By',
      lastName: 'Hand',
      email: 'by.hand@grace.test',
    });
    expect((await promote({ ...addedUser.body, organizationId: staff.grace })).status).toBe(200);
    const person = await staff.newcomer({ signsIn: false });
    const next = `next.${person.email}`;
    await writeAddress(staff.secretary, person, next);
    await registerAndConfirm(next);
    expect(await promote(person)).toMatchObject({ status: 200, body: { role: 'pastor' } });
  });

  it('cannot be given at the same time as a new address', async () => {
    for (let round = 0; round < 5; round++) {
      const person = await staff.newcomer({ signsIn: false });
      const [written, promoted] = await Promise.all([
        writeAddress(staff.secretary, person, `at.once.${person.email}`),
        promote(person),
      ]);
      expect([written.status, promoted.status].sort()).toEqual(
        written.status === 200 ? [200, 409] : [200, 403],
      );
    }
  });
});

describe('an email address that was replaced', () => {
  it('gets a notice if a secretary changed it, even if the member has no account', async () => {
    const person = await staff.newcomer({ signsIn: false });
    await writeAddress(staff.secretary, person, `next.${person.email}`);
    expect(await subjects(person.email)).toEqual(['Your church has another email address for you']);
    expect(await subjects(`next.${person.email}`)).toEqual([]);
  });

  it('gets a notice if it was only the church’s address or only the account’s', async () => {
    const person = await staff.newcomer();
    await writeAddress(staff.secretary, person, `second.${person.email}`);
    await writeAddress(staff.secretary, person, `third.${person.email}`);
    await writeAddress(staff.secretary, person, person.email);
    const addressEnteredSubject = 'Another email address was entered for you';
    const replaced = 'Your church has another email address for you';
    const confirm = 'Please confirm your new email address';
    expect(await subjects(person.email)).toEqual([addressEnteredSubject, addressEnteredSubject]);
    expect((await subjects(`second.${person.email}`)).sort()).toEqual([confirm, replaced]);
    expect((await subjects(`third.${person.email}`)).sort()).toEqual([confirm, replaced]);
  });

  it('gets no email if the church has changed fifty addresses within an hour', async () => {
    const person = await staff.newcomer({ signsIn: false });
    await staff.inGrace(
      `insert into audit_entry (organization_id, id, action, details)
       select $1, gen_random_uuid(), 'member-changed', '{"fields":["email"]}'
       from generate_series(1, 50)`,
      [staff.grace],
    );
    expect(await writeAddress(staff.admin, person, `next.${person.email}`)).toMatchObject({
      status: 429,
      body: { code: 'throttled' },
    });
    expect(await subjects(person.email)).toEqual([]);
    await ageAuditLog(staff.app, '2 hours');
  });
});

describe('the contact of a church', () => {
  it('gets a notice if the super administrator enters another contact', async () => {
    await staff.app.superAdmin('owner@platform.test');
    const superAdmin = staff.app.as('owner@platform.test');
    const { body: church } = await superAdmin.post<{ id: string }>('/api/organizations', {
      name: 'Bethel',
      slug: 'bethel',
      email: 'first@bethel.test',
      contactName: 'First Contact',
    });
    const contact = { contactName: 'Second Contact', email: 'second@bethel.test' };
    const answer = await superAdmin.post(`/api/organizations/${church.id}/contact`, contact);
    expect(answer.status).toBe(200);
    expect(await subjects('first@bethel.test')).toEqual([
      'Welcome to Church Connect',
      'You are no longer the contact of a church',
    ]);
    const entries = await staff.app.db.tenant(church.id, (tx) =>
      tx.sql<{ fields: string[] }>(
        `select details -> 'fields' as fields from audit_entry where organization_id = $1
           and action = 'member-changed'`,
        [church.id],
      ),
    );
    expect(entries).toEqual([{ fields: ['email'] }]);
  });
});
