import type { TicketPerson, User } from '#libs/contracts';
import { nameOf } from './words';

/**
 * Returns the users to whom a ticket can be assigned, the current user first. Secretaries answer
 * only tickets about donations.
 */
export const assignable = (
  people: readonly TicketPerson[],
  user: Pick<User, 'id'>,
  isAboutGift: boolean,
): { value: string; label: string }[] =>
  people
    .filter(({ role }) => isAboutGift || role !== 'secretary')
    .sort((a, b) => Number(b.id === user.id) - Number(a.id === user.id))
    .map((person) => ({
      value: person.id,
      label: person.id === user.id ? `${nameOf(person)} (you)` : nameOf(person),
    }));
