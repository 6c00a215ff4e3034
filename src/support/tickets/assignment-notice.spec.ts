import { describe, expect, it } from '@jest/globals';
import { type AssigneeChange, mergeAssigneeChanges, findRecipient } from './assignment-notice.js';

/**
 * The users to whom a ticket is assigned one after the other, before the email is sent; null if it
 * is assigned to nobody.
 */
type Assignees = (string | null)[];

/** Applies changes to a ticket with a first assignee, and returns the user who gets an email. */
function given(first: string | null) {
  return {
    when(assignees: Assignees, assignedBy = 'admin'): string | null {
      let waitingChange: AssigneeChange | null = null;
      let current = first;
      for (const next of assignees) {
        waitingChange = mergeAssigneeChanges(waitingChange ?? undefined, {
          assignedBefore: current,
          assignedTo: next,
          assignedBy,
        });
        current = next;
      }
      return waitingChange ? findRecipient(waitingChange, current) : null;
    },
  };
}

describe('the email about an assignment', () => {
  it.each<[first: string | null, assignees: Assignees, recipient: string | null]>([
    [null, ['ann'], 'ann'],
    [null, ['ann', 'ben'], 'ben'],
    [null, ['ann', 'ben', 'ann'], 'ann'],
    [null, ['ann', null], null],
    [null, ['ann', null, 'ann'], 'ann'],
    ['ann', ['ben'], 'ben'],
    ['ann', [null], null],
    ['ann', ['ben', 'ann'], null],
    ['ann', [null, 'ann'], null],
    ['ann', ['ben', null, 'ann'], null],
    ['ann', ['ben', 'cleo', 'ben'], 'ben'],
    ['ann', ['admin', 'ann'], null],
    [null, ['admin'], null],
    [null, ['ann', 'admin'], null],
  ])('has, after changes from %j to %j, the recipient %j', (first, assignees, recipient) => {
    expect(given(first).when(assignees)).toBe(recipient);
  });

  it.each<[assignedTo: string | null, assignedBy: string, now: string | null, told: string | null]>(
    [
      ['ann', 'admin', 'ann', 'ann'],
      ['ann', 'ann', 'ann', null],
      ['ann', 'admin', 'ben', null],
      ['ann', 'admin', null, null],
      [null, 'admin', null, null],
    ],
  )(
    'about the assignment to %j by %s of a ticket that %j has now is sent to %j',
    (assignedTo, assignedBy, now, told) => {
      expect(findRecipient({ assignedTo, assignedBy }, now)).toBe(told);
    },
  );
});
