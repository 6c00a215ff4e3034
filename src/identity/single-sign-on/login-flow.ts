import type { Claims } from './open-id.js';

/** What is known of a sign-in on its way. */
export interface LoginFlow {
  /** the church that the person wants into */
  churchId: string | null;
  /** the church's host where it was begun and ends; null: where the provider sends people anyway */
  host: string | null;
  /** `browserKey` on that host: whoever was made to follow somebody else's link does not have its cookie */
  hostBrowser: string | null;
  /** false where another site led here: nobody asks to join a church by that */
  mayJoin: boolean;
  /** path of this site */
  next: string | null;
  /** who came back from the provider */
  claims: Claims | null;
}
