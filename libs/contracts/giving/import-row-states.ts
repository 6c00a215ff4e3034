import { z } from 'zod';

export const rowStates = ['new', 'duplicate', 'held', 'rejected', 'setAside'] as const;
export type RowState = (typeof rowStates)[number];
/** Which rows: of one state, those that wait for a person (`open`: held and rejected), or `all`. */
export const rowFilters = [...rowStates, 'open', 'all'] as const;
export type RowFilter = (typeof rowFilters)[number];

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
 * `set`: change values (a member is named by `values.email`); `guest`: record under a guest's name;
 * `setAside`: leave out; `accept`: a row that is or may be here is another donation, one that takes back a gift does, a row set
 * aside counts again; `correct`: the same donation, changed since; `reset`: as the file has it, and nothing decided.
 */
export const rowActions = ['set', 'guest', 'setAside', 'accept', 'correct', 'reset'] as const;
export type RowAction = (typeof rowActions)[number];
