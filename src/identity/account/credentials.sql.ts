import { statement, t } from '#libs/database';
import { namedChurchesSql } from '../../tenancy/index.js';

export const readCredentials = statement({
  parameters: { accountId: t.uuid },
  columns: { email: t.text, passwordHash: t.nullable(t.text) },
  sql: 'select email, password_hash from account where id = :accountId',
});

/**
 * Stores on a user that the address is confirmed, if it is the account's address, and whether the
 * account has a second factor. Counts 1 if something changed.
 */
export const noteVerified = statement({
  parameters: { userId: t.uuid, accountId: t.uuid },
  sql: `
    update app_user u
       set email_verified = true, mfa_enabled = a.factor is not null
      from account a
     where u.organization_id = :church
       and u.id = :userId
       and a.id = :accountId
       and lower(u.email) = a.email
       and (not u.email_verified or u.mfa_enabled <> (a.factor is not null))`,
});

/** Locks an account, and reads whether its address is confirmed. */
export const lockAccount = statement({
  parameters: { accountId: t.uuid },
  columns: { email: t.text, isConfirmed: t.boolean },
  sql: `
    select email, email_verified_at is not null as is_confirmed
      from account
     where id = :accountId
       for update`,
});

export const confirmAddress = statement({
  parameters: { accountId: t.uuid },
  sql: `
    update account
       set email_verified_at = coalesce(email_verified_at, now())
     where id = :accountId`,
});

export const storePassword = statement({
  parameters: { accountId: t.uuid, hash: t.text },
  sql: 'update account set password_hash = :hash where id = :accountId',
});

/** Deletes the links to choose a new password that lead into no church. */
export const deletePasswordLinks = statement({
  parameters: { accountId: t.uuid },
  sql: `
    delete from account_token
     where account_id = :accountId and purpose = 'reset-password' and organization_id is null`,
});

const readReaderWhere = (condition: string, value: typeof t.text) =>
  statement({
    parameters: { value },
    columns: { id: t.uuid, email: t.text, name: t.text, from: t.text },
    sql: `
      select a.id,
             a.email,
             '' as name,
             coalesce((
               select o.name
                 from account_church c
                 join (${namedChurchesSql}) o on o.id = c.organization_id
                where c.account_id = a.id
                order by c.organization_id
                limit 1), 'Church Connect') as from
        from account a
       where ${condition}`,
  });

/**
 * Reads the recipient of an email about an account. `from`: the name of the account's first church,
 * or of the platform.
 */
export const readReader = {
  unconfirmed: readReaderWhere('a.id = :value and a.email_verified_at is null', t.uuid),
  confirmed: readReaderWhere('a.id = :value and a.email_verified_at is not null', t.uuid),
  byEmail: readReaderWhere('a.email = :value', t.text),
};

/**
 * Reads the unconfirmed new address of a user, in lower case. Returns no row if the user has the
 * account's address.
 */
export const readWaitingEmail = statement({
  parameters: { userId: t.uuid },
  columns: { email: t.text },
  sql: `
    select lower(u.email) as email
      from app_user u
      join account a on a.id = u.account_id
     where u.organization_id = :church
       and u.id = :userId
       and not u.email_verified
       and lower(u.email) <> a.email`,
});

export const storeConfirmedEmail = statement({
  parameters: { accountId: t.uuid, email: t.text },
  sql: 'update account set email = :email, email_verified_at = now() where id = :accountId',
});

export const deleteLinks = statement({
  parameters: { accountId: t.uuid },
  sql: 'delete from account_token where account_id = :accountId',
});

/**
 * Gives a user the account's new address. Changes nothing if the church has a third address for the
 * user, or if another user has the new address. `from`: the account's old address.
 */
export const updateUserEmail = statement({
  parameters: { userId: t.uuid, from: t.text },
  columns: { id: t.uuid },
  sql: `
    update app_user u
       set email = a.email,
           email_verified = true,
           updated_at = now(),
           version = u.version + (u.email <> a.email)::int
      from account a
     where u.organization_id = :church
       and u.id = :userId
       and a.id = u.account_id
       and (lower(u.email) = :from or (lower(u.email) = a.email and not u.email_verified))
       and not exists (
         select 1
           from app_user o
          where o.organization_id = :church
            and o.id <> u.id
            and lower(o.email) = a.email
            and o.removed_at is null)
    returning u.id`,
});

/** Marks the address of a user as unconfirmed if it is not the account's address. */
export const noteUnverified = statement({
  parameters: { userId: t.uuid },
  sql: `
    update app_user u
       set email_verified = false
      from account a
     where u.organization_id = :church
       and u.id = :userId
       and a.id = u.account_id
       and lower(u.email) <> a.email`,
});

export const readEmail = statement({
  parameters: { accountId: t.uuid },
  columns: { email: t.text },
  sql: 'select email from account where id = :accountId',
});

/** Finds the account if its email address is confirmed. */
export const findVerified = statement({
  parameters: { accountId: t.uuid },
  columns: { id: t.uuid },
  sql: 'select id from account where id = :accountId and email_verified_at is not null',
});

/** Creates an account without a password, unless the address has one. */
export const insertEmptyAccount = statement({
  parameters: { id: t.uuid, email: t.text },
  sql: 'insert into account (id, email) values (:id, :email) on conflict do nothing',
});

export const findByEmail = statement({
  parameters: { email: t.text },
  columns: { accountId: t.uuid, isConfirmed: t.boolean },
  sql: `
    select id as account_id, email_verified_at is not null as is_confirmed
      from account
     where email = :email`,
});
