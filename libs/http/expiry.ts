import type { ExpiringTables } from '#libs/database';

/** The conditions for expired rows in the tables of this library. */
export const requestExpiry: ExpiringTables = {
  platform: {
    email_request: `at < now() - interval '1 day'`,
    rate_limit: `last_at < now() - interval '30 days'`,
    platform_idempotent_request: `created_at < now() - interval '24 hours'`,
  },
  church: {
    idempotent_request: `created_at < now() - interval '24 hours'`,
  },
};
