import { todayIn } from '#libs/calendar';
import { standingOf, type ChurchState } from '#libs/contracts';
import type { Tx } from '#libs/database';

/** The church's time zone: whose midnight ends its days. */
export async function timeZoneOf(tx: Tx, organizationId: string): Promise<string> {
  const [row] = await tx.sql<{ time_zone: string }>(
    'select time_zone from organization where id = $1',
    [organizationId],
  );
  return row?.time_zone ?? 'UTC';
}

/** Today's calendar date where the church is. */
export async function today(tx: Tx, organizationId: string): Promise<string> {
  return todayIn(await timeZoneOf(tx, organizationId), new Date());
}

/**
 * SQL: a query of the states of all churches, with the columns of `ChurchState` in their spelling, `id` and `"isActive"`.
 * The guard of every request joins it, so that it needs one statement.
 */
export const churchStatesSql = `
  select id,
         is_active as "isActive",
         subscription_status as "subscriptionStatus",
         is_paused as "isPaused",
         paused_reason as "pausedReason",
         trial_ends_at as "trialEndsAt",
         stripe_subscription_id is not null as "isByCard",
         coalesce(subscription_paused, false) as "isSubscriptionPaused"
    from organization`;

/** Whether the church of the transaction goes on: neither paused nor ended. A payment that failed is still no end. */
export async function isServed(tx: Tx): Promise<boolean> {
  const [church] = await tx.sql<ChurchState>(
    `select * from (${churchStatesSql}) church where id = $1 and "isActive"`,
    [tx.organizationId],
  );
  return (
    church !== undefined &&
    (standingOf(church, new Date()).state === 'open' ||
      (church.subscriptionStatus === 'past_due' && !church.isPaused))
  );
}
