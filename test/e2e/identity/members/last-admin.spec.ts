import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { User } from '#libs/contracts';
import { startOffice, type Office } from '../../../support/office.js';

let office: Office;
beforeAll(async () => {
  office = await startOffice();
  await office.app.person(office.grace, { email: 'owner@grace.test', role: 'support' });
  await office.app.db.platform((tx) =>
    tx.sql(`update account set made_by_operator = true where email = 'owner@grace.test'`),
  );
});
afterAll(() => office.app.close());

describe('the last admin', () => {
  const stays = {
    status: 409,
    body: {
      message:
        'This is the church’s last administrator who can sign in. Please make somebody else ' +
        'an administrator first.',
    },
  };

  it('cannot be demoted, suspended or removed, also next to one without account', async () => {
    await office.app.person(office.grace, {
      email: 'by.hand.admin@grace.test',
      role: 'admin',
      signsIn: false,
    });
    expect(
      await office.admin.put(`/api/admin/users/${office.ruth.id}`, {
        role: 'member',
        phone: '555-999-9999',
      }),
    ).toMatchObject(stays);
    expect(
      await office.admin.post(`/api/admin/users/${office.ruth.id}/suspend`, { reason: 'x' }),
    ).toMatchObject({ status: 403, body: { message: 'You cannot suspend yourself.' } });
    expect(await office.admin.delete(`/api/admin/users/${office.ruth.id}`)).toMatchObject({
      status: 403,
      body: { message: 'You cannot remove yourself.' },
    });
    expect(await office.listed(office.ruth.id)).toMatchObject({
      role: 'admin',
      phone: null,
      isSuspended: false,
    });
  });

  it('cannot be removed by the operator’s account, which is no admin of the church', async () => {
    const operator = office.app.as('owner@grace.test');
    expect(
      await operator.put(`/api/admin/users/${office.ruth.id}`, { role: 'pastor' }),
    ).toMatchObject(stays);
    expect(
      await operator.post(`/api/admin/users/${office.ruth.id}/suspend`, { reason: 'x' }),
    ).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('An administrator cannot be suspended.') },
    });
    expect(await operator.delete(`/api/admin/users/${office.ruth.id}`)).toMatchObject(stays);
    const second = await office.newcomer({ role: 'admin' });
    expect(await operator.put(`/api/admin/users/${second.id}`, { role: 'member' })).toMatchObject({
      status: 200,
    });
    expect(
      await operator.put(`/api/admin/users/${office.ruth.id}`, { role: 'pastor' }),
    ).toMatchObject(stays);
    expect(await operator.delete(`/api/admin/users/${second.id}`)).toMatchObject({ status: 204 });
    // lowering oneself is nobody's business but one's own, and ends one's sessions like every
    // change of role
    const { id } = (await operator.get<User>('/api/auth/user')).body;
    expect(await operator.put(`/api/admin/users/${id}`, { role: 'member' })).toMatchObject({
      status: 200,
      body: { role: 'member' },
    });
    expect((await operator.get('/api/auth/user')).status).toBe(401);
  });

  it('remains after any two simultaneous actions', async () => {
    const church = await office.app.church('two-admins');
    const rounds: [what: string, method: string, path: string, body: object][] = [
      ['demote', 'PUT', '', { role: 'member' }],
      ['remove', 'DELETE', '', {}],
    ];
    for (const [what, method, path, body] of rounds) {
      const [one, other] = [
        await office.app.person(church, { email: `one-${what}@two.test`, role: 'admin' }),
        await office.app.person(church, { email: `other-${what}@two.test`, role: 'admin' }),
      ];
      const by = await Promise.all(
        [one, other].map(async (person) => ({
          cookie: await office.app.cookieOf(person.email),
          target: person === one ? other : one,
        })),
      );
      const answers = await Promise.all(
        by.map(({ cookie, target }) =>
          office.app.visitor.send(
            method,
            `/api/admin/users/${target.id}${path}`,
            JSON.stringify(body),
            { cookie, 'content-type': 'application/json' },
          ),
        ),
      );
      const statuses = answers.map(({ status }) => (status < 300 ? 'done' : status)).sort();
      expect({ what, statuses }).toEqual({ what, statuses: [401, 'done'] });
      const left = await office.app.db.tenant(church, (tx) =>
        tx.sql(
          `select id from app_user where role = 'admin' and not is_suspended
            and removed_at is null`,
        ),
      );
      expect({ what, left: left.length }).toEqual({ what, left: 1 });
      await office.app.db.tenant(church, (tx) => tx.sql(`update app_user set role = 'member'`));
    }
  });
});
