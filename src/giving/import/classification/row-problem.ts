import type { HeldVerdict, RowProblem, RowVerdict } from '#libs/contracts';

type HeldReason = HeldVerdict['reason'];
export type StoredReason =
  | HeldReason
  | Extract<RowVerdict, { state: 'duplicate' }>['reason']
  | 'error'
  | 'returned'
  | 'total'
  | 'hidden'
  | 'repeated';

/** The group of each reason whose group does not depend on the row. */
export const problems: Record<Exclude<StoredReason, 'word' | 'error'>, RowProblem> = {
  unknownGiver: 'giver',
  sameFile: 'duplicate',
  ownExport: 'duplicate',
  sameNumber: 'duplicate',
  sameRow: 'duplicate',
  refundRecorded: 'duplicate',
  member: 'name',
  household: 'giver',
  severalGuests: 'giver',
  severalGivers: 'giver',
  giverGone: 'giver',
  newCandidate: 'giver',
  numberChanged: 'changed',
  moneyReturned: 'changed',
  changedSince: 'changed',
  rowChanged: 'changed',
  rowRepeated: 'held',
  deleted: 'held',
  similar: 'held',
  similarReturned: 'held',
  similarElsewhere: 'held',
  similarCorrected: 'held',
  similarDeleted: 'held',
  numberOfOther: 'held',
  numberOnOtherDay: 'held',
  otherPart: 'held',
  refund: 'refund',
  refundUnknown: 'refund',
  refundDeleted: 'refund',
  refundTooMuch: 'refund',
  futureDate: 'date',
  oldDate: 'date',
  highAmount: 'amount',
  returned: 'refunded',
  total: 'footer',
  hidden: 'hidden',
  repeated: 'repeated',
};

/** The reason of a verdict, as it is stored; null for a new row. */
export function reasonOf(verdict: RowVerdict): StoredReason | null {
  switch (verdict.state) {
    case 'new':
      return null;
    case 'rejected':
      return 'error';
    case 'setAside':
      return verdict.reason === 'skipped' ? reasonOf(verdict.instead) : verdict.reason;
    default:
      return verdict.reason;
  }
}

/** The group of a verdict, as the API shows it; null for a new row. */
export function problemOf(verdict: RowVerdict): RowProblem | null {
  if (verdict.state === 'new') return null;
  if (verdict.state === 'rejected') return problemOfIssues(verdict);
  if (verdict.reason === 'word') return verdict.field;
  if (verdict.reason === 'skipped') return problemOf(verdict.instead);
  return problems[verdict.reason];
}

/**
 * The group of the first issue. A name or address that is too long, or an error of a spreadsheet,
 * is no question about the giver: no answer would repair it.
 */
function problemOfIssues({ issues }: Extract<RowVerdict, { state: 'rejected' }>): RowProblem {
  const { problem } = issues[0]!;
  const isAboutGiver = problem === 'email' || problem === 'name';
  const isUnanswerable = issues[0]!.is === 'tooLong' || issues[0]!.is === 'errorValue';
  return isAboutGiver && isUnanswerable ? 'columns' : problem;
}
