import type { ExpiringTables } from '#libs/database';

/** When rows of support expire. */
export const supportExpiry: ExpiringTables = {
  platform: {
    inbound_letter: `at < now() - interval '30 days'`,
  },
};
