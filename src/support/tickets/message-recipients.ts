import { isPlatformActor } from '#libs/contracts';
import { lockName, type Tx } from '#libs/database';
import { type Actor, tooMany } from '#libs/http';
import { tellLive } from '#libs/live';
import { findAdmins, findAnswerers, findTicketUsers, type TicketUser } from './ticket-users.js';
import { isOnCreatorSide, type TicketContext } from './ticket-context.js';
import { aboutGift } from './ticket.entity.js';
import { selectWrittenInLastDay, findWriters } from './tickets.sql.js';

/** How much a user who answers no tickets may write in 24 hours. */
const dailyLimits = { tickets: 20, messages: 200 };

/**
 * Finds the users who should answer a new ticket: support staff, or the secretaries if the ticket
 * is about a donation, or else the admins. For an external ticket, it is the other side.
 */
export async function findFirstAnswerers({
  tx,
  type,
  ticket,
}: TicketContext): Promise<TicketUser[]> {
  if (type === 'external')
    return ticket.byPlatform ? findAdmins(tx) : findAnswerers(tx, type, false);
  const answerers = await findAnswerers(tx, type, aboutGift(ticket));
  const firstRole = aboutGift(ticket) ? 'secretary' : 'support';
  const first = answerers.filter(({ role }) => role === firstRole);
  return first.length > 0 ? first : answerers.filter(({ role }) => role === 'admin');
}

/**
 * Finds the users to whom a message is sent by email: the creator, all users who have written, are
 * assigned or are mentioned, and the users who should answer first if nobody answers yet. Leaves
 * out users who may no longer see the ticket.
 */
export async function findMessageRecipients(
  context: TicketContext,
  mentioned: TicketUser[],
): Promise<TicketUser[]> {
  const { tx, ticket, type } = context;
  const writers = await findWriters[type](tx, { ticketId: ticket.id });
  const ids = [
    ticket.createdBy,
    ...(ticket.assignedTo ? [ticket.assignedTo] : []),
    ...writers.map(({ id }) => id),
  ];
  const answering = (await findAnswerers(tx, type, aboutGift(ticket))).filter(({ id }) =>
    ids.includes(id),
  );
  const otherRecipients =
    type === 'external'
      ? (await findAdmins(tx)).filter(({ id }) => ids.includes(id))
      : await findTicketUsers(tx, [ticket.createdBy]);
  const hasAnswerer = answering.length > 0 && !ticket.byPlatform;
  const first = hasAnswerer ? [] : await findFirstAnswerers(context);
  const readers = [
    ...otherRecipients,
    ...answering,
    ...(isOnCreatorSide(context) ? first : []),
    ...mentioned,
  ];
  return [...new Map(readers.map((reader) => [reader.id, reader])).values()];
}

/** Finds the users who may read an internal note of the actor. */
export async function findNoteReaders({ tx, type, actor }: TicketContext): Promise<TicketUser[]> {
  if (type === 'external')
    return isPlatformActor(actor) ? findAnswerers(tx, type, false) : findAdmins(tx);
  return findAnswerers(tx, type, false);
}

/**
 * Finds the users whom the actor can mention in a message. Users who may answer the ticket can
 * mention others on their side. The creator of an internal ticket can mention nobody, and therefore
 * cannot find out names or call other users.
 */
export async function findMentionable(
  context: TicketContext,
  isNote: boolean,
): Promise<TicketUser[]> {
  const { tx, ticket, type, rights } = context;
  if (isNote || type === 'external') return findNoteReaders(context);
  return rights.assign ? findAnswerers(tx, type, aboutGift(ticket)) : [];
}

/** Sends a live update to all users who may see the change of a ticket. */
export async function announce(
  { tx, actor, ticket, type }: TicketContext,
  isNote = false,
): Promise<void> {
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
 * Counts what the user has written in the last 24 hours. The lock makes simultaneous requests wait,
 * so that each counts what the others have written.
 * @throws HttpError 429 if the user has written too much
 */
export async function countWrittenInLastDay(
  tx: Tx,
  actor: Actor,
  kind: keyof typeof dailyLimits,
): Promise<number> {
  await lockName(tx, { name: `tickets of ${actor.id}` });
  const [today] = await selectWrittenInLastDay[kind](tx, { userId: actor.id });
  if (today!.count >= dailyLimits[kind])
    throw tooMany(
      `You have written ${dailyLimits[kind]} ${kind} today. ` +
        'Please wait for an answer, or call the church.',
      today!.wait!,
      'too-many',
    );
  return today!.count;
}
