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
import { awaitsContact, lockMembership, setAwaitsContact } from '../tenancy/index.js';
import { AppUser } from './user.entity.js';

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
      const known = await tx.sql(
        'select 1 from app_user where organization_id = $1 and lower(email) = lower($2)',
        [organizationId, person.email],
      );
      if (known.length > 0)
        throw conflictAt(
          'email',
          'An account with this email address already exists. Please sign in.',
        );
      const verified = person.accountId
        ? await tx.sql('select 1 from account where id = $1 and email_verified_at is not null', [
            person.accountId,
          ])
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
        await tx.sql(
          'insert into account_church (account_id, organization_id, user_id) values ($1, $2, $3)',
          [person.accountId, organizationId, made.id],
        );
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
  const [row] = await tx.sql<{ role: string }>(
    'select role from app_user where organization_id = $1 and lower(email) = $2 and account_id is null',
    [tx.organizationId, email],
  );
  return row ? readRole(row.role) : null;
}

/** The person made by hand with the account's confirmed address becomes its own: gifts and pledges are the person's. */
export async function linkByEmail(tx: Tx, accountId: string): Promise<AppUser> {
  const [row] = await tx.sql<{ id: string; role: string }>(
    `update app_user u set account_id = a.id, email_verified = true, is_manually_created = false, updated_at = now()
       from account a where a.id = $2 and u.organization_id = $1 and lower(u.email) = a.email and u.account_id is null returning u.id, u.role`,
    [tx.organizationId, accountId],
  );
  if (!row)
    throw conflict('This person belongs to another account by now. Please ask your church.');
  await tx.sql(
    'insert into account_church (account_id, organization_id, user_id) values ($1, $2, $3)',
    [accountId, tx.organizationId, row.id],
  );
  if (readRole(row.role) === 'admin') await setAwaitsContact(tx, false);
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
  if (
    (
      await tx.sql('select 1 from account_church where account_id = $1 and organization_id = $2', [
        accountId,
        tx.organizationId,
      ])
    ).length > 0
  )
    return;
  const [account] = await tx.sql<{ email: string }>('select email from account where id = $1', [
    accountId,
  ]);
  const waitingRole = await freeRole(tx, account!.email);
  // nobody but its contact gets into a church that waits for them, not even by an earlier link
  if (joinAs && !waitingRole && (await awaitsContact(tx, tx.organizationId!))) return;
  if (!joinAs || waitingRole) {
    await linkByEmail(tx, accountId);
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
  created_at: Date;
  has_factor?: boolean;
}): User {
  const created = account.created_at.toISOString();
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
    mfaEnabled: account.has_factor ?? false,
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
  const [account] = await tx.sql<{ email: string }>('select email from account where id = $1', [
    accountId,
  ]);
  return account!.email;
}
