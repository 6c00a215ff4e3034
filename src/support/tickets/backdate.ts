import type { TicketType } from '#libs/contracts';
import type { Tx } from '#libs/database';
import { tablesOf } from './ticket.entity.js';

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
  const { ticket, message } = tablesOf[type];
  await tx.sql(
    `update ${ticket}
        set created_at = $3,
            updated_at = $4,
            first_answered_at = $5,
            resolved_at = case when resolved_at is not null then $6::timestamptz end,
            ended_at = case when ended_at is not null then $6::timestamptz end
      where organization_id = $1 and id = $2`,
    [tx.organizationId, id, openedAt, updatedAt, answeredAt, settledAt],
  );
  await tx.sql(
    `update ${message} m
        set created_at = t.at
       from unnest($3::timestamptz[]) with ordinality t (at, n)
      where m.organization_id = $1 and m.ticket_id = $2 and m.n = t.n`,
    [tx.organizationId, id, messagesAt],
  );
}
