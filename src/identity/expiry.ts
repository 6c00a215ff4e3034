import type { ExpiringTables } from '#libs/database';

/** The conditions for expired rows in the tables of this context. */
export const identityExpiry: ExpiringTables = {
  platform: {
    session: 'expire < now() or expires_finally_at < now()',
    login_step: 'expires_at < now()',
    factor_challenge: 'expires_at < now()',
    sent_code: 'expires_at < now()',
    // an expired link still names the church into which it leads, so that it can be sent again
    account_token: `expires_at < now() - interval '1 month'`,
  },
};
