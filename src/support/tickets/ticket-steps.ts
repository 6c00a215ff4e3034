import type { TicketType } from '#libs/contracts';
import type { Tx } from '#libs/database';
import { drawId, isSettled, type AnyTicket } from './ticket.entity.js';
import { findTicketNumber, storeSeen } from './tickets.sql.js';
import type { Place } from './place.js';

/**
 * Sets the status of a ticket, and the times and flags that follow from it.
 * @param by the id of the user
 */
export function setStatus(ticket: AnyTicket, status: AnyTicket['status'], by: string): void {
  const now = new Date();
  ticket.status = status;
  if (status === 'resolved') Object.assign(ticket, { resolvedAt: now, resolvedBy: by });
  else if (!isSettled(ticket)) Object.assign(ticket, { resolvedAt: null, resolvedBy: null });
  ticket.endedAt = isSettled(ticket) ? (ticket.endedAt ?? now) : null;
  if (isSettled(ticket)) ticket.isWaiting = false;
}

/**
 * Draws a number that no ticket has. Two requests that draw the same number at the same moment are
 * one in tens of millions.
 */
export async function drawFreeId(tx: Tx, type: TicketType): Promise<number> {
  for (;;) {
    const id = drawId(type);
    const taken = await findTicketNumber[type](tx, { id });
    if (taken.length === 0) return id;
  }
}

/** Records that the actor has seen the messages of a ticket up to the number `n`. */
export async function recordSeen({ tx, actor, ticket, type }: Place, n: number): Promise<void> {
  await storeSeen[type](tx, { ticketId: ticket.id, userId: actor.id, n });
}
