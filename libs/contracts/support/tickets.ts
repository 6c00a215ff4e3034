import { z } from 'zod';
import { id, searchText, text, timestamp } from '../common.js';
import { creator } from '../content/content.js';

export const ticketTypes = ['internal', 'external'] as const;
export type TicketType = (typeof ticketTypes)[number];
export const ticketStatuses = ['open', 'in_progress', 'resolved', 'closed'] as const;
export type TicketStatus = (typeof ticketStatuses)[number];
export const ticketPriorities = ['low', 'medium', 'high', 'urgent'] as const;
export type TicketPriority = (typeof ticketPriorities)[number];
export const ticketCategories = [
  'technical',
  'billing',
  'feature_request',
  'bug_report',
  'general',
] as const;
export type TicketCategory = (typeof ticketCategories)[number];
/**
 * The saved views of users who answer tickets: assigned to the user, to nobody, urgent, and waiting
 * for an answer. They do not contain settled tickets.
 */
export const ticketViews = ['mine', 'unassigned', 'urgent', 'waiting'] as const;
export type TicketView = (typeof ticketViews)[number];

/**
 * The maximum size of an attachment in bytes, and the maximum number of attachments of a ticket or
 * a message.
 */
export const maxAttachment = 10 * 1024 * 1024;
export const maxAttachments = 5;

const atLeast = (least: number, most: number, message: string) =>
  text(most, message).pipe(z.string().min(least, message));
const attachments = z
  .array(id)
  .max(maxAttachments, `Please attach at most ${maxAttachments} files`)
  .default([]);

export const ticketInput = z.strictObject({
  subject: atLeast(3, 200, 'Subject must be at least 3 characters'),
  description: atLeast(10, 10_000, 'Description must be at least 10 characters'),
  priority: z.enum(ticketPriorities).default('medium'),
  category: z.enum(ticketCategories).default('general'),
  ticketType: z.enum(ticketTypes).default('internal'),
  attachments,
  /** a donation of the user that the question is about; only for internal tickets */
  donationId: id.optional(),
  /** the church to which the operator writes; only for super administrators */
  organizationId: id.optional(),
});
export type TicketInput = z.input<typeof ticketInput>;

export const ticketMessageInput = z.strictObject({
  message: atLeast(1, 10_000, 'Please write a message'),
  /** whether it is a note that the creator of the ticket never sees */
  isInternal: z.boolean().default(false),
  attachments,
});
export type TicketMessageInput = z.input<typeof ticketMessageInput>;

const changes = {
  status: z.enum(ticketStatuses).optional(),
  /** null: nobody */
  assignedTo: id.nullable().optional(),
  priority: z.enum(ticketPriorities).optional(),
};
const someChange = (change: object) => Object.keys(changes).some((key) => key in change);
export const ticketChange = z.strictObject(changes).refine(someChange, 'Please say what to change');
export type TicketChange = z.input<typeof ticketChange>;

const ticketId = z.string().regex(/^\d{8}$/);
/** The changes of `PATCH /api/support-tickets/{id}` for several tickets: all of them or none. */
export const ticketBulkInput = z
  .strictObject({ ids: z.array(ticketId).min(1).max(200), ...changes })
  .refine(someChange, 'Please say what to change');
export type TicketBulkInput = z.input<typeof ticketBulkInput>;

export const ticketQuery = z.strictObject({
  ticketType: z.enum(ticketTypes).optional(),
  status: z.enum([...ticketStatuses, 'all']).optional(),
  priority: z.enum([...ticketPriorities, 'all']).optional(),
  view: z.enum(ticketViews).optional(),
  /** a part of the subject or description */
  q: searchText.optional(),
  limit: z.coerce.number().int().min(1).max(1000).optional(),
  cursor: z.string().max(4000).optional(),
});
/** The last message that the user has seen; absent: only the ticket itself. */
export const seenInput = z.strictObject({ upTo: id.optional() });
export const ticketTypeQuery = z.strictObject({
  ticketType: z.enum(ticketTypes).default('internal'),
});

/** A ticket. Its fields about internal notes are only for users who may read internal notes. */
export const ticket = z.object({
  /** eight digits; those of external tickets begin with a 9 */
  id: z.string(),
  subject: z.string(),
  description: z.string(),
  priority: z.enum(ticketPriorities),
  category: z.enum(ticketCategories),
  ticketType: z.enum(ticketTypes),
  status: z.enum(ticketStatuses),
  organizationId: id,
  /** the church, for super administrators; null for users of the church */
  organizationName: z.string().nullable(),
  createdBy: id,
  creator,
  assignedTo: id.nullable(),
  assignee: creator,
  createdAt: timestamp,
  /** the time of the last change or message that the creator can see */
  updatedAt: timestamp,
  resolvedAt: timestamp.nullable(),
  resolvedBy: id.nullable(),
  /** the time of the first answer by somebody other than the creator */
  firstAnsweredAt: timestamp.nullable(),
  /** whether the last message is by the creator */
  isWaiting: z.boolean(),
  /** whether it is a question about a donation (`GET /api/support-tickets/{id}/donation`) */
  aboutGift: z.boolean(),
  isUnread: z.boolean(),
  /** addresses */
  attachments: z.array(z.string()),
});
export type Ticket = z.infer<typeof ticket>;

/** A user who can be assigned, and mentioned as `@First Last`. */
export const ticketPerson = z.object({
  id,
  firstName: z.string(),
  lastName: z.string(),
  role: z.string(),
});
export type TicketPerson = z.infer<typeof ticketPerson>;

export const ticketMessage = z.object({
  id,
  ticketId: z.string(),
  message: z.string(),
  /**
   * the text of earlier emails that an email repeats; null without such a text and in the portal
   */
  quoted: z.string().nullable(),
  isInternal: z.boolean(),
  createdBy: id,
  creator,
  /** whether it is an answer, and not by the creator */
  isAnswer: z.boolean(),
  createdAt: timestamp,
  /** addresses */
  attachments: z.array(z.string()),
  /** the names after an @ in the text, of users who were notified */
  mentions: z.array(z.string()),
  via: z.enum(['portal', 'email']),
});
export type TicketMessage = z.infer<typeof ticketMessage>;

/** The number of tickets with something that the user has not seen. */
export const ticketCount = z.object({ count: z.number().int() });

/**
 * The number of unsettled tickets in each saved view, and medians of the last thirty days in
 * seconds (null if there are none).
 */
export const ticketFigures = z.object({
  open: z.number().int(),
  mine: z.number().int(),
  unassigned: z.number().int(),
  urgent: z.number().int(),
  waiting: z.number().int(),
  firstResponseSeconds: z.number().nullable(),
  resolutionSeconds: z.number().nullable(),
});
export type TicketFigures = z.infer<typeof ticketFigures>;
