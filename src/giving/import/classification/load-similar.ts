import { todayIn } from '#libs/calendar';
import type { Tx } from '#libs/database';
import { timeZoneOf } from '../../../tenancy/index.js';
import type { Draft } from './draft.js';
import { matchSimilar } from './match-similar.js';
import type { SimilarFact } from './row-facts.js';
import { listSimilarGifts, listSimilarRows } from './similar.sql.js';

/**
 * Finds for the rows of a draft the recorded gift of the same giver and amount that each may be.
 * @returns the gift of each row that has one
 */
export async function loadSimilar(
  tx: Tx,
  { id: importId, source }: Pick<Draft, 'id' | 'source'>,
): Promise<Map<number, SimilarFact>> {
  const gifts = await listSimilarGifts(tx, { importId, source });
  if (gifts.length === 0) return new Map();
  const rows = await listSimilarRows(tx, {
    importId,
    persons: gifts.map(({ person }) => person),
    amounts: gifts.map(({ amount }) => amount),
  });
  const timeZone = await timeZoneOf(tx, tx.organizationId!);
  const dates = new Map(rows.map(({ row, date }) => [row, date]));
  return new Map(
    [...matchSimilar(rows, gifts)].map(([row, gift]) => [
      row,
      toFact(gift, dates.get(row)!, timeZone),
    ]),
  );
}

type Gift = Awaited<ReturnType<typeof listSimilarGifts>>[number];

function toFact(gift: Gift, date: string, timeZone: string): SimilarFact {
  const { donationId, changedBy: by, changedAt } = gift;
  const was = whatBecameOf(gift);
  return {
    donationId,
    named: { giver: gift.giverName, kind: gift.giverKind, date: gift.date },
    isSameDay: gift.date === date,
    isSameDonor: gift.isOwn,
    was,
    change: was === null || changedAt === null ? null : { by, on: todayIn(timeZone, changedAt) },
  };
}

/** What an import corrected is no correction by hand: only the money that it returned is told. */
function whatBecameOf({ isBefore, isReturned, isDeleted }: Gift): SimilarFact['was'] {
  if (!isBefore) return null;
  if (isReturned !== null) return isReturned ? 'returned' : null;
  return isDeleted ? 'deleted' : 'corrected';
}
