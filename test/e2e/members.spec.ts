import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { staffUser, type Donation, type Ledger, type MemberImport, type Role, type StaffUser, type User } from '#libs/contracts';
import type { Letter } from '#libs/mail';
import { give, signIn, startApp, type Client, type TestApp, type TestPerson } from '../support/app.js';

let app: TestApp;
let grace: string;
let admin: Client;
let office: Client;
let ruth: TestPerson;
let esther: TestPerson;
let foreign: TestPerson;
beforeAll(async () => {
  app = await startApp({ env: { OWNER_EMAIL: 'owner@grace.test' } });
  grace = await app.church('grace', { name: 'Grace' });
  const hope = await app.church('hope');
  ruth = await app.person(grace, { email: 'admin@grace.test', role: 'admin', firstName: 'Ruth' });
  esther = await app.person(grace, { email: 'secretary@grace.test', role: 'secretary', firstName: 'Esther' });
  for (const role of ['pastor', 'support', 'member'] as const) await app.person(grace, { email: `${role}@grace.test`, role });
  foreign = await app.person(hope, { email: 'member@hope.test' });
  await app.person(hope, { email: 'admin@hope.test', role: 'admin' });
  admin = app.as('admin@grace.test');
  office = app.as('secretary@grace.test');
});
afterAll(() => app.close());

let made = 0;
const newcomer = (options: { role?: Role; isApproved?: boolean; isSuspended?: boolean; signsIn?: boolean } = {}) => app.person(grace, { email: `person${++made}@grace.test`, ...options });
const listed = async (id: string) => (await admin.get<StaffUser[]>('/api/admin/users')).body.find((person) => person.id === id);
const inGrace = <Row>(sql: string, values: unknown[] = []) => app.db.tenant(grace, (tx) => tx.sql<Row>(sql, values));
const letters = async (to: string) =>
  (await app.database.asSuperuser<{ data: Letter }>(`select data from jobs.job where name = 'mail' and data->>'to' = $1 order by created_on`, [to])).map(({ data }) => data);
const logged = (userId: string) =>
  inGrace<{ action: string; actor_id: string; details: unknown }>('select action, actor_id, details from audit_entry where subject_id = $1 order by id', [userId]);
const setLimit = (limit: number | null, plan = 'basic') =>
  app.db.platform((tx) => tx.sql('update organization set member_limit = $2, subscription_plan = $3 where id = $1', [grace, limit, plan]));
const members = async () => (await inGrace<{ count: number }>('select count(*)::int as count from app_user where is_approved and not is_suspended and removed_at is null'))[0]!.count;
beforeEach(() => setLimit(1000));

/** A client that signs in anew and stays with that one session. */
const device = async (email: string) => {
  const cookie = await signIn(app.visitor, email);
  return { get: <Body>(at: string) => app.visitor.get<Body>(at, { cookie }), put: (at: string, body: unknown) => app.visitor.put(at, body, { cookie }) };
};

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

