import { expect, it } from '@jest/globals';
import { Secret, TOTP } from 'otpauth';
import type { FactorSetUp, Settings, User } from '#libs/contracts';
import { password, under } from '../../../support/app.js';
import {
  hasPath,
  atProvider,
  base,
  describeSingleSignOn,
  problemAt,
} from '../../../support/single-sign-on.js';

describeSingleSignOn('single sign-on by a real provider', (sso) => {
  const { openBrowser, person, signIn, readUser, accounts } = sso;

  it('is in the settings for the pages, and does not replace passwords', async () => {
    for (const host of ['people.example', 'grace.localhost'])
      expect((await under(sso.app, host).get<Settings>('/api/settings')).body.singleSignOn).toBe(
        true,
      );
    expect(
      (
        await under(sso.app, 'people.example').post('/api/login', {
          email: 'admin@grace.test',
          password,
        })
      ).status,
    ).toBe(200);
  });

  it('creates a pending user in the church of the host, with a safe session cookie', async () => {
    const listPendingEmails = async () => {
      const { body } = await sso.app.as('admin@grace.test').get<User[]>('/api/users/pending');
      return body.map(({ email }) => email);
    };
    const pendingBefore = await listPendingEmails();
    sso.provider.visitor = person('ruth', { name: 'Not Used' });
    const browser = openBrowser();
    const providerUrl = await browser.follow(
      'http://grace.localhost/api/login?next=/donations?year=2025',
      atProvider,
    );
    expect(Object.fromEntries(providerUrl.searchParams)).toEqual({
      client_id: 'church-connect',
      redirect_uri: `${base}/api/login/callback`,
      response_type: 'code',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    });
    const enterUrl = await browser.follow(providerUrl.href, hasPath('/api/login/enter'));
    expect(enterUrl.host).toBe('grace.localhost');
    expect((await readUser(browser, 'people.example')).status).toBe(401);
    const enterAnswer = await browser.get(enterUrl.href);
    expect(enterAnswer).toMatchObject({ status: 302 });
    expect(enterAnswer.headers.get('location')).toBe('/donations?year=2025');
    expect(enterAnswer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^sid=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
    expect(await readUser(browser, 'grace.localhost')).toMatchObject({
      status: 200,
      body: {
        email: 'ruth@grace.test',
        firstName: 'ruth',
        lastName: 'Moabite',
        organizationId: sso.ids.grace,
        isApproved: false,
        emailVerified: true,
        role: 'member',
      },
    });
    expect((await listPendingEmails()).sort()).toEqual(
      [...pendingBefore, 'ruth@grace.test'].sort(),
    );
    expect(await accounts('ruth@grace.test')).toMatchObject([{ verified: true, password: false }]);
    const audit = await sso.app.database.asSuperuser<{ action: string }>(
      `select e.action from audit_entry e join app_user u on u.id = e.actor_id
         where u.email = 'ruth@grace.test' order by e.at, e.id`,
    );
    expect(audit.map(({ action }) => action)).toEqual(['registered', 'signed-in']);
  });

  it('uses a short-lived Lax cookie, and stores only hashes of codes', async () => {
    const browser = openBrowser();
    const begun = await browser.get('http://grace.localhost/api/login');
    expect(begun.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^login=[\w-]{43}; Max-Age=900; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
    const ticket = new URL(begun.headers.get('location')!).searchParams.get('begin')!;
    const rows = await sso.app.database.asSuperuser<{ row: string }>(
      'select to_jsonb(s)::text as row from login_step s',
    );
    for (const secret of [ticket, browser.cookiesOf('grace.localhost').slice('login='.length)])
      for (const { row } of rows) expect(row).not.toContain(secret);
  });

  it('recognizes the user by issuer and subject, with a new session each time', async () => {
    const first = await signIn(person('naomi'), 'http://grace.localhost/api/login');
    const before = first.browser.cookiesOf('grace.localhost');
    const { body } = await readUser(first.browser, 'grace.localhost');
    await signIn(
      person('naomi', { email: 'mara@grace.test' }),
      'http://grace.localhost/api/login',
      first.browser,
    );
    expect((await readUser(first.browser, 'grace.localhost')).body).toMatchObject({
      id: body.id,
      email: 'naomi@grace.test',
    });
    expect((await under(sso.app, 'grace.localhost', before).get('/api/auth/user')).status).toBe(
      401,
    );
    expect(await accounts('mara@grace.test')).toEqual([]);
  });

  it('signs in to the account with the email address that the provider confirms', async () => {
    const { id } = await sso.app.person(sso.ids.grace, { email: 'boaz@grace.test' });
    const { browser, url } = await signIn(
      person('boaz'),
      'http://grace.localhost/api/login?next=//evil.test',
    );
    expect(url.href).toBe('http://grace.localhost/');
    expect((await readUser(browser, 'grace.localhost')).body).toMatchObject({
      id,
      isApproved: true,
    });
    expect(
      (await sso.app.visitor.post('/api/login', { email: 'boaz@grace.test', password })).status,
    ).toBe(200);
  });

  it('also requires the second factor', async () => {
    const { id } = await sso.app.person(sso.ids.grace, { email: 'esther@grace.test' });
    const client = sso.app.as('esther@grace.test');
    await client.put('/api/auth/profile', {
      firstName: 'Esther',
      lastName: 'Queen',
      phone: '555-123-4567',
    });
    const {
      body: { secret },
    } = await client.post<FactorSetUp>('/api/auth/mfa/setup', {
      method: 'authenticator',
      password,
    });
    const codeAt = (time: number) =>
      new TOTP({ secret: Secret.fromBase32(secret!) }).generate({ timestamp: time });
    await client.post('/api/auth/mfa/confirm', { code: codeAt(Date.now()) });
    const { browser, url } = await signIn(
      person('esther'),
      'http://grace.localhost/api/login?next=/donations',
    );
    expect(url.href).toBe('http://grace.localhost/sign-in?code=authenticator&next=%2Fdonations');
    expect((await readUser(browser, 'grace.localhost')).status).toBe(401);
    const waitingClient = under(sso.app, 'grace.localhost', browser.cookiesOf('grace.localhost'));
    expect((await waitingClient.post('/api/login/mfa', { code: '000000' })).status).toBe(400);
    const codeAnswer = await waitingClient.post<{ user: User }>('/api/login/mfa', {
      code: codeAt(Date.now() + 30_000),
    });
    expect(codeAnswer).toMatchObject({ status: 200, body: { user: { id } } });
    expect(
      (
        await under(
          sso.app,
          'grace.localhost',
          codeAnswer.headers.getSetCookie()[0]!.split(';')[0],
        ).get('/api/auth/user')
      ).status,
    ).toBe(200);
    expect((await readUser(browser, 'grace.localhost')).status).toBe(401); // the old session
  });

  it('leads back to the page if the user cancels at the provider', async () => {
    const { browser, url } = await signIn(null, 'http://grace.localhost/api/login?next=/donations');
    expect(url.href).toBe('http://grace.localhost/sign-in?problem=cancelled&next=%2Fdonations');
    expect((await readUser(browser, 'grace.localhost')).status).toBe(401);
  });

  it('is refused if the provider names no email address', async () => {
    const { url } = await signIn(
      { subject: 'nameless', email_verified: true },
      'http://grace.localhost/api/login',
    );
    expect(problemAt(url)).toMatchObject({ problem: 'no-email' });
  });
});
