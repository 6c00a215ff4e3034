import { statement, t } from '#libs/database';

const token = {
  accountId: t.uuid,
  organizationId: t.nullable(t.uuid),
  email: t.nullable(t.text),
  joinAs: t.nullable(t.json<{ firstName: string; lastName: string }>()),
};

/**
 * Deletes the links of an account and purpose that lead into no church, except for the newest
 * `keptCount`.
 */
export const deleteOldLinks = statement({
  parameters: { accountId: t.uuid, purpose: t.text, keptCount: t.bigint },
  sql: `
    delete from account_token
     where account_id = :accountId
       and purpose = :purpose
       and organization_id is null
       and hash not in (
         select hash
           from account_token
          where account_id = :accountId and purpose = :purpose and organization_id is null
          order by created_at desc
          limit :keptCount)`,
});

export const insertToken = statement({
  parameters: { hash: t.text, purpose: t.text, ...token, hours: t.integer },
  sql: `
    insert into account_token (
      hash, account_id, purpose, organization_id, email, join_as, expires_at
    )
    values (
      :hash, :accountId, :purpose, :organizationId, :email, :joinAs,
      now() + make_interval(hours => :hours)
    )`,
});

/** Deletes a link that has not expired, and returns its account and data. */
export const takeLink = statement({
  parameters: { hash: t.text, purpose: t.text },
  columns: token,
  sql: `
    delete from account_token
     where hash = :hash and purpose = :purpose and expires_at > now()
    returning account_id, organization_id, email, join_as`,
});

export const deleteSameLinks = statement({
  parameters: { accountId: t.uuid, purpose: t.text, organizationId: t.nullable(t.uuid) },
  sql: `
    delete from account_token
     where account_id = :accountId
       and purpose = :purpose
       and organization_id is not distinct from :organizationId`,
});

/** Reads the account and data of a link that has not expired. */
export const readLink = statement({
  parameters: { hash: t.text, purpose: t.text },
  columns: token,
  sql: `
    select account_id, organization_id, email, join_as
      from account_token
     where hash = :hash and purpose = :purpose and expires_at > now()`,
});

/**
 * Reads when the newest link of the same account, purpose and church was created, if it is newer
 * than the given one.
 */
export const readNewerLinkAt = statement({
  parameters: { hash: t.text },
  columns: { at: t.nullable(t.timestamptz) },
  sql: `
    select max(newer.created_at) as at
      from account_token this
      join account_token newer
        on newer.account_id = this.account_id
       and newer.purpose = this.purpose
       and newer.organization_id is not distinct from this.organization_id
       and newer.created_at > this.created_at
       and newer.expires_at > now()
     where this.hash = :hash`,
});

/** Reads the church into which the newest confirmation link of an account leads. */
export const readWantedChurch = statement({
  parameters: { accountId: t.uuid },
  columns: { organizationId: t.present(t.uuid) },
  sql: `
    select organization_id
      from account_token
     where account_id = :accountId and purpose = 'verify-email' and organization_id is not null
     order by created_at desc
     limit 1`,
});