describe('members of a file', () => {
  const send = async (text: string | Uint8Array<ArrayBuffer>, query = '', email = 'secretary@grace.test') => {
    const form = new FormData();
    form.set('file', new Blob([text]), 'members.csv');
    const response = await fetch(`${app.url}/api/admin/users/import${query}`, { method: 'POST', body: form, headers: { cookie: await app.cookieOf(email) } });
    return { status: response.status, body: (await response.json()) as MemberImport & { message?: string } };
  };
  const header = 'First name,Last name,Email,Phone';

  it('are looked at first, then added all at once; who is here stays as they are', async () => {
    const file = `${header}\nTabitha,Joppa,Tabitha@file.test,555-123-4567\n"Simon ""the Tanner""",Joppa,simon@file.test,\nX,Y,MEMBER@grace.test,\n\n`;
    const before = await members();
    const looked = { status: 200, body: { added: 2, known: 1, examples: ['Tabitha Joppa', 'Simon "the Tanner" Joppa'], errors: [] } };
    expect(await send(file, '?check=true')).toEqual(looked);
    expect(await members()).toBe(before);
    expect(await send(file)).toEqual(looked);
    expect(await members()).toBe(before + 2);
    const tabitha = (await admin.get<StaffUser[]>('/api/admin/users')).body.find(({ email }) => email === 'tabitha@file.test')!;
    expect(tabitha).toMatchObject({ firstName: 'Tabitha', phone: '555-123-4567', isManuallyCreated: true, isApproved: true, approvedBy: esther.id, role: 'member' });
    expect(await logged(tabitha.id)).toMatchObject([{ action: 'member-added' }]);
    expect(await send(file)).toMatchObject({ status: 200, body: { added: 0, known: 3 } });
  });

  it('may come from any program: another delimiter, one column for the name, old letters', async () => {
    const file = new Uint8Array(Buffer.from('Name;E-Mail Address\nJos\xe9 Maria P\xe9rez;jose@file.test\n', 'latin1'));
    // the file does not say how its letters are stored: nobody is added before a person has
    const question = { kind: 'encoding', message: 'This file does not say how its accented letters are stored. Do these look right?', samples: ['José Maria Pérez'] };
    const before = await members();
    expect(await send(file, '?check=true')).toMatchObject({ status: 200, body: { added: 1, question } });
    expect(await send(file)).toMatchObject({ status: 400, body: { message: question.message } });
    expect(await send(file, '?encoding=utf-8')).toMatchObject({ status: 400, body: { message: expect.stringContaining('not valid UTF-8') } });
    expect(await send(file, '?encoding=latin1')).toMatchObject({ status: 400 });
    expect(await members()).toBe(before);
    expect((await send(file, '?check=true&encoding=windows-1252')).body.question).toBeUndefined();
    expect(await send(file, '?encoding=windows-1252')).toMatchObject({ status: 200, body: { added: 1, examples: ['José Maria Pérez'] } });
    const marked = new Uint8Array(Buffer.from('\ufeffName,Email\nZoé Durand,zoe@file.test\n', 'utf16le'));
    const read = await send(marked);
    expect([read.body.examples, read.body.question]).toEqual([['Zoé Durand'], undefined]);
  });

  it('with something wrong in it adds nobody, and says what in which row', async () => {
    const before = await members();
    const file = `${header}\nA,B,fine@file.test,\n,B,no.name@file.test,\nA,B,nonsense,\nA,B,phone@file.test,12\nA,B,FINE@file.test,\n`;
    const messages = [
      'Row 3: First name is required', 'Row 4: Invalid email address', 'Row 5: Please enter a valid phone number (e.g., 555-123-4567)',
      'Row 6: The e-mail address fine@file.test stands in the file twice.',
    ];
    expect((await send(file, '?check=true')).body.errors.map(({ message }) => message)).toEqual(messages);
    expect(await send(file)).toMatchObject({ status: 400, body: { message: messages[0] } });
    expect(await send('email,phone\na@file.test,\n')).toMatchObject({ status: 400, body: { message: expect.stringContaining('First name') } });
    expect((await send(`${header}\nA,B,none,\n`, '?check=true')).body.errors).toMatchObject([{ row: 2, message: 'Row 2: Invalid email address' }]);
    for (const bytes of ['', header, '\0\0', '%PDF-1.7 and so on']) expect((await send(bytes)).status).toBe(400);
    expect((await send(new Uint8Array(3 * 1024 * 1024))).status).toBe(400);
    expect(await office.post('/api/admin/users/import', {})).toMatchObject({ status: 415 });
    expect(await members()).toBe(before);
  });

  it('never pass the limit, and belong to the office', async () => {
    const count = await members();
    await setLimit(count + 1);
    const file = `${header}\nA,B,first@limit.test,\nA,B,second@limit.test,\n`;
    const refusal = { status: 409, body: { message: `Of the ${count + 1} places of your church’s plan 1 is free; 2 are needed. The Standard plan has room for 300, for $80 a month.` } };
    expect(await send(file, '?check=true')).toMatchObject(refusal);
    expect(await send(file)).toMatchObject(refusal);
    expect(await members()).toBe(count);
    expect((await send(file, '', 'pastor@grace.test')).status).toBe(403);
  });
});

