import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Organization, PublicChurch, Settings, SignedUpChurch } from '#libs/contracts';
import { password, startApp, under, type Client, type TestApp } from '../../support/app.js';
import { queuedEmails, waitForEmail } from '../../support/email/emails.js';

let app: TestApp;
let superAdmin: Client;
beforeAll(async () => {
  app = await startApp({ env: { BASE_URL: 'http://portal.example' } });
  await app.superAdmin('owner@platform.test');
  superAdmin = app.as('owner@platform.test');
});
afterAll(() => app.close());
afterEach(() => app.database.asSuperuser('delete from rate_limit; delete from email_request'));

let serial = 0;
const signUp = (organizationName: string) => {
  serial += 1;
  return under(app, 'portal.localhost').post<SignedUpChurch>('/api/organizations/signup', {
    organizationName,
    contactName: 'Demas of Rome',
    email: `demas${serial}@rome.test`,
    customDomain: `portal${serial}.rome.test`,
    memberCount: '1-50',
    selectedPlan: 'basic',
  });
};
const registration = (email: string, organizationSlug?: string) => ({
  email,
  password,
  firstName: 'Lois',
  lastName: 'Lystra',
  ...(organizationSlug ? { organizationSlug } : {}),
});
const isListed = async (slug: string) =>
  (await app.visitor.get<PublicChurch[]>('/api/churches')).body.some(
    (church) => church.slug === slug,
  );
const peopleIn = (church: string) =>
  app.db.tenant(church, (tx) =>
    tx.sql('select email from app_user where organization_id = $1', [church]),
  );
const accountsOf = (email: string) =>
  app.db.platform((tx) => tx.sql('select 1 from account where email = $1', [email]));
const openContactLink = async (email: string) => {
  const { text } = await waitForEmail(app, email, 'Welcome to Church Connect');
  const token = /reset-password\?token=([\w-]{43})/.exec(text!)![1]!;
  const answer = await app.visitor.post('/api/auth/reset-password', { token, password });
  expect(answer.status).toBe(200);
};

describe('a church with an unconfirmed contact', () => {
  it('is not listed until the contact has confirmed the address', async () => {
    const { body: church } = await signUp('Urgent Account Notice');
    expect(await isListed(church.slug)).toBe(false);
    expect((await under(app, `${church.slug}.localhost`).get('/api/churches')).body).toEqual([]);
    await openContactLink(`demas${serial}@rome.test`);
    expect(await isListed(church.slug)).toBe(true);
  });

  it('does not show its name to visitors of its host until the contact has confirmed', async () => {
    const { body: church } = await signUp('Your Bank');
    const host = under(app, `${church.slug}.localhost`);
    const page = async () => (await host.get('/sign-in')).text;
    expect(await page()).not.toContain('Your Bank');
    const settings = await host.get<Settings>('/api/settings');
    expect(settings.body).toMatchObject({ churchName: 'Church Connect', isChurchHost: true });
    expect(settings.text).not.toMatch(/Your Bank|rome\.test/);
    await openContactLink(`demas${serial}@rome.test`);
    expect(await page()).toContain('<title>Your Bank · Members Portal</title>');
    expect((await host.get<Settings>('/api/settings')).body.churchName).toBe('Your Bank');
  });

  it('is not named in the emails to its contact', async () => {
    const name = 'Win A Prize';
    await signUp(name);
    const email = `demas${serial}@rome.test`;
    await app.visitor.post('/api/auth/forgot-password', { email });
    const knownPerson = await app.person(await app.church(`prize${serial}`), {
      email: 'known@rome.test',
    });
    await under(app, 'portal.localhost').post('/api/organizations/signup', {
      organizationName: name,
      contactName: 'Known Person',
      email: knownPerson.email,
      customDomain: 'known.rome.test',
      memberCount: '1-50',
      selectedPlan: 'basic',
    });
    await superAdmin.post('/api/organizations', {
      name,
      slug: 'another-prize',
      email: 'third@rome.test',
      contactName: 'Third Person',
    });
    for (const address of [email, knownPerson.email, 'third@rome.test']) {
      const emailsBefore = await queuedEmails(app.database, address);
      expect(emailsBefore.map(({ subject }) => subject)).toContain('Welcome to Church Connect');
      for (const { subject, from, greeting, paragraphs, notes } of emailsBefore)
        expect(JSON.stringify([subject, from, greeting, paragraphs, notes])).not.toMatch(/prize/i);
    }
  });

  it('answers registrations like other churches, but creates no users', async () => {
    const { body: church } = await signUp('Nobody Joins');
    await app.church('open', { name: 'Open' });
    const before = await peopleIn(church.id);
    const strangerEmail = `stranger${serial}@victim.test`;
    const ways = [
      () => app.visitor.post('/api/register', registration(strangerEmail, church.slug)),
      () =>
        under(app, `${church.slug}.localhost`).post('/api/register', registration(strangerEmail)),
    ];
    for (const way of ways)
      expect(await way()).toMatchObject({
        status: 201,
        body: { email: strangerEmail, isApproved: false },
      });
    expect(await accountsOf(strangerEmail)).toEqual([]);
    expect(await queuedEmails(app.database, strangerEmail)).toEqual([]);
    expect(await peopleIn(church.id)).toEqual(before);
    const registeredInOpenChurch = await app.visitor.post(
      '/api/register',
      registration(`x${strangerEmail}`, 'open'),
    );
    const registered = await app.visitor.post(
      '/api/register',
      registration(`y${strangerEmail}`, church.slug),
    );
    expect(Object.keys(registered.body as object)).toEqual(
      Object.keys(registeredInOpenChurch.body as object),
    );
  });

  it('cannot be joined by an existing account', async () => {
    const grace = await app.church(`known${serial}`, { name: 'Known' });
    const { email } = await app.person(grace, { email: `known${serial}@victim.test` });
    const { body: church } = await signUp('Nor Known People');
    for (const secret of [password, 'a wrong password'])
      expect(
        (
          await app.visitor.post('/api/register', {
            ...registration(email, church.slug),
            password: secret,
          })
        ).status,
      ).toBe(201);
    expect(await queuedEmails(app.database, email)).toEqual([]);
    expect(await peopleIn(church.id)).toHaveLength(1);
  });

  it('cannot be joined by a link that was sent before its contact became unconfirmed', async () => {
    const other = await app.church(`other${serial}`, { name: 'Other' });
    const { email } = await app.person(other, { email: `early${serial}@victim.test` });
    const waitingChurch = await app.church(`waiting${serial}`, { name: 'Waiting' });
    await app.visitor.post('/api/register', {
      ...registration(email, `waiting${serial}`),
      password: 'a wrong password',
    });
    const { text } = await waitForEmail(app, email, 'Joining Waiting');
    const token = /reset-password\?token=([\w-]{43})/.exec(text!)![1]!;
    await app.database.asSuperuser('update organization set awaits_contact = true where id = $1', [
      waitingChurch,
    ]);
    await app.visitor.post('/api/auth/reset-password', { token, password: 'a new password' });
    expect(await peopleIn(waitingChurch)).toEqual([]);
  });

  it('is confirmed by the link in its email, not by a registration of its contact', async () => {
    const { body: church } = await signUp('Contact Registers');
    const email = `demas${serial}@rome.test`;
    const before = (await queuedEmails(app.database, email)).length;
    expect((await app.visitor.post('/api/register', registration(email, church.slug))).status).toBe(
      201,
    );
    expect(await queuedEmails(app.database, email)).toHaveLength(before);
    await openContactLink(email);
    const signedIn = await under(app, `${church.slug}.localhost`).post('/api/login', {
      email,
      password,
    });
    expect(signedIn).toMatchObject({ status: 200, body: { user: { role: 'admin' } } });
  });

  it('can be joined as soon as the contact has confirmed', async () => {
    const { body: church } = await signUp('Then Open');
    await openContactLink(`demas${serial}@rome.test`);
    const email = `after${serial}@victim.test`;
    await app.visitor.post('/api/register', registration(email, church.slug));
    expect((await queuedEmails(app.database, email)).map(({ from }) => from)).toEqual([
      'Then Open',
    ]);
  });

  it('is treated in this way if a super administrator created it for a contact', async () => {
    const make = async (slug: string, contact: object) =>
      (await superAdmin.post<Organization>('/api/organizations', { name: slug, slug, ...contact }))
        .body;
    await make('with-contact', { contactName: 'Phoebe', email: 'phoebe@rome.test' });
    const { id } = await make('without-contact', {});
    expect([await isListed('with-contact'), await isListed('without-contact')]).toEqual([
      false,
      true,
    ]);
    await openContactLink('phoebe@rome.test');
    expect(await isListed('with-contact')).toBe(true);
    await superAdmin.post(`/api/organizations/${id}/contact`, {
      contactName: 'Tertius',
      email: 'tertius@rome.test',
    });
    expect(await isListed('without-contact')).toBe(false);
  });
});

