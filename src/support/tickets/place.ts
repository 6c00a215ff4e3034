import { isPlatformActor, type TicketRights, type TicketType } from '#libs/contracts';
import type { Tx } from '#libs/database';
import type { Actor } from '#libs/http';
import type { AnyTicket } from './ticket.entity.js';

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
