import { v7 as newId } from 'uuid';
import { plans, type EditOrganization, type Organization } from '#libs/contracts';
import type { Database, Tx } from '#libs/database';
import { conflict, notFound, refusedAt } from '#libs/http';
import { countImageBytes } from '#libs/images';
import type { ChurchImports, ChurchUsers } from './church-facts.js';
import { readLogoUrl } from './site-image-list.js';

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

/** Where the figures of other contexts come from. */
export interface ChurchFacts {
  users: ChurchUsers;
  imports: ChurchImports;
}

/** All churches, with what each one uses; their rows lie behind row-level security, so church by church. */
export async function listOrganizations(db: Database, facts: ChurchFacts): Promise<Organization[]> {
  const rows = await db.platform((tx) =>
    tx.sql<Row>(`select ${columns} from organization order by name, id`),
  );
  const found: Organization[] = [];
  for (const row of rows) found.push(await withFigures(db, facts, row));
  return found;
}

/** @throws HttpError 404 */
export async function oneOrganization(
  db: Database,
  facts: ChurchFacts,
  id: string,
): Promise<Organization> {
  const [row] = await db.platform((tx) =>
    tx.sql<Row>(`select ${columns} from organization where id = $1`, [id]),
  );
  if (!row) throw notFound('This organization');
  return withFigures(db, facts, row);
}

async function withFigures(
  db: Database,
  { users, imports }: ChurchFacts,
  row: Row,
): Promise<Organization> {
  return db.tenant(row.id, async (tx) => {
    const [imageBytes, importBytes, logoUrl, administrators, members] = await Promise.all([
      countImageBytes(tx),
      imports.countBytes(tx),
      readLogoUrl(tx),
      users.countAdministrators(tx),
      users.countMembers(tx),
    ]);
    return {
      ...plain(row),
      storage: imageBytes + importBytes,
      logoUrl,
      administrators,
      members,
    };
  });
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
