import type { DonationChange, Gift } from '#libs/contracts';
import type { Tx } from '#libs/database';
import { findCurrentDonation, historyOf } from './donation.query.js';

const stateAfter = {
  recorded: 'standing',
  corrected: 'corrected',
  restored: 'corrected',
  voided: 'deleted',
  moved: 'moved',
} as const;

/** The changes of a gift that users see, by the changes of the history. */
const kindsOfChange = {
  recorded: 'recorded',
  imported: 'recorded',
  corrected: 'corrected',
  restored: 'restored',
  voided: 'voided',
  'import undone': 'voided',
} as const;

type GiftChange = Gift['changes'][number];

/** Whether a donation belongs to the user now. False for a deleted donation. */
export async function isOwnDonation(tx: Tx, donationId: string, userId: string): Promise<boolean> {
  const gift = await findCurrentDonation(tx, donationId);
  return gift?.kind === 'member' && gift.donorId === userId;
}

/**
 * Reads the changes of a donation, the oldest first.
 * @param userId the member who sees the donation; null for staff. A member does not see who has
 *   changed it and why. If it was moved to another donor, the member does not see its new facts.
 * @returns null if the church has no such donation, or if it never belonged to the member
 */
export async function loadGiftHistory(
  tx: Tx,
  donationId: string,
  userId: string | null,
): Promise<Gift | null> {
  const history = await historyOf(tx, donationId);
  const changes = userId === null ? history.map(toStaffChange) : changesOfMember(history, userId);
  const last = changes.at(-1);
  if (!last) return null;
  return {
    state: stateAfter[last.what],
    changes,
    donationId: userId === null ? donationId : null,
    version: userId === null ? history.at(-1)!.version : null,
  };
}

function toStaffChange(change: DonationChange): GiftChange {
  const { who, why, after } = change;
  return {
    ...withFacts(change),
    who: who.name,
    why,
    donorName: after?.donorName ?? null,
  };
}

/**
 * Returns the changes that a member may see: those while the donation belonged to the member,
 * without the user, the reason and the donor. A change that gave it to another donor only says that
 * it was moved.
 */
function changesOfMember(history: readonly DonationChange[], userId: string): GiftChange[] {
  const isOwn = (facts: DonationChange['after']) => facts?.donorId === userId;
  return history
    .filter(({ before, after }) => isOwn(before) || isOwn(after))
    .map((change) => {
      const isMoved = change.after !== null && !isOwn(change.after);
      const visible = isMoved
        ? { ...withFacts({ ...change, after: null }), what: 'moved' as const }
        : withFacts(change);
      return { ...visible, who: null, why: null, donorName: null };
    });
}

function withFacts({ what, when, after }: DonationChange) {
  return {
    what: kindsOfChange[what],
    when,
    amount: after?.amount ?? null,
    date: after?.date ?? null,
    campaign: after?.campaign ?? null,
    paymentMethod: after?.paymentMethod ?? null,
  };
}
