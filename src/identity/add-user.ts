import { Inject } from '@nestjs/common';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v7 as newId } from 'uuid';
import { readRole, type Role } from '#libs/contracts';
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

/** Brings a person into a church: the user, their place among the donors once they are approved, and where their account finds them. */
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
        await insertMembership(tx, { accountId: person.accountId, userId: made.id });
      }
      await updateDonor(this.commands, made);
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
export async function updateDonor(
  commands: CommandBus,
  { organizationId, id, isApproved, firstName, lastName, email, phone }: AppUser,
): Promise<void> {
  if (isApproved)
    await commands.execute(
      new KeepMemberDonor(organizationId, id, { firstName, lastName, email, phone: phone ?? null }),
    );
}

/** The role of the person with this address whom nobody signs in as yet, because staff made them by hand or a church was registered with them; else null. */
export async function findUnlinkedRole(tx: Tx, email: string): Promise<Role | null> {
  const [row] = await findFreeRole(tx, { email });
  return row ? readRole(row.role) : null;
}

/** The person made by hand with the account's confirmed address becomes its own: gifts and pledges are the person's. */
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
 * The account, whose address is confirmed, gets its place in the church of the transaction, where it has none: as the person
 * whom staff made by hand; else it waits for approval under the names that were asked for.
 */
export async function joinChurchByEmail(
  tx: Tx,
  commands: CommandBus,
  accountId: string,
  joinAs: { firstName: string; lastName: string } | null,
): Promise<void> {
  await lockMembership(tx);
  if ((await findMembership(tx, { accountId })).length > 0) return;
  const [account] = await readEmail(tx, { accountId });
  const waitingRole = await findUnlinkedRole(tx, account!.email);
  // nobody but its contact gets into a church that waits for them, not even by an earlier link
  if (joinAs && !waitingRole && (await awaitsContact(tx, tx.organizationId!))) return;
  if (!joinAs || waitingRole) {
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