describe('changing a person', () => {
  const own = async (email: string) => (await app.as(email).get<User>('/api/auth/user')).body;

  it.each(['pastor', 'support', 'member'] as const)('a %s changes their own phone and nothing else of anybody', async (role) => {
    const self = app.as(`${role}@grace.test`);
    const before = await own(`${role}@grace.test`);
    expect(await self.put(`/api/admin/users/${before.id.toUpperCase()}`, { phone: '(555) 123-4567' })).toMatchObject({ status: 200, body: { id: before.id, phone: '(555) 123-4567' } });
    for (const [field, value] of Object.entries({
      role: 'admin', firstName: 'X', lastName: 'X', email: 'x@grace.test', isApproved: true, isSuspended: false, isSuperAdmin: true, organizationId: foreign.organizationId, bio: 'x', id: esther.id,
    })) {
      expect({ field, ...(await self.put(`/api/admin/users/${before.id}`, { phone: '555-000-0000', [field]: value })) }).toMatchObject({ field, status: 403, body: { code: 'forbidden' } });
    }
    for (const id of [ruth.id, foreign.id, '01a1fc63-f841-71e3-ad8c-fa6353f799cd', 'nobody']) {
      expect({ id, ...(await self.put(`/api/admin/users/${id}`, { phone: '555-000-0000' })) }).toMatchObject({ id, status: 403 });
    }
    expect(await own(`${role}@grace.test`)).toMatchObject({ ...before, phone: '(555) 123-4567', updatedAt: expect.any(String) });
  });

  it.each(['5551234', '555-123-456', '555-123-45678', 'abc-def-ghij', '555_123_4567', 7, true, {}])('the phone %j is refused, and the old one stays', async (phone) => {
    const before = await own('member@grace.test');
    const answer = await app.as('member@grace.test').put(`/api/admin/users/${before.id}`, { phone });
    expect(answer.status).toBe(400);
    if (typeof phone === 'string') expect(answer.body).toMatchObject({ message: 'Please enter a valid phone number (e.g., 555-123-4567)' });
    expect(await own('member@grace.test')).toEqual(before);
  });

  it.each(['555-123-4567', '(555) 123-4567', '555.123.4567', '5551234567', '555 123 4567', null])('the phone %j is taken', async (phone) => {
    const { id } = await own('member@grace.test');
    expect(await app.as('member@grace.test').put(`/api/admin/users/${id}`, { phone })).toMatchObject({ status: 200, body: { phone } });
  });

  it('the second factor is not a matter of a field: neither on, nor off, nor for others', async () => {
    const { id } = await own('member@grace.test');
    const self = app.as('member@grace.test');
    expect(await self.put(`/api/admin/users/${id}`, { mfaEnabled: true })).toMatchObject({ status: 400, body: { message: 'Two-factor authentication is turned on by its set-up on the settings page.' } });
    expect(await self.put(`/api/admin/users/${id}`, { mfaEnabled: false })).toMatchObject({ status: 200 });
    await inGrace('update app_user set mfa_enabled = true where id = $1', [id]);
    expect(await self.put(`/api/admin/users/${id}`, { mfaEnabled: false })).toMatchObject({ status: 400, body: { message: 'Two-factor authentication is turned off on the settings page.' } });
    expect(await admin.put(`/api/admin/users/${id}`, { mfaEnabled: false })).toMatchObject({ status: 403 });
    expect(await own('member@grace.test')).toMatchObject({ mfaEnabled: true });
    await inGrace('update app_user set mfa_enabled = false where id = $1', [id]);
  });

  it('secretaries change names, address and phone of members; giving follows the name', async () => {
    const person = await newcomer();
    await give(office, person.id);
    const changes = { firstName: 'Johanna', lastName: 'Neu', email: 'Johanna@Grace.test', phone: '555-123-4567' };
    const { status, body } = await office.put<StaffUser>(`/api/admin/users/${person.id}`, changes);
    expect({ status, body }).toMatchObject({ status: 200, body: { ...changes, email: 'johanna@grace.test', emailVerified: false } });
    expect(await logged(person.id)).toEqual([{ action: 'member-changed', actor_id: esther.id, details: { userId: person.id, fields: ['firstName', 'lastName', 'email', 'phone'] } }]);
    // the same again changes and logs nothing; a new address is no new way to sign in
    expect(await office.put(`/api/admin/users/${person.id}`, changes)).toMatchObject({ status: 200 });
    expect(await logged(person.id)).toHaveLength(1);
    expect((await office.get<Donation[]>(`/api/admin/donations?donorId=${person.id}`)).body[0]).toMatchObject({ donorName: 'Johanna Neu' });
    await signIn(app.visitor, person.email);
    expect(await office.put(`/api/admin/users/${person.id}`, { email: person.email })).toMatchObject({ status: 200, body: { emailVerified: true } });
    expect(await office.put(`/api/admin/users/${person.id}`, { email: 'admin@grace.test' })).toMatchObject({ status: 409 });
    expect(await office.put(`/api/admin/users/${person.id}`, { firstName: 'Kept', phone: 'x' })).toMatchObject({ status: 400 });
    expect(await listed(person.id)).toMatchObject({ firstName: 'Johanna' });
  });

  it('roles are an admin’s to change; the person is signed out and comes back with the new one', async () => {
    const person = await newcomer();
    const phone = await device(person.email);
    expect(await office.put(`/api/admin/users/${person.id}`, { role: 'support' })).toMatchObject({ status: 403, body: { message: 'Only an administrator can give or change a role.' } });
    expect(await office.put(`/api/admin/users/${esther.id}`, { role: 'admin' })).toMatchObject({ status: 403 });
    expect((await phone.get('/api/auth/user')).status).toBe(200);
    expect(await admin.put(`/api/admin/users/${person.id}`, { role: 'secretary' })).toMatchObject({ status: 200, body: { role: 'secretary' } });
    expect((await phone.get('/api/auth/user')).status).toBe(401);
    expect((await (await device(person.email)).get('/api/admin/users')).status).toBe(200);
    expect(await logged(person.id)).toMatchObject([{ action: 'role-changed', actor_id: ruth.id, details: { from: 'member', to: 'secretary' } }]);
  });

  it('nobody raises their own role, not even the operator’s own account, which may change those of others', async () => {
    const owner = await app.person(grace, { email: 'owner@grace.test', role: 'support' });
    await app.db.platform((tx) => tx.sql(`update account set made_by_operator = true where email = 'owner@grace.test'`));
    const self = app.as('owner@grace.test');
    for (const role of ['secretary', 'pastor', 'admin']) {
      expect({ role, ...(await self.put(`/api/admin/users/${owner.id}`, { role, firstName: 'X' })) }).toMatchObject({ role, status: 403, body: { message: 'Nobody can raise their own role.' } });
    }
    expect(await listed(owner.id)).toMatchObject({ role: 'support', firstName: 'owner' });
    const other = await newcomer();
    expect(await self.put(`/api/admin/users/${other.id}`, { role: 'pastor' })).toMatchObject({ status: 200 });
  });

  it('no secretary touches an admin', async () => {
    for (const [method, path, body] of [['PUT', '', { phone: '555-123-4567' }], ['POST', '/suspend', { reason: 'x' }], ['POST', '/reactivate', {}], ['DELETE', '', undefined]] as const) {
      const answer = await office.send(method, `/api/admin/users/${ruth.id}${path}`, body && JSON.stringify(body), body ? { 'content-type': 'application/json' } : {});
      expect({ method, path, ...answer }).toMatchObject({ method, path, status: 403, body: { message: 'Only an administrator can do that to an administrator.' } });
    }
    expect(await listed(ruth.id)).toMatchObject({ phone: null, isSuspended: false });
  });

  it('nobody of another church is there', async () => {
    for (const client of [admin, office]) {
      expect(await client.put(`/api/admin/users/${foreign.id}`, { role: 'x', nonsense: 1 })).toMatchObject({ status: 404 });
      expect(await client.post(`/api/users/${foreign.id}/approve`, { nonsense: 1 })).toMatchObject({ status: 404 });
      for (const act of ['suspend', 'reactivate']) expect(await client.post(`/api/admin/users/${foreign.id}/${act}`, { nonsense: 1 })).toMatchObject({ status: 404 });
      expect(await client.delete(`/api/admin/users/${foreign.id}`)).toMatchObject({ status: 404 });
    }
  });
});

