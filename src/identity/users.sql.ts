import type { Role } from '#libs/contracts';
import { statement, t } from '#libs/database';

const user = {
  id: t.uuid,
  email: t.text,
  firstName: t.text,
  lastName: t.text,
  role: t.textOf<Role>(),
  accountId: t.nullable(t.uuid),
  isEmailVerified: t.boolean,
  isApproved: t.boolean,
  isSuspended: t.boolean,
  isRemoved: t.boolean,
};

/** Orders users by name, ignoring case and accents. */
const byName = `search_key(concat_ws(' ', first_name, last_name)), id`;

const selectUsers = `
    select id,
           email,
           first_name,
           last_name,
           role,
           account_id,
           email_verified as is_email_verified,
           is_approved,
           is_suspended,
           removed_at is not null as is_removed
      from app_user`;

/**
 * Locks a user until the transaction ends. Rows that refer to the user can be inserted meanwhile.
 */
export const lockUser = statement({
  parameters: { id: t.uuid },
  columns: { id: t.uuid },
  sql: `
    select id
      from app_user
     where organization_id = :church and id = :id
       for no key update`,
});

export const findUsersById = statement({
  parameters: { organizationId: t.nullable(t.uuid), ids: t.array(t.uuid) },
  columns: user,
  sql: `${selectUsers}
     where organization_id = :organizationId and id = any(:ids::uuid[])`,
});

export const listUsersByRole = statement({
  parameters: { roles: t.array(t.text) },
  columns: user,
  sql: `${selectUsers}
     where organization_id = :church and removed_at is null and role = any(:roles)
     order by ${byName}`,
});

/**
 * Finds users by their search texts. `patterns`: each must match, as `% word%` does at the
 * beginning of a word; the longest comes first.
 */
export const findUsersLike = statement({
  parameters: { patterns: t.array(t.text), limit: t.bigint },
  columns: user,
  sql: `${selectUsers}
     where organization_id = :church
       and removed_at is null
       and id in (select find_users(:patterns))
     order by ${byName}
     limit :limit`,
});

/** Stores the search texts of users who have none. */
export const insertMissingSearchTexts = statement({
  sql: `
    insert into user_search (organization_id, user_id, search_key)
    select :church, id, search_text(concat_ws(' ', first_name, last_name), email)
      from app_user
     where organization_id = :church
    on conflict do nothing`,
});

/** Counts the users for the member limit of the church's plan. */
export const countActiveUsers = statement({
  columns: { count: t.integer },
  sql: `
    select count(*)::int as count
      from app_user
     where organization_id = :church and is_approved and not is_suspended and removed_at is null`,
});

/**
 * The ids of the users with one of the roles who may open the portal (`mayOpenPortal`). For lists
 * that compare many rows with them in one statement of the church.
 */
export const portalUserIdsSql = (roles: readonly Role[]): string =>
  `select id
     from app_user
    where organization_id = :church
      and removed_at is null
      and is_approved
      and (not is_suspended or role = 'admin')
      and role in (${roles.map((role) => `'${role}'`).join(', ')})`;

/** The ids of the super administrators' accounts. */
export const superAdminIdsSql = 'select id from account where is_super_admin';

const account = { id: t.uuid, email: t.text, isSuperAdmin: t.boolean, isEmailVerified: t.boolean };

const selectAccounts = `
    select id, email, is_super_admin, email_verified_at is not null as is_email_verified
      from account`;

export const findAccountsById = statement({
  parameters: { ids: t.array(t.uuid) },
  columns: account,
  sql: `${selectAccounts}
     where id = any(:ids::uuid[])`,
});

export const listSuperAdmins = statement({
  columns: account,
  sql: `${selectAccounts}
     where is_super_admin
     order by email`,
});

export const findEmailsWithAccount = statement({
  parameters: { emails: t.array(t.text) },
  columns: { email: t.text },
  sql: 'select email from account where email = any(:emails)',
});
