import { formatShort } from '#libs/calendar';
import type { DonationChange } from '#libs/contracts';
import { formatUsd, fromDecimal } from '#libs/money';

type State = NonNullable<DonationChange['before']>;

const fields: { label: string; of: (state: State) => string }[] = [
  { label: 'Giver', of: (state) => state.donorName },
  { label: 'Amount', of: (state) => formatUsd(fromDecimal(state.amount)) },
  { label: 'Date', of: (state) => formatShort(state.date) },
  { label: 'Payment method', of: (state) => state.paymentMethod },
  { label: 'Campaign', of: (state) => state.campaign },
  { label: 'Notes', of: (state) => state.notes ?? '–' },
];

/** What a correction changed, field by field. */
export function differences(
  before: State,
  after: State,
): { label: string; before: string; after: string }[] {
  return fields
    .map(({ label, of }) => ({ label, before: of(before), after: of(after) }))
    .filter((field) => field.before !== field.after);
}
