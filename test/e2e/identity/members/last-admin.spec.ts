import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { User } from '#libs/contracts';
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

describe('the last admin', () => {
  const stays = {
    status: 409,
    body: {
      message:
        'This is the church’s last administrator who can sign in. Please make somebody else ' +
        'an administrator first.',
    },
  };

  it('cannot be demoted, suspended or removed, even next to an admin without account', async () => {
    await staff.app.person(staff.grace, {
      email: 'by.hand.admin@grace.test',
      role: 'admin',
      signsIn: false,
    });
    expect(
      await staff.admin.put(`/api/admin/users/${staff.ruth.id}`, {
        role: 'member',
        phone: '555-999-9999',
      }),
    ).toMatchObject(stays);
    expect(
      await staff.admin.post(`/api/admin/users/${staff.ruth.id}/suspend`, { reason: 'x' }),
    ).toMatchObject({ status: 403, body: { message: 'You cannot suspend yourself.' } });
    expect(await staff.admin.delete(`/api/admin/users/${staff.ruth.id}`)).toMatchObject({
      status: 403,
      body: { message: 'You cannot remove yourself.' },
    });
    expect(await staff.listed(staff.ruth.id)).toMatchObject({
      role: 'admin',
      phone: null,
      isSuspended: false,
    });
  });

  it('cannot be removed by the operator’s account, which is no admin of the church', async () => {
    const operator = staff.app.as('owner@grace.test');
    expect(
      await operator.put(`/api/admin/users/${staff.ruth.id}`, { role: 'pastor' }),
    ).toMatchObject(stays);
    expect(
      await operator.post(`/api/admin/users/${staff.ruth.id}/suspend`, { reason: 'x' }),
    ).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('An administrator cannot be suspended.') },
    });
    expect(await operator.delete(`/api/admin/users/${staff.ruth.id}`)).toMatchObject(stays);
    const second = await staff.newcomer({ role: 'admin' });
    expect(await operator.put(`/api/admin/users/${second.id}`, { role: 'member' })).toMatchObject({
      status: 200,
    });
    expect(
      await operator.put(`/api/admin/users/${staff.ruth.id}`, { role: 'pastor' }),
    ).toMatchObject(stays);
    expect(await operator.delete(`/api/admin/users/${second.id}`)).toMatchObject({ status: 204 });
    // Users may give themselves a lower role, which ends their sessions like every change of the
    // role.
    const { id } = (await operator.get<User>('/api/auth/user')).body;
    expect(await operator.put(`/api/admin/users/${id}`, { role: 'member' })).toMatchObject({
      status: 200,
      body: { role: 'member' },
    });
    expect((await operator.get('/api/auth/user')).status).toBe(401);
  });

  it('cannot be removed or demoted by two simultaneous actions', async () => {
    const church = await staff.app.church('two-admins');
    const rounds: [what: string, method: string, path: string, body: object][] = [
      ['demote', 'PUT', '', { role: 'member' }],
      ['remove', 'DELETE', '', {}],
    ];
    for (const [change, method, path, body] of rounds) {
      const [first, second] = [
        await staff.app.person(church, { email: `one-${change}@two.test`, role: 'admin' }),
        await staff.app.person(church, { email: `other-${change}@two.test`, role: 'admin' }),
      ];
      const clients = await Promise.all(
        [first, second].map(async (person) => ({
          cookie: await staff.app.cookieOf(person.email),
          target: person === first ? second : first,
        })),
      );
      const answers = await Promise.all(
        clients.map(({ cookie, target }) =>
          staff.app.visitor.send(
            method,
            `/api/admin/users/${target.id}${path}`,
            JSON.stringify(body),
            { cookie, 'content-type': 'application/json' },
          ),
        ),
      );
      const statuses = answers.map(({ status }) => (status < 300 ? 'done' : status)).sort();
      expect({ what: change, statuses }).toEqual({ what: change, statuses: [401, 'done'] });
      const remainingAdmins = await staff.app.db.tenant(church, (tx) =>
        tx.sql(
          `select id from app_user where role = 'admin' and not is_suspended
            and removed_at is null`,
        ),
      );
      expect({ what: change, left: remainingAdmins.length }).toEqual({ what: change, left: 1 });
      await staff.app.db.tenant(church, (tx) => tx.sql(`update app_user set role = 'member'`));
    }
  });
});
