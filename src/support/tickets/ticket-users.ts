import type { Role, TicketPerson, TicketType } from '#libs/contracts';
import type { Tx } from '#libs/database';
import {
  findSuperAdmins,
  findUsers,
  findUsersByRole,
  mayOpenPortal,
  type UserRecord,
} from '../../identity/index.js';

/** A user of the church, or a super administrator, who takes part in a ticket. */
export interface TicketUser extends TicketPerson {
  email: string;
  /** whether the address is confirmed and the user may use the portal */
  getsEmails: boolean;
  /** whether it is a super administrator */
  isPlatform: boolean;
}

const toTicketUser = (user: UserRecord): TicketUser => ({
  id: user.id,
  firstName: user.firstName,
  lastName: user.lastName,
  role: user.role,
  email: user.email,
  getsEmails: user.isEmailVerified && mayOpenPortal(user),
  isPlatform: false,
});

/**
 * Finds the users who may answer a ticket: for an internal ticket by their role, for an external
 * one all super administrators.
 * @param tx a transaction of the church, or for external tickets also of the platform
 */
export async function findAnswerers(
  tx: Tx,
  type: TicketType,
  isAboutGift: boolean,
): Promise<TicketUser[]> {
  if (type === 'external') {
    const accounts = await findSuperAdmins(tx);
    return accounts.map(({ id, email, isEmailVerified }) => ({
      id,
      firstName: email,
      lastName: '',
      role: 'super_admin',
      email,
      getsEmails: isEmailVerified,
      isPlatform: true,
    }));
  }
  const roles: Role[] = ['admin', 'support', ...(isAboutGift ? (['secretary'] as const) : [])];
  return (await findUsersByRole(tx, roles)).filter(mayOpenPortal).map(toTicketUser);
}

/** Finds the admins of the church, who are its side of external tickets. */
export async function findAdmins(tx: Tx): Promise<TicketUser[]> {
  const admins = (await findUsersByRole(tx, ['admin'])).filter(mayOpenPortal).map(toTicketUser);
  return admins.sort((admin, otherAdmin) => (admin.id < otherAdmin.id ? -1 : 1));
}

/** Finds users of the church by their ids. Leaves out users who may not use the portal. */
export const findTicketUsers = async (tx: Tx, ids: readonly string[]): Promise<TicketUser[]> =>
  (await findUsers(tx, ids)).filter(mayOpenPortal).map(toTicketUser);

/**
 * Finds the users whom a text mentions as `@First Last`, with the whole name, not within an
 * address.
 */
export const findMentioned = (text: string, users: readonly TicketUser[]): TicketUser[] =>
  users.filter(({ firstName, lastName }) => {
    const name = `${firstName} ${lastName}`.trim().replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
    return (
      name !== '' && new RegExp(`(?<![\\p{L}\\p{N}])@${name}(?![\\p{L}\\p{N}])`, 'iu').test(text)
    );
  });
