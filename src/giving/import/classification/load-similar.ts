import { todayIn } from '#libs/calendar';
import type { Tx } from '#libs/database';
import { timeZoneOf } from '../../../tenancy/index.js';
import type { Draft } from './draft.js';
import { matchSimilar } from './match-similar.js';
import type { SimilarFact } from './row-facts.js';
import { listSimilarGifts, listSimilarRows } from './similar.sql.js';

/**
 * Finds recorded gifts that rows of a draft may repeat. They have the giver and the amount of the
 * row.
 * @returns the found gifts by row
 */
export async function loadSimilar(
  tx: Tx,
  { id: importId, source, numbers }: Pick<Draft, 'id' | 'source' | 'numbers'>,
): Promise<Map<number, SimilarFact>> {
  const areNumbersUsed = numbers !== 'startAgain';
  const areUnique = numbers === 'unique';
  const similarGifts = await listSimilarGifts(tx, { importId, source, areNumbersUsed, areUnique });
  if (similarGifts.length === 0) return new Map();
  const gifts = areNumbersUsed ? similarGifts : similarGifts.map(withoutNumber);
  const listedRows = await listSimilarRows(tx, {
    importId,
    persons: gifts.map(({ person }) => person),
    amounts: gifts.map(({ amount }) => amount),
  });
  const rows = areNumbersUsed ? listedRows : listedRows.map(withoutNumber);
  const timeZone = await timeZoneOf(tx, tx.organizationId!);
  const dates = new Map(rows.map(({ row, date }) => [row, date]));
  return new Map(
    [...matchSimilar(rows, gifts)].map(([row, gift]) => [
      row,
      toFact(gift, dates.get(row)!, timeZone),
    ]),
  );
}

/** Removes the number. Numbers that start again in each file do not identify a gift. */
const withoutNumber = <Numbered extends { number: string | null }>(item: Numbered): Numbered => ({
  ...item,
  number: null,
});

type Gift = Awaited<ReturnType<typeof listSimilarGifts>>[number];

function toFact(gift: Gift, date: string, timeZone: string): SimilarFact {
  const { donationId, changedBy: changedByUser, changedAt } = gift;
  const was = whatBecameOf(gift);
  return {
    donationId,
    named: { giver: gift.giverName, kind: gift.giverKind, date: gift.date },
    isSameDay: gift.date === date,
    isSameDonor: gift.isOwn,
    was,
    change:
      was === null || changedAt === null
        ? null
        : { by: changedByUser, on: todayIn(timeZone, changedAt) },
  };
}

/**
 * Returns what happened to a gift since it had the day and the amount of a row; null for nothing. A
 * correction by an import counts as nothing. `isReturned` is null only if no import has changed the
 * gift.
 */
function whatBecameOf({ isBefore, isReturned, isDeleted }: Gift): SimilarFact['was'] {
  if (!isBefore) return null;
  if (isReturned) return 'returned';
  if (isDeleted) return 'deleted';
  return isReturned === null ? 'corrected' : null;
}
