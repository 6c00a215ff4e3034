import type { CookieSerializeOptions } from '@fastify/cookie';
import type { Config } from '../../ops/config.js';

const isSecure = (config: Config) => config.BASE_URL?.startsWith('https:') === true;

/** Behind https the browser itself holds the cookie to this host and path (`__Host-`). */
export const cookieName = (config: Config) => (isSecure(config) ? '__Host-sid' : 'sid');

export const cookieOptions = (config: Config): CookieSerializeOptions => ({
  httpOnly: true,
  sameSite: 'lax',
  path: '/',
  secure: isSecure(config),
});

/** Of a browser that is on its way to a provider and back. */
export const loginCookieName = (config: Config) => (isSecure(config) ? '__Host-login' : 'login');

/** Seconds; longer than a sign-in may take (`login-steps.ts`). */
export const loginCookieAge = 900;
