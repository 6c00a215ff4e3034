import type { CookieSerializeOptions } from '@fastify/cookie';
import type { Config } from '../../ops/config.js';

const isSecure = (config: Config) => config.BASE_URL?.startsWith('https:') === true;

/** With https, the prefix `__Host-` makes browsers send the cookie to this host only. */
export const cookieName = (config: Config) => (isSecure(config) ? '__Host-sid' : 'sid');

export const cookieOptions = (config: Config): CookieSerializeOptions => ({
  httpOnly: true,
  sameSite: 'lax',
  path: '/',
  secure: isSecure(config),
});

/** The name of the cookie of a browser during a sign-in with an OpenID Connect provider. */
export const loginCookieName = (config: Config) => (isSecure(config) ? '__Host-login' : 'login');

/** The lifetime of this cookie in seconds: more than a sign-in may take (`login-steps.ts`). */
export const loginCookieAge = 900;
