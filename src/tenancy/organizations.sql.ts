import type { Organization } from '#libs/contracts';
import { statement, t } from '#libs/database';

/**
 * A condition: the church has a subscription at Stripe that has not ended, even if it is paused.
 */
const paysByCardSql = `(
  stripe_subscription_id is not null
  and (subscription_status in ('trial', 'active', 'past_due') or subscription_paused)
)`;

/** Lists all churches, or reads the church `id`. */
export const listOrganizationRows = statement({
  parameters: { id: t.nullable(t.uuid) },
  columns: {
    id: t.uuid,
    name: t.text,
    slug: t.text,
    subdomain: t.text,
    description: t.nullable(t.text),
    website: t.nullable(t.text),
    phone: t.nullable(t.text),
    address: t.nullable(t.text),
    email: t.nullable(t.text),
    subscriptionPlan: t.textOf<Organization['subscriptionPlan']>(),
    subscriptionStatus: t.textOf<Organization['subscriptionStatus']>(),
    subscriptionTier: t.text,
    subscriptionPrice: t.text,
    memberLimit: t.nullable(t.integer),
    trialEndsAt: t.nullable(t.timestamptz),
    subscriptionEndsAt: t.nullable(t.timestamptz),
    subscriptionRenewsAt: t.nullable(t.timestamptz),
    paysByCard: t.boolean,
    isCollectionStopped: t.boolean,
    isActive: t.boolean,
    isPaused: t.boolean,
    pausedReason: t.nullable(t.text),
    pausedAt: t.nullable(t.timestamptz),
    primaryColor: t.text,
    customDomain: t.nullable(t.text),
    usedPromoCodes: t.array(t.text),
    createdAt: t.timestamptz,
    updatedAt: t.timestamptz,
  },
  sql: `
    select id,
           name,
           slug,
           subdomain,
           description,
           website,
           phone,
           address,
           email,
           subscription_plan,
           subscription_status,
           subscription_tier,
           subscription_price::text as subscription_price,
           member_limit,
           trial_ends_at,
           subscription_ends_at,
           subscription_renews_at,
           ${paysByCardSql} as pays_by_card,
           collection_stopped as is_collection_stopped,
           is_active,
           is_paused,
           paused_reason,
           paused_at,
           primary_color,
           custom_domain,
           used_promo_codes,
           created_at,
           updated_at
      from organization
     where :id::uuid is null or id = :id
     order by name, id`,
});

const storeTextOf = (column: string) =>
  statement({
    parameters: { id: t.uuid, value: t.nullable(t.text) },
    sql: `update organization set ${column} = :value, updated_at = now() where id = :id`,
  });

/** Stores one of the texts that describe a church. */
export const storeText = {
  name: storeTextOf('name'),
  description: storeTextOf('description'),
  website: storeTextOf('website'),
  phone: storeTextOf('phone'),
  address: storeTextOf('address'),
  email: storeTextOf('email'),
};

export const storePlan = statement({
  parameters: { id: t.uuid, plan: t.text, price: t.numeric },
  sql: `
    update organization
       set subscription_plan = :plan,
           subscription_tier = :plan,
           subscription_price = :price,
           updated_at = now()
     where id = :id`,
});

export const storeMemberLimit = statement({
  parameters: { id: t.uuid, memberLimit: t.nullable(t.integer) },
  sql: `
    update organization
       set member_limit = :memberLimit, updated_at = now()
     where id = :id`,
});

/** Finds the church if it pays by card for another plan than the given one. */
export const findOtherPlanByCard = statement({
  parameters: { id: t.uuid, plan: t.text },
  columns: { id: t.uuid },
  sql: `
    select id
      from organization
     where id = :id and ${paysByCardSql} and subscription_plan <> :plan`,
});

export const pauseChurch = statement({
  parameters: { id: t.uuid, reason: t.text, stopsCollection: t.boolean },
  sql: `
    update organization
       set is_paused = true,
           paused_reason = :reason,
           paused_at = now(),
           collection_stopped = :stopsCollection,
           updated_at = now()
     where id = :id`,
});

export const resumeChurch = statement({
  parameters: { id: t.uuid },
  sql: `
    update organization
       set is_paused = false,
           paused_reason = null,
           paused_at = null,
           collection_stopped = false,
           updated_at = now()
     where id = :id`,
});

export const insertPlatformAudit = statement({
  parameters: {
    id: t.uuid,
    accountId: t.uuid,
    organizationId: t.uuid,
    action: t.text,
    details: t.json<Record<string, unknown>>(),
  },
  sql: `
    insert into platform_audit_entry (id, account_id, organization_id, action, details)
    values (:id, :accountId, :organizationId, :action, :details)`,
});
