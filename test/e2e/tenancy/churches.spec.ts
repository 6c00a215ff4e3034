import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Organization, Settings, SignedUpChurch, Standing, User } from '#libs/contracts';
import { startApp, under, type Client, type TestApp } from '../../support/app.js';
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

const emails = (to: string) => waitForEmails(app, to, 2);
let serial = 0;
const form = (more: object = {}) => ({
  organizationName: `New Life ${++serial}`,
  contactName: 'Priscilla of Rome',
  email: `priscilla${serial}@rome.test`,
  customDomain: `portal${serial}.rome.test`,
  memberCount: '51-100',
  selectedPlan: 'standard',
  ...more,
});
const signUp = (more: object = {}) =>
  under(app, 'portal.localhost').post<SignedUpChurch>('/api/organizations/signup', form(more));
const clear = () => app.database.asSuperuser('delete from rate_limit');

describe('a church that registers', () => {
  it('has a trial of fifteen days, the chosen plan, and an admin who sets a password', async () => {
    const answer = await signUp({
      organizationName: 'Église de l’Espérance & Foi',
      email: 'esther@hope.example',
      phone: '555-0100',
      promoCode: 'Faith20',
    });
    expect(answer).toMatchObject({
      status: 201,
      body: {
        slug: 'eglise-de-l-esperance-foi',
        portalUrl: 'http://eglise-de-l-esperance-foi.localhost:8080',
      },
    });
    const days = (new Date(answer.body.trialEndsAt).getTime() - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(15);
    const receivedEmails = await emails('esther@hope.example');
    const welcome = receivedEmails.find(({ subject }) => subject?.startsWith('Welcome'))!;
    const dns = receivedEmails.find(({ subject }) => subject?.startsWith('DNS'))!;
    expect(dns.text).toMatch(/CNAME {2}portal\d+\.rome\.test {2}→ {2}portal\.localhost/);
    expect(dns.text).toMatch(/TXT {2}_church-connect\.portal\d+\.rome\.test {2}→ {2}[0-9a-f]{32}/);
    const token =
      /http:\/\/eglise-de-l-esperance-foi\.localhost:8080\/reset-password\?token=([\w-]+)/.exec(
        welcome.text!,
      )![1]!;
    expect(
      (await app.visitor.post('/api/auth/reset-password', { token, password: 'for such a time' }))
        .status,
    ).toBe(200);
    const signedIn = await under(app, 'eglise-de-l-esperance-foi.localhost').post<{ user: User }>(
      '/api/login',
      { email: 'esther@hope.example', password: 'for such a time' },
    );
    expect(signedIn.body.user).toMatchObject({
      role: 'admin',
      isApproved: true,
      emailVerified: true,
      organizationId: answer.body.id,
    });
    expect(
      (await superAdmin.get<Organization[]>('/api/organizations')).body.find(
        ({ id }) => id === answer.body.id,
      ),
    ).toMatchObject({
      subscriptionPlan: 'standard',
      subscriptionStatus: 'trial',
      subscriptionPrice: '80.00',
      memberLimit: 300,
      members: 1,
      customDomain: expect.stringContaining('rome.test'),
      usedPromoCodes: [],
    });
  });

  it('gets a unique slug, even in simultaneous requests, but never a reserved one', async () => {
    await clear();
    const answers = await Promise.all(
      [1, 2, 3].map(() => signUp({ organizationName: 'St. Paul' })),
    );
    expect(answers.map(({ body }) => body.slug).sort()).toEqual([
      'st-paul',
      'st-paul-2',
      'st-paul-3',
    ]);
    for (const organizationName of ['Portal', 'WWW', 'api', '教会', '--']) {
      await clear();
      expect(await signUp({ organizationName })).toMatchObject({
        status: 400,
        body: { message: expect.stringMatching(/cannot be used|at least 2/) },
      });
    }
    await clear();
  });

  it.each([
    [{ organizationName: 'A' }, 'Organization name must be at least 2 characters'],
    [{ contactName: ' ' }, 'Contact name must be at least 2 characters'],
    [{ email: 'nobody' }, 'Please enter a valid email address'],
    [{ customDomain: 'ab' }, 'Domain must be at least 3 characters'],
    [{ customDomain: 'no-dot' }, 'Please enter a valid domain name'],
    [{ customDomain: 'evil.test/path' }, 'Please enter a valid domain name'],
    [{ website: 'our site' }, 'Please enter a web address that begins with https://'],
    [{ website: 'javascript:alert(1)' }, 'Please enter a web address that begins with https://'],
    [{ promoCode: 'NOTHING' }, 'Invalid Promo Code'],
    [{ memberCount: '5' }, '"memberCount" must be one of: 1-50, 51-100, 101-300, 301-1000, 1000+.'],
    [{ trialDays: 400 }, 'There is no field "trialDays" here.'],
  ])('is refused with an explanation for %j', async (more, message) => {
    const count = async () => (await app.database.asSuperuser('select 1 from organization')).length;
    const before = await count();
    expect(await signUp(more)).toMatchObject({ status: 400, body: { message } });
    expect(await count()).toBe(before);
  });

  it('is refused after five registrations from the same network', async () => {
    await clear();
    const statuses: number[] = [];
    for (let n = 0; n < 7; n++) statuses.push((await signUp()).status);
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429, 429]);
    await clear();
  });
});

