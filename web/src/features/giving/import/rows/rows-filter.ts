import type { DonationImport, RowFilter, RowState } from '#libs/contracts';

/** The filter of the review, which is in the address. */
export interface RowsFilter {
  state?: RowFilter | undefined;
  problem?: string | undefined;
  q?: string | undefined;
}

const stateNames: Record<RowFilter, string> = {
  open: 'Problems',
  all: 'All rows',
  new: 'New',
  duplicate: 'Already recorded',
  held: 'Needs review',
  rejected: 'With errors',
  setAside: 'Skipped',
};

/**
 * Returns the name of a row state. It depends on the import: a new row is called recorded after the
 * commit.
 */
export function stateName(state: RowFilter, { status }: Pick<DonationImport, 'status'>): string {
  if (state === 'new' && status === 'committed') return 'Recorded';
  if (state === 'new' && status === 'undone') return 'Undone';
  return stateNames[state];
}

/** The problems by the codes of the server, in the order in which they are best solved. */
export const problemNames: Partial<Record<string, string>> = {
  giver: 'Giver',
  email: 'Giver: address not known',
  name: 'Giver: name not known',
  amount: 'Amount',
  date: 'Date',
  paymentMethod: 'Payment method',
  held: 'Possible duplicate',
  changed: 'Changed since',
  refund: 'Refund',
  status: 'Status',
  type: 'Type',
  test: 'Test mode',
  direction: 'In or out',
  currency: 'Currency',
  columns: 'Does not fit the columns',
};

/** Whether the user must settle a row. */
export const isOpen = (state: RowState): boolean => state === 'held' || state === 'rejected';
export const openRows = ({ counts }: DonationImport): number => counts.held + counts.rejected;

/**
 * Returns the filter of the review. Without a choice of the user, it shows the rows to settle, and
 * all rows when none is left.
 */
export const effectiveFilter = (
  filter: RowsFilter,
  draft: DonationImport,
): RowsFilter & { state: RowFilter } => ({
  ...filter,
  state: filter.state ?? (canChange(draft) && openRows(draft) > 0 ? 'open' : 'all'),
});

/** Whether the rows of the import can still be changed. */
export const canChange = ({ status }: DonationImport): boolean =>
  status === 'ready' || status === 'failed';

export function countOf(state: RowFilter, draft: DonationImport): number {
  if (state === 'all') return draft.counts.total;
  return state === 'open' ? openRows(draft) : draft.counts[state];
}
