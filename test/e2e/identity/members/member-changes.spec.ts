import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Donation, StaffUser, User } from '#libs/contracts';
import { give, signIn } from '../../../support/app.js';
import { startStaffedChurch, type StaffedChurch } from '../../../support/staffed-church.js';

let staff: StaffedChurch;
beforeAll(async () => {
  staff = await startStaffedChurch();
});
afterAll(() => staff.app.close());

describe('a change of a user', () => {
  const readOwnUser = async (email: string) =>
    (await staff.app.as(email).get<User>('/api/auth/user')).body;

  it.each(['pastor', 'support', 'member'] as const)(
    'by a %s is limited to the user’s own phone number',
    async (role) => {
      const self = staff.app.as(`${role}@grace.test`);
      const before = await readOwnUser(`${role}@grace.test`);
      expect(
        await self.put(`/api/admin/users/${before.id.toUpperCase()}`, { phone: '(555) 123-4567' }),
      ).toMatchObject({ status: 200, body: { id: before.id, phone: '(555) 123-4567' } });
      for (const [field, value] of Object.entries({
        role: 'admin',
        firstName: 'X',
        lastName: 'X',
        email: 'x@grace.test',
        isApproved: true,
        isSuspended: false,
        isSuperAdmin: true,
        organizationId: staff.foreign.organizationId,
        bio: 'x',
        id: staff.esther.id,
      })) {
        expect({
          field,
          ...(await self.put(`/api/admin/users/${before.id}`, {
            phone: '555-000-0000',
            [field]: value,
          })),
        }).toMatchObject({ field, status: 403, body: { code: 'forbidden' } });
      }
      for (const id of [
        staff.ruth.id,
        staff.foreign.id,
        '01a1fc63-f841-71e3-ad8c-fa6353f799cd',
        'nobody',
      ]) {
        expect({
          id,
          ...(await self.put(`/api/admin/users/${id}`, { phone: '555-000-0000' })),
        }).toMatchObject({ id, status: 403 });
      }
      expect(await readOwnUser(`${role}@grace.test`)).toMatchObject({
        ...before,
        phone: '(555) 123-4567',
        updatedAt: expect.any(String),
        version: before.version + 1,
      });
    },
  );

  it.each(['5551234', '555-123-456', '555-123-45678', 'abc-def-ghij', '555_123_4567', 7, true, {}])(
    'is refused for the phone number %j, and the old one remains',
    async (phone) => {
      const before = await readOwnUser('member@grace.test');
      const answer = await staff.app
        .as('member@grace.test')
        .put(`/api/admin/users/${before.id}`, { phone });
      expect(answer.status).toBe(400);
      if (typeof phone === 'string')
        expect(answer.body).toMatchObject({
          message: 'Please enter a valid phone number (e.g., 555-123-4567)',
        });
      expect(await readOwnUser('member@grace.test')).toEqual(before);
    },
  );

  it.each(['555-123-4567', '(555) 123-4567', '555.123.4567', '5551234567', '555 123 4567', null])(
    'accepts the phone number %j',
    async (phone) => {
      const { id } = await readOwnUser('member@grace.test');
      expect(
        await staff.app.as('member@grace.test').put(`/api/admin/users/${id}`, { phone }),
      ).toMatchObject({ status: 200, body: { phone } });
    },
  );

  it('stores phone numbers of any country in one form', async () => {
    const person = await staff.newcomer();
    const put = async (phone: string) => {
      const { status, body } = await staff.secretary.put<StaffUser>(
        `/api/admin/users/${person.id}`,
        { phone },
      );
      return status === 200 ? body.phone : status;
    };
    expect(await put('(555) 123-4567 ext. 12')).toBe('+15551234567;ext=12');
    expect(await put('+44 20 7946 0958')).toBe('+442079460958');
    expect(await put('555-123-4567 or 555-765-4321')).toBe(400);
    expect(await put('1234567')).toBe(400);
    expect(await put('+999 1234567')).toBe(400);
    expect(await staff.listed(person.id)).toMatchObject({ phone: '+442079460958' });
    // The same number in another spelling is not a change.
    const logged = await staff.logged(person.id);
    expect(await put('+44 (0)20 7946 0958')).toBe('+442079460958');
    expect(await staff.logged(person.id)).toEqual(logged);
    // The user's own profile needs an American number, unless the number is unchanged.
    const self = staff.app.as(person.email);
    const names = { firstName: 'Own', lastName: 'Name' };
    expect(
      await self.put('/api/auth/profile', { ...names, phone: '+44 20 7946 0958' }),
    ).toMatchObject({ status: 200, body: { firstName: 'Own', phone: '+442079460958' } });
    expect(
      await self.put('/api/auth/profile', { ...names, phone: '+44 20 7946 0959' }),
    ).toMatchObject({ status: 400 });
    expect(
      await self.put(`/api/admin/users/${person.id}`, { phone: '+44 20 7946 0959' }),
    ).toMatchObject({ status: 400 });
  });

  it('cannot turn the second factor on or off', async () => {
    const { id } = await readOwnUser('member@grace.test');
    const self = staff.app.as('member@grace.test');
    expect(await self.put(`/api/admin/users/${id}`, { mfaEnabled: true })).toMatchObject({
      status: 400,
      body: {
        message: 'Two-factor authentication is turned on by its set-up on the settings page.',
      },
    });
    expect(await self.put(`/api/admin/users/${id}`, { mfaEnabled: false })).toMatchObject({
      status: 200,
    });
    await staff.inGrace('update app_user set mfa_enabled = true where id = $1', [id]);
    expect(await self.put(`/api/admin/users/${id}`, { mfaEnabled: false })).toMatchObject({
      status: 400,
      body: { message: 'Two-factor authentication is turned off on the settings page.' },
    });
    expect(await staff.admin.put(`/api/admin/users/${id}`, { mfaEnabled: false })).toMatchObject({
      status: 403,
    });
    expect(await readOwnUser('member@grace.test')).toMatchObject({ mfaEnabled: true });
    await staff.inGrace('update app_user set mfa_enabled = false where id = $1', [id]);
  });

  it('can include the names, address and phone of members if a secretary makes it', async () => {
    const person = await staff.newcomer();
    await give(staff.secretary, person.id);
    const changes = {
      firstName: 'Johanna',
      lastName: 'Neu',
      email: 'Johanna@Grace.test',
      phone: '555-123-4567',
    };
    const { status, body } = await staff.secretary.put<StaffUser>(
      `/api/admin/users/${person.id}`,
      changes,
    );
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        ...changes,
        email: 'johanna@grace.test',
        phone: '+15551234567',
        emailVerified: false,
      },
    });
    expect(await staff.logged(person.id)).toEqual([
      {
        action: 'member-changed',
        actor_id: staff.esther.id,
        details: { userId: person.id, fields: ['firstName', 'lastName', 'email', 'phone'] },
      },
    ]);
    // A repetition changes and logs nothing. The user can still sign in with the earlier address.
    expect(await staff.secretary.put(`/api/admin/users/${person.id}`, changes)).toMatchObject({
      status: 200,
    });
    expect(await staff.logged(person.id)).toHaveLength(1);
    expect(
      (await staff.secretary.get<Donation[]>(`/api/admin/donations?donorId=${person.id}`)).body[0],
    ).toMatchObject({ donorName: 'Johanna Neu' });
    await signIn(staff.app.visitor, person.email);
    expect(
      await staff.secretary.put(`/api/admin/users/${person.id}`, { email: person.email }),
    ).toMatchObject({ status: 200, body: { emailVerified: true } });
    expect(
      await staff.secretary.put(`/api/admin/users/${person.id}`, { email: 'admin@grace.test' }),
    ).toMatchObject({ status: 409 });
    expect(
      await staff.secretary.put(`/api/admin/users/${person.id}`, {
        firstName: 'Kept',
        phone: 'x',
      }),
    ).toMatchObject({ status: 400 });
    expect(await staff.listed(person.id)).toMatchObject({ firstName: 'Johanna' });
  });

  it('needs an admin for the role, and then ends the user’s sessions', async () => {
    const person = await staff.newcomer();
    const phone = await staff.device(person.email);
    expect(
      await staff.secretary.put(`/api/admin/users/${person.id}`, { role: 'support' }),
    ).toMatchObject({
      status: 403,
      body: { message: 'Only an administrator can give or change a role.' },
    });
    expect(
      await staff.secretary.put(`/api/admin/users/${staff.esther.id}`, { role: 'admin' }),
    ).toMatchObject({ status: 403 });
    expect((await phone.get('/api/auth/user')).status).toBe(200);
    expect(
      await staff.admin.put(`/api/admin/users/${person.id}`, { role: 'secretary' }),
    ).toMatchObject({ status: 200, body: { role: 'secretary' } });
    expect((await phone.get('/api/auth/user')).status).toBe(401);
    expect((await (await staff.device(person.email)).get('/api/admin/users')).status).toBe(200);
    expect(await staff.logged(person.id)).toMatchObject([
      {
        action: 'role-changed',
        actor_id: staff.ruth.id,
        details: { from: 'member', to: 'secretary' },
      },
    ]);
  });

  it('cannot include the user’s own role, even for the operator’s account', async () => {
    const operatorUser = await staff.app.person(staff.grace, {
      email: 'owner@grace.test',
      role: 'support',
    });
    await staff.app.db.platform((tx) =>
      tx.sql(`update account set made_by_operator = true where email = 'owner@grace.test'`),
    );
    const self = staff.app.as('owner@grace.test');
    for (const role of ['secretary', 'pastor', 'admin']) {
      expect({
        role,
        ...(await self.put(`/api/admin/users/${operatorUser.id}`, { role, firstName: 'X' })),
      }).toMatchObject({
        role,
        status: 403,
        body: { message: 'Nobody can raise their own role.' },
      });
    }
    expect(await staff.listed(operatorUser.id)).toMatchObject({
      role: 'support',
      firstName: 'owner',
    });
    const other = await staff.newcomer();
    expect(await self.put(`/api/admin/users/${other.id}`, { role: 'pastor' })).toMatchObject({
      status: 200,
    });
  });

  it('is refused for secretaries if the user is an admin', async () => {
    for (const [method, path, body] of [
      ['PUT', '', { phone: '555-123-4567' }],
      ['POST', '/suspend', { reason: 'x' }],
      ['POST', '/reactivate', {}],
      ['DELETE', '', undefined],
    ] as const) {
      const answer = await staff.secretary.send(
        method,
        `/api/admin/users/${staff.ruth.id}${path}`,
        body && JSON.stringify(body),
        body ? { 'content-type': 'application/json' } : {},
      );
      expect({ method, path, ...answer }).toMatchObject({
        method,
        path,
        status: 403,
        body: { message: 'Only an administrator can do that to an administrator.' },
      });
    }
    expect(await staff.listed(staff.ruth.id)).toMatchObject({ phone: null, isSuspended: false });
  });

  it('gets 404 if the user is in another church', async () => {
    for (const client of [staff.admin, staff.secretary]) {
      expect(
        await client.put(`/api/admin/users/${staff.foreign.id}`, { role: 'x', nonsense: 1 }),
      ).toMatchObject({ status: 404 });
      expect(
        await client.post(`/api/users/${staff.foreign.id}/approve`, { nonsense: 1 }),
      ).toMatchObject({ status: 404 });
      for (const act of ['suspend', 'reactivate'])
        expect(
          await client.post(`/api/admin/users/${staff.foreign.id}/${act}`, { nonsense: 1 }),
        ).toMatchObject({ status: 404 });
      expect(await client.delete(`/api/admin/users/${staff.foreign.id}`)).toMatchObject({
        status: 404,
      });
    }
  });
});
