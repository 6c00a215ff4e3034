import type { Role } from '../policy.js';
import type { TicketType } from './tickets.js';

/* Apart from the schemas: the web asks it on pages that should not bring them. */

/** Who stands before a ticket: somebody of the church, or (without a church) a super administrator. */
export interface TicketActor {
  id: string;
  role: Role;
  isSuperAdmin: boolean;
  organizationId: string | null;
}

/** What somebody may do with a ticket, by ruling 21. */
export interface TicketRights {
  /** read it, answer it, set its status */
  see: boolean;
  /** assign it, set its priority, be assigned */
  assign: boolean;
  readNotes: boolean;
  writeNotes: boolean;
}

const none: TicketRights = { see: false, assign: false, readNotes: false, writeNotes: false };

/** Ruling 21, in one place: the server decides by it, the web shows by it. `organizationId` is not looked at: what is another church's was not found. */
export function ticketRights(
  actor: TicketActor,
  one: { ticketType: TicketType; createdBy: string; aboutGift: boolean },
): TicketRights {
  const isPlatform = isPlatformActor(actor);
  if (one.ticketType === 'external') {
    const isOurs = isPlatform || actor.role === 'admin';
    return isOurs ? { see: true, assign: isPlatform, readNotes: true, writeNotes: true } : none;
  }
  if (isPlatform) return none;
  const answers =
    actor.role === 'admin' ||
    actor.role === 'support' ||
    (actor.role === 'secretary' && one.aboutGift);
  return {
    see: answers || one.createdBy === actor.id,
    assign: answers,
    readNotes: actor.role === 'admin' || actor.role === 'support',
    writeNotes: actor.role === 'admin',
  };
}

/** A super administrator who is in no church: the desk over all of them. */
export const isPlatformActor = ({
  isSuperAdmin,
  organizationId,
}: Pick<TicketActor, 'isSuperAdmin' | 'organizationId'>): boolean =>
  isSuperAdmin && organizationId === null;
