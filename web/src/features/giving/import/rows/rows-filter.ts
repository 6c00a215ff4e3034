import type { DonationImport, RowFilter, RowState } from '#libs/contracts';

/** Which rows of a file the review shows; it stands in the address. */
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

/** What a state is called in an import that stands where it does: what is new in a draft is recorded afterwards. */
export const stateName = (state: RowFilter, { status }: Pick<DonationImport, 'status'>): string =>
  state === 'new' && status === 'committed'
    ? 'Recorded'
    : state === 'new' && status === 'undone'
      ? 'Undone'
      : stateNames[state];

/** As `importRow.problem` names them, in the order in which they are best dealt with. */
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

/** Whether a row waits for a person. */
export const isOpen = (state: RowState): boolean => state === 'held' || state === 'rejected';
export const openRows = ({ counts }: DonationImport): number => counts.held + counts.rejected;

/** What is shown where nobody has said anything: what has to be settled, and everything once that is done. */
export const effectiveFilter = (
  filter: RowsFilter,
  draft: DonationImport,
): RowsFilter & { state: RowFilter } => ({
  ...filter,
  state: filter.state ?? (canChange(draft) && openRows(draft) > 0 ? 'open' : 'all'),
});

/** Whether its rows can still be changed. */
export const canChange = ({ status }: DonationImport): boolean =>
  status === 'ready' || status === 'failed';

export const countOf = (state: RowFilter, draft: DonationImport): number =>
  state === 'all' ? draft.counts.total : state === 'open' ? openRows(draft) : draft.counts[state];
