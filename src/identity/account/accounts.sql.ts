import { statement, t } from '#libs/database';

/** Creates an account with a confirmed address. Counts 0 if the address already has an account. */
export const insertVerifiedAccount = statement({
  parameters: {
    id: t.uuid,
    email: t.text,
    passwordHash: t.text,
    isSuperAdmin: t.boolean,
    madeByOperator: t.boolean,
  },
  sql: `
    insert into account (
      id, email, password_hash, email_verified_at, is_super_admin, made_by_operator
    )
    values (:id, :email, :passwordHash, now(), :isSuperAdmin, :madeByOperator)
    on conflict do nothing`,
});

/** Lists the churches of an account, with its user in each. */
export const listChurchesOf = statement({
  parameters: { accountId: t.uuid },
  columns: { id: t.uuid, userId: t.uuid },
  sql: `
    select organization_id as id, user_id
      from account_church
     where account_id = :accountId`,
});

export const deleteIdentities = statement({
  parameters: { accountId: t.uuid },
  sql: 'delete from open_id_identity where account_id = :accountId',
});

export const deleteEmailChanges = statement({
  parameters: { accountId: t.uuid },
  sql: `delete from account_token where account_id = :accountId and purpose = 'change-email'`,
});

export const removePassword = statement({
  parameters: { accountId: t.uuid },
  sql: 'update account set password_hash = null where id = :accountId',
});

export const clearFactor = statement({
  parameters: { accountId: t.uuid },
  sql: `
    update account
       set factor = null, factor_secret = null, factor_phone = null
     where id = :accountId`,
});

export const deleteRecoveryCodes = statement({
  parameters: { accountId: t.uuid },
  sql: 'delete from recovery_code where account_id = :accountId',
});

export const deleteChallenge = statement({
  parameters: { accountId: t.uuid },
  sql: 'delete from factor_challenge where account_id = :accountId',
});

export const readFactor = statement({
  parameters: { email: t.text },
  columns: { id: t.uuid, factor: t.nullable(t.text) },
  sql: 'select id, factor from account where email = :email',
});

export const readPhone = statement({
  parameters: { userId: t.uuid },
  columns: { phone: t.nullable(t.text) },
  sql: 'select phone from app_user where organization_id = :church and id = :userId',
});

/**
 * Stores a code before it is sent. Counts 0 if a code was sent to the same number less than
 * `resendSeconds` ago.
 */
export const insertCode = statement({
  parameters: {
    subject: t.text,
    phone: t.text,
    codeHash: t.text,
    minutes: t.integer,
    resendSeconds: t.double,
  },
  sql: `
    insert into sent_code (subject, phone, code_hash, sent_at, expires_at)
    values (:subject, :phone, :codeHash, now(), now() + make_interval(mins => :minutes))
    on conflict (subject) do update
       set phone = excluded.phone,
           code_hash = excluded.code_hash,
           tries = 0,
           sent_at = now(),
           expires_at = excluded.expires_at
     where sent_code.phone <> excluded.phone
        or sent_code.sent_at < now() - make_interval(secs => :resendSeconds)`,
});

/** Allows the next code for a subject to be sent at once. */
export const forgetWhenSent = statement({
  parameters: { subject: t.text },
  sql: `update sent_code set sent_at = '-infinity' where subject = :subject`,
});

/**
 * Deletes a code if it is right and not expired, and returns the number to which it was sent.
 */
export const takeCode = statement({
  parameters: { subject: t.text, codeHash: t.text, tries: t.integer },
  columns: { phone: t.text },
  sql: `
    delete from sent_code
     where subject = :subject
       and code_hash = :codeHash
       and tries < :tries
       and expires_at > now()
    returning phone`,
});

export const countWrongCode = statement({
  parameters: { subject: t.text },
  sql: 'update sent_code set tries = tries + 1 where subject = :subject',
});

export const deleteCode = statement({
  parameters: { subject: t.text },
  sql: 'delete from sent_code where subject = :subject',
});
