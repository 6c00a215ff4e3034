import type { PlanId } from '#libs/contracts';
import { statement, t } from '#libs/database';

/**
 * The name of a church, as a subquery. For lists of many churches.
 * @param id the SQL expression of the church's id, such as `t.organization_id`
 */
export const churchNameSql = (id: string): string =>
  `select name from organization where organization.id = ${id}`;

/** The ids of the active churches. */
export const activeChurchIdsSql = 'select id from organization where is_active';

/**
 * `id` and `name` of the churches whose names may be shown: their contacts have confirmed their
 * addresses.
 */
export const namedChurchesSql = 'select id, name from organization where not awaits_contact';

/**
 * The states of all churches, with the columns of `churchState`, `id` and `is_active`. The guard of
 * every request joins them, so that it needs one statement.
 */
export const churchStatesSql = `
  select id,
         is_active,
         subscription_status,
         is_paused,
         paused_reason,
         trial_ends_at,
         stripe_subscription_id is not null as is_by_card,
         coalesce(subscription_paused, false) as is_subscription_paused
    from organization`;

/** The columns of `ChurchState` that `churchStatesSql` selects. */
export const churchState = {
  subscriptionStatus: t.text,
  isPaused: t.boolean,
  pausedReason: t.nullable(t.text),
  trialEndsAt: t.nullable(t.timestamptz),
  isByCard: t.boolean,
  isSubscriptionPaused: t.boolean,
};

export const selectChurch = statement({
  parameters: { id: t.uuid },
  columns: {
    id: t.uuid,
    name: t.text,
    slug: t.text,
    email: t.nullable(t.text),
    timeZone: t.text,
    isActive: t.boolean,
    isPaused: t.boolean,
  },
  sql: `
    select id, name, slug, email, time_zone, is_active, is_paused
      from organization
     where id = :id`,
  isPrepared: true,
});

export const selectTimeZone = statement({
  parameters: { id: t.uuid },
  columns: { timeZone: t.text },
  sql: 'select time_zone from organization where id = :id',
});

/** Reads the state of the transaction's church, if the church is active. */
export const selectActiveState = statement({
  columns: churchState,
  sql: `
    select subscription_status,
           is_paused,
           paused_reason,
           trial_ends_at,
           is_by_card,
           is_subscription_paused
      from (${churchStatesSql}) church
     where id = :church and is_active`,
});

export const findWaitingChurch = statement({
  parameters: { id: t.uuid },
  columns: { id: t.uuid },
  sql: 'select id from organization where id = :id and awaits_contact',
});

export const storeAwaitsContact = statement({
  parameters: { awaits: t.boolean },
  sql: `
    update organization
       set awaits_contact = :awaits
     where id = :church and awaits_contact <> :awaits`,
});

/** Finds the newest active churches with an email address, which is given in lower case. */
export const findChurchesByEmail = statement({
  parameters: { email: t.text, limit: t.bigint },
  columns: { id: t.uuid, slug: t.text },
  sql: `
    select id, slug
      from organization
     where lower(email) = :email and is_active
     order by created_at desc
     limit :limit`,
});

export const selectRegistration = statement({
  parameters: { id: t.uuid },
  columns: { trialEndsAt: t.present(t.timestamptz), domainToken: t.present(t.text) },
  sql: 'select trial_ends_at, domain_token from organization where id = :id',
});

/**
 * Creates a church. Counts 0 if its slug is taken. `trialDays` is null for a church without a
 * trial.
 */
export const insertChurch = statement({
  parameters: {
    id: t.uuid,
    name: t.text,
    slug: t.text,
    timeZone: t.text,
    phone: t.nullable(t.text),
    email: t.nullable(t.text),
    address: t.nullable(t.text),
    description: t.nullable(t.text),
    website: t.nullable(t.text),
    customDomain: t.nullable(t.text),
    domainToken: t.nullable(t.text),
    promoCode: t.nullable(t.text),
    plan: t.text,
    price: t.numeric,
    memberLimit: t.nullable(t.integer),
    status: t.text,
    trialDays: t.nullable(t.integer),
  },
  sql: `
    insert into organization (
      id, name, slug, subdomain, time_zone, phone, email, address, description, website,
      custom_domain, domain_token, promo_code, subscription_plan, subscription_tier,
      subscription_price, member_limit, subscription_status, trial_ends_at
    )
    values (
      :id, :name, :slug, :slug, :timeZone, :phone, :email, :address, :description, :website,
      :customDomain, :domainToken, :promoCode, :plan, :plan,
      :price, :memberLimit, :status, now() + make_interval(days => :trialDays)
    )
    on conflict do nothing`,
});

