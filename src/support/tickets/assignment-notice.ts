/**
 * Milliseconds from the last change of a ticket's assignee until the email about it is sent. A wrong choice in a menu can
 * be corrected meanwhile, and then tells nobody.
 */
export const assignmentDelay = 30_000;

/** The email about an assignment that waits to be sent; the data of its job. People are given by their ids. */
export interface AssignmentNotice {
  organizationId: string;
  ticketId: number;
  /** The assignee before the first of the changes that wait together; null: nobody. */
  assignedBefore: string | null;
  /** The assignee after the last of these changes; null: nobody. */
  assignedTo: string | null;
  assignedBy: string;
}

export type AssigneeChange = Omit<AssignmentNotice, 'organizationId' | 'ticketId'>;

/**
 * Returns the change that waits after another one, or null if nothing waits because the assignee is the same again.
 * @param waiting the change that waited before
 */
export function mergeAssigneeChanges(
  waiting: Pick<AssigneeChange, 'assignedBefore'> | undefined,
  change: AssigneeChange,
): AssigneeChange | null {
  const assignedBefore = waiting ? waiting.assignedBefore : change.assignedBefore;
  return change.assignedTo === assignedBefore ? null : { ...change, assignedBefore };
}

/**
 * Returns the id of the person who gets the email, or null for no email: nobody is told about their own action, or about
 * an assignment that has changed since.
 * @param assignee the assignee of the ticket when the email is sent
 */
export function personToTell(
  { assignedTo, assignedBy }: Pick<AssigneeChange, 'assignedTo' | 'assignedBy'>,
  assignee: string | null,
): string | null {
  const isOwnAction = assignedTo === assignedBy;
  return isOwnAction || assignedTo !== assignee ? null : assignedTo;
}
