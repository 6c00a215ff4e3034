import type { OtherGift, ProposedChange, RowAction, RowVerdict } from '#libs/contracts';
import { isOwnCurrency } from '#libs/csv';
import type { Decision } from '../classification/row-facts.js';

/**
 * What an action does to a row.
 * - `decision`: the decision to store; null removes the stored decision
 * - `readsAsGift`: the row is read again as a gift, whatever the words in its cells say
 * - `readAgain`: the row is read again with other values
 * - `isSure`: the user confirms the unusual date or amount
 * - `isMember`: the giver is the member who has the name in the row
 */
export interface RowChange {
  decision?: Decision | null;
  readsAsGift?: true;
  readAgain?: true;
  isSure?: true;
  isMember?: true;
}

/** A row whose verdict is known, and what else decides whether an action applies. */
export interface ChangeableRow {
  verdict: RowVerdict;
  /** a user has changed or decided something */
  isRepaired: boolean;
  /** whether the cells of the file are known; those of very old imports are not */
  hasRecord: boolean;
  isGuest: boolean;
  /** the action sets the amount, in dollars */
  setsAmount: boolean;
}

/**
 * `done`: the action was done to the row before; `refused`: it does not apply to it;
 * `needsDollars`: the row has an amount in another currency, and the user must say how many
 * dollars that are.
 */
export type Outcome = RowChange | 'done' | 'refused' | 'needsDollars';

/** Decides what an action does to a row. */
export function changeOfRow(action: RowAction, row: ChangeableRow): Outcome {
  const { verdict } = row;
  switch (action) {
    case 'set':
      return verdict.state === 'duplicate' ? 'refused' : { readAgain: true };
    case 'guest':
      if (verdict.state !== 'duplicate') return { readAgain: true };
      return row.isGuest ? 'done' : 'refused';
    case 'setAside':
      return skip(verdict);
    case 'accept':
      return accept(verdict, row.setsAmount);
    case 'correct':
      return correct(verdict);
    case 'reset':
      if (!row.isRepaired) return 'done';
      return row.hasRecord ? { readAgain: true } : 'refused';
    default:
      return action satisfies never;
  }
}

function skip({ state }: RowVerdict): Outcome {
  if (state === 'setAside') return 'done';
  return state === 'duplicate' ? 'refused' : { decision: decision('skip', null) };
}

function correct(verdict: RowVerdict): Outcome {
  if (verdict.state === 'new') return verdict.change ? 'done' : 'refused';
  if (verdict.state !== 'held' || !('change' in verdict)) return 'refused';
  return { decision: acceptance(verdict.change) };
}

/**
 * Decides what `accept` does to a row. A row that repeats or resembles a recorded gift becomes
 * another gift. A refund changes its gift as proposed. A row whose words say that it is no gift
 * becomes a gift. A gift that was deleted is recorded again. An unusual date or amount is
 * confirmed. A name in the file is that of the only member with this name. A skipped row is no
 * longer skipped.
 */
function accept(verdict: RowVerdict, setsAmount: boolean): Outcome {
  switch (verdict.state) {
    case 'new':
      return 'done';
    case 'rejected':
      return 'refused';
    case 'duplicate':
      return { decision: decision('separate', verdict.like) };
    case 'setAside':
      if (verdict.reason === 'returned') return {};
      if (verdict.reason === 'word') return acceptWord(verdict, setsAmount);
      if (verdict.reason === 'skipped') return acceptSkipped(verdict.instead, setsAmount);
      return { readsAsGift: true };
    case 'held':
      return verdict.reason === 'word' ? acceptWord(verdict, setsAmount) : acceptHeld(verdict);
    default:
      return verdict satisfies never;
  }
}

/** A row in another currency becomes a gift only if the user enters its amount in US dollars. */
function acceptWord(
  { field, word }: { field: string; word: string },
  setsAmount: boolean,
): Outcome {
  const isForeign = field === 'currency' && !isOwnCurrency(word);
  return isForeign && !setsAmount ? 'needsDollars' : { readsAsGift: true };
}

function acceptSkipped(verdictIfNotSkipped: RowVerdict, setsAmount: boolean): Outcome {
  if (verdictIfNotSkipped.state !== 'held' || verdictIfNotSkipped.reason !== 'word')
    return { decision: null };
  const outcome = acceptWord(verdictIfNotSkipped, setsAmount);
  return outcome === 'needsDollars' ? outcome : { decision: null, readsAsGift: true };
}

type HeldForOther = Exclude<Extract<RowVerdict, { state: 'held' }>, { reason: 'word' }>;

function acceptHeld(verdict: HeldForOther): Outcome {
  switch (verdict.reason) {
    case 'member':
      return { isMember: true };
    case 'deleted':
      return { decision: decision('again', verdict.like) };
    case 'numberChanged':
    case 'moneyReturned':
    case 'changedSince':
    case 'rowChanged':
    case 'rowRepeated':
    case 'similar':
    case 'similarReturned':
    case 'similarElsewhere':
    case 'similarCorrected':
    case 'similarDeleted':
    case 'numberOfOther':
    case 'numberOnOtherDay':
    case 'otherPart':
      return { decision: decision('separate', verdict.like) };
    case 'refund':
      return { decision: acceptance(verdict.change) };
    case 'futureDate':
    case 'oldDate':
    case 'highAmount':
      return { isSure: true };
    case 'unknownGiver':
    case 'household':
    case 'severalGuests':
    case 'severalGivers':
    case 'giverGone':
    case 'newCandidate':
    case 'refundUnknown':
    case 'refundDeleted':
    case 'refundTooMuch':
      return 'refused';
    default:
      return verdict satisfies never;
  }
}

const decision = (kind: Decision['kind'], gift: OtherGift | null): Decision => ({
  kind,
  gift,
  amount: null,
  version: null,
});

const acceptance = ({ gift, amount, version }: ProposedChange): Decision => ({
  kind: 'accept',
  gift,
  amount,
  version,
});
