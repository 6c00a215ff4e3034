import { expect, it } from '@jest/globals';
import { give, under } from '../../../support/app.js';
import { queuedEmails } from '../../../support/email/emails.js';
import { describeSingleSignOn, problemAt } from '../../../support/single-sign-on.js';

describeSingleSignOn('the email address that a provider names', (sso) => {
  const { person, signIn, readUser, accounts } = sso;

  it.each([[false], [undefined], ['true']])(
    'gives no access to an existing account if email_verified is %j',
    async (verified) => {
      await sso.app.person(sso.ids.grace, { email: `obed-${verified}@grace.test` });
      const { browser, url } = await signIn(
        person(`obed-${verified}`, { email_verified: verified }),
        'http://grace.localhost/api/login?next=/donations',
      );
      expect(url.href).toBe(
        'http://grace.localhost/sign-in?problem=unproven-email&next=%2Fdonations',
      );
      expect((await readUser(browser, 'grace.localhost')).status).toBe(401);
      expect(
        await sso.app.database.asSuperuser('select 1 from open_id_identity where subject = $1', [
          `sub-obed-${verified}`,
        ]),
      ).toEqual([]);
    },
  );

  it('leaves a new user unconfirmed until the email or the provider confirms it', async () => {
    const { browser } = await signIn(
      person('orpah', { email_verified: false }),
      'http://grace.localhost/api/login',
    );
    expect((await readUser(browser, 'grace.localhost')).body).toMatchObject({
      emailVerified: false,
      isApproved: false,
    });
    expect(await accounts('orpah@grace.test')).toMatchObject([{ verified: false }]);
    await signIn(person('orpah'), 'http://grace.localhost/api/login', browser);
    expect((await readUser(browser, 'grace.localhost')).body).toMatchObject({
      emailVerified: true,
    });
    expect(await accounts('orpah@grace.test')).toMatchObject([{ verified: true }]);
  });

  it('gives the account to its owner, and signs out an attacker who registered it', async () => {
    // The attacker registers with a password.
    await under(sso.app, 'grace.localhost').post('/api/register', {
      email: 'squat@grace.test',
      password: 'the squatter’s one',
      firstName: 'S',
      lastName: 'Q',
    });
    const squatter = await under(sso.app, 'grace.localhost').post('/api/login', {
      email: 'squat@grace.test',
      password: 'the squatter’s one',
    });
    const cookie = squatter.headers.getSetCookie()[0]!.split(';')[0]!;
    expect((await under(sso.app, 'grace.localhost', cookie).get('/api/auth/user')).status).toBe(
      200,
    );
    const owner = await signIn(person('squat'), 'http://grace.localhost/api/login');
    expect((await readUser(owner.browser, 'grace.localhost')).body).toMatchObject({
      email: 'squat@grace.test',
      emailVerified: true,
    });
    expect((await under(sso.app, 'grace.localhost', cookie).get('/api/auth/user')).status).toBe(
      401,
    );
    expect(
      (
        await sso.app.visitor.post('/api/login', {
          email: 'squat@grace.test',
          password: 'the squatter’s one',
        })
      ).status,
    ).toBe(401);
    // The attacker registers with an account of the provider that has an unconfirmed address.
    const other = await signIn(
      { subject: 'squatter', email: 'nest@grace.test', email_verified: false },
      'http://grace.localhost/api/login',
    );
    expect((await readUser(other.browser, 'grace.localhost')).status).toBe(200);
    await signIn(person('nest'), 'http://grace.localhost/api/login');
    expect((await readUser(other.browser, 'grace.localhost')).status).toBe(401);
    const secondSignIn = await signIn(
      { subject: 'squatter', email: 'nest@grace.test', email_verified: false },
      'http://grace.localhost/api/login',
      other.browser,
    );
    expect(problemAt(secondSignIn.url)).toMatchObject({ problem: 'unproven-email' });
    // The attacker registers with an account of the provider that has an unconfirmed address. The
    // owner of the address has no account at the provider, and chooses a password instead.
    await signIn(
      { subject: 'cuckoo', email: 'reed@grace.test', email_verified: false },
      'http://grace.localhost/api/login',
    );
    const [account] = await accounts('reed@grace.test');
    await sso.app.database.asSuperuser(
      `insert into account_token (hash, account_id, purpose, expires_at)
         values (encode(sha256('letter'), 'hex'), $1, 'reset-password', now() + interval '1 hour')`,
      [account!.id],
    );
    expect(
      (
        await sso.app.visitor.post('/api/auth/reset-password', {
          token: 'letter',
          password: 'the owner’s own one',
        })
      ).status,
    ).toBe(204);
    expect(
      problemAt(
        (
          await signIn(
            { subject: 'cuckoo', email: 'reed@grace.test', email_verified: false },
            'http://grace.localhost/api/login',
          )
        ).url,
      ),
    ).toMatchObject({ problem: 'unproven-email' });
  });

  it('gives access to a user whom staff added only if it is confirmed', async () => {
    const { id } = await sso.app.person(sso.ids.grace, {
      email: 'mahlon@grace.test',
      signsIn: false,
    });
    await give(sso.app.as('admin@grace.test'), id, { amount: '70.00' });
    const unproven = await signIn(
      { subject: 'not-mahlon', email: 'mahlon@grace.test', email_verified: false },
      'http://grace.localhost/api/login',
    );
    expect(problemAt(unproven.url)).toMatchObject({ problem: 'unconfirmed' });
    expect((await readUser(unproven.browser, 'grace.localhost')).status).toBe(401);
    const { browser } = await signIn(person('mahlon'), 'http://grace.localhost/api/login');
    expect((await readUser(browser, 'grace.localhost')).body).toMatchObject({
      id,
      isApproved: true,
    });
    expect(
      (
        await under(sso.app, 'grace.localhost', browser.cookiesOf('grace.localhost')).get(
          '/api/user/donations/total',
        )
      ).body,
    ).toMatchObject({ total: '70.00' });
  });

  it.each([
    ['another person', 'chilion', 'member', false],
    ['the contact of a church', 'elimelech', 'admin', true],
  ] as const)('lets %s receive only five emails', async (_who, name, role, email_verified) => {
    await sso.app.person(sso.ids.grace, { email: `${name}@grace.test`, role, signsIn: false });
    const comes = { subject: `waits-${name}`, email: `${name}@grace.test`, email_verified };
    for (let n = 0; n < 8; n++)
      expect(
        problemAt((await signIn(comes, 'http://grace.localhost/api/login')).url),
      ).toMatchObject({ problem: 'unconfirmed' });
    expect(await queuedEmails(sso.app.database, `${name}@grace.test`)).toHaveLength(5);
  });
});
