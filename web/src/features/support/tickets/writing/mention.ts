import type { TicketPerson } from '#libs/contracts';
import { nameOf } from '../words';

/** Somebody about to be named: where the @ stands, and what was typed after it. */
export interface Mentioning {
  at: number;
  typed: string;
}

/** What is being named before the caret; null: nobody. */
export function mentioningAt(text: string, caret: number): Mentioning | null {
  const found = /(^|[\s(])@([^@\n]{0,40})$/.exec(text.slice(0, caret));
  return found ? { at: caret - found[2]!.length - 1, typed: found[2]! } : null;
}

/** Whoever's name, or last name, begins like that; nobody once a name is whole. */
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

/** The text with the name in it, and where one goes on. */
export function withMention(
  text: string,
  { at, typed }: Mentioning,
  person: TicketPerson,
): { text: string; caret: number } {
  const name = `@${nameOf(person)} `;
  const after = text.slice(at + 1 + typed.length);
  return { text: text.slice(0, at) + name + after.replace(/^ /, ''), caret: at + name.length };
}
