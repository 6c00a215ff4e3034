import type { OtherGift, ProposedChange } from '#libs/contracts';
import type { Decision, RowFacts } from './row-facts.js';
import type { DecisionKind } from './stored-verdict.js';

/** The gifts that have the file or the transaction number of a row in common with it. */
export function giftsWithSameNumber({ sameFile, recorded }: RowFacts): OtherGift[] {
  const numbered = recorded.map(({ donationId }) => ({ donationId }));
  return sameFile === null ? numbered : [{ donationId: sameFile }, ...numbered];
}

const isSameGift = (first: OtherGift | null, second: OtherGift): boolean =>
  first !== null && first.donationId === second.donationId && first.row === second.row;

/**
 * Whether a user decided that the row is a gift of its own, and not one of `gifts`. The decision
 * about one of them also holds for the others, so that the user is asked once.
 */
export const isSeparate = (decision: Decision | null, gifts: readonly OtherGift[]): boolean =>
  decision?.kind === 'separate' && gifts.some((gift) => isSameGift(decision.gift, gift));

/**
 * Whether a user decided that the row is a gift of its own and not one of `gifts`, or that a
 * deleted gift is recorded again.
 */
export const isRecordedAnyway = (decision: Decision | null, gifts: readonly OtherGift[]): boolean =>
  decision?.kind === 'again' || isSeparate(decision, gifts);

export const isDecided = (
  decision: Decision | null,
  kind: DecisionKind,
  gift: OtherGift,
): boolean => decision?.kind === kind && isSameGift(decision.gift, gift);

/**
 * Whether a user accepted this proposal: `now`, as it is; `before`, while the gift had another
 * version.
 */
export function isAccepted(
  decision: Decision | null,
  change: ProposedChange,
): 'now' | 'before' | null {
  if (!decision || !isDecided(decision, 'accept', change.gift)) return null;
  if (decision.amount !== change.amount) return null;
  return decision.version === change.version ? 'now' : 'before';
}
