import type { Gift } from '#libs/contracts';
import type { Tx } from '#libs/database';
import { findCurrentDonation, historyOf } from './donation.query.js';

const stateAfter = {
  recorded: 'standing',
  corrected: 'corrected',
  restored: 'corrected',
  voided: 'deleted',
  moved: 'moved',
} as const;

/** Whether it is a gift of that member, as it stands. */
export async function isOwnDonation(tx: Tx, donationId: string, userId: string): Promise<boolean> {
  const gift = await findCurrentDonation(tx, donationId);
  return gift?.kind === 'member' && gift.donorId === userId;
}

/**
 * A gift with what was changed of it, the recording first. `of`: as that member sees it, who is told neither who changed it
 * nor why, nor anything of what it became when it was found to be somebody else's. Null: unknown.
 */
export async function loadGiftHistory(
  tx: Tx,
  donationId: string,
  of: string | null,
): Promise<Gift | null> {
  const history = await historyOf(tx, donationId);
  if (history.length === 0) return null;
  const isShown = (donorId: string) => of === null || donorId === of;
  const changes = history.flatMap(({ what, when, who, why, before, after }) => {
    if (!(before && isShown(before.donorId)) && !(after && isShown(after.donorId))) return []; // somebody else's before it was theirs, or after
    const isLost = after !== null && !isShown(after.donorId);
    return [
      {
        what: isLost
          ? ('moved' as const)
          : what === 'import undone'
            ? ('voided' as const)
            : what === 'imported'
              ? ('recorded' as const)
              : what,
        when,
        who: of === null ? who.name : null,
        why: of === null ? why : null,
        amount: (isLost ? null : after?.amount) ?? null,
        date: (isLost ? null : after?.date) ?? null,
        campaign: (isLost ? null : after?.campaign) ?? null,
        paymentMethod: (isLost ? null : after?.paymentMethod) ?? null,
        donorName: of === null ? (after?.donorName ?? null) : null,
      },
    ];
  });
  const last = changes.at(-1);
  if (!last) return null;
  return {
    state: stateAfter[last.what],
    changes,
    donationId: of === null ? donationId : null,
    version: of === null ? history.at(-1)!.version : null,
  };
}
