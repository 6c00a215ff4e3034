import type { TicketCategory, TicketPriority } from '#libs/contracts';

/** What the form of a new ticket holds. */
export interface TicketValues {
  subject: string;
  description: string;
  priority: TicketPriority;
  category: TicketCategory;
  /** Of super administrators alone: to which church they write. */
  organizationId?: string | undefined;
}
