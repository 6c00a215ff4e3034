import type { RowVerdict } from '#libs/contracts';
import { compareNumbers, compareRows, compareWithChanged } from './compare-numbers.js';
import { isAccepted, isRecordedAnyway, isSeparate, giftsWithSameNumber } from './decisions.js';
import type { RefundFinding } from './match-refunds.js';
import type { RowFacts, RowToClassify } from './row-facts.js';
import { unusual } from './unusual.js';

/**
 * Decides what a row of a donation file is: the only place that does. The questions are asked in
 * this order: is it a gift by its own words, is the file new, is it the church's own export, can
 * the row be read, who gave, is the transaction new, and is it plausible. The first answer that is
 * not "yes" is the verdict. A decision of a user holds as long as its basis is the same.
 */
export function classifyRow(row: RowToClassify, facts: RowFacts): RowVerdict {
  const verdict = decideVerdict(row, facts);
  const isSkipped = row.decision?.kind === 'skip' && verdict.state !== 'setAside';
  return isSkipped ? { state: 'setAside', reason: 'skipped', instead: verdict } : verdict;
}

function decideVerdict(row: RowToClassify, facts: RowFacts): RowVerdict {
  if (row.says === 'total' || row.says === 'hidden' || row.says === 'repeated')
    return { state: 'setAside', reason: row.says };
  if (row.says === 'not')
    return { state: 'setAside', reason: 'word', field: row.field!, word: row.word };
  return (
    compareFiles(row, facts) ??
    compareWithExported(row, facts) ??
    askAboutRow(row, facts) ??
    (row.says === 'refund' ? classifyRefund(row, facts.refund) : classifyGift(row, facts))
  );
}

/** The same row of the same bytes in an earlier import. */
function compareFiles(row: RowToClassify, facts: RowFacts): RowVerdict | null {
  if (facts.sameFile === null || row.says === 'returned') return null;
  if (isSeparate(row.decision, giftsWithSameNumber(facts))) return null;
  return { state: 'duplicate', reason: 'sameFile', like: { donationId: facts.sameFile } };
}

/**
 * Compares a row of the church's own export with the donation that was exported, whose giver and
 * date are known.
 */
function compareWithExported(row: RowToClassify, { own }: RowFacts): RowVerdict | null {
  if (own === null || row.says !== 'gift') return null;
  const like = { donationId: own.donationId };
  if (isRecordedAnyway(row.decision, [like])) return null;
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

/**
 * Returns the verdict for a row that resembles a recorded gift: the user decides whether they are
 * the same. Returns null if there is none.
 */
function compareSimilar(row: RowToClassify, facts: RowFacts): RowVerdict | null {
  const { similar, earlierRow } = facts;
  if (!similar) return null;
  const like = { donationId: similar.donationId };
  const otherGifts = earlierRow ? [{ row: earlierRow.row }, like] : [like];
  if (isRecordedAnyway(row.decision, [...giftsWithSameNumber(facts), ...otherGifts])) return null;
  const { was, change, named: gift, isSameDay, isSameDonor } = similar;
  if (was === 'returned') return { state: 'held', reason: 'similarReturned', like };
  if (was !== null && change !== null) {
    const reason = was === 'deleted' ? 'similarDeleted' : 'similarCorrected';
    return { state: 'held', reason, like, gift, by: change };
  }
  if (isSameDay && isSameDonor) return { state: 'held', reason: 'similar', like };
  return { state: 'held', reason: 'similarElsewhere', like, gift };
}

function classifyRefund(row: RowToClassify, refund: RefundFinding | null): RowVerdict {
  const refunded = -(row.amount ?? 0n);
  if (!refund) return { state: 'held', reason: 'refundUnknown', like: null, back: refunded };
  if (refund.is === 'recorded') {
    const isOther = row.decision?.kind === 'separate' || row.decision?.kind === 'accept';
    const like = { donationId: refund.donationId };
    if (!isOther) return { state: 'duplicate', reason: 'refundRecorded', like };
  }
  const { found } = refund;
  if (!found) return { state: 'held', reason: 'refundUnknown', like: null, back: refunded };
  const { like, change } = found;
  if (!change) return { state: 'held', reason: found.problem, like, back: refunded };
  if (isAccepted(row.decision, change) === 'now') return { state: 'new', change };
  return { state: 'held', reason: 'refund', like, change, back: refunded };
}