describe('the last administrator', () => {
  const stays = { status: 409, body: { message: 'This is the church’s last administrator who can sign in. Please make somebody else an administrator first.' } };

  it('can neither be demoted nor suspended nor removed, by themselves or beside one who cannot sign in', async () => {
    await admin.post('/api/admin/users', { firstName: 'By', lastName: 'Hand', email: 'by.hand.admin@grace.test', role: 'admin' });
    expect(await admin.put(`/api/admin/users/${ruth.id}`, { role: 'member', phone: '555-999-9999' })).toMatchObject(stays);
    expect(await admin.post(`/api/admin/users/${ruth.id}/suspend`, { reason: 'x' })).toMatchObject({ status: 403, body: { message: 'You cannot suspend yourself.' } });
    expect(await admin.delete(`/api/admin/users/${ruth.id}`)).toMatchObject({ status: 403, body: { message: 'You cannot remove yourself.' } });
    expect(await listed(ruth.id)).toMatchObject({ role: 'admin', phone: null, isSuspended: false });
  });

  it('stays, whoever asks: the operator’s account too, which counts as admin but is none of the church’s', async () => {
    const operator = app.as('owner@grace.test');
    expect(await operator.put(`/api/admin/users/${ruth.id}`, { role: 'pastor' })).toMatchObject(stays);
    expect(await operator.post(`/api/admin/users/${ruth.id}/suspend`, { reason: 'x' })).toMatchObject(stays);
    expect(await operator.delete(`/api/admin/users/${ruth.id}`)).toMatchObject(stays);
    const second = await newcomer({ role: 'admin' });
    expect(await operator.post(`/api/admin/users/${second.id}/suspend`, { reason: 'x' })).toMatchObject({ status: 200 });
    expect(await operator.put(`/api/admin/users/${ruth.id}`, { role: 'pastor' })).toMatchObject(stays);
    expect(await operator.delete(`/api/admin/users/${second.id}`)).toMatchObject({ status: 204 });
    // lowering oneself is nobody's business but one's own, and ends one's sessions like every change of role
    const { id } = (await operator.get<User>('/api/auth/user')).body;
    expect(await operator.put(`/api/admin/users/${id}`, { role: 'member' })).toMatchObject({ status: 200, body: { role: 'member' } });
    expect((await operator.get('/api/auth/user')).status).toBe(401);
  });

  it('is left over by any two acts at once; whoever comes second has no rights any more', async () => {
    const church = await app.church('two-admins');
    const rounds: [what: string, method: string, path: string, body: object][] = [
      ['demote', 'PUT', '', { role: 'member' }], ['suspend', 'POST', '/suspend', { reason: 'x' }], ['remove', 'DELETE', '', {}],
    ];
    for (const [what, method, path, body] of rounds) {
      const [one, other] = [await app.person(church, { email: `one-${what}@two.test`, role: 'admin' }), await app.person(church, { email: `other-${what}@two.test`, role: 'admin' })];
      const by = await Promise.all([one, other].map(async (person) => ({ cookie: await app.cookieOf(person.email), target: person === one ? other : one })));
      const answers = await Promise.all(
        by.map(({ cookie, target }) => app.visitor.send(method, `/api/admin/users/${target.id}${path}`, JSON.stringify(body), { cookie, 'content-type': 'application/json' })),
      );
      const statuses = answers.map(({ status }) => (status < 300 ? 'done' : status)).sort();
      expect({ what, statuses }).toEqual({ what, statuses: [401, 'done'] });
      const left = await app.db.tenant(church, (tx) => tx.sql(`select id from app_user where role = 'admin' and not is_suspended and removed_at is null`));
      expect({ what, left: left.length }).toEqual({ what, left: 1 });
      await app.db.tenant(church, (tx) => tx.sql(`update app_user set role = 'member'`));
    }
  });
});

