import { v7 as newId } from 'uuid';
import { plans, type EditOrganization, type Organization } from '#libs/contracts';
import type { Database, Tx } from '#libs/database';
import { conflict, notFound, refusedAt } from '#libs/http';
import { countMembers } from './membership.js';

interface Row extends Omit<Organization, 'administrators' | 'members' | 'storage' | 'logoUrl'> {
  id: string;
}

/** Whether a subscription at Stripe counts, if only as paused. */
const byCard = `(stripe_subscription_id is not null and (subscription_status in ('trial', 'active', 'past_due') or subscription_paused))`;

const columns = `id, name, slug, subdomain, description, website, phone, address, email, subscription_plan as "subscriptionPlan",
  subscription_status as "subscriptionStatus", subscription_tier as "subscriptionTier", subscription_price::text as "subscriptionPrice", member_limit as "memberLimit",
  trial_ends_at as "trialEndsAt", subscription_ends_at as "subscriptionEndsAt",
  subscription_renews_at as "subscriptionRenewsAt", ${byCard} as "paysByCard",
  collection_stopped as "isCollectionStopped", is_active as "isActive", is_paused as "isPaused", paused_reason as "pausedReason",
  paused_at as "pausedAt", primary_color as "primaryColor", custom_domain as "customDomain", used_promo_codes as "usedPromoCodes",
  created_at as "createdAt", updated_at as "updatedAt"`;

/** All churches, with what each one uses; their rows lie behind row-level security, so church by church. */
export async function listOrganizations(db: Database): Promise<Organization[]> {
  const rows = await db.platform((tx) =>
    tx.sql<Row>(`select ${columns} from organization order by name, id`),
  );
  const found: Organization[] = [];
  for (const row of rows) found.push(await withFigures(db, row));
  return found;
}

/** @throws HttpError 404 */
export async function oneOrganization(db: Database, id: string): Promise<Organization> {
  const [row] = await db.platform((tx) =>
    tx.sql<Row>(`select ${columns} from organization where id = $1`, [id]),
  );
  if (!row) throw notFound('This organization');
  return withFigures(db, row);
}

async function withFigures(db: Database, row: Row): Promise<Organization> {
  const figures = await db.tenant(row.id, async (tx) => {
    const [counted] = await tx.sql<{
      storage: number;
      logoUrl: string | null;
      administrators: number;
    }>(
      `select (select coalesce(sum(length(bytes)), 0)::float8 from image where organization_id = $1)
              + (select coalesce(sum(file_size), 0)::float8 from donation_import where organization_id = $1) as storage,
              (select image_url from site_image where organization_id = $1 and type = 'logo' and active order by position, id limit 1) as "logoUrl",
              (select count(*)::int from app_user where organization_id = $1 and role = 'admin' and account_id is not null and removed_at is null) as administrators`,
      [row.id],
    );
    return { ...counted!, members: await countMembers(tx) };
  });
  return { ...plain(row), ...figures };
}

const plain = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([key, value]) => [
      key,
      (value as unknown) instanceof Date ? (value as unknown as Date).toISOString() : value,
    ]),
  ) as unknown as Row;

const fields = {
  name: 'name',
  description: 'description',
  website: 'website',
  phone: 'phone',
  address: 'address',
  email: 'email',
} as const;

/** A smaller plan than the church has members is refused, kindly. @throws HttpError 400, 404, 409 for another plan of a church that pays by card */
export async function editOrganization(
  tx: Tx,
  id: string,
  members: number,
  change: EditOrganization,
): Promise<void> {
  const sets: [string, unknown][] = [];
  for (const [key, column] of Object.entries(fields)) {
    const value = change[key as keyof typeof fields];
    if (value !== undefined) sets.push([column, value === '' ? null : value]);
  }
  if (change.subscriptionPlan && (await paysByCard(tx, id, change.subscriptionPlan)))
    throw conflict('This church pays by card: its administrators change its plan at /subscribe.');
  const plan = change.subscriptionPlan && plans.find((one) => one.id === change.subscriptionPlan);
  if (plan)
    sets.push(
      ['subscription_plan', plan.id],
      ['subscription_tier', plan.id],
      ['subscription_price', plan.price],
    );
  const limit = change.memberLimit !== undefined ? change.memberLimit : plan?.memberLimit;
  if (limit !== undefined) {
    if (limit !== null && limit < members)
      throw refusedAt(
        'memberLimit',
        `This church has ${members} members: the limit cannot be ${limit}.`,
      );
    sets.push(['member_limit', limit]);
  }
  if (sets.length === 0) return;
  const list = sets.map(([column], index) => `${column} = $${index + 2}`).join(', ');
  await tx.sql(`update organization set ${list}, updated_at = now() where id = $1`, [
    id,
    ...sets.map(([, value]) => value),
  ]);
}

/** Another plan would not change what Stripe charges. */
async function paysByCard(tx: Tx, id: string, plan: string): Promise<boolean> {
  const rows = await tx.sql(
    `select 1 from organization where id = $1 and ${byCard} and subscription_plan <> $2`,
    [id, plan],
  );
  return rows.length > 0;
}

/** @param stopsCollection whether a card is not charged meanwhile; told to Stripe afterwards (`Customers.follow`) */
export const pauseOrganization = (tx: Tx, id: string, reason: string, stopsCollection: boolean) =>
  tx.sql(
    'update organization set is_paused = true, paused_reason = $2, paused_at = now(), collection_stopped = $3, updated_at = now() where id = $1',
    [id, reason, stopsCollection],
  );

export const resumeOrganization = (tx: Tx, id: string) =>
  tx.sql(
    'update organization set is_paused = false, paused_reason = null, paused_at = null, collection_stopped = false, updated_at = now() where id = $1',
    [id],
  );

/** Records, append-only and in the transaction of the act, what the platform's owner did to a church. */
export async function platformAudit(
  tx: Tx,
  accountId: string,
  organizationId: string,
  action: string,
  details: Record<string, unknown> = {},
): Promise<void> {
  await tx.sql(
    'insert into platform_audit_entry (id, account_id, organization_id, action, details) values ($1, $2, $3, $4, $5)',
    [newId(), accountId, organizationId, action, JSON.stringify(details)],
  );
}
