import {
  isPlatformActor,
  may,
  type Ticket,
  ticketRights,
  type TicketType,
  type User,
} from '#libs/contracts';

/** What a user sees in the Support Center: the types of tickets, and the one that is shown. */
export interface SupportView {
  type: TicketType;
  /** The user sees both types, which are shown as tabs. */
  hasTabs: boolean;
  /** The user answers tickets of all churches. */
  isPlatform: boolean;
  /** The user answers tickets of this type, and sees them as a queue. */
  canAnswer: boolean;
}

/** Returns the view for a user and the chosen tab. */
export function supportViewOf(user: User, tab: TicketType | undefined): SupportView {
  const isPlatform = isPlatformActor(user);
  const hasTabs = !isPlatform && may(user, 'ticket.external');
  const type = isPlatform || (hasTabs && tab === 'external') ? 'external' : 'internal';
  return {
    type,
    hasTabs,
    isPlatform,
    canAnswer: may(user, 'ticket.answer') && (isPlatform || type === 'internal'),
  };
}

export const rightsOf = (
  user: User,
  ticket: Pick<Ticket, 'ticketType' | 'createdBy' | 'aboutGift'>,
) => ticketRights(user, ticket);
