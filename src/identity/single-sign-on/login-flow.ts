import type { Claims } from './open-id.js';

/** The state of a sign-in with an OpenID Connect provider. */
export interface LoginFlow {
  /** the church to sign in to; null for the first church of the account */
  churchId: string | null;
  /** the church's host on which the sign-in started and ends; null for the host of `BASE_URL` */
  host: string | null;
  /**
   * The `browserKey` of the browser on that host. A victim who was made to follow an attacker's
   * link does not have the cookie.
   */
  hostBrowser: string | null;
  /** false if another site led the user here; then the user cannot join a church */
  mayJoin: boolean;
  /** the path of this site to open after the sign-in */
  next: string | null;
  /** what the provider says about the user; null before it has answered */
  claims: Claims | null;
}
