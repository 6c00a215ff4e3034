import type { OtherGift, ProposedChange, RowVerdict } from '#libs/contracts';
import {
  isAccepted,
  isDecided,
  isRecordedAnyway,
  isSeparate,
  giftsWithSameNumber,
} from './decisions.js';
import type { RecordedGift, RowFacts, RowToClassify } from './row-facts.js';

/**
 * The number of the row in the books. A number alone decides nothing: it is the same transaction if
 * the giver agrees, and the day as well unless the source gives each number once. Otherwise it is
 * another gift, or a question.
 */
export function compareNumbers(row: RowToClassify, facts: RowFacts): RowVerdict | null {
  const { recorded, numbers } = facts;
  if (recorded.length === 0 || isSeparate(row.decision, giftsWithSameNumber(facts))) return null;
  const giftsOfTransaction = recorded.filter(
    ({ giver, isSameDay }) => giver === 'same' && (numbers === 'unique' || isSameDay),
  );
  if (giftsOfTransaction.length > 0) return compareTransaction(row, giftsOfTransaction, facts);
  return numbers === 'startAgain' ? null : askAboutNumber(recorded);
}

/**
 * Compares a row with recorded donations of its giver that have its transaction number: it is the
 * same donation, a changed one, another part, or a deleted one. Returns null if none of them
 * decides about the row.
 */
function compareTransaction(
  row: RowToClassify,
  recorded: readonly RecordedGift[],
  { hasRowPerFund, part }: RowFacts,
): RowVerdict | null {
  const hasSameFund = (gift: RecordedGift) => gift.fund === null || gift.fund === row.fund;
  const existing = recorded.filter((gift) => gift.is !== 'deleted');

  const same = existing.filter(
    (gift) => hasSameFund(gift) && gift.gross === row.gross && gift.refunded === row.refunded,
  );
  const counterpart = hasRowPerFund ? same[part - 1] : same[0];
  if (counterpart) {
    const like = { donationId: counterpart.donationId };
    return { state: 'duplicate', reason: 'sameNumber', like };
  }
  if (same[0])
    return { state: 'held', reason: 'otherPart', like: { donationId: same[0].donationId } };

  const isOtherPart = (gift: RecordedGift) =>
    hasRowPerFund && !hasSameFund(gift) && gift.isFundInFile;
  const changed = existing.filter((gift) => gift.is === 'recorded' && !isOtherPart(gift));
  const changedGift = changed.find(hasSameFund) ?? changed[0];
  if (changedGift) return compareWithChanged(row, changedGift);

  const deleted = recorded.find(
    (gift) => gift.is === 'deleted' && (!hasRowPerFund || hasSameFund(gift)) && row.says === 'gift',
  );
  if (!deleted || isDecided(row.decision, 'again', { donationId: deleted.donationId })) return null;
  return { state: 'held', reason: 'deleted', like: { donationId: deleted.donationId } };
}

/** Asks whether a row with the number of a donation of another giver or day is another donation. */
function askAboutNumber(recorded: readonly RecordedGift[]): RowVerdict | null {
  const existing = recorded.filter((gift) => gift.is !== 'deleted');
  const giftOfGiver = existing.find(({ giver }) => giver === 'same');
  const other = giftOfGiver ?? existing[0];
  if (!other?.named) return null;
  const reason = giftOfGiver ? 'numberOnOtherDay' : 'numberOfOther';
  return { state: 'held', reason, like: { donationId: other.donationId }, gift: other.named };
}

export function compareWithChanged(
  row: RowToClassify,
  gift: Pick<RecordedGift, 'donationId' | 'version'> & { refunded?: bigint },
): RowVerdict {
  const like: OtherGift = { donationId: gift.donationId };
  const amount = row.amount !== null && row.amount > 0n ? row.amount : null;
  const change: ProposedChange = { gift: like, amount, version: gift.version };
  const accepted = isAccepted(row.decision, change);
  if (accepted === 'now') return { state: 'new', change };
  if (accepted === 'before') return { state: 'held', reason: 'changedSince', like, change };
  const isRefunded = row.refunded > (gift.refunded ?? row.refunded);
  return { state: 'held', reason: isRefunded ? 'moneyReturned' : 'numberChanged', like, change };
}

/** The same number in an earlier row of the file. */
export function compareRows(row: RowToClassify, facts: RowFacts): RowVerdict | null {
  const { earlierRow } = facts;
  if (!earlierRow) return null;
  const like = { row: earlierRow.row };
  if (isRecordedAnyway(row.decision, [...giftsWithSameNumber(facts), like])) return null;
  const isSame =
    earlierRow.gross === row.gross &&
    earlierRow.refunded === row.refunded &&
    earlierRow.fund === row.fileFund &&
    earlierRow.isSameGiver;
  if (!isSame) return { state: 'held', reason: 'rowChanged', like };
  return facts.numbers === 'unique'
    ? { state: 'duplicate', reason: 'sameRow', like }
    : { state: 'held', reason: 'rowRepeated', like };
}
