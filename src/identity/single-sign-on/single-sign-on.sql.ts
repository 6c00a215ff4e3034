import { statement, t } from '#libs/database';
import type { LoginFlow } from './login-flow.js';

export const insertStep = statement({
  parameters: {
    hash: t.text,
    stop: t.text,
    browser: t.nullable(t.text),
    journey: t.json<LoginFlow>(),
    seconds: t.double,
  },
  sql: `
    insert into login_step (hash, stop, browser, journey, expires_at)
    values (:hash, :stop, :browser, :journey, now() + make_interval(secs => :seconds))`,
});

/** Deletes a step that has not expired, and returns the stored state of its sign-in. */
export const takeStep = statement({
  parameters: { hash: t.text, stop: t.text, browser: t.nullable(t.text) },
  columns: { journey: t.json<LoginFlow>() },
  sql: `
    delete from login_step
     where hash = :hash
       and stop = :stop
       and browser is not distinct from :browser
       and expires_at > now()
    returning journey`,
});

const account = {
  id: t.uuid,
  email: t.text,
  passwordHash: t.nullable(t.text),
  isSuperAdmin: t.boolean,
  createdAt: t.timestamptz,
  verified: t.boolean,
};
const accountColumns = `
           a.id,
           a.email,
           a.password_hash,
           a.is_super_admin,
           a.created_at,
           a.email_verified_at is not null as verified`;

export const findBySubject = statement({
  parameters: { issuer: t.text, subject: t.text },
  columns: account,
  sql: `
    select ${accountColumns}
      from open_id_identity i
      join account a on a.id = i.account_id
     where i.issuer = :issuer and i.subject = :subject`,
});

export const lockByEmail = statement({
  parameters: { email: t.text },
  columns: account,
  sql: `
    select ${accountColumns}
      from account a
     where a.email = :email
       for update`,
});

export const noteConfirmed = statement({
  parameters: { id: t.uuid },
  sql: 'update account set email_verified_at = now() where id = :id',
});

export const insertIdentity = statement({
  parameters: { issuer: t.text, subject: t.text, accountId: t.uuid },
  sql: `
    insert into open_id_identity (issuer, subject, account_id)
    values (:issuer, :subject, :accountId)
    on conflict do nothing`,
});

/** Creates an account without a password, and returns it unless the address has one. */
export const insertAccount = statement({
  parameters: { id: t.uuid, email: t.text, verified: t.boolean },
  columns: account,
  sql: `
    insert into account as a (id, email, email_verified_at)
    values (:id, :email, case when :verified then now() end)
    on conflict do nothing
    returning ${accountColumns}`,
});
