import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Ledger, Role, StaffUser, User } from '#libs/contracts';
import { give } from '../../../support/app.js';
import { startStaffedChurch, type StaffedChurch } from '../../../support/staffed-church.js';

let staff: StaffedChurch;
beforeAll(async () => {
  staff = await startStaffedChurch();
  await staff.app.person(staff.grace, { email: 'owner@grace.test', role: 'support' });
  await staff.app.db.platform((tx) =>
    tx.sql(`update account set made_by_operator = true where email = 'owner@grace.test'`),
  );
});
afterAll(() => staff.app.close());

describe('the suspension of a user', () => {
  it('ends all sessions, shows the reason to staff, and sends an email', async () => {
    const person = await staff.newcomer();
    const devices = [await staff.device(person.email), await staff.device(person.email)];
    expect(
      await staff.secretary.post(`/api/admin/users/${person.id}/suspend`, { reason: '  ' }),
    ).toMatchObject({ status: 400, body: { message: 'Please give a reason.' } });
    expect(await staff.secretary.post(`/api/admin/users/${person.id}/suspend`, {})).toMatchObject({
      status: 400,
      body: { message: 'Please give a reason.' },
    });
    const { status, body } = await staff.secretary.post<StaffUser>(
      `/api/admin/users/${person.id}/suspend`,
      { reason: 'Quarrels at the door' },
    );
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        isSuspended: true,
        suspendedBy: staff.esther.id,
        suspendedReason: 'Quarrels at the door',
      },
    });
    for (const device of devices) expect((await device.get('/api/auth/user')).status).toBe(401);
    const newSession = await staff.device(person.email);
    const ownUser = await newSession.get<User>('/api/auth/user');
    expect(ownUser).toMatchObject({ status: 200, body: { isSuspended: true } });
    expect(ownUser.text).not.toContain('Quarrels');
    expect(await newSession.get('/api/donations')).toMatchObject({
      status: 403,
      body: { message: 'Your account is suspended.' },
    });
    expect(
      await newSession.put(`/api/admin/users/${person.id}`, { phone: '555-123-4567' }),
    ).toMatchObject({ status: 403 });

    expect(
      await staff.secretary.post(`/api/admin/users/${person.id}/suspend`, { reason: 'Again' }),
    ).toMatchObject({ status: 200, body: { suspendedReason: 'Quarrels at the door' } });
    expect(await staff.secretary.post(`/api/admin/users/${person.id}/reactivate`)).toMatchObject({
      status: 200,
      body: { isSuspended: false, suspendedBy: null, suspendedAt: null, suspendedReason: null },
    });
    expect(await staff.secretary.post(`/api/admin/users/${person.id}/reactivate`)).toMatchObject({
      status: 200,
    });
    expect((await newSession.get('/api/donations')).status).toBe(200);
    const emails = await staff.emails(person.email);
    expect(emails.map(({ subject }) => subject)).toEqual([
      'Your account with Grace is suspended',
      'Your account with Grace is open again',
    ]);
    expect(JSON.stringify(emails)).not.toContain('Quarrels');
    const log = await staff.logged(person.id);
    expect(log.map(({ action }) => action)).toEqual(['member-suspended', 'member-reactivated']);
    expect(JSON.stringify(log)).not.toContain('Quarrels');
  });
});

