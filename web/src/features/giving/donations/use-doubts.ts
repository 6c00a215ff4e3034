import { useState } from 'react';
import { formatShort } from '#libs/calendar';
import type { GiftCheck } from '#libs/contracts';
import { formatUsd, fromDecimal, toDecimal } from '#libs/money';
import { api, queryString } from '../../../lib/api';

/** The fields of a donation that are checked for mistakes. */
export interface Doubted {
  userId?: string | undefined;
  guestFirstName?: string | undefined;
  guestLastName?: string | undefined;
  guestEmail?: string | null | undefined;
  amount: bigint;
  date?: string | null | undefined;
  transactionId?: string | null | undefined;
}

/**
 * A date within the next week may be a donation that is on its way. A later date is probably a
 * mistake.
 */
const maxDaysAhead = 7;
const unusualFactor = 100n;

/**
 * Asks the server for possible mistakes before a donation is recorded. Each is shown once: if the
 * user records the same donation again, it is intended.
 */
export function useDoubts(today: string) {
  const [shownDoubts, setShownDoubts] = useState<{ query: string; sentences: string[] } | null>(
    null,
  );
  /** @returns whether the donation may be recorded now */
  const isSettled = async ({
    userId,
    guestFirstName,
    guestLastName,
    guestEmail,
    amount,
    date,
    transactionId,
  }: Doubted): Promise<boolean> => {
    const gift = {
      userId,
      guestFirstName,
      guestLastName,
      guestEmail: guestEmail ?? undefined,
      amount: toDecimal(amount),
      date: date ?? undefined,
      transactionId: transactionId || undefined,
    };
    const query = queryString(gift);
    if (shownDoubts?.query === query) return true;
    // If the server does not answer, the donation is recorded without a check.
    const check = await api('/api/donations/check', { query: gift }).catch(() => null);
    const sentences = check ? doubtsOf(check, amount, date ?? today) : [];
    setShownDoubts({ query, sentences });
    return sentences.length === 0;
  };
  const forget = () => setShownDoubts(null);
  return { sentences: shownDoubts?.sentences ?? [], isSettled, forget };
}

/** Returns the possible mistakes as sentences for the user. */
export function doubtsOf(
  { daysAhead, again, usual, donorName, like }: GiftCheck,
  amount: bigint,
  date: string,
): string[] {
  const name = donorName ?? 'This giver';
  return [
    ...(daysAhead > maxDaysAhead ? [`${formatShort(date)} is still ${daysAhead} days ahead.`] : []),
    ...(again > 0
      ? [
          `${again === 1 ? 'A gift' : `${again} gifts`} of ${formatUsd(amount)} by ` +
            `${name} on ${formatShort(date)} ${again === 1 ? 'is' : 'are'} recorded ` +
            'already.',
        ]
      : []),
    ...(again === 0 && like !== null
      ? [
          `This looks like the gift of ${formatShort(like.date)}: ` +
            `${formatUsd(fromDecimal(like.amount))} by ${name} is recorded already.`,
        ]
      : []),
    ...(usual !== null && amount >= fromDecimal(usual) * unusualFactor
      ? [
          `${name} usually gives about ${formatUsd(fromDecimal(usual))}; this is ` +
            `${formatUsd(amount)}.`,
        ]
      : []),
  ];
}
