import { describe, expect, it } from '@jest/globals';
import { under } from '../../../support/app.js';
import {
  at,
  atProvider,
  base,
  describeSingleSignOn,
  problemAt,
} from '../../../support/single-sign-on.js';

describeSingleSignOn('the way there and back', (door) => {
  const { surf, person, signIn, who, accounts } = door;

  describe('on the host of all churches', () => {
    it('leads to the user’s own church directly', async () => {
      await door.app.person(door.ids.hope, { email: 'anna@hope.test' });
      const { surfer, url } = await signIn(
        { subject: 'anna', email: 'anna@hope.test', email_verified: true },
        `${base}/api/login?next=/donations`,
      );
      expect(url.href).toBe(`${base}/donations`);
      expect((await who(surfer, 'people.example')).body).toMatchObject({
        organizationId: door.ids.hope,
      });
      expect(
        (
          await under(door.app, 'grace.localhost', surfer.cookiesOf('people.example')).get(
            '/api/auth/user',
          )
        ).status,
      ).toBe(401);
    });

    it('creates nothing for a user of no church, and the page explains it', async () => {
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

    it('does not add users to a church whose contact is unconfirmed', async () => {
      const waiting = await door.app.church('waiting', { name: 'Waiting' });
      await door.app.database.asSuperuser(
        'update organization set awaits_contact = true where id = $1',
        [waiting],
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

    it('adds users to the church of an invitation, but not by links of other sites', async () => {
      for (const address of [`${base}/api/login?church=hope`, 'http://hope.localhost/api/login']) {
        const lured = await signIn(person('simeon'), address, surf(), {
          'sec-fetch-site': 'cross-site',
        });
        expect(problemAt(lured.url)).toMatchObject({ page: '/sign-in', problem: 'no-place' });
        expect(await accounts('simeon@grace.test')).toEqual([]);
      }
      const { surfer } = await signIn(person('simeon'), `${base}/api/login?church=hope`, surf(), {
        'sec-fetch-site': 'same-origin',
      });
      expect((await who(surfer, 'people.example')).body).toMatchObject({
        organizationId: door.ids.hope,
        isApproved: false,
      });
      // on a church's own host there is no choice
      const there = await signIn(person('phoebe'), 'http://grace.localhost/api/login?church=hope');
      expect((await who(there.surfer, 'grace.localhost')).body).toMatchObject({
        organizationId: door.ids.grace,
      });
    });
  });

  describe('the codes of the sign-in', () => {
    const expired = (host: string) => ({ host, page: '/sign-in', problem: 'expired' });
    const toCallback = async (surfer = surf()) => {
      door.provider.visitor = person('dinah');
      return {
        surfer,
        callback: await surfer.walk('http://grace.localhost/api/login', at('/api/login/callback')),
      };
    };
    const toEnter = async () => {
      const { surfer, callback } = await toCallback();
      return { surfer, enter: await surfer.walk(callback.href, at('/api/login/enter')) };
    };

    it('are refused if the state is wrong, missing, used, old or of another browser', async () => {
      const { surfer, callback } = await toCallback();
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
          ...problemAt(await surfer.walk(`${base}/api/login/callback?${query}`)),
        }).toEqual({ query, ...expired('people.example') });
      }
      const other = surf();
      expect(problemAt(await other.walk(callback.href))).toEqual(expired('people.example'));
      await other.walk('http://grace.localhost/api/login', atProvider); // with a cookie of its own
      expect(problemAt(await other.walk(callback.href))).toEqual(expired('people.example'));
      expect((await surfer.walk(callback.href, at('/api/login/enter'))).host).toBe(
        'grace.localhost',
      );
      expect(problemAt(await surfer.walk(callback.href))).toEqual(expired('people.example'));
      const late = await toCallback();
      await door.app.database.asSuperuser(
        `update login_step set expires_at = expires_at - interval '10 minutes'
           where stop = 'callback'`,
      );
      expect(problemAt(await late.surfer.walk(late.callback.href))).toEqual(
        expired('people.example'),
      );
    });

    it('are valid once, for a minute, in one browser and for one host', async () => {
      const { surfer, enter } = await toEnter();
      const [row] = await door.app.database.asSuperuser<{ seconds: number; text: string }>(
        `select extract(epoch from expires_at - now())::float8 as seconds, to_jsonb(s)::text as text
           from login_step s where stop = 'enter' order by expires_at desc`,
      );
      expect(row!.seconds).toBeGreaterThan(50);
      expect(row!.seconds).toBeLessThanOrEqual(60);
      expect(row!.text).not.toContain(enter.searchParams.get('code'));

      const victim = surf();
      expect(problemAt(await victim.walk(enter.href))).toEqual(expired('grace.localhost'));
      await victim.walk('http://grace.localhost/api/login', atProvider);
      expect(problemAt(await victim.walk(enter.href))).toEqual(expired('grace.localhost'));
      expect((await who(victim, 'grace.localhost')).status).toBe(401);
      // nothing is made of anybody on the way
      expect(await accounts('dinah@grace.test')).toEqual([]);

      const cookies = surfer.cookiesOf('grace.localhost');
      for (const host of ['people.example', 'hope.localhost', 'evil.example']) {
        expect(
          problemAt(
            new URL(
              (await under(door.app, host, cookies).get(enter.pathname + enter.search)).headers.get(
                'location',
              )!,
              `http://${host}`,
            ),
          ),
        ).toEqual(expired(host));
        const again = await toEnter();
        Object.assign(enter, { href: again.enter.href });
        expect((await again.surfer.get(again.enter.href)).headers.get('location')).toBe('/');
        expect(problemAt(await again.surfer.walk(again.enter.href))).toEqual(
          expired('grace.localhost'),
        );
      }

      const late = await toEnter();
      await door.app.database.asSuperuser(
        `update login_step set expires_at = expires_at - interval '60 seconds' where stop = 'enter'`,
      );
      expect(problemAt(await late.surfer.walk(late.enter.href))).toEqual(
        expired('grace.localhost'),
      );
    });

    it('are valid once if they come from a church’s host', async () => {
      const attacker = surf();
      const ticket = await attacker.walk('http://hope.localhost/api/login', at('/api/login'));
      expect(ticket.host).toBe('people.example');
      door.provider.visitor = person('tamar');
      const victim = surf();
      expect(problemAt(await victim.walk(ticket.href))).toEqual(expired('hope.localhost'));
      expect(await accounts('tamar@grace.test')).toEqual([]);
      expect(problemAt(await attacker.walk(ticket.href))).toEqual(expired('people.example'));
      const late = await attacker.walk('http://hope.localhost/api/login', at('/api/login'));
      await door.app.database.asSuperuser(
        `update login_step set expires_at = expires_at - interval '60 seconds' where stop = 'begin'`,
      );
      expect(problemAt(await attacker.walk(late.href))).toEqual(expired('people.example'));
    });

    it('work in two tabs of one browser', async () => {
      const { surfer, callback } = await toCallback();
      const second = await toCallback(surfer);
      expect((await surfer.walk(callback.href)).href).toBe('http://grace.localhost/');
      expect((await surfer.walk(second.callback.href)).href).toBe('http://grace.localhost/');
    });
  });

  describe('the host to which the sign-in leads', () => {
    it('can be a church’s own domain as long as it belongs to the church', async () => {
      await door.app.db.platform((tx) =>
        tx.sql(`insert into host (name, organization_id) values ('members.hope.example', $1)`, [
          door.ids.hope,
        ]),
      );
      const { surfer, url } = await signIn(
        person('lydia'),
        'http://Members.Hope.Example/api/login?next=/donations',
      );
      expect(url.href).toBe('http://members.hope.example/donations');
      expect((await who(surfer, 'members.hope.example')).body).toMatchObject({
        organizationId: door.ids.hope,
      });
      const callback = await surfer.walk(
        'http://members.hope.example/api/login',
        at('/api/login/callback'),
      );
      await door.app.db.platform((tx) =>
        tx.sql(`update host set organization_id = $1 where name = 'members.hope.example'`, [
          door.ids.grace,
        ]),
      );
      expect(problemAt(await surfer.walk(callback.href))).toEqual({
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
      const surfer = surf();
      const first = await under(door.app, host).get('/api/login?church=hope');
      expect(first.headers.get('location')).toMatch(
        /^http:\/\/people\.example\/api\/login\?begin=[\w-]{43}$/,
      );
      door.provider.visitor = person('jael');
      expect(problemAt(await surfer.walk(first.headers.get('location')!))).toEqual({
        host: 'people.example',
        page: '/sign-in',
        problem: 'no-place',
      });
      expect(await accounts('jael@grace.test')).toEqual([]);
    });

    it('does not depend on X-Forwarded-Host', async () => {
      const answer = await under(door.app, 'people.example').get('/api/login', {
        'x-forwarded-host': 'grace.localhost',
      });
      expect(new URL(answer.headers.get('location')!).origin).toBe(door.provider.issuer);
    });
  });

  it.each([
    '//evil.test',
    'https://evil.test',
    '/\\evil.test',
    '/api/logout',
    '/API/logout',
    'javascript:alert(1)',
  ])('does not lead to next=%s', async (next) => {
    await door.app.person(door.ids.grace, { email: 'miriam@grace.test' }).catch(() => undefined);
    const { url } = await signIn(
      person('miriam'),
      `http://grace.localhost/api/login?next=${encodeURIComponent(next)}`,
    );
    expect(url.href).toBe('http://grace.localhost/');
  });
});
