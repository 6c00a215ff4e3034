import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  auditEntry,
  may,
  permissionLabels,
  policy,
  roles,
  rolesOverview,
  type Action,
  type AuditEntry,
  type RolesOverview,
} from '#libs/contracts';
import {
  everyPage,
  nextOf,
  startApp,
  type Client,
  type TestApp,
  type TestPerson,
} from '../../../support/app.js';
import { audit } from '#libs/http';
import { until } from '../../../support/until.js';

let app: TestApp;
let church: string;
let admin: Client;
let ruth: TestPerson;
let hannah: TestPerson;
let serial = 0;
/** Returns an email address in the church of the current test. */
const addressOf = (name: string) => `${name}@grace-${serial}.test`;
beforeAll(async () => {
  app = await startApp();
  await app.person(await app.church('hope'), { email: 'admin@hope.test', role: 'admin' });
});
beforeEach(async () => {
  church = await app.church(`grace-${++serial}`, { timeZone: 'Pacific/Kiritimati' });
  ruth = await app.person(church, {
    email: addressOf('admin'),
    role: 'admin',
    firstName: 'Ruth',
    lastName: 'Whitfield',
  });
  hannah = await app.person(church, {
    email: addressOf('hannah'),
    firstName: 'Hannah',
    lastName: 'Brooks',
  });
  await app.person(church, { email: addressOf('pending'), isApproved: false });
  await app.person(church, { email: addressOf('suspended'), role: 'support', isSuspended: true });
  admin = app.as(addressOf('admin'));
});
afterAll(() => app.close());

describe('the page of roles and permissions', () => {
  it('shows users under their role, and the permissions of each role', async () => {
    const { status, body } = await admin.get<RolesOverview>('/api/admin/roles-permissions');
    expect(status).toBe(200);
    expect(rolesOverview.strict().parse(body)).toEqual(body);
    expect(body.totalUsers).toBe(4);
    expect(Object.keys(body.roleGroups).sort()).toEqual([...roles].sort());
    expect(body.roleGroups.admin).toEqual([
      {
        id: ruth.id,
        firstName: 'Ruth',
        lastName: 'Whitfield',
        email: addressOf('admin'),
        isSuperAdmin: false,
        isApproved: true,
        isSuspended: false,
      },
    ]);
    expect(body.roleGroups.member.map(({ email, isApproved }) => [email, isApproved])).toEqual([
      [addressOf('hannah'), true],
      [addressOf('pending'), false],
    ]);
    expect(body.roleGroups.support).toMatchObject([
      { email: addressOf('suspended'), isSuspended: true },
    ]);
    for (const role of roles) {
      const actor = {
        role,
        isApproved: true,
        isSuspended: false,
        isSuperAdmin: false,
        organizationId: church,
      };
      const mayDo = (Object.keys(policy) as Action[])
        .filter((action) => may(actor, action))
        .map((action) => permissionLabels[action]);
      expect({ role, labels: body.rolePermissions[role] }).toEqual({ role, labels: mayDo });
    }
    expect(new Set(Object.values(permissionLabels)).size).toBe(Object.keys(policy).length);
  });

  it('shows who is a super administrator, and the present roles', async () => {
    await app.db.platform((tx) =>
      tx.sql('update account set is_super_admin = true where email = $1', [addressOf('hannah')]),
    );
    await app.db.tenant(church, (tx) =>
      tx.sql(`update app_user set role = 'pastor' where id = $1`, [hannah.id]),
    );
    const { body } = await admin.get<RolesOverview>('/api/admin/roles-permissions');
    expect(body.roleGroups.pastor).toMatchObject([{ id: hannah.id, isSuperAdmin: true }]);
    await app.db.platform((tx) =>
      tx.sql('update account set is_super_admin = false where email = $1', [addressOf('hannah')]),
    );
  });
});

