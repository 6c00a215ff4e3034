import type { Role } from '../policy.js';
import type { TicketType } from './tickets.js';

/* This file has no schemas, because pages of the web import it and should not load them. */

/** The user who opens a ticket: a user of a church, or (without a church) a super administrator. */
export interface TicketActor {
  id: string;
  role: Role;
  isSuperAdmin: boolean;
  organizationId: string | null;
}

/** The rights of a user for one ticket (ruling 21). */
export interface TicketRights {
  /** to read it, to answer it and to set its status */
  see: boolean;
  /** to assign it, to set its priority and to be its assignee */
  assign: boolean;
  readNotes: boolean;
  writeNotes: boolean;
}

const noRights: TicketRights = { see: false, assign: false, readNotes: false, writeNotes: false };

/**
 * Computes the rights of a user for a ticket by ruling 21, for the server and the web. It does not
 * compare the churches, because the server does not find tickets of other churches.
 */
export function ticketRights(
  actor: TicketActor,
  ticket: { ticketType: TicketType; createdBy: string; aboutGift: boolean },
): TicketRights {
  const isPlatform = isPlatformActor(actor);
  if (ticket.ticketType === 'external') {
    const isOurs = isPlatform || actor.role === 'admin';
    return isOurs ? { see: true, assign: isPlatform, readNotes: true, writeNotes: true } : noRights;
  }
  if (isPlatform) return noRights;
  const answers =
    actor.role === 'admin' ||
    actor.role === 'support' ||
    (actor.role === 'secretary' && ticket.aboutGift);
  return {
    see: answers || ticket.createdBy === actor.id,
    assign: answers,
    readNotes: actor.role === 'admin' || actor.role === 'support',
    writeNotes: actor.role === 'admin',
  };
}

/**
 * Whether the user is a super administrator without a church, who sees the tickets of all churches.
 */
export const isPlatformActor = ({
  isSuperAdmin,
  organizationId,
}: Pick<TicketActor, 'isSuperAdmin' | 'organizationId'>): boolean =>
  isSuperAdmin && organizationId === null;
