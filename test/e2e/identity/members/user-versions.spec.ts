import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { StaffUser, User } from '#libs/contracts';
import type { Client } from '../../../support/app.js';
import { startStaffedChurch, type StaffedChurch } from '../../../support/staffed-church.js';

let staff: StaffedChurch;
beforeAll(async () => {
  staff = await startStaffedChurch();
});
afterAll(() => staff.app.close());

const changedMeanwhileMessage =
  'Somebody else changed this member in the meantime. Nothing of yours was saved yet.';
const profileChanged =
  'Your profile was changed in the meantime, perhaps by your church. Nothing of this change ' +
  'was saved yet.';

const put = (client: Client, id: string, body: object, version?: number | string) =>
  client.put<StaffUser>(
    `/api/admin/users/${id}`,
    body,
    version === undefined ? {} : { 'if-match': `"${version}"` },
  );
/** Changes a profile. The request always contains the names, which are required. */
const putProfile = (client: Client, body: object, version?: number) =>
  client.put<User>(
    '/api/auth/profile',
    { firstName: 'Hannah', lastName: 'Brooks', ...body },
    version === undefined ? {} : { 'if-match': `"${version}"` },
  );
const versionOf = async (id: string) => (await staff.listed(id))!.version;

describe('a member whom two users change', () => {
  it('is not changed by the second request, whose answer has the saved version', async () => {
    const { id } = await staff.newcomer({ firstName: 'Hannah', lastName: 'Brooks' });
    expect(await versionOf(id)).toBe(1);
    const first = await put(staff.secretary, id, { lastName: 'Moreno' }, 1);
    expect(first).toMatchObject({ status: 200, body: { lastName: 'Moreno', version: 2 } });
    const logged = await staff.logged(id);
    const change = { phone: '555-123-4567', role: 'pastor' };
    expect(await put(staff.admin, id, change, 1)).toMatchObject({
      status: 409,
      body: { code: 'stale', message: changedMeanwhileMessage, current: first.body },
    });
    expect(await staff.listed(id)).toEqual(first.body);
    expect(await staff.logged(id)).toEqual(logged);
    expect(await put(staff.admin, id, change, 2)).toMatchObject({
      status: 200,
      body: { lastName: 'Moreno', phone: '+15551234567', role: 'pastor', version: 3 },
    });
  });

  it('has the values of the last request if no request names a version', async () => {
    const { id } = await staff.newcomer();
    await put(staff.secretary, id, { firstName: 'Caleb' });
    expect(await put(staff.admin, id, { firstName: 'Hannah' })).toMatchObject({
      status: 200,
      body: { firstName: 'Hannah', version: 3 },
    });
    expect(await staff.admin.put(`/api/admin/users/${id}`, {}, { 'if-match': '*' })).toMatchObject({
      status: 200,
      body: { version: 3 },
    });
  });

  it('has the same version after a change that repeats the saved values', async () => {
    const { id, email } = await staff.newcomer({ firstName: 'Hannah', lastName: 'Brooks' });
    const { body: savedUser } = await put(staff.admin, id, { phone: '555-123-4567' }, 1);
    const same = { firstName: 'Hannah', lastName: 'Brooks', email, phone: '(555) 123 4567' };
    expect(await put(staff.admin, id, { ...same, role: 'member' }, 2)).toMatchObject({
      status: 200,
      body: savedUser,
    });
    expect(await versionOf(id)).toBe(2);
    // An old version is refused nevertheless.
    expect((await put(staff.admin, id, same, 1)).status).toBe(409);
  });

  it('is changed by only one of several simultaneous requests with the same version', async () => {
    const { id, email } = await staff.newcomer();
    const self = staff.app.as(email);
    for (let version = 1; version <= 20; version++) {
      const answers = await Promise.all([
        putProfile(self, { bio: `Bio ${version}` }, version),
        put(staff.admin, id, { firstName: `Admin ${version}` }, version),
        put(staff.secretary, id, { firstName: `Secretary ${version}` }, version),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
      expect(await versionOf(id)).toBe(version + 1);
    }
  });

  it('has a new version after approval, suspension, reactivation and another role', async () => {
    const { id } = await staff.newcomer({ isApproved: false });
    const pathOf = (action: string) => `/api/admin/users/${id}/${action}`;
    await staff.admin.post(`/api/users/${id}/approve`);
    expect(await versionOf(id)).toBe(2);
    await staff.admin.post(pathOf('suspend'), { reason: 'moved away' });
    expect(await versionOf(id)).toBe(3);
    await staff.admin.post(pathOf('suspend'), { reason: 'again' });
    expect(await versionOf(id)).toBe(3);
    await staff.admin.post(pathOf('reactivate'));
    expect(await versionOf(id)).toBe(4);
    await put(staff.admin, id, { role: 'support' }, 4);
    expect(await versionOf(id)).toBe(5);
  });

  it('has the same version after a change of the notifications', async () => {
    const { id, email } = await staff.newcomer();
    const self = staff.app.as(email);
    const changed = await self.patch('/api/user/notification-preferences', {
      notifyNewEvents: false,
    });
    expect(changed.status).toBe(200);
    expect(await versionOf(id)).toBe(1);
  });

  it('is compared with the version only after permissions and values were checked', async () => {
    const { id } = await staff.newcomer();
    const name = { firstName: 'Nobody' };
    for (const version of [1, 7]) {
      expect((await put(staff.admin, staff.foreign.id, name, version)).status).toBe(404);
      expect((await put(staff.app.as('member@grace.test'), id, name, version)).status).toBe(403);
      expect((await put(staff.secretary, id, { role: 'support' }, version)).status).toBe(403);
      expect((await put(staff.admin, id, { firstName: '' }, version)).status).toBe(400);
    }
    expect((await put(staff.admin, staff.foreign.id, name, 'new')).status).toBe(404);
    expect(await put(staff.admin, id, name, 'new')).toMatchObject({
      status: 400,
      body: { message: 'If-Match must be the version of the member, such as "3".' },
    });
    expect(await versionOf(id)).toBe(1);
  });
});

describe('the profile of a user whom staff have changed', () => {
  it('is not changed by an old version, and the user gets the saved profile', async () => {
    const { id, email } = await staff.newcomer({ firstName: 'Hannah', lastName: 'Brooks' });
    const self = staff.app.as(email);
    await put(staff.secretary, id, { lastName: 'Moreno' }, 1);
    const { body: savedUser } = await self.get<User>('/api/auth/user');
    expect(savedUser).toMatchObject({ lastName: 'Moreno', version: 2 });
    expect(await putProfile(self, { lastName: 'Lind', bio: 'Mine' }, 1)).toMatchObject({
      status: 409,
      body: { code: 'stale', message: profileChanged, current: savedUser },
    });
    expect((await self.get('/api/auth/user')).body).toEqual(savedUser);
    expect(await putProfile(self, { lastName: 'Moreno', bio: 'Mine' }, 2)).toMatchObject({
      status: 200,
      body: { lastName: 'Moreno', bio: 'Mine', version: 3 },
    });
    // A secretary with version 2 cannot overwrite the profile either.
    expect((await put(staff.secretary, id, { lastName: 'Lind' }, 2)).status).toBe(409);
  });

  it('keeps fields that a request omits, and its version if nothing changes', async () => {
    const { email } = await staff.newcomer({ firstName: 'Hannah', lastName: 'Brooks' });
    const self = staff.app.as(email);
    await putProfile(self, { phone: '555-123-4567', bio: 'Mine' });
    const { body: savedUser } = await self.get<User>('/api/auth/user');
    expect(savedUser).toMatchObject({ firstName: 'Hannah', lastName: 'Brooks', version: 2 });
    expect((await putProfile(self, {}, 2)).body).toEqual(savedUser);
    const same = { firstName: 'Hannah', phone: '555-123-4567', bio: ' Mine ' };
    expect((await putProfile(self, same, 2)).body).toEqual(savedUser);
    expect((await putProfile(self, { firstName: ' ' }, 2)).status).toBe(400);
  });

  it('is overwritten by the user’s request if it names no version', async () => {
    const { id, email } = await staff.newcomer();
    await put(staff.secretary, id, { lastName: 'Moreno' });
    const change = { firstName: 'Hannah', lastName: 'Lind' };
    expect(await putProfile(staff.app.as(email), change)).toMatchObject({
      status: 200,
      body: { ...change, version: 3 },
    });
  });
});
