import type { Registered, User } from '#libs/contracts';
import { clientOf, password, type Answer, type Client, type TestApp } from './app.js';

/** The session cookie that an answer gives. */
export const cookieFrom = (answer: Answer): string =>
  answer.headers.getSetCookie()[0]!.split(';')[0]!;

/** How people come to the door of a portal, before and after they have an account. */
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
    /** another device that is signed in */
    enter,
    /** with Grace, unless told otherwise */
    register,
    /** who registered and signed in */
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
