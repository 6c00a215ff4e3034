import { Inject } from '@nestjs/common';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v7 as newId } from 'uuid';
import { readRole, type Role } from '#libs/contracts';
import { Database, type Tx } from '#libs/database';
import { audit, conflict, conflictInField } from '#libs/http';
import { tellLive } from '#libs/live';
import { StoreMemberDonor } from '../giving/index.js';
import { awaitsContact, lockUsersOfChurch, SetAwaitsContact } from '../tenancy/index.js';
import { AppUser } from './user.entity.js';
import { findVerified, readEmail } from './account/credentials.sql.js';
import {
  findAnyByEmail,
  findFreeRole,
  findMembership,
  insertMembership,
  linkUser,
} from './members/members.sql.js';

export interface NewUser {
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

/**
 * Adds a user to a church, with a donor if the user is approved, and the membership of the account.
 */
export class AddUser extends Command<AppUser> {
  constructor(
    readonly organizationId: string,
    readonly person: NewUser,
  ) {
    super();
  }
}

@CommandHandler(AddUser)
export class AddUserHandler implements ICommandHandler<AddUser> {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(CommandBus) private readonly commands: CommandBus,
  ) {}

  execute({ organizationId, person }: AddUser): Promise<AppUser> {
    return this.db.tenant(organizationId, async (tx) => {
      await lockUsersOfChurch(tx); // concurrent requests could add the same address twice
      const usersWithEmail = await findAnyByEmail(tx, { email: person.email });
      if (usersWithEmail.length > 0)
        throw conflictInField(
          'email',
          'An account with this email address already exists. Please sign in.',
        );
      const verified = person.accountId
        ? await findVerified(tx, { accountId: person.accountId })
        : [];
      const now = new Date();
      const created = tx.em.create(AppUser, {
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
        await insertMembership(tx, { accountId: person.accountId, userId: created.id });
      }
      await updateDonor(this.commands, created);
      if (!created.isApproved)
        await tellLive(tx, {
          kind: 'badge',
          id: organizationId,
          organizationId: organizationId,
          action: 'member.approve',
        });
      return created;
    });
  }
}

/**
 * Creates or updates the donor of an approved user. Pending users have no donor, so that imports do
 * not match them and the ledger does not show them. Must be called when the name, email address,
 * phone number or approval of a user has changed.
 */
export async function updateDonor(
  commands: CommandBus,
  { organizationId, id, isApproved, firstName, lastName, email, phone }: AppUser,
): Promise<void> {
  if (isApproved)
    await commands.execute(
      new StoreMemberDonor(organizationId, id, {
        firstName,
        lastName,
        email,
        phone: phone ?? null,
      }),
    );
}

/**
 * Returns the role of the user with this address who has no account yet, because staff added the
 * user or the user is the contact of a new church. Returns null if there is no such user.
 */
export async function findUnlinkedRole(tx: Tx, email: string): Promise<Role | null> {
  const [row] = await findFreeRole(tx, { email });
  return row ? readRole(row.role) : null;
}

/**
 * Links the user whom staff added with the account's confirmed address to the account. The account
 * gets the user's donations, pledges and role.
 * @throws HttpError 409 if the user belongs to another account
 */
export async function linkUserByEmail(
  tx: Tx,
  commands: CommandBus,
  accountId: string,
): Promise<AppUser> {
  const [row] = await linkUser(tx, { accountId });
  if (!row)
    throw conflict('This person belongs to another account by now. Please ask your church.');
  await insertMembership(tx, { accountId, userId: row.id });
  if (readRole(row.role) === 'admin')
    await commands.execute(new SetAwaitsContact(tx.organizationId!, false));
  await audit(tx, row.id, 'account-taken-over');
  return tx.em.findOneOrFail(AppUser, { organizationId: tx.organizationId!, id: row.id });
}

/**
 * Makes an account with a confirmed address join the transaction's church, unless it has a user
 * there. The account takes over the user whom staff added with its address, or gets a new user who
 * waits for approval.
 * @param joinAs the names for a new user; null if the account may only take over a user
 */
export async function joinChurchByEmail(
  tx: Tx,
  commands: CommandBus,
  accountId: string,
  joinAs: { firstName: string; lastName: string } | null,
): Promise<void> {
  await lockUsersOfChurch(tx);
  if ((await findMembership(tx, { accountId })).length > 0) return;
  const [account] = await readEmail(tx, { accountId });
  const roleToTakeOver = await findUnlinkedRole(tx, account!.email);
  // Until the contact of a church has confirmed the address, nobody else can join it, not even by a
  // link that was sent earlier.
  if (joinAs && !roleToTakeOver && (await awaitsContact(tx, tx.organizationId!))) return;
  if (!joinAs || roleToTakeOver) {
    await linkUserByEmail(tx, commands, accountId);
    return;
  }
  const person = await commands.execute(
    new AddUser(tx.organizationId!, {
      ...joinAs,
      email: account!.email,
      role: 'member',
      isApproved: false,
      accountId,
    }),
  );
  await audit(tx, person.id, 'registered');
}

/** Returns the address with which an account signs in. */
export async function emailOfAccount(tx: Tx, accountId: string): Promise<string> {
  const [account] = await readEmail(tx, { accountId });
  return account!.email;
}