describe('suspension', () => {
  it('signs out everywhere, keeps the reason with the office, is told by e-mail; signing in leads no further than who they are', async () => {
    const person = await newcomer();
    const devices = [await device(person.email), await device(person.email)];
    expect(await office.post(`/api/admin/users/${person.id}/suspend`, { reason: '  ' })).toMatchObject({ status: 400, body: { message: 'Please give a reason.' } });
    expect(await office.post(`/api/admin/users/${person.id}/suspend`, {})).toMatchObject({ status: 400, body: { message: 'Please give a reason.' } });
    const { status, body } = await office.post<StaffUser>(`/api/admin/users/${person.id}/suspend`, { reason: 'Quarrels at the door' });
    expect({ status, body }).toMatchObject({ status: 200, body: { isSuspended: true, suspendedBy: esther.id, suspendedReason: 'Quarrels at the door' } });
    for (const one of devices) expect((await one.get('/api/auth/user')).status).toBe(401);
    const again = await device(person.email);
    const me = await again.get<User>('/api/auth/user');
    expect(me).toMatchObject({ status: 200, body: { isSuspended: true } });
    expect(me.text).not.toContain('Quarrels');
    expect(await again.get('/api/donations')).toMatchObject({ status: 403, body: { message: 'Your account is suspended.' } });
    expect(await again.put(`/api/admin/users/${person.id}`, { phone: '555-123-4567' })).toMatchObject({ status: 403 });

    expect(await office.post(`/api/admin/users/${person.id}/suspend`, { reason: 'Again' })).toMatchObject({ status: 200, body: { suspendedReason: 'Quarrels at the door' } });
    expect(await office.post(`/api/admin/users/${person.id}/reactivate`)).toMatchObject({ status: 200, body: { isSuspended: false, suspendedBy: null, suspendedAt: null, suspendedReason: null } });
    expect(await office.post(`/api/admin/users/${person.id}/reactivate`)).toMatchObject({ status: 200 });
    expect((await again.get('/api/donations')).status).toBe(200);
    const sent = await letters(person.email);
    expect(sent.map(({ subject }) => subject)).toEqual(['Your account with Grace is suspended', 'Your account with Grace is open again']);
    expect(JSON.stringify(sent)).not.toContain('Quarrels');
    const log = await logged(person.id);
    expect(log.map(({ action }) => action)).toEqual(['member-suspended', 'member-reactivated']);
    expect(JSON.stringify(log)).not.toContain('Quarrels');
  });
});

