import type { TicketType } from '#libs/contracts';
import type { Tx } from '#libs/database';
import { backdateMessages, backdateTicketTimes } from './tickets.sql.js';

/** When things happened to a ticket. */
export interface TicketTimes {
  openedAt: Date;
  updatedAt: Date;
  /** of the first answer; null before one */
  answeredAt: Date | null;
  /** of its end; null while it is open */
  settledAt: Date | null;
  /** of its messages, in their order */
  messagesAt: readonly Date[];
}

/** Changes the times of a ticket of the transaction's church. Only the demo does this, to create tickets of the past. */
export async function backdateTicket(
  tx: Tx,
  type: TicketType,
  id: number,
  { openedAt, updatedAt, answeredAt, settledAt, messagesAt }: TicketTimes,
): Promise<void> {
  await backdateTicketTimes[type](tx, { id, openedAt, updatedAt, answeredAt, settledAt });
  await backdateMessages[type](tx, { ticketId: id, messagesAt });
}
