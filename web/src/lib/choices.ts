import type {
  BrothersContent,
  Nugget,
  TicketCategory,
  TicketPriority,
  TicketStatus,
  TicketType,
  TicketView,
} from '#libs/contracts';

/*
 * Values that users choose among, for the addresses of screens. `libs/contracts` has the same
 * values, but importing that module would load zod and every schema on each page. The labels are in
 * choice-labels.ts.
 */
export type NuggetCategory = Nugget['category'];
export type BrothersTag = BrothersContent['tags'][number];

/** Values of the filters for resources. The first value of each means "no filter". */
export const skillFilters = ['all-skills', 'beginner', 'intermediate', 'advanced'] as const;
export const topicFilters = [
  'all-topics',
  'bible-study',
  'prayer',
  'discipleship',
  'theology',
] as const;
export const categories = [
  'inspirational',
  'teaching',
  'worship',
  'testimony',
] as const satisfies NuggetCategory[];
export const brothersTags = [
  'wisdom',
  'understanding',
  'principle',
  'promise',
  'precept',
] as const satisfies BrothersTag[];

export const ticketTypes = ['internal', 'external'] as const satisfies TicketType[];
export const ticketStatuses = [
  'open',
  'in_progress',
  'resolved',
  'closed',
] as const satisfies TicketStatus[];
export const ticketPriorities = [
  'low',
  'medium',
  'high',
  'urgent',
] as const satisfies TicketPriority[];
export const ticketCategories = [
  'technical',
  'billing',
  'feature_request',
  'bug_report',
  'general',
] as const satisfies TicketCategory[];
export const ticketViews = [
  'mine',
  'unassigned',
  'urgent',
  'waiting',
] as const satisfies TicketView[];
