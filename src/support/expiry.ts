import type { ExpiringTables } from '#libs/database';

/** When rows of support expire. */
export const supportExpiry: ExpiringTables = {
  platform: {
    inbound_email: `at < now() - interval '30 days'`,
  },
};
