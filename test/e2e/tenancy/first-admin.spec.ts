import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Secret, TOTP } from 'otpauth';
import type {
  FactorSetUp,
  FirstSteps,
  Settings,
  LoginResponse,
  SignedUpChurch,
  Standing,
  User,
} from '#libs/contracts';
import {
  give,
  password,
  startApp,
  under,
  type Answer,
  type Client,
  type TestApp,
} from '../../support/app.js';
import { waitForEmailText, waitForEmail } from '../../support/email/emails.js';
import { addSiteImage } from '../../support/pictures.js';
import { cookieFrom, visitorsOf } from '../../support/visitors.js';

let app: TestApp;
let visitors: ReturnType<typeof visitorsOf>;
beforeAll(async () => {
  app = await startApp({ env: { BASE_URL: 'http://localhost:8080' } });
  visitors = visitorsOf(app);
  await app.church('elsewhere');
});
afterAll(() => app.close());
beforeEach(() => app.database.asSuperuser('delete from rate_limit; delete from email_request'));

const newPassword = 'chosen by the email';
const signUp = async (email: string, organizationName: string) =>
  (
    await under(app, 'portal.localhost').post<SignedUpChurch>('/api/organizations/signup', {
      organizationName,
      contactName: 'Lois of Lystra',
      email,
      customDomain: `${organizationName.toLowerCase()}.test`,
      memberCount: '1-50',
      selectedPlan: 'basic',
    })
  ).body;
/**
 * Returns the token in the email to the contact of a church. The link leads to the host of the
 * church.
 */
const welcome = async (email: string, name: string) => {
  const link = new RegExp(
    `//${name.toLowerCase()}\\.[^/]+/(?:reset-password|verify-email)\\?token=([\\w-]{43})`,
  );
  return link.exec(await waitForEmailText(app, email, link))![1]!;
};
const reset = (client: Client, token: string) =>
  client.post<LoginResponse>('/api/auth/reset-password', { token, password: newPassword });
const readUser = (host: string, answer: Answer) =>
  under(app, host, cookieFrom(answer)).get<User>('/api/auth/user');

describe('the first admin of a church', () => {
  it('is signed in on the church’s host after choosing a password', async () => {
    const church = await signUp('lois@lystra.test', 'Lystra');
    const answer = await reset(
      under(app, 'lystra.localhost'),
      await welcome('lois@lystra.test', 'Lystra'),
    );
    expect(answer).toMatchObject({
      status: 200,
      body: {
        user: {
          email: 'lois@lystra.test',
          role: 'admin',
          organizationId: church.id,
          emailVerified: true,
        },
      },
    });
    expect(await readUser('lystra.localhost', answer)).toMatchObject({
      status: 200,
      body: { organizationId: church.id },
    });
    const log = await under(app, 'lystra.localhost', cookieFrom(answer)).get<{ action: string }[]>(
      '/api/admin/audit',
    );
    expect(log.body.map(({ action }) => action)).toContain('signed-in');
  });

  it('is not signed in by a link on another church’s host', async () => {
    await signUp('eunice@derbe.test', 'Derbe');
    const answer = await reset(
      under(app, 'elsewhere.localhost'),
      await welcome('eunice@derbe.test', 'Derbe'),
    );
    expect(answer.status).toBe(204);
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(
      (
        await under(app, 'derbe.localhost').post('/api/login', {
          email: 'eunice@derbe.test',
          password: newPassword,
        })
      ).status,
    ).toBe(200);
  });

  it('needs the second factor of an existing account before anything else', async () => {
    // The contact registers a second church before opening the first link. Therefore the link of
    // the second church sets a password, too, although the account has a second factor by then.
    await signUp('timothy@iconium.test', 'Iconium');
    await signUp('timothy@iconium.test', 'Pisidia');
    const [first, second] = [
      await welcome('timothy@iconium.test', 'Iconium'),
      await welcome('timothy@iconium.test', 'Pisidia'),
    ];
    const client = visitors.withCookie(cookieFrom(await reset(app.visitor, first)));
    await client.put('/api/auth/profile', {
      firstName: 'Timothy',
      lastName: 'of Lystra',
      phone: '555-123-4567',
    });
    const {
      body: { secret },
    } = await client.post<FactorSetUp>('/api/auth/mfa/setup', {
      method: 'authenticator',
      password: newPassword,
    });
    const code = (timestamp: number) =>
      new TOTP({ secret: Secret.fromBase32(secret!) }).generate({ timestamp });
    expect((await client.post('/api/auth/mfa/confirm', { code: code(Date.now()) })).status).toBe(
      200,
    );
    const answer = await reset(under(app, 'pisidia.localhost'), second);
    expect(answer).toMatchObject({
      status: 200,
      body: { mfaRequired: true, method: 'authenticator' },
    });
    expect((await readUser('pisidia.localhost', answer)).status).toBe(401);
    const passed = await under(app, 'pisidia.localhost', cookieFrom(answer)).post<{ user: User }>(
      '/api/login/mfa',
      { code: code(Date.now() + 30_000) },
    );
    expect(passed).toMatchObject({ status: 200, body: { user: { role: 'admin' } } });
    expect((await readUser('pisidia.localhost', passed)).status).toBe(200);
  });

  it('is the only user who is signed in by a link', async () => {
    const grace = await app.church('grace');
    await app.person(grace, { email: 'member@grace.test' });
    await app.visitor.post('/api/auth/forgot-password', { email: 'member@grace.test' });
    const token = /reset-password\?token=([\w-]{43})/.exec(
      (await waitForEmail(app, 'member@grace.test', 'Choose a new password')).text!,
    )![1]!;
    const answer = await reset(app.visitor, token);
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([204, []]);
    await app.person(grace, { email: 'treasurer@grace.test', role: 'secretary', signsIn: false });
    await visitors.register('treasurer@grace.test');
    const link = /verify-email\?token=([\w-]{43})/.exec(
      (await waitForEmail(app, 'treasurer@grace.test', 'Please confirm your email address')).text!,
    )![1]!;
    const confirmed = await app.visitor.post('/api/auth/verify-email', { token: link, password });
    expect([confirmed.status, confirmed.headers.getSetCookie()]).toEqual([204, []]);
  });
});

