import { isPlatformActor, type TicketType } from '#libs/contracts';
import type { Tx } from '#libs/database';
import { drawId, isSettled, type AnyTicket } from './ticket.entity.js';
import { findTicketNumber, storeSeen } from './tickets.sql.js';
import { isOnCreatorSide, type TicketContext } from './ticket-context.js';

/**
 * Sets the status of a ticket, and the times and flags that follow from it.
 * @param userId the user who sets the status
 */
export function setStatus(ticket: AnyTicket, status: AnyTicket['status'], userId: string): void {
  const now = new Date();
  ticket.status = status;
  if (status === 'resolved') Object.assign(ticket, { resolvedAt: now, resolvedBy: userId });
  else if (!isSettled(ticket)) Object.assign(ticket, { resolvedAt: null, resolvedBy: null });
  ticket.endedAt = isSettled(ticket) ? (ticket.endedAt ?? now) : null;
  if (isSettled(ticket)) ticket.isWaiting = false;
}

/**
 * Draws a random number that no ticket has. The probability that two simultaneous requests draw the
 * same number is about one in ten million.
 */
export async function drawFreeId(tx: Tx, type: TicketType): Promise<number> {
  for (;;) {
    const id = drawId(type);
    const sameNumber = await findTicketNumber[type](tx, { id });
    if (sameNumber.length === 0) return id;
  }
}

/** Records that the actor has seen the messages of a ticket up to the number `n`. */
export async function recordSeenMessages(
  { tx, actor, ticket, type }: TicketContext,
  n: number,
): Promise<void> {
  await storeSeen[type](tx, { ticketId: ticket.id, userId: actor.id, n });
}

/**
 * Gives a new message the next number of its ticket, and changes the state of the ticket
 * accordingly.
 * @returns the number of the message
 */
export function addMessageNumber(context: TicketContext, isNote: boolean, now: Date): number {
  const { actor, ticket } = context;
  const n = ++ticket.lastN;
  if (isNote) {
    if (isPlatformActor(actor)) ticket.platformNoteN = n;
    else ticket.noteN = n;
    return n;
  }
  const isFromCreator = isOnCreatorSide(context);
  ticket.publicN = n;
  ticket.updatedAt = now;
  ticket.isWaiting = isFromCreator;
  if (isFromCreator && isSettled(ticket)) setStatus(ticket, 'open', actor.id);
  if (!isFromCreator) ticket.firstAnsweredAt ??= now;
  return n;
}
