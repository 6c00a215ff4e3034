import { statement, t } from '#libs/database';
import { activeChurchIdsSql, churchState, churchStatesSql } from '../../tenancy/index.js';

/**
 * Reads the actors of sessions. `organizationId`: their church; null for sessions of the platform,
 * which have an account but no user. `role` is null for a removed user, and for all users of a
 * church that is not active.
 */
export const readActors = statement({
  parameters: {
    sids: t.array(t.text),
    accountIds: t.array(t.uuid),
    userIds: t.array(t.nullable(t.uuid)),
    organizationId: t.nullable(t.uuid),
  },
  columns: {
    sid: t.text,
    accountId: t.uuid,
    userId: t.nullable(t.uuid),
    isSuperAdmin: t.boolean,
    madeByOperator: t.boolean,
    accountEmail: t.text,
    firstName: t.nullable(t.text),
    lastName: t.nullable(t.text),
    role: t.nullable(t.text),
    isApproved: t.nullable(t.boolean),
    isSuspended: t.nullable(t.boolean),
    ...churchState,
  },
  sql: `
    select s.sid,
           s.account_id,
           s.user_id,
           a.is_super_admin,
           a.made_by_operator,
           a.email as account_email,
           u.first_name,
           u.last_name,
           u.role,
           u.is_approved,
           u.is_suspended,
           o.subscription_status,
           o.is_paused,
           o.paused_reason,
           o.trial_ends_at,
           o.is_by_card,
           o.is_subscription_paused
      from unnest(:sids::text[], :accountIds::uuid[], :userIds::uuid[]) s (sid, account_id, user_id)
      join account a on a.id = s.account_id
      left join (${churchStatesSql}) o on o.id = :organizationId
      left join app_user u
        on u.organization_id = :organizationId
       and u.id = s.user_id
       and u.removed_at is null
       and o.is_active`,
  isPrepared: true,
});

/** Lets a platform transaction read the rows of a church. */
export const enterChurch = statement({
  parameters: { organizationId: t.text },
  columns: { setConfig: t.text },
  sql: `select set_config('app.org', :organizationId, true)`,
});

/**
 * Lists the active churches that an account is a user of. `organizationId` limits the list to one
 * church; null for all.
 */
export const listMemberships = statement({
  parameters: { accountId: t.uuid, organizationId: t.nullable(t.uuid) },
  columns: { organizationId: t.uuid, userId: t.uuid },
  sql: `
    select c.organization_id, c.user_id
      from account_church c
     where c.account_id = :accountId
       and c.organization_id in (${activeChurchIdsSql})
       and (:organizationId::uuid is null or c.organization_id = :organizationId)
     order by c.organization_id`,
});

const findAccountBy = (column: string, type: typeof t.text) =>
  statement({
    parameters: { value: type },
    columns: {
      id: t.uuid,
      email: t.text,
      passwordHash: t.nullable(t.text),
      isSuperAdmin: t.boolean,
      createdAt: t.timestamptz,
      verified: t.boolean,
    },
    sql: `
      select id,
             email,
             password_hash,
             is_super_admin,
             created_at,
             email_verified_at is not null as verified
        from account
       where ${column} = :value`,
  });

/** Finds an account by its id, or by its email address in lower case. */
export const findAccount = {
  id: findAccountBy('id', t.uuid),
  email: findAccountBy('email', t.text),
};

export const readPlatformAccount = statement({
  parameters: { id: t.uuid },
  columns: { id: t.uuid, email: t.text, createdAt: t.timestamptz, hasFactor: t.boolean },
  sql: `
    select id, email, created_at, factor is not null as has_factor
      from account
     where id = :id`,
});

/** Finds users with an email address, given in lower case, who belong to another account. */
export const findOthersWithEmail = statement({
  parameters: { email: t.text, accountId: t.nullable(t.uuid) },
  columns: { id: t.uuid },
  sql: `
    select id
      from app_user
     where organization_id = :church
       and lower(email) = :email
       and account_id is distinct from :accountId
       and account_id is not null`,
});

/** Creates an account. Counts 0 if the email address already has one. */
export const insertUnverifiedAccount = statement({
  parameters: { id: t.uuid, email: t.text, passwordHash: t.nullable(t.text) },
  sql: `
    insert into account (id, email, password_hash)
    values (:id, :email, :passwordHash)
    on conflict do nothing`,
});
