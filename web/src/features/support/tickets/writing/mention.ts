import type { TicketPerson } from '#libs/contracts';
import { nameOf } from '../words';

/** A mention that is being typed: the position of the @, and the text after it. */
export interface Mentioning {
  start: number;
  typed: string;
}

/** Returns the mention that is being typed before the caret; null if there is none. */
export function mentioningAt(text: string, caret: number): Mentioning | null {
  const match = /(^|[\s(])@([^@\n]{0,40})$/.exec(text.slice(0, caret));
  return match ? { start: caret - match[2]!.length - 1, typed: match[2]! } : null;
}

/**
 * Returns the users whose full name or last name begins with the text; none when a name is
 * complete.
 */
export function peopleFor(people: readonly TicketPerson[], { typed }: Mentioning): TicketPerson[] {
  const begun = typed.toLowerCase();
  if (people.some((person) => begun === `${nameOf(person).toLowerCase()} `)) return [];
  return people
    .filter((person) =>
      [nameOf(person), person.lastName].some(
        (name) => name !== '' && name.toLowerCase().startsWith(begun),
      ),
    )
    .slice(0, 6);
}

/** Returns the text with the name, and the new position of the caret. */
export function withMention(
  text: string,
  { start, typed }: Mentioning,
  person: TicketPerson,
): { text: string; caret: number } {
  const name = `@${nameOf(person)} `;
  const after = text.slice(start + 1 + typed.length);
  return {
    text: text.slice(0, start) + name + after.replace(/^ /, ''),
    caret: start + name.length,
  };
}
