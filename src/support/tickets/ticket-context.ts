import { LockMode } from '@mikro-orm/core';
import { isPlatformActor, ticketRights, type TicketRights, type TicketType } from '#libs/contracts';
import type { Tx } from '#libs/database';
import type { Actor } from '#libs/http';
import { aboutGift, ExternalTicketEntity, TicketEntity, type AnyTicket } from './ticket.entity.js';

/** A ticket with the transaction of its church, and a user who may see it. */
export interface TicketContext {
  tx: Tx;
  actor: Actor;
  ticket: AnyTicket;
  type: TicketType;
  rights: TicketRights;
}

/**
 * Returns whether the actor is on the side of the creator: the creator, or for an external ticket
 * any user of the same side (the church or the platform).
 */
export const isOnCreatorSide = ({ actor, ticket, type }: TicketContext): boolean =>
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
  const condition = { organizationId: tx.organizationId!, id };
  const options = isLocked ? { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } : {};
  return type === 'internal'
    ? tx.em.findOne(TicketEntity, condition, options)
    : tx.em.findOne(ExternalTicketEntity, condition, options);
}

/** Returns what a user may do with a ticket. */
export const rightsFor = (actor: Actor, ticket: AnyTicket, type: TicketType): TicketRights =>
  ticketRights(actor, {
    ticketType: type,
    createdBy: ticket.createdBy,
    aboutGift: aboutGift(ticket),
  });
