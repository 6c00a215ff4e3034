import type {
  DecidingField,
  GiverQuestion,
  OtherGift,
  ProposedChange,
  RowIssue,
  RowVerdict,
} from '#libs/contracts';
import { unusual, type Usual } from './unusual.js';
import type { RefundFinding } from './match-refunds.js';
import type { DecisionKind, ReadsAs } from './stored-verdict.js';

/** A decision of a user, with what it is based on: the gift, and for `accept` the proposal. */
export interface Decision {
  kind: DecisionKind;
  gift: OtherGift | null;
  /** for `accept`: the amount that the gift was to have, in cents; null: it was to be deleted */
  amount: bigint | null;
  version: number | null;
}

/**
 * A row of a file: what it says, with what a user edited, and what a user decided about it.
 * Amounts in cents.
 */
export interface RowToClassify {
  row: number;
  says: ReadsAs;
  /** the column and word that say that it is no gift, for `ask` and `not` */
  field: DecidingField | null;
  word: string;
  issues: RowIssue[];
  namesGiver: boolean;
  /** what is open about the giver; null: the donor is known, or will be a new guest */
  giverQuestion: GiverQuestion | null;
  giverName: string;
  giverEmail: string | null;
  giverHint: string | null;
  date: string | null;
  /** what is left of the gift; below zero for a refund; null if it cannot be read */
  amount: bigint | null;
  /** the gift before refunds */
  gross: bigint;
  refunded: bigint;
  /** the key of its fund; empty for none */
  fund: string;
  decision: Decision | null;
  /** a user has confirmed an unusual date or amount */
  isSure: boolean;
}

/**
 * A recorded donation with the transaction number of a row, as its file had it. Amounts in cents.
 */
export interface RecordedGift {
  donationId: string;
  /**
   * recorded: it is in the books; recording: its import is at work; deleted: somebody deleted it
   */
  is: 'recorded' | 'recording' | 'deleted';
  version: number;
  gross: bigint;
  refunded: bigint;
  /**
   * the key of its fund; null for donations of an earlier version of the program, which did not
   * keep it
   */
  fund: string | null;
  /** whether another row of the file has the number and this fund */
  isFundInFile: boolean;
}

/** The donation whose id a row of the church's own export has. `amount` in cents, as it is now. */
export interface OwnDonation {
  donationId: string;
  is: 'recorded' | 'deleted';
  version: number;
  amount: bigint;
}

/** What the books and the rest of the file say about a row. */
export interface RowFacts {
  /** in a file in the template's format an unknown giver is an error, as the specification says */
  isTemplate: boolean;
  /** whether each number of the file is known to be one transaction, because its source is known */
  areNumbersUnique: boolean;
  /** the donation that this row became in an earlier import of the same bytes */
  sameFile: string | null;
  /** in the church's own export: the donation that the row was written from */
  own: OwnDonation | null;
  /** donations with the same number from the same kind of file */
  recorded: readonly RecordedGift[];
  /** whether rows of one number may be parts of one gift, one for each fund */
  splits: boolean;
  /**
   * the first row of the file with the same number (for parts: and fund) that comes before this
   * one
   */
  earlierRow: { row: number; gross: bigint; refunded: bigint; fund: string } | null;
  /**
   * the recorded gift of the same donor, day and amount that this row may be: the second such row
   * is compared with the second such gift. `isReturned`: the gift had that amount before money of
   * it was returned
   */
  similar: { donationId: string; isReturned: boolean } | null;
  /** what a row that returns money was matched with */
  refund: RefundFinding | null;
  /** null: the rest of the file is not known yet */
  usual: Usual | null;
}

/**
 * Decides what a row of a donation file is: the only place that does. The questions are asked in
 * this order: is it a gift by its own words, is the file new, is it the church's own export, can the row be read, who gave, is
 * the transaction new, and is it plausible. The first answer that is not "yes" is the verdict. A
 * decision of a user holds as long as its basis is the same.
 */
export function classifyRow(row: RowToClassify, facts: RowFacts): RowVerdict {
  const verdict = judge(row, facts);
  const isSkipped = row.decision?.kind === 'skip' && verdict.state !== 'setAside';
  return isSkipped ? { state: 'setAside', reason: 'skipped', instead: verdict } : verdict;
}

