import type {
  TicketCategory,
  TicketPriority,
  TicketStatus,
  TicketType,
  TicketView,
} from '#libs/contracts';

export const typeLabels: Record<TicketType, string> = {
  internal: 'Internal Support',
  external: 'Church Connect Support',
};
export const statusLabels: Record<TicketStatus, string> = {
  open: 'Open',
  in_progress: 'In progress',
  resolved: 'Resolved',
  closed: 'Closed',
};
export const priorityLabels: Record<TicketPriority, string> = {
  low: 'Low',
  medium: 'Medium',
  high: 'High',
  urgent: 'Urgent',
};
export const categoryLabels: Record<TicketCategory, string> = {
  technical: 'Technical',
  billing: 'Billing',
  feature_request: 'Feature request',
  bug_report: 'Bug report',
  general: 'General',
};
export const viewLabels: Record<TicketView, string> = {
  mine: 'Mine',
  unassigned: 'Unassigned',
  urgent: 'Urgent',
  waiting: 'Waiting',
};

export const aboutGift = 'A question about a gift';

/** Returns the name of a user; null is a former member. */
export const nameOf = (person: { firstName: string; lastName: string } | null) =>
  person ? `${person.firstName} ${person.lastName}`.trim() : 'A former member';

/** Returns a duration as `5 min`, `2 h` or `1 day`, rounded up. */
export function formatSpan(seconds: number): string {
  if (seconds < 3600) return `${Math.max(1, Math.ceil(seconds / 60))} min`;
  if (seconds < 86_400) return `${Math.ceil(seconds / 3600)} h`;
  const days = Math.ceil(seconds / 86_400);
  return `${days} ${days === 1 ? 'day' : 'days'}`;
}
