import {
  notificationMethods,
  readRole,
  staffUser,
  user,
  type StaffUser,
  type User,
} from '#libs/contracts';
import type { Tx } from '#libs/database';
import { AppUser } from './user.entity.js';

/** Returns the fields of a user that the API sends. The schema is the allow-list. */
export function toUser(person: AppUser): User {
  return user.parse({
    ...responseFields(person),
    role: readRole(person.role),
    notificationMethod:
      notificationMethods.find((method) => method === person.notificationMethod) ?? 'email',
    isSuperAdmin: false,
  });
}

const timestamps = ['memberSince', 'createdAt', 'updatedAt', 'approvedAt', 'suspendedAt'] as const;
function responseFields(person: AppUser): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const key of Object.keys(user.shape)) fields[key] = person[key as keyof AppUser] ?? null;
  for (const key of timestamps) fields[key] = person[key]?.toISOString() ?? null;
  return fields;
}

/** Returns a super administrator without a church as a user whose church fields are empty. */
export function toPlatformUser(account: {
  id: string;
  email: string;
  createdAt: Date;
  hasFactor?: boolean;
}): User {
  const created = account.createdAt.toISOString();
  return {
    id: account.id,
    email: account.email,
    emailVerified: true,
    firstName: 'Platform',
    lastName: 'Owner',
    profileImageUrl: null,
    role: 'member',
    phone: null,
    bio: null,
    memberSince: created,
    createdAt: created,
    updatedAt: created,
    mfaEnabled: account.hasFactor ?? false,
    isApproved: true,
    approvedBy: null,
    approvedAt: null,
    isSuspended: false,
    suspendedBy: null,
    suspendedAt: null,
    organizationId: null,
    isSuperAdmin: true,
    notifyNewResources: true,
    notifyNewSermons: true,
    notifyNewEvents: true,
    notificationMethod: 'email',
    isManuallyCreated: false,
    version: 1,
  };
}

/** Returns the fields of a user that the API sends to staff. */
export function toStaffUser(person: AppUser): StaffUser {
  return staffUser.parse({ ...toUser(person), suspendedReason: person.suspendedReason ?? null });
}

/** Lists the users of the transaction's church by name, without removed users. */
export async function listUsers(
  tx: Tx,
  conditions: { isApproved?: boolean } = {},
): Promise<StaffUser[]> {
  const people = await tx.em.find(
    AppUser,
    { organizationId: tx.organizationId!, removedAt: null, ...conditions },
    { orderBy: { firstName: 'asc', lastName: 'asc', id: 'asc' } },
  );
  return people.map(toStaffUser);
}
