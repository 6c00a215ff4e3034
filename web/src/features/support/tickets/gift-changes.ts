import { formatShort } from '#libs/calendar';
import type { Gift } from '#libs/contracts';
import { formatUsd, fromDecimal } from '#libs/money';

type Change = Gift['changes'][number];
type Known = Change & { amount: string; date: string };

const isKnown = (change: Change): change is Known => change.amount !== null && change.date !== null;

/**
 * Returns the current or last known version of the donation. There is always one, because it was
 * recorded.
 */
export const lastKnown = ({ changes }: Gift): Known => changes.findLast(isKnown)!;

const fields: { label: string; textOf: (change: Change) => string | null }[] = [
  { label: 'Giver', textOf: ({ donorName }) => donorName },
  { label: 'Amount', textOf: ({ amount }) => amount && formatUsd(fromDecimal(amount)) },
  { label: 'Date', textOf: ({ date }) => date && formatShort(date) },
  { label: 'Campaign', textOf: ({ campaign }) => campaign },
  { label: 'Payment method', textOf: ({ paymentMethod }) => paymentMethod },
];

/** Returns the fields that changed. Fields that the user may not see are left out. */
export const giftDifferences = (
  before: Change,
  after: Change,
): { label: string; before: string; after: string }[] =>
  fields.flatMap(({ label, textOf }) => {
    const [oldText, newText] = [textOf(before), textOf(after)];
    return oldText === null || newText === null || oldText === newText
      ? []
      : [{ label, before: oldText, after: newText }];
  });