describe('the standing of a church', () => {
  it.each([
    ['is paused', `is_paused = true, paused_reason = 'Non-payment'`, /is paused \(Non-payment\)/],
    [
      'has ended its trial',
      `subscription_status = 'trial', trial_ends_at = now() - interval '1 minute'`,
      /free trial has ended/,
    ],
    ['has a failed payment', `subscription_status = 'past_due'`, /payment .* failed/],
    ['has canceled', `subscription_status = 'canceled'`, /subscription has ended/],
    ['has expired', `subscription_status = 'expired'`, /subscription has ended/],
  ])('is read-only, without loss of data, if the church %s', async (condition, change, notice) => {
    const slug = `late-${++serial}`;
    const church = await app.church(slug);
    await app.person(church, { email: `office@${slug}.test`, role: 'secretary' });
    const { id } = await app.person(church, { email: `member@${slug}.test` });
    const [staff, member] = [app.as(`office@${slug}.test`), app.as(`member@${slug}.test`)];
    const gift = { userId: id, amount: '5.00' };
    expect((await staff.post('/api/admin/donations', gift)).status).toBe(201);
    expect((await staff.get<Standing>('/api/church/standing')).body.state).toBe('open');
    await app.database.asSuperuser(`update organization set ${change} where id = $1`, [church]);
    expect({ what: condition, ...(await staff.post('/api/admin/donations', gift)) }).toMatchObject({
      what: condition,
      status: 403,
      body: { code: 'read-only', message: expect.stringMatching(notice) },
    });
    expect((await staff.get('/api/admin/donations')).status).toBe(200);
    expect((await staff.get('/api/admin/church-ledger.csv')).status).toBe(200);
    expect((await staff.get<Standing>('/api/church/standing')).body).toMatchObject({
      state: 'read-only',
      notice: expect.stringMatching(notice),
    });
    expect(
      (await staff.put('/api/auth/profile', { firstName: 'Still', lastName: 'Mine' })).status,
    ).toBe(200);
    expect((await member.post('/api/pledges', { amount: 100, year: 2026 })).status).toBe(201);
    expect((await member.get('/api/donations')).status).toBe(200);
    await app.database.asSuperuser(
      `update organization set subscription_status = 'active', is_paused = false where id = $1`,
      [church],
    );
    expect((await staff.post('/api/admin/donations', gift)).status).toBe(201);
  });

  it('includes a notice three days before the end of the trial', async () => {
    const church = await app.church('soon');
    await app.person(church, { email: 'admin@soon.test', role: 'admin' });
    await app.database.asSuperuser(
      `update organization set trial_ends_at = now() + interval '50 hours' where id = $1`,
      [church],
    );
    expect((await app.as('admin@soon.test').get<Standing>('/api/church/standing')).body).toEqual({
      state: 'open',
      notice: 'Your church’s free trial ends in 3 days.',
      canPay: true,
      trialDaysLeft: 3,
    });
  });
});

describe('the hosts of requests', () => {
  it('distinguish the portal from churches, and unknown hosts belong to no church', async () => {
    const settingsOf = (host: string) => under(app, host).get<Settings>('/api/settings');
    await app.church('hosted', { name: 'Hosted' });
    expect((await settingsOf('portal.localhost')).body).toMatchObject({
      isPortalHost: true,
      churchName: 'Church Connect',
    });
    expect((await settingsOf('hosted.localhost')).body).toMatchObject({
      isPortalHost: false,
      isChurchHost: true,
      churchName: 'Hosted',
      churchUrl: 'http://church.localhost:8080',
    });
    for (const host of ['evil.example', 'portal.localhost.evil.example', 'nowhere.localhost'])
      expect((await settingsOf(host)).body).toMatchObject({
        isPortalHost: false,
        isChurchHost: false,
        churchName: 'Church Connect',
        churchUrl: 'http://church.localhost:8080',
      });
    await clear();
    const answer = await under(app, 'evil.example').post<SignedUpChurch>(
      '/api/organizations/signup',
      form({ email: 'forged@rome.test' }),
      { 'x-forwarded-host': 'evil.example' },
    );
    expect(answer.body.portalUrl).not.toContain('evil');
    for (const email of await emails('forged@rome.test'))
      expect(`${email.text!} ${email.html!}`).not.toContain('evil');
    // An unverified domain is not a host of the church.
    const { customDomain } = (await superAdmin.get<Organization[]>('/api/organizations')).body.find(
      ({ id }) => id === answer.body.id,
    )!;
    expect((await settingsOf(customDomain!)).body.churchName).toBe('Church Connect');
  });
});
