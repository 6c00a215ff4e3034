import { z } from 'zod';

/** The states of a row in the review. */
export const rowStates = ['new', 'duplicate', 'held', 'rejected', 'setAside'] as const;
export type RowState = (typeof rowStates)[number];
/**
 * The filters of the review: one state, `open` (held and rejected: a user must decide), or `all`.
 */
export const rowFilters = [...rowStates, 'open', 'all'] as const;
export type RowFilter = (typeof rowFilters)[number];

/** The schema of an object with one value for each state of rows, and their total. */
export const perState = <T extends z.ZodType>(value: T) =>
  z.object({
    total: value,
    new: value,
    duplicate: value,
    held: value,
    rejected: value,
    setAside: value,
  });

/**
 * What a user can do with rows:
 * - `set`: change values; `values.email` names a member
 * - `guest`: record the donation under the name of a guest
 * - `setAside`: skip the row
 * - `accept`: import the row. Depending on why it needs review, this records it as another donation
 *   than the recorded one, confirms its refund or its unusual date or amount, or gives it to the
 *   member of its name. A row that was skipped is imported.
 * - `correct`: the row is the recorded donation; change the donation as the row proposes
 * - `reset`: restore the values of the file, and remove the decisions of users
 */
export const rowActions = ['set', 'guest', 'setAside', 'accept', 'correct', 'reset'] as const;
export type RowAction = (typeof rowActions)[number];
