import type { SubscriptionDiscount } from '#libs/contracts';
import { statement, t } from '#libs/database';

export const selectSubscription = statement({
  columns: {
    name: t.text,
    email: t.nullable(t.text),
    plan: t.text,
    status: t.textOf<'trial' | 'active' | 'past_due' | 'canceled' | 'expired'>(),
    price: t.text,
    memberLimit: t.nullable(t.integer),
    trialEndsAt: t.nullable(t.timestamptz),
    renewsAt: t.nullable(t.timestamptz),
    endsAt: t.nullable(t.timestamptz),
    isPaused: t.boolean,
    isCollectionStopped: t.boolean,
    discounts: t.jsonb<SubscriptionDiscount[]>(),
    secondId: t.nullable(t.text),
    customerId: t.nullable(t.text),
    subscriptionId: t.nullable(t.text),
    cardTrialUsedAt: t.nullable(t.timestamptz),
    promoCode: t.nullable(t.text),
    usedPromoCodes: t.array(t.text),
  },
  sql: `
    select name,
           email,
           subscription_plan as plan,
           subscription_status as status,
           subscription_price::text as price,
           member_limit,
           trial_ends_at,
           subscription_renews_at as renews_at,
           subscription_ends_at as ends_at,
           subscription_paused as is_paused,
           collection_stopped as is_collection_stopped,
           subscription_discounts as discounts,
           second_subscription_id as second_id,
           stripe_customer_id as customer_id,
           stripe_subscription_id as subscription_id,
           card_trial_used_at,
           promo_code,
           used_promo_codes
      from organization
     where id = :church`,
});

/**
 * Stores the state of a subscription at Stripe. `plan` is null if the plan does not change;
 * `cents`: the monthly price.
 */
export const storeState = statement({
  parameters: {
    subscriptionId: t.nullable(t.text),
    status: t.text,
    cents: t.nullable(t.numeric),
    trialEndsAt: t.nullable(t.timestamptz),
    renewsAt: t.nullable(t.timestamptz),
    endsAt: t.nullable(t.timestamptz),
    plan: t.nullable(t.text),
    memberLimit: t.nullable(t.integer),
    usesPromoCode: t.boolean,
    isPaused: t.boolean,
    discounts: t.jsonb<SubscriptionDiscount[]>(),
  },
  sql: `
    update organization
       set stripe_subscription_id = :subscriptionId,
           subscription_status = :status,
           subscription_price = :cents::numeric / 100,
           trial_ends_at = coalesce(:trialEndsAt, trial_ends_at),
           subscription_renews_at = :renewsAt,
           subscription_ends_at = :endsAt,
           card_trial_used_at = coalesce(
             card_trial_used_at,
             case when :trialEndsAt::timestamptz is not null then now() end
           ),
           subscription_plan = coalesce(:plan, subscription_plan),
           subscription_tier = coalesce(:plan, subscription_tier),
           member_limit = case when :plan::text is null then member_limit else :memberLimit end,
           promo_code = case when :usesPromoCode then null else promo_code end,
           used_promo_codes = case
             when :usesPromoCode and not promo_code = any(used_promo_codes)
             then array_append(used_promo_codes, promo_code)
             else used_promo_codes
           end,
           subscription_paused = :isPaused,
           subscription_discounts = :discounts::jsonb,
           updated_at = now()
     where id = :church`,
});

export const cancelSubscription = statement({
  sql: `
    update organization
       set subscription_status = 'canceled',
           subscription_ends_at = now(),
           subscription_renews_at = null,
           subscription_paused = false,
           subscription_discounts = '[]',
           updated_at = now()
     where id = :church`,
});

export const storeSecondSubscription = statement({
  parameters: { id: t.nullable(t.text) },
  sql: 'update organization set second_subscription_id = :id where id = :church',
});

export const storePromoCode = statement({
  parameters: { code: t.nullable(t.text) },
  sql: 'update organization set promo_code = :code where id = :church',
});

/** Records that an email is sent. Counts 0 if it was sent before. */
export const insertEmail = statement({
  parameters: { about: t.text },
  sql: `
    insert into subscription_email (organization_id, about)
    values (:church, :about)
    on conflict do nothing`,
});

export const storeCustomer = statement({
  parameters: { organizationId: t.uuid, customerId: t.text },
  sql: `
    update organization
       set stripe_customer_id = :customerId, updated_at = now()
     where id = :organizationId`,
});

/** Stores an event of Stripe. Counts 0 if it was stored before. */
export const insertStripeEvent = statement({
  parameters: { id: t.text, type: t.text, organizationId: t.nullable(t.uuid) },
  sql: `
    insert into stripe_event (id, type, organization_id)
    values (:id, :type, :organizationId)
    on conflict do nothing`,
});
