import { isPlatformActor } from '#libs/contracts';
import { lockName, type Tx } from '#libs/database';
import { type Actor, tooMany } from '#libs/http';
import { tellLive } from '#libs/live';
import { administratorsOf, answerersOf, peopleOf, type Person } from './people.js';
import { isOfAsker, type Place } from './place.js';
import { aboutGift } from './ticket.entity.js';
import { countWrittenOfDay, findWriters } from './tickets.sql.js';

/** How much a user who answers no tickets may write in a day. */
const daily = { tickets: 20, messages: 200 };

/**
 * Returns the users who answer tickets of this kind first: support staff, or the secretaries for a ticket about a gift;
 * where there are none, the admins. For a ticket between a church and the platform, it is the other side.
 */
export async function deskOf({ tx, type, ticket }: Place): Promise<Person[]> {
  if (type === 'external')
    return ticket.byPlatform ? administratorsOf(tx) : answerersOf(tx, type, false);
  const people = await answerersOf(tx, type, aboutGift(ticket));
  const first = people.filter(({ role }) => role === (aboutGift(ticket) ? 'secretary' : 'support'));
  return first.length > 0 ? first : people.filter(({ role }) => role === 'admin');
}

/**
 * Returns the users to whom a public message is sent: the user who asked, everybody who has written or is assigned or
 * mentioned, and the desk where nobody answers yet. Users who may no longer see the ticket are left out.
 */
export async function readersOfMessage(place: Place, mentioned: Person[]): Promise<Person[]> {
  const { tx, ticket, type } = place;
  const wrote = await findWriters[type](tx, { ticketId: ticket.id });
  const ids = [
    ticket.createdBy,
    ...(ticket.assignedTo ? [ticket.assignedTo] : []),
    ...wrote.map(({ id }) => id),
  ];
  const answering = (await answerersOf(tx, type, aboutGift(ticket))).filter(({ id }) =>
    ids.includes(id),
  );
  const others =
    type === 'external'
      ? (await administratorsOf(tx)).filter(({ id }) => ids.includes(id))
      : await peopleOf(tx, [ticket.createdBy]);
  const desk = answering.length > 0 && !ticket.byPlatform ? [] : await deskOf(place);
  return [
    ...new Map(
      [...others, ...answering, ...(isOfAsker(place) ? desk : []), ...mentioned].map((person) => [
        person.id,
        person,
      ]),
    ).values(),
  ];
}

/** Returns the users who may read an internal note. */
export async function readersOfNote({ tx, type, actor }: Place): Promise<Person[]> {
  if (type === 'external')
    return isPlatformActor(actor) ? answerersOf(tx, type, false) : administratorsOf(tx);
  return answerersOf(tx, type, false);
}

/** Tells the open browsers of all users who may see the ticket that something in it is new. */
export async function announce({ tx, actor, ticket, type }: Place, isNote = false): Promise<void> {
  const event = { kind: 'ticket', id: String(ticket.id) } as const;
  const isPlatform = isPlatformActor(actor);
  if (type === 'external') {
    if (!isNote || isPlatform) await tellLive(tx, { ...event, organizationId: null });
    if (!isNote || !isPlatform)
      await tellLive(tx, { ...event, organizationId: tx.organizationId, roles: ['admin'] });
    return;
  }
  const roles = isNote
    ? (['admin', 'support'] as const)
    : (['admin', 'support', ...(aboutGift(ticket) ? (['secretary'] as const) : [])] as const);
  await tellLive(tx, {
    ...event,
    organizationId: tx.organizationId,
    roles,
    ...(isNote ? {} : { people: [ticket.createdBy] }),
  });
}

/**
 * Counts what the user has written today. A lock makes requests at the same time count each other.
 * @throws HttpError 429 where the user has written too much
 */
export async function countWritten(
  tx: Tx,
  actor: Actor,
  kind: keyof typeof daily,
): Promise<number> {
  await lockName(tx, { name: `tickets of ${actor.id}` });
  const [today] = await countWrittenOfDay[kind](tx, { userId: actor.id });
  if (today!.count >= daily[kind])
    throw tooMany(
      `You have written ${daily[kind]} ${kind} today. Please wait for an answer, or call the church.`,
      today!.wait!,
      'too-many',
    );
  return today!.count;
}
