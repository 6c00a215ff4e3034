import { Inject } from '@nestjs/common';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v7 as newId } from 'uuid';
import {
  notificationMethods,
  readRole,
  staffUser,
  user,
  type Role,
  type StaffUser,
  type User,
} from '#libs/contracts';
import { Database, type Tx } from '#libs/database';
import { audit, conflict, conflictAt } from '#libs/http';
import { tellLive } from '#libs/live';
import { KeepMemberDonor } from '../giving/index.js';
import { awaitsContact, lockMembership, SetAwaitsContact } from '../tenancy/index.js';
import { AppUser } from './user.entity.js';
import { findVerified, readEmail } from './account/credentials.sql.js';
import {
  findAnyByEmail,
  findFreeRole,
  findPlace,
  insertPlace,
  linkUser,
} from './members/members.sql.js';

export interface NewPerson {
  email: string;
  firstName: string;
  lastName: string;
  role: Role;
  isApproved: boolean;
  isSuspended?: boolean;
  phone?: string | null;
  memberSince?: Date | null;
  accountId?: string | null;
  isManuallyCreated?: boolean;
}

/** Brings a person into a church: the user, their place among the donors once they are approved, and where their account finds them. */
export class AddPerson extends Command<AppUser> {
  constructor(
    readonly organizationId: string,
    readonly person: NewPerson,
  ) {
    super();
  }
}

@CommandHandler(AddPerson)
export class AddPersonHandler implements ICommandHandler<AddPerson> {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(CommandBus) private readonly commands: CommandBus,
  ) {}

  execute({ organizationId, person }: AddPerson): Promise<AppUser> {
    return this.db.tenant(organizationId, async (tx) => {
      await lockMembership(tx); // two of one address at once
      const known = await findAnyByEmail(tx, { email: person.email });
      if (known.length > 0)
        throw conflictAt(
          'email',
          'An account with this email address already exists. Please sign in.',
        );
      const verified = person.accountId
        ? await findVerified(tx, { accountId: person.accountId })
        : [];
      const now = new Date();
      const made = tx.em.create(AppUser, {
        ...person,
        emailVerified: verified.length > 0,
        organizationId,
        id: newId(),
        memberSince: person.memberSince ?? now,
        approvedAt: person.isApproved ? now : null,
        suspendedAt: person.isSuspended ? now : null,
      });
      await tx.em.flush();
      if (person.accountId) {
        await insertPlace(tx, { accountId: person.accountId, userId: made.id });
      }
      await keepDonor(this.commands, made);
      if (!made.isApproved)
        await tellLive(tx, {
          kind: 'badge',
          id: organizationId,
          organizationId: organizationId,
          action: 'member.approve',
        });
      return made;
    });
  }
}

/**
 * A donor exists from approval on: whoever only registered is nobody whom an import may match or the ledger show. Called
 * whenever name, email, phone or approval of a person changed.
 */
export async function keepDonor(
  commands: CommandBus,
  { organizationId, id, isApproved, firstName, lastName, email, phone }: AppUser,
): Promise<void> {
  if (isApproved)
    await commands.execute(
      new KeepMemberDonor(organizationId, id, { firstName, lastName, email, phone: phone ?? null }),
    );
}

/** The role of the person with this address whom nobody signs in as yet, because staff made them by hand or a church was registered with them; else null. */
export async function freeRole(tx: Tx, email: string): Promise<Role | null> {
  const [row] = await findFreeRole(tx, { email });
  return row ? readRole(row.role) : null;
}

/** The person made by hand with the account's confirmed address becomes its own: gifts and pledges are the person's. */
export async function linkByEmail(
  tx: Tx,
  commands: CommandBus,
  accountId: string,
): Promise<AppUser> {
  const [row] = await linkUser(tx, { accountId });
  if (!row)
    throw conflict('This person belongs to another account by now. Please ask your church.');
  await insertPlace(tx, { accountId, userId: row.id });
  if (readRole(row.role) === 'admin')
    await commands.execute(new SetAwaitsContact(tx.organizationId!, false));
  await audit(tx, row.id, 'account-taken-over');
  return tx.em.findOneOrFail(AppUser, { organizationId: tx.organizationId!, id: row.id });
}

/**
 * The account, whose address is confirmed, gets its place in the church of the transaction, where it has none: as the person
 * whom staff made by hand; else it waits for approval under the names that were asked for.
 */
export async function joinByEmail(
  tx: Tx,
  commands: CommandBus,
  accountId: string,
  joinAs: { firstName: string; lastName: string } | null,
): Promise<void> {
  await lockMembership(tx);
  if ((await findPlace(tx, { accountId })).length > 0) return;
  const [account] = await readEmail(tx, { accountId });
  const waitingRole = await freeRole(tx, account!.email);
  // nobody but its contact gets into a church that waits for them, not even by an earlier link
  if (joinAs && !waitingRole && (await awaitsContact(tx, tx.organizationId!))) return;
  if (!joinAs || waitingRole) {
    await linkByEmail(tx, commands, accountId);
    return;
  }
  const person = await commands.execute(
    new AddPerson(tx.organizationId!, {
      ...joinAs,
      email: account!.email,
      role: 'member',
      isApproved: false,
      accountId,
    }),
  );
  await audit(tx, person.id, 'registered');
}

/** What the API answers of a person, from an allow-list. */
export function toUser(person: AppUser): User {
  return user.parse({
    ...plain(person),
    role: readRole(person.role),
    notificationMethod:
      notificationMethods.find((method) => method === person.notificationMethod) ?? 'email',
    isSuperAdmin: false,
  });
}

const timestamps = ['memberSince', 'createdAt', 'updatedAt', 'approvedAt', 'suspendedAt'] as const;
function plain(person: AppUser): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const key of Object.keys(user.shape)) fields[key] = person[key as keyof AppUser] ?? null;
  for (const key of timestamps) fields[key] = person[key]?.toISOString() ?? null;
  return fields;
}

/** A super administrator without a church: everything a church would know of them is empty. */
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

/** A person as staff see them. */
export function toStaffUser(person: AppUser): StaffUser {
  return staffUser.parse({ ...toUser(person), suspendedReason: person.suspendedReason ?? null });
}

/** The people of the church by name; whoever was removed is not among them. */
export async function listPeople(
  tx: Tx,
  where: { isApproved?: boolean } = {},
): Promise<StaffUser[]> {
  const people = await tx.em.find(
    AppUser,
    { organizationId: tx.organizationId!, removedAt: null, ...where },
    { orderBy: { firstName: 'asc', lastName: 'asc', id: 'asc' } },
  );
  return people.map(toStaffUser);
}

/** Returns the address with which an account signs in. */
export async function emailOfAccount(tx: Tx, accountId: string): Promise<string> {
  const [account] = await readEmail(tx, { accountId });
  return account!.email;
}
