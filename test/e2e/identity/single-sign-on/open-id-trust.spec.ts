import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { User } from '#libs/contracts';
import { readConfig } from '../../../../src/ops/config.js';
import { clientOf, password, startApp, under, type TestApp } from '../../../support/app.js';
import { startFalseProvider, type FalseProvider } from '../../../support/doubles/false-provider.js';
import { expectInLog } from '../../../support/program/log.js';
import { RedirectClient } from '../../../support/program/redirect-client.js';

expectInLog(/"message":"a sign-in failed"/, /"message":"the provider could not be discovered"/);

const base = 'http://people.example';
const isOurs = (hostname: string) => hostname !== '127.0.0.1';
const atProvider = (url: URL) => url.hostname === '127.0.0.1';
const problemAt = (url: URL) => ({
  host: url.host,
  page: url.pathname,
  problem: url.searchParams.get('problem'),
});
const readSignedInUser = async (app: TestApp, browser: RedirectClient, host: string) =>
  await under(app, host, browser.cookiesOf(host) || undefined).get<User>('/api/auth/user');

describe('single sign-on by an untrusted provider', () => {
  let app: TestApp;
  let provider: FalseProvider;
  beforeAll(async () => {
    provider = await startFalseProvider();
    app = await startApp({ env: { BASE_URL: 'https://people.example', ...provider.client } });
    await app.person(await app.church('grace'), { email: 'member@grace.test' });
  });
  afterAll(async () => {
    await app.close();
    await provider.close();
  });
  beforeEach(() => {
    provider.mischief = {};
    provider.person = { sub: 'member', email: 'member@grace.test', email_verified: true };
  });

  const tryIt = async () => {
    const browser = new RedirectClient(app, isOurs);
    const providerUrl = await browser.follow('https://people.example/api/login', atProvider);
    const answer = atProvider(providerUrl)
      ? await browser.get(provider.answerTo(providerUrl).href)
      : null;
    return {
      browser,
      asked: providerUrl,
      to: answer ? new URL(answer.headers.get('location')!, 'https://people.example') : providerUrl,
    };
  };

  it('succeeds with a right answer, and sets Secure cookies for one host under https', async () => {
    const { browser, to } = await tryIt();
    expect(to.href).toBe('https://people.example/');
    expect((await readSignedInUser(app, browser, 'people.example')).status).toBe(200);
    expect(browser.cookiesOf('people.example')).toMatch(
      /^__Host-login=[\w-]{43}; __Host-sid=[\w-]{43}$/,
    );
    const { headers } = await under(app, 'grace.localhost').get('/api/login');
    expect(headers.getSetCookie()[0]).toMatch(
      /^__Host-login=[\w-]{43}; Max-Age=900; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect(Object.fromEntries(provider.exchanged.at(-1)!)).toMatchObject({
      client_id: 'church-connect',
      client_secret: 'secret',
      code_verifier: expect.stringMatching(/^[\w-]{43}$/),
    });
  });

  const secondsFromNow = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;
  it.each<[string, FalseProvider['mischief'], string]>([
    [
      'another issuer',
      { claims: (claims) => ({ ...claims, iss: 'https://evil.example' }) },
      'failed',
    ],
    ['another audience', { claims: (claims) => ({ ...claims, aud: 'another-client' }) }, 'failed'],
    [
      'two audiences of which another one made the request',
      { claims: (claims) => ({ ...claims, aud: ['church-connect', 'x'], azp: 'x' }) },
      'failed',
    ],
    ['another nonce', { claims: (claims) => ({ ...claims, nonce: 'another' }) }, 'failed'],
    ['no nonce', { claims: ({ nonce: _, ...claims }) => claims }, 'failed'],
    [
      'a token that has expired',
      { claims: (claims) => ({ ...claims, exp: secondsFromNow(-600) }) },
      'failed',
    ],
    ['no subject', { claims: ({ sub: _, ...claims }) => claims }, 'failed'],
    [
      'a subject that is too long',
      { claims: (claims) => ({ ...claims, sub: 'x'.repeat(256) }) },
      'failed',
    ],
    ['a key that was never published', { otherKey: true }, 'failed'],
    [
      'no signature',
      { header: () => ({ alg: 'none' }), token: (token) => token.replace(/[^.]*$/, '') },
      'failed',
    ],
    ['the client secret as its key', { header: () => ({ alg: 'HS256' }) }, 'failed'],
    [
      'a changed token',
      {
        token: (token) =>
          token.replace(/\.[^.]+\./, (claims) => {
            const text = Buffer.from(claims.slice(1, -1), 'base64url').toString();
            const changed = text.replace('member@', 'admin@');
            return `.${Buffer.from(changed).toString('base64url')}.`;
          }),
      },
      'failed',
    ],
    ['no token', { token: () => '' }, 'failed'],
    ['an error of the provider', { status: 503 }, 'provider-away'],
    ['a refusal by the provider', { status: 400 }, 'failed'],
    ['no answer', { hangsUp: true }, 'provider-away'],
  ])('is refused: %s', async (_, mischief, problem) => {
    provider.mischief = mischief;
    const { browser, to } = await tryIt();
    expect(problemAt(to)).toEqual({ host: 'people.example', page: '/sign-in', problem });
    expect((await readSignedInUser(app, browser, 'people.example')).status).toBe(401);
  });

  it('is refused for a code of another sign-in (PKCE and nonce)', async () => {
    const browser = new RedirectClient(app, isOurs);
    const [first, second] = [
      await browser.follow('https://people.example/api/login', atProvider),
      await browser.follow('https://people.example/api/login', atProvider),
    ];
    const mixed = provider.answerTo(first);
    mixed.searchParams.set('state', second.searchParams.get('state')!);
    expect((await browser.get(mixed.href)).headers.get('location')).toBe('/sign-in?problem=failed');
    expect(first.searchParams.get('nonce')).not.toBe(second.searchParams.get('nonce'));
  });

  it('is refused for an answer in the name of another issuer', async () => {
    const browser = new RedirectClient(app, isOurs);
    const answer = provider.answerTo(
      await browser.follow('https://people.example/api/login', atProvider),
    );
    answer.searchParams.set('iss', 'https://evil.example');
    expect((await browser.get(answer.href)).headers.get('location')).toBe(
      '/sign-in?problem=failed',
    );
  });

  it('shows no texts that the provider sent', async () => {
    const browser = new RedirectClient(app, isOurs);
    const providerUrl = await browser.follow('https://people.example/api/login', atProvider);
    const answer = await browser.get(
      `https://people.example/api/login/callback?error=server_error&error_description=canary&` +
        `error_uri=canary&state=${providerUrl.searchParams.get('state')!}`,
    );
    expect(answer.headers.get('location')).toBe('/sign-in?problem=failed');
    expect(answer.text + JSON.stringify([...answer.headers])).not.toContain('canary');
  });
});

describe('single sign-on while the provider is unavailable', () => {
  it('does not prevent the start, and works as soon as the provider is available', async () => {
    const provider = await startFalseProvider();
    provider.mischief = { isDown: true };
    const app = await startApp({ env: { BASE_URL: base, ...provider.client } });
    try {
      await app.person(await app.church('grace'), { email: 'member@grace.test' });
      const browser = new RedirectClient(app, isOurs);
      expect((await browser.follow('http://grace.localhost/api/login?next=/donations')).href).toBe(
        'http://grace.localhost/sign-in?problem=provider-away&next=%2Fdonations',
      );
      expect((await browser.follow(`${base}/api/login`)).href).toBe(
        `${base}/sign-in?problem=provider-away`,
      );
      expect(
        (
          await clientOf(app.url, () => Promise.resolve(undefined)).post('/api/login', {
            email: 'member@grace.test',
            password,
          })
        ).status,
      ).toBe(200);
      provider.mischief = {};
      expect(atProvider(await browser.follow('http://grace.localhost/api/login', atProvider))).toBe(
        true,
      );
    } finally {
      await app.close();
      await provider.close();
    }
  });
});

describe('the configuration of single sign-on', () => {
  const client = {
    OIDC_ISSUER: 'https://id.example.org/realms/church',
    OIDC_CLIENT_ID: 'x',
    OIDC_CLIENT_SECRET: 'y',
  };
  it('needs all three variables or none, and a safe issuer', () => {
    expect(readConfig(client).OIDC_ISSUER).toBe(client.OIDC_ISSUER);
    for (const name of Object.keys(client))
      expect(() => readConfig({ ...client, [name]: '' })).toThrow(
        'OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET go together.',
      );
    for (const OIDC_ISSUER of ['http://127.0.0.1:8080', 'http://localhost/x', 'http://[::1]:1'])
      expect(readConfig({ ...client, OIDC_ISSUER }).OIDC_ISSUER).toBe(OIDC_ISSUER);
    for (const OIDC_ISSUER of [
      'http://id.example.org',
      'id.example.org',
      'ftp://id.example.org',
      'http://localhost.evil.example',
      'http://127.evil.example',
    ]) {
      expect(() => readConfig({ ...client, OIDC_ISSUER })).toThrow(
        'The environment variable OIDC_ISSUER must be an https:// address',
      );
    }
  });
});