/** Finds the slugs that equal the given one or continue it with a hyphen. */
export const findSlugsLike = statement({
  parameters: { slug: t.text },
  columns: { slug: t.text },
  sql: `select slug from organization where slug = :slug or slug like :slug || '-%'`,
});

/**
 * Finds the active church of a subdomain, or the church of a verified domain. The domain of a
 * church that is not active still leads to it: the sign-in of another church must not appear there.
 */
export const findChurchOfHost = statement({
  parameters: { subdomain: t.nullable(t.text), host: t.text },
  columns: { id: t.uuid, slug: t.text },
  sql: `
    select id, slug
      from organization
     where is_active and subdomain = :subdomain
    union all
    select o.id, o.slug
      from host h
      join organization o on o.id = h.organization_id
     where h.name = :host
     limit 1`,
});

/** Finds churches whose slug or domain is a host of the program. */
export const findChurchesOnHosts = statement({
  parameters: { hosts: t.array(t.text), slugs: t.array(t.text) },
  columns: { name: t.text, host: t.text },
  sql: `
    select o.name, coalesce(h.name, o.slug) as host
      from organization o
      left join host h on h.organization_id = o.id and h.name = any(:hosts::text[])
     where h.name is not null
        or o.slug = any(:slugs::text[])
        or o.subdomain = any(:slugs::text[])
     order by o.name`,
});

/** Reads the custom domain of a church, and whether it is verified. */
export const selectDomain = statement({
  parameters: { organizationId: t.uuid },
  columns: { domain: t.nullable(t.text), token: t.nullable(t.text), verified: t.boolean },
  sql: `
    select o.custom_domain as domain,
           o.domain_token as token,
           exists (
             select 1 from host h where h.name = o.custom_domain and h.organization_id = o.id
           ) as verified
      from organization o
     where o.id = :organizationId`,
});

export const deleteHosts = statement({
  parameters: { organizationId: t.uuid },
  sql: 'delete from host where organization_id = :organizationId',
});

export const storeDomain = statement({
  parameters: { organizationId: t.uuid, domain: t.text, token: t.text },
  sql: `
    update organization
       set custom_domain = :domain, domain_token = :token, updated_at = now()
     where id = :organizationId`,
});

/**
 * Stores a custom domain as a host of the church, if the church still has this domain and token.
 * Counts 0 if the domain already is the host of a church.
 */
export const insertHost = statement({
  parameters: { organizationId: t.uuid, domain: t.text, token: t.text },
  sql: `
    insert into host (name, organization_id)
    select custom_domain, id
      from organization
     where id = :organizationId and custom_domain = :domain and domain_token = :token
    on conflict do nothing`,
});

const planOfChurch = {
  plan: t.textOf<PlanId>(),
  isUnpaidTrial: t.boolean,
};
const selectPlanOfChurch = `
    select subscription_plan as plan,
           subscription_status in ('trial', 'expired')
             and stripe_subscription_id is null as is_unpaid_trial
      from organization
     where id = :church`;

export const selectPlan = statement({ columns: planOfChurch, sql: selectPlanOfChurch });

/** Reads the plan, and locks the church's row until the transaction ends. */
export const lockPlan = statement({
  columns: planOfChurch,
  sql: `${selectPlanOfChurch}
       for no key update`,
});

/**
 * Reads the member limit and contact data, and locks the church's row until the transaction ends.
 */
export const lockForUserChanges = statement({
  columns: {
    name: t.text,
    email: t.nullable(t.text),
    phone: t.nullable(t.text),
    plan: t.text,
    memberLimit: t.nullable(t.integer),
  },
  sql: `
    select name, email, phone, subscription_plan as plan, member_limit
      from organization
     where id = :church
       for no key update`,
});

export const lockChurch = statement({
  parameters: { organizationId: t.uuid },
  columns: { id: t.uuid },
  sql: 'select id from organization where id = :organizationId for no key update',
});