describe('the removal of a user', () => {
  it('removes the user from all lists, and keeps the donations', async () => {
    const person = await staff.app.person(staff.grace, {
      email: 'leaver@grace.test',
      firstName: 'Priscilla',
      lastName: 'Tent',
    });
    await staff.secretary.put(`/api/admin/users/${person.id}`, { phone: '555-123-4567' });
    const gift = await give(staff.secretary, person.id, { amount: '77.00' });
    const phone = await staff.device(person.email);
    expect(await staff.secretary.delete(`/api/admin/users/${person.id}`)).toMatchObject({
      status: 204,
      text: '',
    });

    expect((await phone.get('/api/auth/user')).status).toBe(401);
    expect(
      (
        await staff.app.visitor.post('/api/login', {
          email: person.email,
          password: 'correct horse battery',
        })
      ).status,
    ).toBe(401);
    expect(await staff.listed(person.id)).toBeUndefined();
    for (const [method, path] of [
      ['put', ''],
      ['post', '/suspend'],
      ['post', '/reactivate'],
      ['delete', ''],
    ] as const)
      expect(
        (await staff.secretary[method](`/api/admin/users/${person.id}${path}`, {})).status,
      ).toBe(404);
    expect((await staff.secretary.post(`/api/users/${person.id}/approve`)).status).toBe(404);
    expect(
      (
        await staff.admin.get<{ roleGroups: Record<Role, { id: string }[]> }>(
          '/api/admin/roles-permissions',
        )
      ).text,
    ).not.toContain(person.id);

    const { body: ledger } = await staff.secretary.get<Ledger>(
      '/api/admin/church-ledger?search=Priscilla',
    );
    expect(ledger.rows).toMatchObject([
      { donorId: person.id, name: 'Priscilla Tent', total: '77.00' },
    ]);
    expect(
      await staff.secretary.patch(`/api/admin/donations/${gift.id}`, {
        userId: person.id,
        amount: '78.00',
      }),
    ).toMatchObject({ status: 200, body: { donorName: 'Priscilla Tent', amount: '78.00' } });
    expect(
      await staff.secretary.post('/api/admin/donations', { userId: person.id, amount: '1.00' }),
    ).toMatchObject({ status: 400, body: { message: 'Member is required' } });
    for (const table of ['app_user', 'donor']) {
      const [row] = await staff.inGrace<{ json: string }>(
        `select row_to_json(t)::text as json from ${table} t where id = $1`,
        [person.id],
      );
      expect(row!.json).toContain('Priscilla');
      expect(row!.json).not.toMatch(/leaver@|555-123/);
    }
  });

  it('hides the user from imports that contain the name or the address', async () => {
    const person = await staff.app.person(staff.grace, {
      email: 'gone@grace.test',
      firstName: 'Silas',
      lastName: 'Gone',
    });
    await staff.secretary.delete(`/api/admin/users/${person.id}`);
    const form = new FormData();
    form.set(
      'file',
      new Blob([
        'email,amount,paymentmethod,date,campaign,notes\ngone@grace.test,25.00,Cash,2025-01-05,,\n',
      ]),
      'gifts.csv',
    );
    const upload = await fetch(`${staff.app.url}/api/admin/donation-imports`, {
      method: 'POST',
      body: form,
      headers: { cookie: await staff.app.cookieOf('secretary@grace.test') },
    });
    expect(await upload.json()).toMatchObject({
      counts: { rejected: 1 },
      errors: [{ message: 'Row 2: User not found with email "gone@grace.test"' }],
    });
  });

  it('lets the account register with the church again, as a pending user', async () => {
    const person = await staff.newcomer();
    await staff.admin.delete(`/api/admin/users/${person.id}`);
    const registration = await staff.app.visitor.post('/api/register', {
      email: person.email,
      password: 'correct horse battery',
      firstName: 'Back',
      lastName: 'Again',
      organizationSlug: 'grace',
    });
    expect(registration).toMatchObject({ status: 201, body: { isApproved: false } });
    const newUser = (await (await staff.device(person.email)).get<User>('/api/auth/user')).body;
    expect(newUser.id).not.toBe(person.id);
    expect(await staff.admin.delete(`/api/admin/users/${newUser.id}`)).toMatchObject({
      status: 204,
    });
    expect(
      await staff.admin.post('/api/admin/users', {
        firstName: 'By',
        lastName: 'Hand',
        email: person.email,
      }),
    ).toMatchObject({ status: 201 });
  });

  it('also ends a session that was opened at the same time', async () => {
    const person = await staff.newcomer();
    const phone = await staff.device(person.email);
    const [session] = await staff.app.db.platform((tx) =>
      tx.sql<{ sid: string; sess: unknown; account_id: string }>(
        'select * from session where user_id = $1',
        [person.id],
      ),
    );
    await staff.admin.delete(`/api/admin/users/${person.id}`);
    await staff.app.db.platform((tx) =>
      tx.sql(
        `insert into session (sid, sess, expire, account_id, organization_id, user_id,
           expires_finally_at) values ($1, '{}', now() + interval '1 day', $2, $3, $4,
           now() + interval '1 day')`,
        [session!.sid, session!.account_id, staff.grace, person.id],
      ),
    );
    expect((await phone.get('/api/auth/user')).status).toBe(401);
  });
});