describe('the list of first steps', () => {
  const path = '/api/church/first-steps';
  it('is completed only by data of its own church', async () => {
    const [church, other] = [await app.church('mine'), await app.church('other')];
    await app.person(church, { email: 'admin@mine.test', role: 'admin' });
    await app.person(other, { email: 'admin@other.test', role: 'admin' });
    const [admin, neighbor] = [app.as('admin@mine.test'), app.as('admin@other.test')];
    const steps = async (client = admin) => (await client.get<FirstSteps>(path)).body;
    const noSteps = {
      look: false,
      services: false,
      people: false,
      giving: false,
      gifts: false,
      isPutAway: false,
    };
    expect(await steps()).toEqual(noSteps);
    const banner = await addSiteImage(admin, 'banner', 'No logo');
    const logo = await addSiteImage(admin, 'logo', 'Our logo');
    expect(await steps()).toEqual({ ...noSteps, look: true });
    await admin.patch(`/api/site-images/${logo.id}`, { active: false });
    expect([banner.active, await steps()]).toEqual([true, noSteps]);
    const services = JSON.stringify([
      { title: 'Prayer', recurrence: 'FREQ=WEEKLY;BYDAY=MO', time: '07:00' },
    ]);
    expect((await admin.get<Settings>('/api/settings')).body.services).toEqual([]);
    await admin.post('/api/settings', { key: 'services', value: services });
    expect(await steps()).toEqual({ ...noSteps, services: true });
    await admin.post('/api/settings', { key: 'services', value: '[]' });
    expect(await steps()).toEqual(noSteps);
    await admin.post('/api/settings', { key: 'services', value: services });
    const member = await app.person(church, { email: 'member@mine.test' });
    await admin.post('/api/settings', { key: 'donationUrl', value: 'https://give.example/mine' });
    const { id } = await give(admin, member.id);
    expect(await steps()).toEqual({
      look: false,
      services: true,
      people: true,
      giving: true,
      gifts: true,
      isPutAway: false,
    });
    expect(await steps(neighbor)).toEqual(noSteps);
    await admin.delete(`/api/admin/donations/${id}`);
    await admin.delete(`/api/admin/users/${member.id}`);
    await admin.post('/api/settings', { key: 'donationUrl', value: '' });
    await admin.post('/api/settings', { key: 'services', value: '[]' });
    expect(await steps()).toEqual(noSteps);
  });

  it('can be hidden and shown again for all admins of the church', async () => {
    const [church, other] = [await app.church('away'), await app.church('stays')];
    await app.person(church, { email: 'admin@away.test', role: 'admin' });
    await app.person(church, { email: 'second@away.test', role: 'admin' });
    await app.person(church, { email: 'waits@away.test', isApproved: false });
    await app.person(other, { email: 'admin@stays.test', role: 'admin' });
    const put = (email: string, body: object) => app.as(email).put<FirstSteps>(path, body);
    expect(await put('waits@away.test', { isPutAway: true })).toMatchObject({
      status: 403,
      body: { message: 'Your account is awaiting approval.' },
    });
    expect((await put('admin@away.test', {})).status).toBe(400);
    expect((await put('admin@away.test', { isPutAway: true, gifts: true })).status).toBe(400);
    for (const _ of [1, 2])
      expect((await put('admin@away.test', { isPutAway: true })).body).toMatchObject({
        isPutAway: true,
        gifts: false,
      });
    expect((await app.as('second@away.test').get<FirstSteps>(path)).body.isPutAway).toBe(true);
    expect((await app.as('admin@stays.test').get<FirstSteps>(path)).body.isPutAway).toBe(false);
    expect((await put('second@away.test', { isPutAway: false })).body.isPutAway).toBe(false);
  });
});

describe('the remaining days of a trial', () => {
  it('are shown until the last one, unless the church has a card or a plan', async () => {
    const church = await app.church('trying');
    await app.person(church, { email: 'admin@trying.test', role: 'admin' });
    const daysLeft = async (change: string) => {
      await app.database.asSuperuser(`update organization set ${change} where id = $1`, [church]);
      return (await app.as('admin@trying.test').get<Standing>('/api/church/standing')).body
        .trialDaysLeft;
    };
    expect(await daysLeft(`trial_ends_at = now() + interval '14 days 23 hours'`)).toBe(15);
    expect(await daysLeft(`trial_ends_at = now() + interval '23 hours'`)).toBe(1);
    expect(await daysLeft(`trial_ends_at = now() - interval '1 minute'`)).toBeNull();
    expect(
      await daysLeft(`trial_ends_at = now() + interval '5 days', stripe_subscription_id = 'sub_1'`),
    ).toBeNull();
    expect(
      await daysLeft(`subscription_status = 'active', stripe_subscription_id = null`),
    ).toBeNull();
  });
});
