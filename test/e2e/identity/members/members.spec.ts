import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { staffUser, type StaffUser } from '#libs/contracts';
import { give } from '../../../support/app.js';
import { startOffice, type Office } from '../../../support/office.js';

let app: Office['app'];
let admin: Office['admin'];
let office: Office['office'];
let esther: Office['esther'];
let foreign: Office['foreign'];
let newcomer: Office['newcomer'];
let listed: Office['listed'];
let letters: Office['letters'];
let logged: Office['logged'];
let setLimit: Office['setLimit'];
let members: Office['members'];
beforeAll(async () => {
  ({ app, admin, office, esther, foreign, newcomer, listed, letters, logged, setLimit, members } = await startOffice());
});
afterAll(() => app.close());
beforeEach(() => setLimit(1000));

describe('approval', () => {
  it('lists who waits, longest first, and makes one a member: by whom and when, told by e-mail once', async () => {
    const [first, second] = [await newcomer({ isApproved: false }), await newcomer({ isApproved: false })];
    const waiting = (await office.get<StaffUser[]>('/api/users/pending')).body;
    expect(waiting.map(({ id }) => id)).toEqual([first.id, second.id]);
    const answers = await Promise.all([1, 2].map(() => office.post<StaffUser>(`/api/users/${first.id}/approve`)));
    for (const { status, body } of answers) {
      expect({ status, body: staffUser.strict().parse(body) }).toMatchObject({ status: 200, body: { isApproved: true, approvedBy: esther.id } });
      expect(Date.now() - Date.parse(body.approvedAt!)).toBeLessThan(60_000);
    }
    expect((await office.get<StaffUser[]>('/api/users/pending')).body.map(({ id }) => id)).toEqual([second.id]);
    expect((await app.as(first.email).get('/api/user/donations/total')).status).toBe(200);
    expect(await letters(first.email)).toMatchObject([{ from: 'Grace', subject: 'Welcome to Grace', button: { url: expect.stringMatching(/^http/) } }]);
    expect(await logged(first.id)).toEqual([{ action: 'member-approved', actor_id: esther.id, details: { userId: first.id } }]);
    expect(await office.post(`/api/users/${second.id}/approve`, { isAdmin: true })).toMatchObject({ status: 400 });
    await office.delete(`/api/admin/users/${second.id}`);
    expect((await office.get('/api/users/pending')).body).toEqual([]);
  });

  it.each([
    ['basic', 'The Standard plan has room for 300, for $80 a month.'],
    ['standard', 'The Premium plan has room for 1,000, for $179 a month.'],
    ['premium', 'The Enterprise plan has room for as many as come, for $299 a month.'],
  ])('at the limit of %s is refused with the plan that would do', async (plan, way) => {
    const person = await newcomer({ isApproved: false });
    const limit = await members();
    await setLimit(limit, plan);
    const refusal = { status: 409, body: { code: 'member-limit', message: `All ${limit} places of your church’s plan are taken. ${way}` } };
    expect(await office.post(`/api/users/${person.id}/approve`)).toMatchObject(refusal);
    expect(await admin.post('/api/admin/users', { firstName: 'A', lastName: 'B', email: 'one.more@grace.test' })).toMatchObject(refusal);
    expect(await listed(person.id)).toMatchObject({ isApproved: false });
    expect(await letters(person.email)).toEqual([]);
    await setLimit(null);
    expect(await office.post(`/api/users/${person.id}/approve`)).toMatchObject({ status: 200 });
  });

  it('at once never passes the limit, whichever way somebody comes in', async () => {
    const people = await Promise.all([1, 2, 3, 4].map(() => newcomer({ isApproved: false })));
    const suspended = await newcomer({ isSuspended: true });
    const limit = (await members()) + 2;
    await setLimit(limit);
    const answers = await Promise.all([
      ...people.map(({ id }) => office.post(`/api/users/${id}/approve`)),
      office.post(`/api/admin/users/${suspended.id}/reactivate`),
      ...[1, 2].map((n) => admin.post('/api/admin/users', { firstName: 'A', lastName: 'B', email: `at.once${n}@grace.test` })),
    ]);
    expect(answers.map(({ status }) => (status < 300 ? 'in' : status)).sort()).toEqual([409, 409, 409, 409, 409, 'in', 'in']);
    expect(await members()).toBe(limit);
  });
});

describe('a member made by hand', () => {
  it('is approved, belongs to nobody’s account, and can be given donations', async () => {
    const { status, body } = await office.post<StaffUser>('/api/admin/users', { firstName: ' Lydia ', lastName: 'Purple', email: 'Lydia@Grace.test', phone: '555-123-4567' });
    expect({ status, body: staffUser.strict().parse(body) }).toMatchObject({
      status: 201,
      body: { firstName: 'Lydia', email: 'lydia@grace.test', phone: '555-123-4567', role: 'member', isApproved: true, approvedBy: esther.id, isManuallyCreated: true, emailVerified: false },
    });
    expect(await listed(body.id)).toEqual(body);
    expect(await give(office, body.id)).toMatchObject({ donorName: 'Lydia Purple' });
    expect(await logged(body.id)).toMatchObject([{ action: 'member-added', details: { userId: body.id, role: 'member' } }]);
    expect(await office.post('/api/admin/users', { firstName: 'Other', lastName: 'One', email: 'LYDIA@grace.test' })).toMatchObject({ status: 409, body: { message: 'Somebody in your church has this e-mail address already.' } });
  });

  it('says nothing of other churches, and gets another role from an admin only', async () => {
    const body = { firstName: 'A', lastName: 'B', email: foreign.email };
    expect(await office.post('/api/admin/users', { ...body, role: 'pastor' })).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect(await office.post('/api/admin/users', { ...body, role: 'emperor' })).toMatchObject({ status: 403 });
    expect(await admin.post('/api/admin/users', { ...body, role: 'emperor' })).toMatchObject({ status: 400 });
    expect(await admin.post('/api/admin/users', { ...body, role: 'pastor' })).toMatchObject({ status: 201, body: { role: 'pastor' } });
  });

  it.each([
    ['phone', '12345', 'Please enter a valid phone number (e.g., 555-123-4567)'], ['phone', 'call me', 'Please enter a valid phone number (e.g., 555-123-4567)'],
    ['email', 'no address', 'Invalid email address'], ['firstName', ' ', 'First name is required'], ['lastName', undefined, 'Last name is required'],
    ['isApproved', true, 'There is no field "isApproved" here.'],
  ])('is refused for a wrong %s', async (field, value, message) => {
    expect(await office.post('/api/admin/users', { firstName: 'A', lastName: 'B', email: 'fine@grace.test', [field]: value })).toMatchObject({ status: 400, body: { message } });
  });

  it('of one address is made once, also at once', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => office.post('/api/admin/users', { firstName: 'A', lastName: 'B', email: 'twin@grace.test' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });
});
