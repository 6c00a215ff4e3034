import { formatShort } from '#libs/calendar';
import type { Gift } from '#libs/contracts';
import { formatUsd, fromDecimal } from '#libs/money';

type Change = Gift['changes'][number];
type Known = Change & { amount: string; date: string };

const isKnown = (change: Change): change is Known => change.amount !== null && change.date !== null;

/** The gift as it stands, or as it last stood. A gift was recorded once: there is one. */
export const lastKnown = ({ changes }: Gift): Known => changes.findLast(isKnown)!;

const fields: { label: string; of: (change: Change) => string | null }[] = [
  { label: 'Giver', of: ({ donorName }) => donorName },
  { label: 'Amount', of: ({ amount }) => amount && formatUsd(fromDecimal(amount)) },
  { label: 'Date', of: ({ date }) => date && formatShort(date) },
  { label: 'Campaign', of: ({ campaign }) => campaign },
  { label: 'Payment method', of: ({ paymentMethod }) => paymentMethod },
];

/** What became another, field by field; nothing of what is not told. */
export const giftDifferences = (
  before: Change,
  after: Change,
): { label: string; before: string; after: string }[] =>
  fields.flatMap(({ label, of }) => {
    const [old, now] = [of(before), of(after)];
    return old === null || now === null || old === now ? [] : [{ label, before: old, after: now }];
  });