describe('removal', () => {
  it('takes the person out of the portal and out of every list; what they gave stays under their name', async () => {
    const person = await app.person(grace, { email: 'leaver@grace.test', firstName: 'Priscilla', lastName: 'Tent' });
    await office.put(`/api/admin/users/${person.id}`, { phone: '555-123-4567' });
    const gift = await give(office, person.id, { amount: '77.00' });
    const phone = await device(person.email);
    expect(await office.delete(`/api/admin/users/${person.id}`)).toMatchObject({ status: 204, text: '' });

    expect((await phone.get('/api/auth/user')).status).toBe(401);
    expect((await app.visitor.post('/api/login', { email: person.email, password: 'correct horse battery' })).status).toBe(401);
    expect(await listed(person.id)).toBeUndefined();
    for (const [method, path] of [['put', ''], ['post', '/suspend'], ['post', '/reactivate'], ['delete', '']] as const) expect((await office[method](`/api/admin/users/${person.id}${path}`, {})).status).toBe(404);
    expect((await office.post(`/api/users/${person.id}/approve`)).status).toBe(404);
    expect((await admin.get<{ roleGroups: Record<Role, { id: string }[]> }>('/api/admin/roles-permissions')).text).not.toContain(person.id);

    const { body: ledger } = await office.get<Ledger>('/api/admin/church-ledger?search=Priscilla');
    expect(ledger.rows).toMatchObject([{ donorId: person.id, name: 'Priscilla Tent', total: '77.00' }]);
    expect(await office.patch(`/api/admin/donations/${gift.id}`, { userId: person.id, amount: '78.00' })).toMatchObject({ status: 200, body: { donorName: 'Priscilla Tent', amount: '78.00' } });
    expect(await office.post('/api/admin/donations', { userId: person.id, amount: '1.00' })).toMatchObject({ status: 400, body: { message: 'Member is required' } });
    for (const table of ['app_user', 'donor']) {
      const [row] = await inGrace<{ json: string }>(`select row_to_json(t)::text as json from ${table} t where id = $1`, [person.id]);
      expect(row!.json).toContain('Priscilla');
      expect(row!.json).not.toMatch(/leaver@|555-123/);
    }
  });

  it('keeps an import from finding them by name or address', async () => {
    const person = await app.person(grace, { email: 'gone@grace.test', firstName: 'Silas', lastName: 'Gone' });
    await office.delete(`/api/admin/users/${person.id}`);
    const form = new FormData();
    form.set('file', new Blob(['email,amount,paymentmethod,date,campaign,notes\ngone@grace.test,25.00,Cash,2025-01-05,,\n']), 'gifts.csv');
    const upload = await fetch(`${app.url}/api/admin/donation-imports`, { method: 'POST', body: form, headers: { cookie: await app.cookieOf('secretary@grace.test') } });
    expect(await upload.json()).toMatchObject({ counts: { rejected: 1 }, errors: [{ message: 'Row 2: User not found with email "gone@grace.test"' }] });
  });

  it('frees the address: the same account may register again, and waits for approval', async () => {
    const person = await newcomer();
    await admin.delete(`/api/admin/users/${person.id}`);
    const back = await app.visitor.post<User>('/api/register', { email: person.email, password: 'correct horse battery', firstName: 'Back', lastName: 'Again', organizationSlug: 'grace' });
    expect(back).toMatchObject({ status: 201, body: { isApproved: false } });
    expect(back.body.id).not.toBe(person.id);
    expect(await admin.delete(`/api/admin/users/${back.body.id}`)).toMatchObject({ status: 204 });
    expect(await admin.post('/api/admin/users', { firstName: 'By', lastName: 'Hand', email: person.email })).toMatchObject({ status: 201 });
  });

  it('refuses a session that was opened in the same moment', async () => {
    const person = await newcomer();
    const phone = await device(person.email);
    const [session] = await app.db.platform((tx) => tx.sql<{ sid: string; sess: unknown; account_id: string }>('select * from session where user_id = $1', [person.id]));
    await admin.delete(`/api/admin/users/${person.id}`);
    await app.db.platform((tx) =>
      tx.sql(`insert into session (sid, sess, expire, account_id, organization_id, user_id, expires_finally_at) values ($1, '{}', now() + interval '1 day', $2, $3, $4, now() + interval '1 day')`, [session!.sid, session!.account_id, grace, person.id]),
    );
    expect((await phone.get('/api/auth/user')).status).toBe(401);
  });
});
