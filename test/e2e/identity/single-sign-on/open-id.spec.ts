import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Secret, TOTP } from 'otpauth';
import type { FactorSetUp, Settings, User } from '#libs/contracts';
import { give, password, startApp, under, type TestApp } from '../../../support/app.js';
import { startProvider, type TestProvider } from '../../../support/open-id-provider.js';
import { Surfer } from '../../../support/surfer.js';

const base = 'http://people.example';
const isOurs = (hostname: string) => hostname !== '127.0.0.1';
const atProvider = (url: URL) => url.hostname === '127.0.0.1';
const at = (path: string) => (url: URL) => url.pathname === path;
const problemAt = (url: URL) => ({ host: url.host, page: url.pathname, problem: url.searchParams.get('problem') });
const who = async (app: TestApp, surfer: Surfer, host: string) => (await under(app, host, surfer.cookiesOf(host) || undefined).get<User>('/api/auth/user'));

describe('by a real provider', () => {
  let app: TestApp;
  let provider: TestProvider;
  let ids: Record<'grace' | 'hope', string>;
  beforeAll(async () => {
    provider = await startProvider();
    provider.serve(`${base}/api/login/callback`);
    app = await startApp({ env: { BASE_URL: base, ...provider.client } });
    ids = { grace: await app.church('grace', { name: 'Grace' }), hope: await app.church('hope', { name: 'Hope' }) };
    await app.person(ids.grace, { email: 'admin@grace.test', role: 'admin' });
  });
  afterAll(async () => {
    await app.close();
    await provider.close();
  });
  beforeEach(() => app.database.asSuperuser('delete from sign_in_failure'));

  const surf = () => new Surfer(app, isOurs);
  const person = (name: string, more: object = {}) => ({ subject: `sub-${name}`, email: `${name}@grace.test`, email_verified: true, given_name: name, family_name: 'Moabite', ...more });
  /** Signs in as whoever the provider knows, from that address on. */
  const signIn = async (visitor: TestProvider['visitor'], address: string, surfer = surf(), headers = {}) => {
    provider.visitor = visitor;
    return { surfer, url: await surfer.walk(address, undefined, headers) };
  };
  const accounts = (email: string) => app.database.asSuperuser<{ id: string; verified: boolean; password: boolean }>(`select id, email_verified_at is not null as verified, password_hash is not null as password from account where email = $1`, [email]);

  it('tells the pages that there is one, and keeps the built-in accounts', async () => {
    for (const host of ['people.example', 'grace.localhost']) expect((await under(app, host).get<Settings>('/api/settings')).body.singleSignOn).toBe(true);
    expect((await under(app, 'people.example').post('/api/login', { email: 'admin@grace.test', password })).status).toBe(200);
  });

  it('a new person becomes pending in the church of the host, and is in there, with a cookie that scripts and other sites do not get', async () => {
    provider.visitor = person('ruth', { name: 'Not Used' });
    const surfer = surf();
    const asked = await surfer.walk('http://grace.localhost/api/login?next=/donations?year=2025', atProvider);
    expect(Object.fromEntries(asked.searchParams)).toEqual({
      client_id: 'church-connect', redirect_uri: `${base}/api/login/callback`, response_type: 'code', scope: 'openid email profile', code_challenge_method: 'S256',
      state: expect.stringMatching(/^[\w-]{43}$/), nonce: expect.stringMatching(/^[\w-]{43}$/), code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    });
    const handOver = await surfer.walk(asked.href, at('/api/login/enter'));
    expect(handOver.host).toBe('grace.localhost');
    expect((await who(app, surfer, 'people.example')).status).toBe(401);
    const entered = await surfer.get(handOver.href);
    expect(entered).toMatchObject({ status: 302 });
    expect(entered.headers.get('location')).toBe('/donations?year=2025');
    expect(entered.headers.getSetCookie()).toEqual([expect.stringMatching(/^sid=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/)]);
    expect(await who(app, surfer, 'grace.localhost')).toMatchObject({
      status: 200, body: { email: 'ruth@grace.test', firstName: 'ruth', lastName: 'Moabite', organizationId: ids.grace, isApproved: false, emailVerified: true, role: 'member' },
    });
    expect((await app.as('admin@grace.test').get<User[]>('/api/users/pending')).body.map(({ email }) => email)).toEqual(['ruth@grace.test']);
    expect(await accounts('ruth@grace.test')).toMatchObject([{ verified: true, password: false }]);
    const audit = await app.database.asSuperuser<{ action: string }>(`select e.action from audit_entry e join app_user u on u.id = e.actor_id where u.email = 'ruth@grace.test' order by e.at, e.id`);
    expect(audit.map(({ action }) => action)).toEqual(['registered', 'signed-in']);
  });

  it('the cookie on the way is short-lived and Lax; only hashes of it and of what is in the addresses are stored', async () => {
    const surfer = surf();
    const begun = await surfer.get('http://grace.localhost/api/login');
    expect(begun.headers.getSetCookie()).toEqual([expect.stringMatching(/^login=[\w-]{43}; Max-Age=900; Path=\/; HttpOnly; SameSite=Lax$/)]);
    const ticket = new URL(begun.headers.get('location')!).searchParams.get('begin')!;
    const rows = await app.database.asSuperuser<{ row: string }>('select to_jsonb(s)::text as row from login_step s');
    for (const secret of [ticket, surfer.cookiesOf('grace.localhost').slice('login='.length)]) for (const { row } of rows) expect(row).not.toContain(secret);
  });

  it('comes back as the same person, by issuer and subject, whatever the address is by then; each time with a new session', async () => {
    const first = await signIn(person('naomi'), 'http://grace.localhost/api/login');
    const before = first.surfer.cookiesOf('grace.localhost');
    const { body } = await who(app, first.surfer, 'grace.localhost');
    await signIn(person('naomi', { email: 'mara@grace.test' }), 'http://grace.localhost/api/login', first.surfer);
    expect((await who(app, first.surfer, 'grace.localhost')).body).toMatchObject({ id: body.id, email: 'naomi@grace.test' });
    expect((await under(app, 'grace.localhost', before).get('/api/auth/user')).status).toBe(401);
    expect(await accounts('mara@grace.test')).toEqual([]);
  });

  it('an account with the address that the provider vouches for is the person’s, its password goes on', async () => {
    const { id } = await app.person(ids.grace, { email: 'boaz@grace.test' });
    const { surfer, url } = await signIn(person('boaz'), 'http://grace.localhost/api/login?next=//evil.test');
    expect(url.href).toBe('http://grace.localhost/');
    expect((await who(app, surfer, 'grace.localhost')).body).toMatchObject({ id, isApproved: true });
    expect((await app.visitor.post('/api/login', { email: 'boaz@grace.test', password })).status).toBe(200);
  });

  it.each([[false], [undefined], ['true']])('email_verified %j: no existing account is touched, and the person is told', async (verified) => {
    await app.person(ids.grace, { email: `obed-${verified}@grace.test` });
    const { surfer, url } = await signIn(person(`obed-${verified}`, { email_verified: verified }), 'http://grace.localhost/api/login?next=/donations');
    expect(url.href).toBe('http://grace.localhost/sign-in?problem=unproven-email&next=%2Fdonations');
    expect((await who(app, surfer, 'grace.localhost')).status).toBe(401);
    expect(await app.database.asSuperuser('select 1 from open_id_identity where subject = $1', [`sub-obed-${verified}`])).toEqual([]);
  });

  it('a new person whose address nobody vouches for is unconfirmed, and stays so until the letter or the provider says otherwise', async () => {
    const { surfer } = await signIn(person('orpah', { email_verified: false }), 'http://grace.localhost/api/login');
    expect((await who(app, surfer, 'grace.localhost')).body).toMatchObject({ emailVerified: false, isApproved: false });
    expect(await accounts('orpah@grace.test')).toMatchObject([{ verified: false }]);
    await signIn(person('orpah'), 'http://grace.localhost/api/login', surfer);
    expect((await who(app, surfer, 'grace.localhost')).body).toMatchObject({ emailVerified: true });
    expect(await accounts('orpah@grace.test')).toMatchObject([{ verified: true }]);
  });

  it('whoever waited in an account of somebody else’s address is out once its owner comes, by the provider or by a new password', async () => {
    // by a password
    await under(app, 'grace.localhost').post('/api/register', { email: 'squat@grace.test', password: 'the squatter’s one', firstName: 'S', lastName: 'Q' });
    const squatter = await under(app, 'grace.localhost').post('/api/login', { email: 'squat@grace.test', password: 'the squatter’s one' });
    const cookie = squatter.headers.getSetCookie()[0]!.split(';')[0]!;
    expect((await under(app, 'grace.localhost', cookie).get('/api/auth/user')).status).toBe(200);
    const owner = await signIn(person('squat'), 'http://grace.localhost/api/login');
    expect((await who(app, owner.surfer, 'grace.localhost')).body).toMatchObject({ email: 'squat@grace.test', emailVerified: true });
    expect((await under(app, 'grace.localhost', cookie).get('/api/auth/user')).status).toBe(401);
    expect((await app.visitor.post('/api/login', { email: 'squat@grace.test', password: 'the squatter’s one' })).status).toBe(401);
    // by a provider's account with an address that is not theirs
    const other = await signIn({ subject: 'squatter', email: 'nest@grace.test', email_verified: false }, 'http://grace.localhost/api/login');
    expect((await who(app, other.surfer, 'grace.localhost')).status).toBe(200);
    await signIn(person('nest'), 'http://grace.localhost/api/login');
    expect((await who(app, other.surfer, 'grace.localhost')).status).toBe(401);
    const again = await signIn({ subject: 'squatter', email: 'nest@grace.test', email_verified: false }, 'http://grace.localhost/api/login', other.surfer);
    expect(problemAt(again.url)).toMatchObject({ problem: 'unproven-email' });
    // the owner has no account at the provider
    await signIn({ subject: 'cuckoo', email: 'reed@grace.test', email_verified: false }, 'http://grace.localhost/api/login');
    const [account] = await accounts('reed@grace.test');
    await app.database.asSuperuser(`insert into account_token (hash, account_id, purpose, expires_at) values (encode(sha256('letter'), 'hex'), $1, 'reset-password', now() + interval '1 hour')`, [account!.id]);
    expect((await app.visitor.post('/api/auth/reset-password', { token: 'letter', password: 'the owner’s own one' })).status).toBe(204);
    expect(problemAt((await signIn({ subject: 'cuckoo', email: 'reed@grace.test', email_verified: false }, 'http://grace.localhost/api/login')).url)).toMatchObject({ problem: 'unproven-email' });
  });

  it('a person made by hand is taken over with gifts by a proven address; by another only a letter goes out', async () => {
    const { id } = await app.person(ids.grace, { email: 'mahlon@grace.test', signsIn: false });
    await give(app.as('admin@grace.test'), id, { amount: '70.00' });
    const unproven = await signIn({ subject: 'not-mahlon', email: 'mahlon@grace.test', email_verified: false }, 'http://grace.localhost/api/login');
    expect(problemAt(unproven.url)).toMatchObject({ problem: 'unconfirmed' });
    expect((await who(app, unproven.surfer, 'grace.localhost')).status).toBe(401);
    const { surfer } = await signIn(person('mahlon'), 'http://grace.localhost/api/login');
    expect((await who(app, surfer, 'grace.localhost')).body).toMatchObject({ id, isApproved: true });
    expect((await under(app, 'grace.localhost', surfer.cookiesOf('grace.localhost')).get('/api/user/donations/total')).body).toMatchObject({ total: '70.00' });
  });

  it('sends a stranger only so many letters', async () => {
    await app.person(ids.grace, { email: 'chilion@grace.test', signsIn: false });
    const stranger = { subject: 'stranger', email: 'chilion@grace.test', email_verified: false };
    for (let n = 0; n < 8; n++) expect(problemAt((await signIn(stranger, 'http://grace.localhost/api/login')).url)).toMatchObject({ problem: 'unconfirmed' });
    const sent = await app.database.asSuperuser(`select 1 from jobs.job where data->>'to' = 'chilion@grace.test'`);
    expect(sent).toHaveLength(5);
  });

  it('the second factor is asked for all the same', async () => {
    const { id } = await app.person(ids.grace, { email: 'esther@grace.test' });
    const client = app.as('esther@grace.test');
    await client.put('/api/auth/profile', { firstName: 'Esther', lastName: 'Queen', phone: '555-123-4567' });
    const { body: { secret } } = await client.post<FactorSetUp>('/api/auth/mfa/setup', { method: 'authenticator', password });
    const codeAt = (time: number) => new TOTP({ secret: Secret.fromBase32(secret!) }).generate({ timestamp: time });
    await client.post('/api/auth/mfa/confirm', { code: codeAt(Date.now()) });
    const { surfer, url } = await signIn(person('esther'), 'http://grace.localhost/api/login?next=/donations');
    expect(url.href).toBe('http://grace.localhost/sign-in?code=authenticator&next=%2Fdonations');
    expect((await who(app, surfer, 'grace.localhost')).status).toBe(401);
    const waiting = under(app, 'grace.localhost', surfer.cookiesOf('grace.localhost'));
    expect((await waiting.post('/api/login/mfa', { code: '000000' })).status).toBe(400);
    const through = await waiting.post<{ user: User }>('/api/login/mfa', { code: codeAt(Date.now() + 30_000) });
    expect(through).toMatchObject({ status: 200, body: { user: { id } } });
    expect((await under(app, 'grace.localhost', through.headers.getSetCookie()[0]!.split(';')[0]).get('/api/auth/user')).status).toBe(200);
    expect((await who(app, surfer, 'grace.localhost')).status).toBe(401); // the one that waited
  });

  describe('on the host of all churches', () => {
    it('leads to the person’s own church, with no hand-over', async () => {
      await app.person(ids.hope, { email: 'anna@hope.test' });
      const { surfer, url } = await signIn({ subject: 'anna', email: 'anna@hope.test', email_verified: true }, `${base}/api/login?next=/donations`);
      expect(url.href).toBe(`${base}/donations`);
      expect((await who(app, surfer, 'people.example')).body).toMatchObject({ organizationId: ids.hope });
      expect((await under(app, 'grace.localhost', surfer.cookiesOf('people.example')).get('/api/auth/user')).status).toBe(401);
    });

    it('without a place anywhere nothing is made, and the page says what to do', async () => {
      for (const query of ['', '?church=nowhere', '?church=gra%00ce', '?church=grace&church=hope']) {
        const { url } = await signIn(person('nobody'), `${base}/api/login${query}`);
        expect({ query, ...problemAt(url) }).toEqual({ query, host: 'people.example', page: '/sign-in', problem: 'no-place' });
      }
      expect(await accounts('nobody@grace.test')).toEqual([]);
    });

    it('an invitation’s church is joined; a link on another site joins nobody anywhere', async () => {
      for (const address of [`${base}/api/login?church=hope`, 'http://hope.localhost/api/login']) {
        const lured = await signIn(person('simeon'), address, surf(), { 'sec-fetch-site': 'cross-site' });
        expect(problemAt(lured.url)).toMatchObject({ page: '/sign-in', problem: 'no-place' });
        expect(await accounts('simeon@grace.test')).toEqual([]);
      }
      const { surfer } = await signIn(person('simeon'), `${base}/api/login?church=hope`, surf(), { 'sec-fetch-site': 'same-origin' });
      expect((await who(app, surfer, 'people.example')).body).toMatchObject({ organizationId: ids.hope, isApproved: false });
      // on a church's own host there is no choice
      const there = await signIn(person('phoebe'), 'http://grace.localhost/api/login?church=hope');
      expect((await who(app, there.surfer, 'grace.localhost')).body).toMatchObject({ organizationId: ids.grace });
    });
  });

  it('turning back at the provider leads to the page, with none of the provider’s words', async () => {
    const { surfer, url } = await signIn(null, 'http://grace.localhost/api/login?next=/donations');
    expect(url.href).toBe('http://grace.localhost/sign-in?problem=cancelled&next=%2Fdonations');
    expect((await who(app, surfer, 'grace.localhost')).status).toBe(401);
  });

  it('without an address there is nobody to be', async () => {
    const { url } = await signIn({ subject: 'nameless', email_verified: true }, 'http://grace.localhost/api/login');
    expect(problemAt(url)).toMatchObject({ problem: 'no-email' });
  });

  describe('what belongs to one browser and one moment', () => {
    const expired = (host: string) => ({ host, page: '/sign-in', problem: 'expired' });
    const toCallback = async (surfer = surf()) => {
      provider.visitor = person('dinah');
      return { surfer, callback: await surfer.walk('http://grace.localhost/api/login', at('/api/login/callback')) };
    };
    const toEnter = async () => {
      const { surfer, callback } = await toCallback();
      return { surfer, enter: await surfer.walk(callback.href, at('/api/login/enter')) };
    };

    it('a state that is wrong, missing or doubled, of another browser, used, or too old leads nowhere', async () => {
      const { surfer, callback } = await toCallback();
      const { state, code } = Object.fromEntries(callback.searchParams) as { state: string; code: string };
      for (const query of [`code=${code}`, `code=${code}&state=`, `code=${code}&state=${state.slice(1)}x`, `code=${code}&state=${state}&state=${state}`, `error=access_denied`]) {
        expect({ query, ...problemAt(await surfer.walk(`${base}/api/login/callback?${query}`)) }).toEqual({ query, ...expired('people.example') });
      }
      const other = surf();
      expect(problemAt(await other.walk(callback.href))).toEqual(expired('people.example'));
      await other.walk('http://grace.localhost/api/login', atProvider); // with a cookie of its own
      expect(problemAt(await other.walk(callback.href))).toEqual(expired('people.example'));
      expect((await surfer.walk(callback.href, at('/api/login/enter'))).host).toBe('grace.localhost');
      expect(problemAt(await surfer.walk(callback.href))).toEqual(expired('people.example'));
      const late = await toCallback();
      await app.database.asSuperuser(`update login_step set expires_at = expires_at - interval '10 minutes' where stop = 'callback'`);
      expect(problemAt(await late.surfer.walk(late.callback.href))).toEqual(expired('people.example'));
    });

    it('a hand-over code serves once, for a minute, in the browser that began, on its host', async () => {
      const { surfer, enter } = await toEnter();
      const [row] = await app.database.asSuperuser<{ seconds: number; text: string }>(`select extract(epoch from expires_at - now())::float8 as seconds, to_jsonb(s)::text as text from login_step s where stop = 'enter' order by expires_at desc`);
      expect(row!.seconds).toBeGreaterThan(50);
      expect(row!.seconds).toBeLessThanOrEqual(60);
      expect(row!.text).not.toContain(enter.searchParams.get('code'));

      const victim = surf();
      expect(problemAt(await victim.walk(enter.href))).toEqual(expired('grace.localhost'));
      await victim.walk('http://grace.localhost/api/login', atProvider);
      expect(problemAt(await victim.walk(enter.href))).toEqual(expired('grace.localhost'));
      expect((await who(app, victim, 'grace.localhost')).status).toBe(401);
      expect(await accounts('dinah@grace.test')).toEqual([]); // nothing is made of anybody on the way

      const cookies = surfer.cookiesOf('grace.localhost');
      for (const host of ['people.example', 'hope.localhost', 'evil.example']) {
        expect(problemAt(new URL((await under(app, host, cookies).get(enter.pathname + enter.search)).headers.get('location')!, `http://${host}`))).toEqual(expired(host));
        const again = await toEnter();
        Object.assign(enter, { href: again.enter.href });
        expect((await again.surfer.get(again.enter.href)).headers.get('location')).toBe('/');
        expect(problemAt(await again.surfer.walk(again.enter.href))).toEqual(expired('grace.localhost'));
      }

      const late = await toEnter();
      await app.database.asSuperuser(`update login_step set expires_at = expires_at - interval '60 seconds' where stop = 'enter'`);
      expect(problemAt(await late.surfer.walk(late.enter.href))).toEqual(expired('grace.localhost'));
    });

    it('a ticket from a church’s host serves once, for a minute; whoever follows somebody else’s gets nowhere', async () => {
      const attacker = surf();
      const ticket = await attacker.walk('http://hope.localhost/api/login', at('/api/login'));
      expect(ticket.host).toBe('people.example');
      provider.visitor = person('tamar');
      const victim = surf();
      expect(problemAt(await victim.walk(ticket.href))).toEqual(expired('hope.localhost'));
      expect(await accounts('tamar@grace.test')).toEqual([]);
      expect(problemAt(await attacker.walk(ticket.href))).toEqual(expired('people.example'));
      const late = await attacker.walk('http://hope.localhost/api/login', at('/api/login'));
      await app.database.asSuperuser(`update login_step set expires_at = expires_at - interval '60 seconds' where stop = 'begin'`);
      expect(problemAt(await attacker.walk(late.href))).toEqual(expired('people.example'));
    });

    it('two tabs of one browser are both served', async () => {
      const { surfer, callback } = await toCallback();
      const second = await toCallback(surfer);
      expect((await surfer.walk(callback.href)).href).toBe('http://grace.localhost/');
      expect((await surfer.walk(second.callback.href)).href).toBe('http://grace.localhost/');
    });
  });

  describe('the host handed over to', () => {
    it('is a church’s own domain too, and only while it is the church’s', async () => {
      await app.db.platform((tx) => tx.sql(`insert into host (name, organization_id) values ('members.hope.example', $1)`, [ids.hope]));
      const { surfer, url } = await signIn(person('lydia'), 'http://Members.Hope.Example/api/login?next=/donations');
      expect(url.href).toBe('http://members.hope.example/donations');
      expect((await who(app, surfer, 'members.hope.example')).body).toMatchObject({ organizationId: ids.hope });
      const callback = await surfer.walk('http://members.hope.example/api/login', at('/api/login/callback'));
      await app.db.platform((tx) => tx.sql(`update host set organization_id = $1 where name = 'members.hope.example'`, [ids.grace]));
      expect(problemAt(await surfer.walk(callback.href))).toEqual({ host: 'people.example', page: '/sign-in', problem: 'expired' });
    });

    it.each(['evil.example', 'nowhere.localhost', 'grace.localhost.evil.example', '127.0.0.1', 'portal.localhost'])('is never one that was only claimed: %s', async (host) => {
      const surfer = surf();
      const first = await under(app, host).get('/api/login?church=hope');
      expect(first.headers.get('location')).toMatch(/^http:\/\/people\.example\/api\/login\?begin=[\w-]{43}$/);
      provider.visitor = person('jael');
      expect(problemAt(await surfer.walk(first.headers.get('location')!))).toEqual({ host: 'people.example', page: '/sign-in', problem: 'no-place' });
      expect(await accounts('jael@grace.test')).toEqual([]);
    });

    it('does not follow X-Forwarded-Host', async () => {
      const answer = await under(app, 'people.example').get('/api/login', { 'x-forwarded-host': 'grace.localhost' });
      expect(new URL(answer.headers.get('location')!).origin).toBe(provider.issuer);
    });
  });

  it.each(['//evil.test', 'https://evil.test', '/\\evil.test', '/api/logout', '/API/logout', 'javascript:alert(1)'])('next=%s is not followed', async (next) => {
    await app.person(ids.grace, { email: 'miriam@grace.test' }).catch(() => undefined);
    const { url } = await signIn(person('miriam'), `http://grace.localhost/api/login?next=${encodeURIComponent(next)}`);
    expect(url.href).toBe('http://grace.localhost/');
  });
});