describe('the name of a church', () => {
  const bad = [
    'Call 555-123-4567',
    'Write to help@evil.example',
    'See www.evil.example',
    'a'.repeat(81),
  ];

  it.each(bad)('is refused at a registration or by a super administrator: %s', async (name) => {
    expect((await signUp(name)).status).toBe(400);
    const created = await superAdmin.post('/api/organizations', { name, slug: `bad-${serial}` });
    expect(created).toMatchObject({ status: 400, body: { issues: [{ path: 'name' }] } });
  });

  it.each(bad)('is refused in a change: %s', async (name) => {
    const slug = `edited-${bad.indexOf(name)}`;
    const id = await app.church(slug, { name: 'Edited' });
    await app.person(id, { email: `admin@${slug}.test`, role: 'admin' });
    const admin = app.as(`admin@${slug}.test`);
    const put = await superAdmin.put(`/api/organizations/${id}`, { name });
    expect(put).toMatchObject({ status: 400, body: { issues: [{ path: 'name' }] } });
    const post = await admin.post('/api/settings', { key: 'churchName', value: name });
    expect(post).toMatchObject({ status: 400, body: { issues: [{ path: 'value' }] } });
    expect((await admin.get<Settings>('/api/settings')).body.churchName).toBe('Edited');
  });

  it('is not changed until it is edited, even if it is longer than allowed', async () => {
    const longName = `Grace ${'and Truth '.repeat(12)}`.trim();
    const id = await app.church('long-name', { name: longName });
    await app.person(id, { email: 'admin@long-name.test', role: 'admin' });
    const admin = app.as('admin@long-name.test');
    const put = await superAdmin.put<Organization>(`/api/organizations/${id}`, {
      name: longName,
      description: 'Another description',
    });
    expect(put).toMatchObject({
      status: 200,
      body: { name: longName, description: 'Another description' },
    });
    const setting = { key: 'churchName', value: longName };
    expect((await admin.post('/api/settings', setting)).status).toBe(200);
    expect((await admin.post('/api/settings', { ...setting, value: `${longName}!` })).status).toBe(
      400,
    );
    expect((await admin.post('/api/settings', { ...setting, value: 'Grace' })).status).toBe(200);
  });
});
