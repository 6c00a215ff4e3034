import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Organization, User } from '#libs/contracts';
import { password, startApp, under, type Client, type TestApp } from '../../support/app.js';
import { waitForEmails } from '../../support/email/emails.js';

let app: TestApp;
let superAdmin: Client;
beforeAll(async () => {
  app = await startApp({
    env: { BASE_URL: 'http://localhost:8080', PROMO_CODES: 'faith20, hope20' },
  });
  await app.superAdmin('owner@platform.test');
  superAdmin = app.as('owner@platform.test');
});
afterAll(() => app.close());

describe('the super administrator', () => {
  const create = (more: object) =>
    superAdmin.post<Organization>('/api/organizations', { name: 'Zion', slug: 'zion', ...more });
  it('creates a church with seven days, and changes, pauses and resumes it', async () => {
    const { status, body } = await create({
      id: 'decided-elsewhere',
      website: 'https://zion.example',
      subscriptionPlan: 'premium',
    });
    expect({ status, body }).toMatchObject({
      status: 201,
      body: {
        slug: 'zion',
        subdomain: 'zion',
        subscriptionPlan: 'premium',
        subscriptionPrice: '179.00',
        memberLimit: 1000,
        isPaused: false,
        primaryColor: '#3b82f6',
      },
    });
    expect(Math.round((new Date(body.trialEndsAt!).getTime() - Date.now()) / 86_400_000)).toBe(7);
    expect(body.id).not.toBe('decided-elsewhere');
    expect(await create({})).toMatchObject({ status: 409 });
    expect(await create({ slug: '' })).toMatchObject({
      status: 400,
      body: { message: 'Organization name and slug are required.' },
    });
    expect(await create({ slug: 'portal' })).toMatchObject({ status: 400 });
    expect(await create({ slug: 'no spaces' })).toMatchObject({ status: 400 });
    expect(
      (
        await superAdmin.put<Organization>(`/api/organizations/${body.id}`, {
          name: 'Zion Hill',
          subscriptionPlan: 'basic',
        })
      ).body,
    ).toMatchObject({ name: 'Zion Hill', subscriptionPlan: 'basic', memberLimit: 100 });
    expect(
      (
        await superAdmin.post<Organization>(`/api/organizations/${body.id}/pause`, {
          reason: 'Non-payment',
        })
      ).body,
    ).toMatchObject({ isPaused: true, pausedReason: 'Non-payment' });
    expect(
      (await superAdmin.post(`/api/organizations/${body.id}/pause`, { reason: ' ' })).status,
    ).toBe(400);
    expect(
      (await superAdmin.post<Organization>(`/api/organizations/${body.id}/resume`)).body,
    ).toMatchObject({ isPaused: false, pausedReason: null, pausedAt: null });
    const log = await app.database.asSuperuser<{ action: string }>(
      'select action from platform_audit_entry where organization_id = $1 order by id',
      [body.id],
    );
    expect(log.map(({ action }) => action)).toEqual([
      'organization-created',
      'organization-changed',
      'organization-paused',
      'organization-resumed',
    ]);
    await expect(app.database.asSuperuser('delete from platform_audit_entry')).rejects.toThrow(
      'written once',
    );
  });

  it('creates a church for a contact, who becomes its admin by the email', async () => {
    const { status, body } = await create({
      slug: 'shiloh',
      name: 'Shiloh',
      contactName: 'Hannah of Ramah',
      email: 'Hannah@Shiloh.test',
      phone: '555-0100',
    });
    expect({ status, body }).toMatchObject({
      status: 201,
      body: { email: 'hannah@shiloh.test', administrators: 0, members: 1 },
    });
    const people = () =>
      app.db.tenant(body.id, (tx) =>
        tx.sql(
          'select email, first_name, last_name, role, account_id is not null as "signsIn" ' +
            'from app_user',
        ),
      );
    expect(await people()).toEqual([
      {
        email: 'hannah@shiloh.test',
        first_name: 'Hannah',
        last_name: 'of Ramah',
        role: 'admin',
        signsIn: false,
      },
    ]);
    const [welcome] = await waitForEmails(app, 'hannah@shiloh.test', 1);
    expect(welcome!.subject).toBe('Welcome to Church Connect');
    const token = /http:\/\/shiloh\.localhost:8080\/reset-password\?token=([\w-]+)/.exec(
      welcome!.text!,
    )![1]!;
    expect(
      (
        await app.visitor.post('/api/auth/reset-password', {
          token,
          password: 'for this child I prayed',
        })
      ).body,
    ).toMatchObject({ user: { role: 'admin', organizationId: body.id } });
    expect(
      (await superAdmin.get<Organization[]>('/api/organizations')).body.find(
        ({ id }) => id === body.id,
      )!.administrators,
    ).toBe(1);
  });

  it('makes an account the admin of a new church only after the user has confirmed', async () => {
    const grace = await app.church('accepting');
    await app.person(grace, { email: 'known@accepting.test', role: 'secretary' });
    const { body } = await create({
      slug: 'asked',
      name: 'Asked',
      contactName: 'Known Person',
      email: 'known@accepting.test',
    });
    const admins = () =>
      app.db.tenant(body.id, (tx) => tx.sql('select 1 from app_user where account_id is not null'));
    expect(
      (
        await under(app, 'asked.localhost').post('/api/login', {
          email: 'known@accepting.test',
          password,
        })
      ).status,
    ).toBe(401);
    const [welcome] = await waitForEmails(app, 'known@accepting.test', 1);
    const token = /verify-email\?token=([\w-]+)/.exec(welcome!.text!)![1]!;
    expect(
      (await app.visitor.post('/api/auth/verify-email', { token, password: 'not theirs' })).status,
    ).toBe(400);
    expect(await admins()).toHaveLength(0);
    expect(
      (await app.visitor.post('/api/auth/verify-email', { token, password })).body,
    ).toMatchObject({ user: { role: 'admin', organizationId: body.id } });
    expect(await admins()).toHaveLength(1);
    expect((await app.as('known@accepting.test').get<User>('/api/auth/user')).body).toMatchObject({
      organizationId: grace,
      role: 'secretary',
    });
  });

  it('sends the email again, or to another contact, which makes older links invalid', async () => {
    const { body } = await create({
      slug: 'mistyped',
      name: 'Mistyped',
      contactName: 'Tyop Person',
      email: 'tyop@mistyped.test',
    });
    const [first] = await waitForEmails(app, 'tyop@mistyped.test', 1);
    const ask = (contact: object, church = body.id) =>
      superAdmin.post<Organization>(`/api/organizations/${church}/contact`, contact);
    expect((await ask({ contactName: 'Typo Person' })).status).toBe(400);
    expect(await ask({ contactName: 'Typo Person', email: 'Typo@Mistyped.test' })).toMatchObject({
      status: 200,
      body: { email: 'typo@mistyped.test', administrators: 0, members: 1 },
    });
    const tokenOf = (email: { text?: string }) =>
      /reset-password\?token=([\w-]+)/.exec(email.text!)![1]!;
    const reset = (token: string, secret: string) =>
      app.visitor.post<{ user: User }>('/api/auth/reset-password', { token, password: secret });
    const stranger = await reset(tokenOf(first!), 'not meant for me');
    expect([stranger.status, stranger.headers.getSetCookie()]).toEqual([409, []]);
    expect(
      (
        await under(app, 'mistyped.localhost').post('/api/login', {
          email: 'tyop@mistyped.test',
          password: 'not meant for me',
        })
      ).status,
    ).not.toBe(200);
    const [second] = await waitForEmails(app, 'typo@mistyped.test', 1);
    expect((await reset(tokenOf(second!), 'meant for me alone')).body.user).toMatchObject({
      role: 'admin',
      firstName: 'Typo',
      organizationId: body.id,
    });
    expect(await ask({ contactName: 'Late Comer', email: 'late@mistyped.test' })).toMatchObject({
      status: 409,
      body: { message: 'This church has an administrator already, who can invite others.' },
    });
    // A church that has lost its admin cannot get one in this way, because its data belong to its
    // users.
    const lost = await app.church('lost');
    await app.person(lost, { email: 'member@lost.test' });
    expect(
      await ask({ contactName: 'Some Body', email: 'owner@platform.test' }, lost),
    ).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('People sign in to this church already') },
    });
    // a church that was created without a contact
    const bare = (await create({ slug: 'bare', name: 'Bare' })).body.id;
    expect((await ask({ contactName: 'First One', email: 'first@bare.test' }, bare)).status).toBe(
      200,
    );
    const [welcome] = await waitForEmails(app, 'first@bare.test', 1);
    expect((await reset(tokenOf(welcome!), 'the first of them')).body.user).toMatchObject({
      role: 'admin',
      organizationId: bare,
    });
    const log = await app.database.asSuperuser<{ action: string }>(
      'select action from platform_audit_entry where organization_id = $1 order by id',
      [bare],
    );
    expect(log.map(({ action }) => action)).toEqual([
      'organization-created',
      'organization-contact-asked',
    ]);
  });

  it('creates nothing if the contact is incomplete or the slug is used', async () => {
    const count = async () =>
      (
        await app.database.asSuperuser<{ n: string }>(
          `select concat_ws(' ', (select count(*) from organization), (select count(*)
             from app_user), (select count(*) from account), (select count(*) from jobs.job
             where name = 'mail'), (select count(*) from platform_audit_entry)) as n`,
        )
      )[0]!.n;
    await create({ slug: 'taken' });
    const before = await count();
    expect(await create({ slug: 'half', contactName: 'Somebody' })).toMatchObject({
      status: 400,
      body: { message: 'Please enter the contact’s name and email address, or neither.' },
    });
    expect((await create({ slug: 'half', email: 'half@half.test' })).status).toBe(400);
    expect(await create({ slug: 'half', contactName: 'Some Body', email: 'nobody' })).toMatchObject(
      { status: 400, body: { message: 'Please enter a valid email address' } },
    );
    expect(
      (await create({ slug: 'taken', contactName: 'Some Body', email: 'some@body.test' })).status,
    ).toBe(409);
    expect(await count()).toBe(before);
  });

  it('cannot set a limit below the present number of members', async () => {
    const church = await app.church('crowded');
    for (const n of [1, 2, 3])
      await app.person(church, { email: `p${n}@crowded.test`, signsIn: false });
    expect(await superAdmin.put(`/api/organizations/${church}`, { memberLimit: 2 })).toMatchObject({
      status: 400,
      body: { message: 'This church has 3 members: the limit cannot be 2.' },
    });
    expect(
      (await superAdmin.put<Organization>(`/api/organizations/${church}`, { memberLimit: 3 })).body
        .memberLimit,
    ).toBe(3);
  });
});
