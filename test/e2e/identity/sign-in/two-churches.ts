import type { User } from '#libs/contracts';
import { clientOf, password, startApp } from '../../../support/app.js';

/** What `startTwoChurches` returns. */
export type TwoChurches = Awaited<ReturnType<typeof startTwoChurches>>;

/** Starts the application with the churches Grace and Hope, each with an admin and a member. */
export async function startTwoChurches() {
  const app = await startApp();
  const grace = await app.church('grace');
  const hope = await app.church('hope');
  for (const role of ['admin', 'member'] as const) {
    await app.person(grace, { email: `${role}@grace.test`, role });
    await app.person(hope, { email: `${role}@hope.test`, role });
  }
  return {
    app,
    /** the ids of the two churches */
    grace,
    hope,
    /** Signs in, by default with the right password. */
    login: (email: string, secret = password) =>
      app.visitor.post<{ user: User }>('/api/login', { email, password: secret }),
    /** Returns a client that sends the session cookie. */
    withCookie: (cookie: string, portal = app) =>
      clientOf(portal.url, () => Promise.resolve(cookie)),
  };
}
