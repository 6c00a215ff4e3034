import { startApp } from '../../../support/app.js';
import { visitorsOf } from '../../../support/visitors.js';

/** What `startLimitedPortal` returns. */
export type LimitedPortal = Awaited<ReturnType<typeof startLimitedPortal>>;

/**
 * Starts the application with a church of two members, for tests that send many simultaneous
 * attempts. The program must count an attempt before it checks the password or code. Otherwise,
 * simultaneous attempts could exceed the limit.
 */
export async function startLimitedPortal() {
  const app = await startApp({
    env: { BASE_URL: 'http://portal.example', TRUST_PROXY: '127.0.0.1', PROMO_CODES: 'FAITH20' },
  });
  const grace = await app.church('grace');
  await app.person(grace, { email: 'member@grace.test' });
  await app.person(grace, { email: 'code@grace.test' });
  return {
    app,
    visitors: visitorsOf(app),
    /** Deletes the counters of failed attempts and sent emails, which would limit the next test. */
    clearLimits: () =>
      app.database.asSuperuser('delete from rate_limit; delete from email_request'),
  };
}

/** Starts the same action a number of times at once, and returns all results. */
export const repeatAtOnce = <Result>(
  count: number,
  action: (index: number) => Promise<Result>,
): Promise<Result[]> => Promise.all(Array.from({ length: count }, (_, index) => action(index)));

/** Returns the header with which the reverse proxy names the address of the client. */
export const forwardedForHeader = (address: string): Record<string, string> => ({
  'x-forwarded-for': address,
});
