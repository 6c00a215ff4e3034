import {
  isPlatformActor,
  may,
  type Ticket,
  ticketRights,
  type TicketType,
  type User,
} from '#libs/contracts';

/** What somebody sees of the Support Center: which kinds of tickets, and of which the one that is shown. */
export interface DeskView {
  type: TicketType;
  /** More than one kind: shown as tabs. */
  hasTabs: boolean;
  /** The desk over all churches. */
  isPlatform: boolean;
  /** Here they answer, and work through a queue. */
  isDesk: boolean;
}

/** By who they are, and the tab that they have chosen. */
export function deskOf(user: User, tab: TicketType | undefined): DeskView {
  const isPlatform = isPlatformActor(user);
  const hasTabs = !isPlatform && may(user, 'ticket.external');
  const type = isPlatform || (hasTabs && tab === 'external') ? 'external' : 'internal';
  return {
    type,
    hasTabs,
    isPlatform,
    isDesk: may(user, 'ticket.answer') && (isPlatform || type === 'internal'),
  };
}

export const rightsOf = (
  user: User,
  ticket: Pick<Ticket, 'ticketType' | 'createdBy' | 'aboutGift'>,
) => ticketRights(user, ticket);