function judge(row: RowToClassify, facts: RowFacts): RowVerdict {
  if (row.says === 'total') return { state: 'setAside', reason: 'total' };
  if (row.says === 'not')
    return { state: 'setAside', reason: 'word', field: row.field!, word: row.word };
  return (
    compareFiles(row, facts) ??
    compareOwn(row, facts) ??
    askAboutRow(row, facts) ??
    (row.says === 'refund' ? classifyRefund(row, facts.refund) : classifyGift(row, facts))
  );
}

/** The same row of the same bytes in an earlier import. */
function compareFiles(row: RowToClassify, facts: RowFacts): RowVerdict | null {
  if (facts.sameFile === null || row.says === 'returned') return null;
  if (isSeparate(row.decision, transactionsOf(facts))) return null;
  return { state: 'duplicate', reason: 'sameFile', like: { donationId: facts.sameFile } };
}

/** The donation that the church's own export was written from. Who gave it, and when, is known. */
function compareOwn(row: RowToClassify, { own }: RowFacts): RowVerdict | null {
  if (own === null || row.says !== 'gift') return null;
  const like = { donationId: own.donationId };
  if (isOwnGift(row.decision, [like])) return null;
  if (own.is === 'deleted') return { state: 'held', reason: 'deleted', like };
  if (own.amount === row.amount) return { state: 'duplicate', reason: 'ownExport', like };
  return compareWithChanged(row, own);
}

function askAboutRow(row: RowToClassify, { isTemplate }: RowFacts): RowVerdict | null {
  const { issues, namesGiver, giverQuestion } = row;
  if (row.says === 'error') return { state: 'rejected', issues, namesGiver };
  if (row.says === 'ask')
    return { state: 'held', reason: 'word', field: row.field!, word: row.word };
  if (giverQuestion === null) return null;
  if (giverQuestion === 'unknownGiver' && isTemplate)
    return { state: 'rejected', issues, namesGiver };
  const { giverName: name, giverEmail: email, giverHint: hint } = row;
  return { state: 'held', reason: giverQuestion, name, email, hint };
}

function classifyGift(row: RowToClassify, facts: RowFacts): RowVerdict {
  const numbered = compareNumbers(row, facts);
  if (numbered) return numbered;
  if (row.says === 'returned') return { state: 'setAside', reason: 'returned', gross: row.gross };
  return (
    compareRows(row, facts) ??
    compareSimilar(row, facts) ??
    unusual(row, facts.usual) ?? { state: 'new', change: null }
  );
}

/** The gifts that have the file or the transaction number of a row in common with it. */
function transactionsOf({ sameFile, recorded }: RowFacts): OtherGift[] {
  const numbered = recorded.map(({ donationId }) => ({ donationId }));
  return sameFile === null ? numbered : [{ donationId: sameFile }, ...numbered];
}

/**
 * The same number in the books: the same gift, the same gift changed, another part of it, or a
 * deleted one.
 */
function compareNumbers(row: RowToClassify, facts: RowFacts): RowVerdict | null {
  const { recorded, splits } = facts;
  if (recorded.length === 0 || isSeparate(row.decision, transactionsOf(facts))) return null;
  const hasSameFund = (gift: RecordedGift) => gift.fund === null || gift.fund === row.fund;
  const existing = recorded.filter((gift) => gift.is !== 'deleted');

  const same = existing.find(
    (gift) => hasSameFund(gift) && gift.gross === row.gross && gift.refunded === row.refunded,
  );
  if (same)
    return { state: 'duplicate', reason: 'sameNumber', like: { donationId: same.donationId } };

  const isOtherPart = (gift: RecordedGift) => splits && !hasSameFund(gift) && gift.isFundInFile;
  const changed = existing.filter((gift) => gift.is === 'recorded' && !isOtherPart(gift));
  const changedGift = changed.find(hasSameFund) ?? changed[0];
  if (changedGift) return compareWithChanged(row, changedGift);

  const deleted = recorded.find(
    (gift) => gift.is === 'deleted' && (!splits || hasSameFund(gift)) && row.says === 'gift',
  );
  if (!deleted || isDecided(row.decision, 'again', { donationId: deleted.donationId })) return null;
  return { state: 'held', reason: 'deleted', like: { donationId: deleted.donationId } };
}

