import type { Role, TicketPerson, TicketType } from '#libs/contracts';
import type { Tx } from '#libs/database';
import {
  findSuperAdmins,
  findUsers,
  findUsersByRole,
  mayOpenPortal,
  type UserRecord,
} from '../../identity/index.js';

/** Somebody who stands on one side of a ticket. */
export interface Person extends TicketPerson {
  email: string;
  /** emails reach them: their address is proved, and they may open the portal */
  isReached: boolean;
  isPlatform: boolean;
}

const toPerson = (user: UserRecord): Person => ({
  id: user.id,
  firstName: user.firstName,
  lastName: user.lastName,
  role: user.role,
  email: user.email,
  isReached: user.isEmailVerified && mayOpenPortal(user),
  isPlatform: false,
});

/** Who answers: of internal tickets by their role, of external ones every super administrator. In the church's transaction, or the platform's. */
export async function answerersOf(
  tx: Tx,
  type: TicketType,
  isAboutGift: boolean,
): Promise<Person[]> {
  if (type === 'external') {
    const accounts = await findSuperAdmins(tx);
    return accounts.map(({ id, email, isEmailVerified }) => ({
      id,
      firstName: email,
      lastName: '',
      role: 'super_admin',
      email,
      isReached: isEmailVerified,
      isPlatform: true,
    }));
  }
  const roles: Role[] = ['admin', 'support', ...(isAboutGift ? (['secretary'] as const) : [])];
  return (await findUsersByRole(tx, roles)).filter(mayOpenPortal).map(toPerson);
}

/** The administrators of the church: its side of external tickets. */
export async function administratorsOf(tx: Tx): Promise<Person[]> {
  const people = (await findUsersByRole(tx, ['admin'])).filter(mayOpenPortal).map(toPerson);
  return people.sort((one, other) => (one.id < other.id ? -1 : 1));
}

/** People of the church by their ids, as far as they may still open the portal. */
export const peopleOf = async (tx: Tx, ids: readonly string[]): Promise<Person[]> =>
  (await findUsers(tx, ids)).filter(mayOpenPortal).map(toPerson);

/** Those of them whom a text names as `@First Last`: the whole name, and not within an address. */
export const mentionedIn = (text: string, people: readonly Person[]): Person[] =>
  people.filter(({ firstName, lastName }) => {
    const name = `${firstName} ${lastName}`.trim().replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
    return (
      name !== '' && new RegExp(`(?<![\\p{L}\\p{N}])@${name}(?![\\p{L}\\p{N}])`, 'iu').test(text)
    );
  });
