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
 * - `guest`: record under the name of a guest
 * - `setAside`: leave out
 * - `accept`: record a row that looks like a recorded donation as another one, take back the gift
 *   of a row that takes one back, or count a row again that was set aside
 * - `correct`: it is the recorded donation, which has changed since
 * - `reset`: restore the values of the file, without any decision
 */
export const rowActions = ['set', 'guest', 'setAside', 'accept', 'correct', 'reset'] as const;
export type RowAction = (typeof rowActions)[number];
