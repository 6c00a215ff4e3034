import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { staffUser, type StaffUser } from '#libs/contracts';
import { give } from '../../../support/app.js';
import { startStaffedChurch, type StaffedChurch } from '../../../support/staffed-church.js';

let staff: StaffedChurch;
beforeAll(async () => {
  staff = await startStaffedChurch();
});
afterAll(() => staff.app.close());
beforeEach(() => staff.setLimit(1000));

describe('the approval of users', () => {
  it('removes a user from the list of pending users, and sends one email', async () => {
    const [first, second] = [
      await staff.newcomer({ isApproved: false }),
      await staff.newcomer({ isApproved: false }),
    ];
    const pendingUsers = (await staff.secretary.get<StaffUser[]>('/api/users/pending')).body;
    expect(pendingUsers.map(({ id }) => id)).toEqual([first.id, second.id]);
    const answers = await Promise.all(
      [1, 2].map(() => staff.secretary.post<StaffUser>(`/api/users/${first.id}/approve`)),
    );
    for (const { status, body } of answers) {
      expect({ status, body: staffUser.strict().parse(body) }).toMatchObject({
        status: 200,
        body: { isApproved: true, approvedBy: staff.esther.id },
      });
      expect(Date.now() - Date.parse(body.approvedAt!)).toBeLessThan(60_000);
    }
    expect(
      (await staff.secretary.get<StaffUser[]>('/api/users/pending')).body.map(({ id }) => id),
    ).toEqual([second.id]);
    expect((await staff.app.as(first.email).get('/api/user/donations/total')).status).toBe(200);
    expect(await staff.emails(first.email)).toMatchObject([
      {
        from: 'Grace',
        subject: 'Welcome to Grace',
        button: { url: expect.stringMatching(/^http/) },
      },
    ]);
    expect(await staff.logged(first.id)).toEqual([
      { action: 'member-approved', actor_id: staff.esther.id, details: { userId: first.id } },
    ]);
    expect(
      await staff.secretary.post(`/api/users/${second.id}/approve`, { isAdmin: true }),
    ).toMatchObject({ status: 400 });
    await staff.secretary.delete(`/api/admin/users/${second.id}`);
    expect((await staff.secretary.get('/api/users/pending')).body).toEqual([]);
  });

  it.each([
    ['basic', 'The Standard plan has room for 300, for $80 a month.'],
    ['standard', 'The Premium plan has room for 1,000, for $179 a month.'],
    ['premium', 'The Enterprise plan has room for as many as come, for $299 a month.'],
  ])('is refused at the limit of %s, with the plan that would be sufficient', async (plan, way) => {
    const person = await staff.newcomer({ isApproved: false });
    const limit = await staff.members();
    await staff.setLimit(limit, plan);
    const refusal = {
      status: 409,
      body: {
        code: 'member-limit',
        message: `All ${limit} places of your church’s plan are taken. ${way}`,
      },
    };
    expect(await staff.secretary.post(`/api/users/${person.id}/approve`)).toMatchObject(refusal);
    expect(
      await staff.admin.post('/api/admin/users', {
        firstName: 'A',
        lastName: 'B',
        email: 'one.more@grace.test',
      }),
    ).toMatchObject(refusal);
    expect(await staff.listed(person.id)).toMatchObject({ isApproved: false });
    expect(await staff.emails(person.email)).toEqual([]);
    await staff.setLimit(null);
    expect(await staff.secretary.post(`/api/users/${person.id}/approve`)).toMatchObject({
      status: 200,
    });
  });

  it('never exceeds the limit, also in simultaneous requests', async () => {
    const people = await Promise.all([1, 2, 3, 4].map(() => staff.newcomer({ isApproved: false })));
    const suspended = await staff.newcomer({ isSuspended: true });
    const limit = (await staff.members()) + 2;
    await staff.setLimit(limit);
    const answers = await Promise.all([
      ...people.map(({ id }) => staff.secretary.post(`/api/users/${id}/approve`)),
      staff.secretary.post(`/api/admin/users/${suspended.id}/reactivate`),
      ...[1, 2].map((n) =>
        staff.admin.post('/api/admin/users', {
          firstName: 'A',
          lastName: 'B',
          email: `at.once${n}@grace.test`,
        }),
      ),
    ]);
    expect(answers.map(({ status }) => (status < 300 ? 'in' : status)).sort()).toEqual([
      409,
      409,
      409,
      409,
      409,
      'in',
      'in',
    ]);
    expect(await staff.members()).toBe(limit);
  });
});

describe('a member whom staff add by hand', () => {
  it('is approved, has no account, and can be given donations', async () => {
    const { status, body } = await staff.secretary.post<StaffUser>('/api/admin/users', {
      firstName: ' Lydia ',
      lastName: 'Purple',
      email: 'Lydia@Grace.test',
      phone: '555-123-4567',
    });
    expect({ status, body: staffUser.strict().parse(body) }).toMatchObject({
      status: 201,
      body: {
        firstName: 'Lydia',
        email: 'lydia@grace.test',
        phone: '+15551234567',
        role: 'member',
        isApproved: true,
        approvedBy: staff.esther.id,
        isManuallyCreated: true,
        emailVerified: false,
      },
    });
    expect(await staff.listed(body.id)).toEqual(body);
    expect(await give(staff.secretary, body.id)).toMatchObject({ donorName: 'Lydia Purple' });
    expect(await staff.logged(body.id)).toMatchObject([
      { action: 'member-added', details: { userId: body.id, role: 'member' } },
    ]);
    expect(
      await staff.secretary.post('/api/admin/users', {
        firstName: 'Other',
        lastName: 'One',
        email: 'LYDIA@grace.test',
      }),
    ).toMatchObject({
      status: 409,
      body: {
        message: 'Lydia Purple has this email address already.',
        issues: [{ path: 'email', message: 'Lydia Purple has this email address already.' }],
      },
    });
  });

  it('reveals nothing about other churches, and gets other roles only from admins', async () => {
    const body = { firstName: 'A', lastName: 'B', email: staff.foreign.email };
    expect(
      await staff.secretary.post('/api/admin/users', { ...body, role: 'pastor' }),
    ).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect(
      await staff.secretary.post('/api/admin/users', { ...body, role: 'emperor' }),
    ).toMatchObject({ status: 403 });
    expect(await staff.admin.post('/api/admin/users', { ...body, role: 'emperor' })).toMatchObject({
      status: 400,
    });
    expect(await staff.admin.post('/api/admin/users', { ...body, role: 'pastor' })).toMatchObject({
      status: 201,
      body: { role: 'pastor' },
    });
  });

  it.each([
    ['phone', '12345', 'Please enter a valid phone number (e.g., 555-123-4567)'],
    ['phone', 'call me', 'Please enter a valid phone number (e.g., 555-123-4567)'],
    ['email', 'no address', 'Invalid email address'],
    ['firstName', ' ', 'First name is required'],
    ['lastName', undefined, 'Last name is required'],
    ['isApproved', true, 'There is no field "isApproved" here.'],
  ])('is refused for a wrong %s', async (field, value, message) => {
    expect(
      await staff.secretary.post('/api/admin/users', {
        firstName: 'A',
        lastName: 'B',
        email: 'fine@grace.test',
        [field]: value,
      }),
    ).toMatchObject({ status: 400, body: { message } });
  });

  it('is added once for each address, also in simultaneous requests', async () => {
    const answers = await Promise.all(
      [1, 2, 3].map(() =>
        staff.secretary.post('/api/admin/users', {
          firstName: 'A',
          lastName: 'B',
          email: 'twin@grace.test',
        }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });
});
