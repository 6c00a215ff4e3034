import type { TicketCategory, TicketPriority } from '#libs/contracts';

/** The values of the form for a new ticket. */
export interface TicketValues {
  subject: string;
  description: string;
  priority: TicketPriority;
  category: TicketCategory;
  /** The church to which a super administrator writes; undefined for other users. */
  organizationId?: string | undefined;
}
