import { LockMode } from '@mikro-orm/core';
import { isPlatformActor, type TicketRights, type TicketType } from '#libs/contracts';
import type { Tx } from '#libs/database';
import type { Actor } from '#libs/http';
import { type AnyTicket, ExternalTicketEntity, TicketEntity } from './ticket.entity.js';

/** A ticket before somebody who may see it, in the transaction of its church. */
export interface Place {
  tx: Tx;
  actor: Actor;
  ticket: AnyTicket;
  type: TicketType;
  rights: TicketRights;
}

/** Whether whoever writes stands on the side that asked: the asker, or of an external ticket anybody of that side. */
export const isOfAsker = ({ actor, ticket, type }: Place): boolean =>
  type === 'external'
    ? isPlatformActor(actor) === ticket.byPlatform
    : actor.id === ticket.createdBy;

/**
 * Finds a ticket of the transaction's church; null if there is none.
 * @param isLocked whether other transactions must wait before they change it
 */
export function findTicket(
  tx: Tx,
  id: number,
  type: TicketType,
  isLocked: boolean,
): Promise<AnyTicket | null> {
  const where = { organizationId: tx.organizationId!, id };
  const options = isLocked ? { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } : {};
  return type === 'internal'
    ? tx.em.findOne(TicketEntity, where, options)
    : tx.em.findOne(ExternalTicketEntity, where, options);
}
