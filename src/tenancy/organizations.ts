import { v7 as newId } from 'uuid';
import { plans, type EditOrganization, type Organization } from '#libs/contracts';
import type { Database, Tx } from '#libs/database';
import { conflict, notFound, invalidField } from '#libs/http';
import { countImageBytes } from '#libs/images';
import type { ChurchImports, ChurchUsers } from './church-facts.js';
import {
  findOtherPlanByCard,
  insertPlatformAudit,
  listOrganizationRows,
  pauseChurch,
  resumeChurch,
  storeMemberLimit,
  storePlan,
  storeText,
} from './organizations.sql.js';
import { readLogoUrl } from './site-image-list.js';

type Row = Awaited<ReturnType<typeof listOrganizationRows>>[number];

/** Reads the users and the imports of a church, of contexts that tenancy cannot import. */
export interface ChurchFacts {
  users: ChurchUsers;
  imports: ChurchImports;
}

/**
 * Lists all churches with their figures. Reads one church after the other because of row-level
 * security.
 */
export async function listOrganizations(db: Database, facts: ChurchFacts): Promise<Organization[]> {
  const rows = await db.platform((tx) => listOrganizationRows(tx, { id: null }));
  const organizations: Organization[] = [];
  for (const row of rows) organizations.push(await withFigures(db, facts, row));
  return organizations;
}

/** @throws HttpError 404 */
export async function readOrganization(
  db: Database,
  facts: ChurchFacts,
  id: string,
): Promise<Organization> {
  const [row] = await db.platform((tx) => listOrganizationRows(tx, { id }));
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
      ...toResponse(row),
      storage: imageBytes + importBytes,
      logoUrl,
      administrators,
      members,
    };
  });
}

const toResponse = (row: Row) => ({
  ...row,
  trialEndsAt: row.trialEndsAt?.toISOString() ?? null,
  subscriptionEndsAt: row.subscriptionEndsAt?.toISOString() ?? null,
  subscriptionRenewsAt: row.subscriptionRenewsAt?.toISOString() ?? null,
  pausedAt: row.pausedAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

/** The texts of a church that a super administrator can change. */
const editableTexts = ['name', 'description', 'website', 'phone', 'address', 'email'] as const;

/**
 * Changes the texts, the plan and the member limit of a church.
 * @param members how many members the church has
 * @throws HttpError 400 if the church has more members than the new limit; 409 for another plan if
 *   the church pays by card
 */
export async function editOrganization(
  tx: Tx,
  id: string,
  members: number,
  change: EditOrganization,
): Promise<void> {
  if (change.subscriptionPlan && (await paysByCard(tx, id, change.subscriptionPlan)))
    throw conflict('This church pays by card: its administrators change its plan at /subscribe.');
  const plan =
    change.subscriptionPlan && plans.find(({ id: planId }) => planId === change.subscriptionPlan);
  const limit = change.memberLimit !== undefined ? change.memberLimit : plan?.memberLimit;
  if (limit !== undefined && limit !== null && limit < members)
    throw invalidField(
      'memberLimit',
      `This church has ${members} members: the limit cannot be ${limit}.`,
    );
  for (const text of editableTexts) {
    const value = change[text];
    if (value !== undefined) await storeText[text](tx, { id, value: value === '' ? null : value });
  }
  if (plan) await storePlan(tx, { id, plan: plan.id, price: plan.price });
  if (limit !== undefined) await storeMemberLimit(tx, { id, memberLimit: limit });
}

/**
 * Whether the church pays by card for another plan. Changing the plan here would not change what
 * Stripe charges.
 */
async function paysByCard(tx: Tx, id: string, plan: string): Promise<boolean> {
  return (await findOtherPlanByCard(tx, { id, plan })).length > 0;
}

/**
 * Pauses a church.
 * @param stopsCollection whether the card is not charged during the pause; the caller must also
 *   inform Stripe (`Customers.scheduleUpdate`)
 */
export const pauseOrganization = (tx: Tx, id: string, reason: string, stopsCollection: boolean) =>
  pauseChurch(tx, { id, reason, stopsCollection });

export const resumeOrganization = (tx: Tx, id: string) => resumeChurch(tx, { id });

/** Adds an entry to the platform's audit log for an action of a super administrator. */
export async function platformAudit(
  tx: Tx,
  accountId: string,
  organizationId: string,
  action: string,
  details: Record<string, unknown> = {},
): Promise<void> {
  await insertPlatformAudit(tx, { id: newId(), accountId, organizationId, action, details });
}
