import { daysInTrash } from '#libs/contracts';
import type { ExpiringTables } from '#libs/database';
import { contentTables } from './content-columns.js';

const trashEnded = `deleted_at < now() - interval '${daysInTrash} days'`;
const trashRules = Object.fromEntries(
  Object.values(contentTables).map((table) => [table, trashEnded]),
);

/** When rows of content expire. */
export const contentExpiry: ExpiringTables = {
  platform: {
    upload_lock: `expires_at < now() - interval '1 hour'`,
  },
  church: {
    ...trashRules,
    content_import: `created_at < now() - interval '30 days'`,
    content_view: `day < current_date - 2`,
    notification: `sent_at < now() - interval '1 year'`,
  },
};
