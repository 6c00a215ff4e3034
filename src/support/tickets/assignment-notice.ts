/**
 * The time between the last change of a ticket's assignee and the email about it, in milliseconds.
 * If a wrong choice is corrected meanwhile, no email about it is sent.
 */
export const assignmentDelay = 30_000;

/** The data of the job that sends the email about an assignment. Users are given by their ids. */
export interface AssignmentNotice {
  organizationId: string;
  ticketId: number;
  /** the assignee before the first of the changes that wait; null: nobody */
  assignedBefore: string | null;
  /** the assignee after the last of these changes; null: nobody */
  assignedTo: string | null;
  assignedBy: string;
}

export type AssigneeChange = Omit<AssignmentNotice, 'organizationId' | 'ticketId'>;

/**
 * Merges a change with the one that waits. Returns null if the assignee is the same again as before
 * the first change.
 * @param waitingChange the change that waits already
 */
export function mergeAssigneeChanges(
  waitingChange: Pick<AssigneeChange, 'assignedBefore'> | undefined,
  change: AssigneeChange,
): AssigneeChange | null {
  const assignedBefore = waitingChange ? waitingChange.assignedBefore : change.assignedBefore;
  return change.assignedTo === assignedBefore ? null : { ...change, assignedBefore };
}

/**
 * Returns the id of the user who gets the email. Returns null if the user made the assignment, or
 * if the assignment has changed since: then no email is sent.
 * @param assignee the assignee of the ticket when the email is sent
 */
export function findRecipient(
  { assignedTo, assignedBy }: Pick<AssigneeChange, 'assignedTo' | 'assignedBy'>,
  assignee: string | null,
): string | null {
  const isOwnAction = assignedTo === assignedBy;
  return isOwnAction || assignedTo !== assignee ? null : assignedTo;
}
