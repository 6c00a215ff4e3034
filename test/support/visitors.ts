import type { Registered, User } from '#libs/contracts';
import { clientOf, password, type Answer, type Client, type TestApp } from './app.js';

/** Returns the session cookie that an answer sets. */
export const cookieFrom = (answer: Answer): string =>
  answer.headers.getSetCookie()[0]!.split(';')[0]!;

/** Returns functions that sign in and register users of a portal. */
export function visitorsOf(app: TestApp) {
  const withCookie = (cookie: string): Client => clientOf(app.url, () => Promise.resolve(cookie));
  const login = (email: string, secret = password) =>
    app.visitor.post<{ user?: User; mfaRequired?: boolean }>('/api/login', {
      email,
      password: secret,
    });
  const enter = async (email: string, secret = password): Promise<Client> => {
    const answer = await login(email, secret);
    if (answer.status !== 200) throw new Error(answer.text);
    return withCookie(cookieFrom(answer));
  };
  const register = (email: string, more: object = {}) =>
    app.visitor.post<Registered>('/api/register', {
      email,
      password,
      firstName: 'Ruth',
      lastName: 'Moabite',
      organizationSlug: 'grace',
      ...more,
    });
  return {
    withCookie,
    login,
    /** Signs in, and returns a client with a session of its own. */
    enter,
    /** Registers a user, by default with the church Grace. */
    register,
    /** Registers a user, signs in, and returns a client. */
    newcomer: async (
      email: string,
      more: { password?: string; organizationSlug?: string } = {},
    ): Promise<Client> => {
      const answer = await register(email, more);
      if (answer.status !== 201) throw new Error(answer.text);
      return enter(email, more.password);
    },
  };
}
