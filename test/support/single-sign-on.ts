import { afterAll, beforeAll, beforeEach, describe } from '@jest/globals';
import type { User } from '#libs/contracts';
import { startApp, under, type Answer, type TestApp } from './app.js';
import { startProvider, type TestProvider } from './doubles/open-id-provider.js';
import { RedirectClient } from './program/redirect-client.js';

/** The host on which users of all churches sign in. */
export const base = 'http://people.example';
const isApplicationHost = (hostname: string) => hostname !== '127.0.0.1';
export const atProvider = (url: URL) => url.hostname === '127.0.0.1';
export const hasPath = (path: string) => (url: URL) => url.pathname === path;
export const problemAt = (url: URL) => ({
  host: url.host,
  page: url.pathname,
  problem: url.searchParams.get('problem'),
});

/** The application with the churches Grace, which has an admin, and Hope, and a provider. */
export interface SingleSignOnTest {
  readonly app: TestApp;
  readonly provider: TestProvider;
  readonly ids: Record<'grace' | 'hope', string>;
  openBrowser: () => RedirectClient;
  person: (name: string, more?: object) => NonNullable<TestProvider['visitor']>;
  /** Signs in as a user of the provider, beginning with an address. */
  signIn: (
    visitor: TestProvider['visitor'],
    address: string,
    browser?: RedirectClient,
    headers?: Record<string, string>,
  ) => Promise<{ browser: RedirectClient; url: URL }>;
  readUser: (browser: RedirectClient, host: string) => Promise<Answer<User>>;
  accounts: (email: string) => Promise<{ id: string; verified: boolean; password: boolean }[]>;
}

/** Runs tests (`describe`) with a real OpenID Connect provider and the application. */
export function describeSingleSignOn(name: string, tests: (door: SingleSignOnTest) => void): void {
  describe(name, () => {
    let app: TestApp;
    let provider: TestProvider;
    let ids: SingleSignOnTest['ids'];
    beforeAll(async () => {
      provider = await startProvider();
      provider.serve(`${base}/api/login/callback`);
      app = await startApp({ env: { BASE_URL: base, ...provider.client } });
      ids = {
        grace: await app.church('grace', { name: 'Grace' }),
        hope: await app.church('hope', { name: 'Hope' }),
      };
      await app.person(ids.grace, { email: 'admin@grace.test', role: 'admin' });
    });
    afterAll(async () => {
      await app.close();
      await provider.close();
    });
    beforeEach(() => app.database.asSuperuser('delete from rate_limit'));
    const openBrowser = () => new RedirectClient(app, isApplicationHost);
    tests({
      get app() {
        return app;
      },
      get provider() {
        return provider;
      },
      get ids() {
        return ids;
      },
      openBrowser,
      person: (firstName, more = {}) => ({
        subject: `sub-${firstName}`,
        email: `${firstName}@grace.test`,
        email_verified: true,
        given_name: firstName,
        family_name: 'Moabite',
        ...more,
      }),
      signIn: async (visitor, address, browser = openBrowser(), headers = {}) => {
        provider.visitor = visitor;
        return { browser, url: await browser.follow(address, undefined, headers) };
      },
      readUser: (browser, host) =>
        under(app, host, browser.cookiesOf(host) || undefined).get<User>('/api/auth/user'),
      accounts: (email) =>
        app.database.asSuperuser(
          'select id, email_verified_at is not null as verified, password_hash is not null ' +
            'as password from account where email = $1',
          [email],
        ),
    });
  });
}