describe('the audit log', () => {
  const entries = async (query = '') =>
    (await admin.get<AuditEntry[]>(`/api/admin/audit${query}`)).body;
  const change = (details: object) => admin.put(`/api/admin/users/${hannah.id}`, details);

  it('shows actors, actions and users, newest first, with current names', async () => {
    await change({ role: 'pastor' });
    await change({ role: 'member' });
    await change({ lastName: 'Rivers', phone: '555-123-4567' });
    const log = await entries();
    expect(log.map((entry) => auditEntry.strict().parse(entry))).toEqual(log);
    expect(log.slice(0, 2)).toMatchObject([
      {
        action: 'member-changed',
        actor: { id: ruth.id, name: 'Ruth Whitfield' },
        subject: { id: hannah.id, name: 'Hannah Rivers' },
        details: { fields: ['lastName', 'phone'] },
      },
      {
        action: 'role-changed',
        subject: { name: 'Hannah Rivers' },
        details: { from: 'pastor', to: 'member' },
      },
    ]);
    // An id may contain 555.
    expect(JSON.stringify(log.map(({ details }) => details))).not.toMatch(/Rivers|555-?123/);
  });

  it('can be read page by page, with each entry once', async () => {
    for (let n = 0; n < 5; n++) await admin.get('/api/admin/church-ledger');
    const all = await entries('?limit=1000');
    expect(await everyPage<AuditEntry>(admin, '/api/admin/audit?limit=2')).toEqual(all);
    expect(all.map(({ at }) => at)).toEqual(
      all
        .map(({ at }) => at)
        .sort()
        .reverse(),
    );
    expect(nextOf(await admin.get('/api/admin/audit?limit=1000'))).toBeUndefined();
    expect(await admin.get('/api/admin/audit?cursor=bm9uc2Vuc2U')).toMatchObject({ status: 400 });
    expect(await admin.get('/api/admin/audit?limit=1001')).toMatchObject({ status: 400 });
  });

  it('is filtered by group, and each entry is in one group', async () => {
    await admin.get('/api/admin/church-ledger');
    await change({ phone: '706-555-0123' });
    await app.visitor.post('/api/login', { email: addressOf('admin'), password: 'wrong one' });
    // This entry is written after the answer.
    const isRefusalWritten = async () => (await entries('?action=credentials-refused')).length > 0;
    await until(isRefusalWritten, 'the wrong password is not in the audit log');
    const all = await entries('?limit=1000');
    const groups = await Promise.all(
      ['changes', 'views', 'access'].map((group) => entries(`?limit=1000&group=${group}`)),
    );
    const actionsOf = (list: AuditEntry[]) => [...new Set(list.map(({ action }) => action))];
    expect(actionsOf(groups[0]!)).toEqual(['member-changed']);
    expect(actionsOf(groups[1]!)).toEqual(['ledger.read']);
    expect(actionsOf(groups[2]!)).toContain('credentials-refused');
    expect(
      groups
        .flat()
        .map(({ id }) => id)
        .sort(),
    ).toEqual(all.map(({ id }) => id).sort());
    expect(await admin.get('/api/admin/audit?group=money')).toMatchObject({ status: 400 });
  });

  it('lists actions that the program no longer knows in the group of changes', async () => {
    await app.db.tenant(church, (tx) => audit(tx, hannah.id, 'member-renamed', {}));
    const [newest] = await entries('?group=changes');
    expect(newest).toMatchObject({ action: 'member-renamed' });
    for (const group of ['views', 'access'])
      expect(JSON.stringify(await entries(`?group=${group}`))).not.toContain('member-renamed');
  });

  it('is filtered by action, by actor or subject, and by days of the church', async () => {
    await change({ role: 'pastor' });
    await change({ lastName: 'Rivers' });
    expect(new Set((await entries('?action=role-changed')).map(({ action }) => action))).toEqual(
      new Set(['role-changed']),
    );
    expect((await entries(`?personId=${hannah.id}`)).map(({ action }) => action)).toEqual([
      'member-changed',
      'role-changed',
    ]);
    expect((await entries(`?personId=${ruth.id}&action=member-changed`)).length).toBe(1);
    expect(await entries('?action=none')).toEqual([]);
    // A day in Kiritimati begins fourteen hours earlier than in Greenwich.
    const id = '016f0000-0000-7000-8000-000000000001';
    await app.database.asSuperuser(
      `insert into audit_entry (organization_id, id, at, actor_id, action, details)
         values ($1, $2, '2020-03-01T11:00:00Z', $3, 'long-ago', '{}')`,
      [church, id, ruth.id],
    );
    const isListed = async (query: string) =>
      (await entries(`?${query}`)).some((entry) => entry.id === id);
    expect(await isListed('from=2020-03-02&to=2020-03-02')).toBe(true);
    expect(await isListed('to=2020-03-01')).toBe(false);
    expect(await isListed('from=2020-03-03')).toBe(false);
    expect(await admin.get('/api/admin/audit?from=2020-02-30')).toMatchObject({ status: 400 });
    expect(await admin.get('/api/admin/audit?personId=hannah')).toMatchObject({ status: 400 });
  });

  it('has the names of removed users, and is visible only to its church', async () => {
    await change({ lastName: 'Rivers' });
    await admin.delete(`/api/admin/users/${hannah.id}`);
    expect((await entries())[0]).toMatchObject({
      action: 'member-removed',
      subject: { id: hannah.id, name: 'Hannah Rivers' },
    });
    const other = await app
      .as('admin@hope.test')
      .get<AuditEntry[]>(`/api/admin/audit?personId=${hannah.id}`);
    expect(other).toMatchObject({ status: 200, body: [] });
  });
});