function compareWithChanged(
  row: RowToClassify,
  gift: Pick<RecordedGift, 'donationId' | 'version'> & { refunded?: bigint },
): RowVerdict {
  const like: OtherGift = { donationId: gift.donationId };
  const amount = row.amount !== null && row.amount > 0n ? row.amount : null;
  const change: ProposedChange = { gift: like, amount, version: gift.version };
  const accepted = isAccepted(row.decision, change);
  if (accepted === 'now') return { state: 'new', change };
  const reason =
    accepted === 'before'
      ? 'changedSince'
      : row.refunded > (gift.refunded ?? row.refunded)
        ? 'moneyReturned'
        : 'numberChanged';
  return { state: 'held', reason, like, change };
}

/** The same number in an earlier row of the file. */
function compareRows(row: RowToClassify, facts: RowFacts): RowVerdict | null {
  const { earlierRow } = facts;
  if (!earlierRow) return null;
  const like = { row: earlierRow.row };
  if (isOwnGift(row.decision, [...transactionsOf(facts), like])) return null;
  const isSame =
    earlierRow.gross === row.gross &&
    earlierRow.refunded === row.refunded &&
    earlierRow.fund === row.fund;
  if (!isSame) return { state: 'held', reason: 'rowChanged', like };
  return facts.areNumbersUnique
    ? { state: 'duplicate', reason: 'sameRow', like }
    : { state: 'held', reason: 'rowRepeated', like };
}

function compareSimilar(row: RowToClassify, facts: RowFacts): RowVerdict | null {
  const { similar, earlierRow } = facts;
  if (!similar) return null;
  const like = { donationId: similar.donationId };
  const others = earlierRow ? [{ row: earlierRow.row }, like] : [like];
  if (isOwnGift(row.decision, [...transactionsOf(facts), ...others])) return null;
  return { state: 'held', reason: similar.isReturned ? 'similarReturned' : 'similar', like };
}

function classifyRefund(row: RowToClassify, refund: RefundFinding | null): RowVerdict {
  const back = -(row.amount ?? 0n);
  if (!refund) return { state: 'held', reason: 'refundUnknown', like: null, back };
  if (refund.is === 'recorded') {
    const isOther = row.decision?.kind === 'separate' || row.decision?.kind === 'accept';
    const like = { donationId: refund.donationId };
    if (!isOther) return { state: 'duplicate', reason: 'refundRecorded', like };
  }
  const { found } = refund;
  if (!found) return { state: 'held', reason: 'refundUnknown', like: null, back };
  const { like, change } = found;
  if (!change) return { state: 'held', reason: found.problem, like, back };
  if (isAccepted(row.decision, change) === 'now') return { state: 'new', change };
  return { state: 'held', reason: 'refund', like, change, back };
}

const isSameGift = (one: OtherGift | null, other: OtherGift): boolean =>
  one !== null && one.donationId === other.donationId && one.row === other.row;

/**
 * A user took the row as another gift than one of these. An answer to one question settles those
 * that come after it.
 */
const isSeparate = (decision: Decision | null, gifts: readonly OtherGift[]): boolean =>
  decision?.kind === 'separate' && gifts.some((gift) => isSameGift(decision.gift, gift));

/**
 * A user took the row as another gift than one of these, or as the gift that was deleted before.
 */
const isOwnGift = (decision: Decision | null, gifts: readonly OtherGift[]): boolean =>
  decision?.kind === 'again' || isSeparate(decision, gifts);

const isDecided = (decision: Decision | null, kind: DecisionKind, gift: OtherGift): boolean =>
  decision?.kind === kind && isSameGift(decision.gift, gift);

/**
 * Whether a user accepted this proposal: `now`, as it is; `before`, while the gift had another
 * version.
 */
function isAccepted(decision: Decision | null, change: ProposedChange): 'now' | 'before' | null {
  if (!decision || !isDecided(decision, 'accept', change.gift)) return null;
  if (decision.amount !== change.amount) return null;
  return decision.version === change.version ? 'now' : 'before';
}
