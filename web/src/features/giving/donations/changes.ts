import { formatShort } from '#libs/calendar';
import type { DonationChange } from '#libs/contracts';
import { formatUsd, fromDecimal } from '#libs/money';

type State = NonNullable<DonationChange['before']>;

const fields: { label: string; textOf: (state: State) => string }[] = [
  { label: 'Giver', textOf: (state) => state.donorName },
  { label: 'Amount', textOf: (state) => formatUsd(fromDecimal(state.amount)) },
  { label: 'Date', textOf: (state) => formatShort(state.date) },
  { label: 'Payment method', textOf: (state) => state.paymentMethod },
  { label: 'Campaign', textOf: (state) => state.campaign },
  { label: 'Notes', textOf: (state) => state.notes ?? '–' },
];

/** Returns the fields that a correction changed. */
export function differences(
  before: State,
  after: State,
): { label: string; before: string; after: string }[] {
  return fields
    .map(({ label, textOf }) => ({ label, before: textOf(before), after: textOf(after) }))
    .filter((field) => field.before !== field.after);
}
