import { describe, expect, it } from '@jest/globals';
import { under } from '../../../support/app.js';
import {
  hasPath,
  atProvider,
  base,
  describeSingleSignOn,
  problemAt,
} from '../../../support/single-sign-on.js';

const loginOfHope = 'http://hope.localhost/api/login';

describeSingleSignOn('the redirects of single sign-on', (sso) => {
  const { openBrowser, person, signIn, readUser, accounts } = sso;

  describe('on the host of all churches', () => {
    it('lead to the user’s own church directly', async () => {
      await sso.app.person(sso.ids.hope, { email: 'anna@hope.test' });
      const { browser, url } = await signIn(
        { subject: 'anna', email: 'anna@hope.test', email_verified: true },
        `${base}/api/login?next=/donations`,
      );
      expect(url.href).toBe(`${base}/donations`);
      expect((await readUser(browser, 'people.example')).body).toMatchObject({
        organizationId: sso.ids.hope,
      });
      expect(
        (
          await under(sso.app, 'grace.localhost', browser.cookiesOf('people.example')).get(
            '/api/auth/user',
          )
        ).status,
      ).toBe(401);
    });

    it('create no account for a user without a church, and name the reason', async () => {
      for (const query of [
        '',
        '?church=nowhere',
        '?church=gra%00ce',
        '?church=grace&church=hope',
      ]) {
        const { url } = await signIn(person('nobody'), `${base}/api/login${query}`);
        expect({ query, ...problemAt(url) }).toEqual({
          query,
          host: 'people.example',
          page: '/sign-in',
          problem: 'no-place',
        });
      }
      expect(await accounts('nobody@grace.test')).toEqual([]);
    });

    it('do not add users to a church whose contact is unconfirmed', async () => {
      const waitingChurch = await sso.app.church('waiting', { name: 'Waiting' });
      await sso.app.database.asSuperuser(
        'update organization set awaits_contact = true where id = $1',
        [waitingChurch],
      );
      for (const address of [
        `${base}/api/login?church=waiting`,
        'http://waiting.localhost/api/login',
      ]) {
        const { url } = await signIn(person('crescens'), address);
        expect(problemAt(url)).toMatchObject({ page: '/sign-in', problem: 'no-place' });
      }
      expect(await accounts('crescens@grace.test')).toEqual([]);
    });

    it('add users to the church of an invitation, but not by links on other sites', async () => {
      for (const address of [`${base}/api/login?church=hope`, 'http://hope.localhost/api/login']) {
        const lured = await signIn(person('simeon'), address, openBrowser(), {
          'sec-fetch-site': 'cross-site',
        });
        expect(problemAt(lured.url)).toMatchObject({ page: '/sign-in', problem: 'no-place' });
        expect(await accounts('simeon@grace.test')).toEqual([]);
      }
      const { browser } = await signIn(
        person('simeon'),
        `${base}/api/login?church=hope`,
        openBrowser(),
        {
          'sec-fetch-site': 'same-origin',
        },
      );
      expect((await readUser(browser, 'people.example')).body).toMatchObject({
        organizationId: sso.ids.hope,
        isApproved: false,
      });
      // On the host of a church, another church cannot be chosen.
      const login = await signIn(person('phoebe'), 'http://grace.localhost/api/login?church=hope');
      expect((await readUser(login.browser, 'grace.localhost')).body).toMatchObject({
        organizationId: sso.ids.grace,
      });
    });
  });

  describe('the codes of the sign-in', () => {
    const expired = (host: string) => ({ host, page: '/sign-in', problem: 'expired' });
    const toCallback = async (browser = openBrowser()) => {
      sso.provider.visitor = person('dinah');
      return {
        browser,
        callback: await browser.follow(
          'http://grace.localhost/api/login',
          hasPath('/api/login/callback'),
        ),
      };
    };
    const toEnter = async () => {
      const { browser, callback } = await toCallback();
      return { browser, enter: await browser.follow(callback.href, hasPath('/api/login/enter')) };
    };

    it('are refused if the state is wrong, missing, used, old or of another browser', async () => {
      const { browser, callback } = await toCallback();
      const { state, code } = Object.fromEntries(callback.searchParams) as {
        state: string;
        code: string;
      };
      for (const query of [
        `code=${code}`,
        `code=${code}&state=`,
        `code=${code}&state=${state.slice(1)}x`,
        `code=${code}&state=${state}&state=${state}`,
        `error=access_denied`,
      ]) {
        expect({
          query,
          ...problemAt(await browser.follow(`${base}/api/login/callback?${query}`)),
        }).toEqual({ query, ...expired('people.example') });
      }
      const other = openBrowser();
      expect(problemAt(await other.follow(callback.href))).toEqual(expired('people.example'));
      // The other browser now has a cookie of its own.
      await other.follow('http://grace.localhost/api/login', atProvider);
      expect(problemAt(await other.follow(callback.href))).toEqual(expired('people.example'));
      expect((await browser.follow(callback.href, hasPath('/api/login/enter'))).host).toBe(
        'grace.localhost',
      );
      expect(problemAt(await browser.follow(callback.href))).toEqual(expired('people.example'));
      const late = await toCallback();
      await sso.app.database.asSuperuser(
        `update login_step set expires_at = expires_at - interval '10 minutes'
           where stop = 'callback'`,
      );
      expect(problemAt(await late.browser.follow(late.callback.href))).toEqual(
        expired('people.example'),
      );
    });

    it('are valid once, for a minute, in one browser and for one host', async () => {
      const { browser, enter } = await toEnter();
      const [row] = await sso.app.database.asSuperuser<{ seconds: number; text: string }>(
        `select extract(epoch from expires_at - now())::float8 as seconds, to_jsonb(s)::text as text
           from login_step s where stop = 'enter' order by expires_at desc`,
      );
      expect(row!.seconds).toBeGreaterThan(50);
      expect(row!.seconds).toBeLessThanOrEqual(60);
      expect(row!.text).not.toContain(enter.searchParams.get('code'));

      const victim = openBrowser();
      expect(problemAt(await victim.follow(enter.href))).toEqual(expired('grace.localhost'));
      await victim.follow('http://grace.localhost/api/login', atProvider);
      expect(problemAt(await victim.follow(enter.href))).toEqual(expired('grace.localhost'));
      expect((await readUser(victim, 'grace.localhost')).status).toBe(401);
      // No account was created during these attempts.
      expect(await accounts('dinah@grace.test')).toEqual([]);

      const cookies = browser.cookiesOf('grace.localhost');
      for (const host of ['people.example', 'hope.localhost', 'evil.example']) {
        expect(
          problemAt(
            new URL(
              (await under(sso.app, host, cookies).get(enter.pathname + enter.search)).headers.get(
                'location',
              )!,
              `http://${host}`,
            ),
          ),
        ).toEqual(expired(host));
        const again = await toEnter();
        Object.assign(enter, { href: again.enter.href });
        expect((await again.browser.get(again.enter.href)).headers.get('location')).toBe('/');
        expect(problemAt(await again.browser.follow(again.enter.href))).toEqual(
          expired('grace.localhost'),
        );
      }

      const late = await toEnter();
      await sso.app.database.asSuperuser(
        `update login_step set expires_at = expires_at - interval '60 seconds'
          where stop = 'enter'`,
      );
      expect(problemAt(await late.browser.follow(late.enter.href))).toEqual(
        expired('grace.localhost'),
      );
    });

    it('are valid once and in one browser if they come from a church’s host', async () => {
      const attacker = openBrowser();
      const ticket = await attacker.follow(loginOfHope, hasPath('/api/login'));
      expect(ticket.host).toBe('people.example');
      sso.provider.visitor = person('tamar');
      const victim = openBrowser();
      expect(problemAt(await victim.follow(ticket.href))).toEqual(expired('hope.localhost'));
      expect(await accounts('tamar@grace.test')).toEqual([]);
      expect(problemAt(await attacker.follow(ticket.href))).toEqual(expired('people.example'));
      const late = await attacker.follow(loginOfHope, hasPath('/api/login'));
      await sso.app.database.asSuperuser(
        `update login_step set expires_at = expires_at - interval '60 seconds'
          where stop = 'begin'`,
      );
      expect(problemAt(await attacker.follow(late.href))).toEqual(expired('people.example'));
    });

    it('are valid in two tabs of one browser', async () => {
      const { browser, callback } = await toCallback();
      const second = await toCallback(browser);
      expect((await browser.follow(callback.href)).href).toBe('http://grace.localhost/');
      expect((await browser.follow(second.callback.href)).href).toBe('http://grace.localhost/');
    });
  });

  describe('the host to which the sign-in leads', () => {
    it('can be a church’s own domain while it belongs to the church', async () => {
      await sso.app.db.platform((tx) =>
        tx.sql(`insert into host (name, organization_id) values ('members.hope.example', $1)`, [
          sso.ids.hope,
        ]),
      );
      const { browser, url } = await signIn(
        person('lydia'),
        'http://Members.Hope.Example/api/login?next=/donations',
      );
      expect(url.href).toBe('http://members.hope.example/donations');
      expect((await readUser(browser, 'members.hope.example')).body).toMatchObject({
        organizationId: sso.ids.hope,
      });
      const callback = await browser.follow(
        'http://members.hope.example/api/login',
        hasPath('/api/login/callback'),
      );
      await sso.app.db.platform((tx) =>
        tx.sql(`update host set organization_id = $1 where name = 'members.hope.example'`, [
          sso.ids.grace,
        ]),
      );
      expect(problemAt(await browser.follow(callback.href))).toEqual({
        host: 'people.example',
        page: '/sign-in',
        problem: 'expired',
      });
    });

    it.each([
      'evil.example',
      'nowhere.localhost',
      'grace.localhost.evil.example',
      '127.0.0.1',
      'portal.localhost',
    ])('is never an unconfirmed domain: %s', async (host) => {
      const browser = openBrowser();
      const first = await under(sso.app, host).get('/api/login?church=hope');
      expect(first.headers.get('location')).toMatch(
        /^http:\/\/people\.example\/api\/login\?begin=[\w-]{43}$/,
      );
      sso.provider.visitor = person('jael');
      expect(problemAt(await browser.follow(first.headers.get('location')!))).toEqual({
        host: 'people.example',
        page: '/sign-in',
        problem: 'no-place',
      });
      expect(await accounts('jael@grace.test')).toEqual([]);
    });

    it('does not depend on X-Forwarded-Host', async () => {
      const answer = await under(sso.app, 'people.example').get('/api/login', {
        'x-forwarded-host': 'grace.localhost',
      });
      expect(new URL(answer.headers.get('location')!).origin).toBe(sso.provider.issuer);
    });
  });

  it.each([
    '//evil.test',
    'https://evil.test',
    '/\\evil.test',
    '/api/logout',
    '/API/logout',
    'javascript:alert(1)',
  ])('do not lead to next=%s', async (next) => {
    await sso.app.person(sso.ids.grace, { email: 'miriam@grace.test' }).catch(() => undefined);
    const { url } = await signIn(
      person('miriam'),
      `http://grace.localhost/api/login?next=${encodeURIComponent(next)}`,
    );
    expect(url.href).toBe('http://grace.localhost/');
  });
});
