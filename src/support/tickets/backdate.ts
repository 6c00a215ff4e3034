import type { TicketType } from '#libs/contracts';
import type { Tx } from '#libs/database';
import { backdateMessages, backdateTicketTimes } from './tickets.sql.js';

/** The times of a ticket's changes. */
export interface TicketTimes {
  openedAt: Date;
  updatedAt: Date;
  /** the time of the first answer; null: there is none */
  answeredAt: Date | null;
  /** when the ticket was resolved or closed; null: it is open */
  settledAt: Date | null;
  /** the times of its messages, in their order */
  messagesAt: readonly Date[];
}

/**
 * Changes the times of a ticket of the transaction's church. Only the demo needs it, for old
 * tickets.
 */
export async function backdateTicket(
  tx: Tx,
  type: TicketType,
  id: number,
  { openedAt, updatedAt, answeredAt, settledAt, messagesAt }: TicketTimes,
): Promise<void> {
  await backdateTicketTimes[type](tx, { id, openedAt, updatedAt, answeredAt, settledAt });
  await backdateMessages[type](tx, { ticketId: id, messagesAt });
}
