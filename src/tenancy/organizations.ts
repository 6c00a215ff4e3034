import { v7 as newId } from 'uuid';
import { plans, type EditOrganization, type Organization } from '#libs/contracts';
import type { Database, Tx } from '#libs/database';
import { conflict, notFound, refusedAt } from '#libs/http';
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

/** Where the figures of other contexts come from. */
export interface ChurchFacts {
  users: ChurchUsers;
  imports: ChurchImports;
}

/** All churches, with what each one uses; their rows lie behind row-level security, so church by church. */
export async function listOrganizations(db: Database, facts: ChurchFacts): Promise<Organization[]> {
  const rows = await db.platform((tx) => listOrganizationRows(tx, { id: null }));
  const found: Organization[] = [];
  for (const row of rows) found.push(await withFigures(db, facts, row));
  return found;
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

/** The texts of a church that an operator changes. */
const editableTexts = ['name', 'description', 'website', 'phone', 'address', 'email'] as const;

/** A smaller plan than the church has members is refused, kindly. @throws HttpError 400, 404, 409 for another plan of a church that pays by card */
export async function editOrganization(
  tx: Tx,
  id: string,
  members: number,
  change: EditOrganization,
): Promise<void> {
  if (change.subscriptionPlan && (await paysByCard(tx, id, change.subscriptionPlan)))
    throw conflict('This church pays by card: its administrators change its plan at /subscribe.');
  const plan = change.subscriptionPlan && plans.find((one) => one.id === change.subscriptionPlan);
  const limit = change.memberLimit !== undefined ? change.memberLimit : plan?.memberLimit;
  if (limit !== undefined) {
    if (limit !== null && limit < members)
      throw refusedAt(
        'memberLimit',
        `This church has ${members} members: the limit cannot be ${limit}.`,
      );
  }
  for (const text of editableTexts) {
    const value = change[text];
    if (value !== undefined) await storeText[text](tx, { id, value: value === '' ? null : value });
  }
  if (plan) await storePlan(tx, { id, plan: plan.id, price: plan.price });
  if (limit !== undefined) await storeMemberLimit(tx, { id, memberLimit: limit });
}

/** Another plan would not change what Stripe charges. */
async function paysByCard(tx: Tx, id: string, plan: string): Promise<boolean> {
  return (await findOtherPlanByCard(tx, { id, plan })).length > 0;
}

/** @param stopsCollection whether a card is not charged meanwhile; told to Stripe afterwards (`Customers.follow`) */
export const pauseOrganization = (tx: Tx, id: string, reason: string, stopsCollection: boolean) =>
  pauseChurch(tx, { id, reason, stopsCollection });

export const resumeOrganization = (tx: Tx, id: string) => resumeChurch(tx, { id });

/** Records, append-only and in the transaction of the act, what the platform's owner did to a church. */
export async function platformAudit(
  tx: Tx,
  accountId: string,
  organizationId: string,
  action: string,
  details: Record<string, unknown> = {},
): Promise<void> {
  await insertPlatformAudit(tx, { id: newId(), accountId, organizationId, action, details });
}
