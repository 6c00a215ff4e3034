import type { ExpiringTables } from '#libs/database';

/** When rows of content expire. */
export const contentExpiry: ExpiringTables = {
  platform: {
    upload_lock: `expires_at < now() - interval '1 hour'`,
  },
  church: {
    content_import: `created_at < now() - interval '30 days'`,
    content_view: `day < current_date - 2`,
    notification: `sent_at < now() - interval '1 year'`,
  },
};
