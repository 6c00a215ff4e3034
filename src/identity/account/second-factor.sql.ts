import type { Factor } from '#libs/contracts';
import { statement, t } from '#libs/database';

const factor = t.textOf<Factor>();

export const readFactorOf = statement({
  parameters: { accountId: t.uuid },
  columns: {
    email: t.text,
    passwordHash: t.nullable(t.text),
    verified: t.boolean,
    factor: t.nullable(factor),
    factorSecret: t.nullable(t.text),
    factorPhone: t.nullable(t.text),
  },
  sql: `
    select email,
           password_hash,
           email_verified_at is not null as verified,
           factor,
           factor_secret,
           factor_phone
      from account
     where id = :accountId`,
});

/** Counts the unused recovery codes. */
export const countRecoveryCodes = statement({
  parameters: { accountId: t.uuid },
  columns: { left: t.integer },
  sql: `
    select count(*)::int as left
      from recovery_code
     where account_id = :accountId and used_at is null`,
});

export const saveChallenge = statement({
  parameters: {
    accountId: t.uuid,
    factor: t.text,
    secret: t.nullable(t.text),
    phone: t.nullable(t.text),
    minutes: t.integer,
  },
  sql: `
    insert into factor_challenge (account_id, factor, secret, phone, expires_at)
    values (:accountId, :factor, :secret, :phone, now() + make_interval(mins => :minutes))
    on conflict (account_id) do update
       set factor = excluded.factor,
           secret = excluded.secret,
           phone = excluded.phone,
           expires_at = excluded.expires_at`,
});

/** Locks and reads the second factor that was set up and awaits its first code. */
export const lockChallenge = statement({
  parameters: { accountId: t.uuid },
  columns: { factor, secret: t.nullable(t.text), phone: t.nullable(t.text) },
  sql: `
    select factor, secret, phone
      from factor_challenge
     where account_id = :accountId and expires_at > now()
       for update`,
});

export const storeFactor = statement({
  parameters: {
    accountId: t.uuid,
    factor: t.text,
    secret: t.nullable(t.text),
    phone: t.nullable(t.text),
    step: t.nullable(t.integer),
  },
  sql: `
    update account
       set factor = :factor,
           factor_secret = :secret,
           factor_phone = :phone,
           factor_step = coalesce(:step, 0)
     where id = :accountId`,
});

/** Uses up the code of a half minute. Counts 0 if this code or a later one was used before. */
export const takeStep = statement({
  parameters: { accountId: t.uuid, step: t.bigint },
  sql: 'update account set factor_step = :step where id = :accountId and factor_step < :step',
});

/** Uses up a recovery code. Counts 0 if there is no such unused code. */
export const takeRecoveryCode = statement({
  parameters: { accountId: t.uuid, hash: t.text },
  sql: `
    update recovery_code
       set used_at = now()
     where account_id = :accountId and hash = :hash and used_at is null`,
});

export const insertRecoveryCodes = statement({
  parameters: { accountId: t.uuid, hashes: t.array(t.text) },
  sql: `
    insert into recovery_code (account_id, hash)
    select :accountId, unnest(:hashes::text[])`,
});
