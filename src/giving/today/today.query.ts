import { bookChanges, type GivingToday } from '#libs/contracts';
import { yearOf } from '#libs/calendar';
import type { Tx } from '#libs/database';
import { toDecimal } from '#libs/money';
import { listLastChanges, listWaitingImports, sumMonthAndYearAgo } from './today.sql.js';

/** Maximum number of imports and of changes that are listed. */
const maxListed = 5;

/**
 * Adds up the donations of this month, of the same month a year ago, and of the days of that month
 * up to the same day.
 */
export async function compareMonth(
  tx: Tx,
  today: string,
): Promise<Pick<GivingToday, 'month' | 'lastYear'>> {
  const first = `${today.slice(0, 7)}-01`;
  const firstYearAgo = `${yearOf(today) - 1}${first.slice(4)}`;
  const days = Number(today.slice(8));
  const [sums] = await sumMonthAndYearAgo(tx, { first, firstYearAgo, days });
  return {
    month: toDecimal(sums!.month),
    lastYear: { sameDays: toDecimal(sums!.same), whole: toDecimal(sums!.whole) },
  };
}

/** Lists drafts that are not finished, and imports that have failed, the newest first. */
export async function findWaitingImports(tx: Tx): Promise<NonNullable<GivingToday['imports']>> {
  const rows = await listWaitingImports(tx, { limit: maxListed });
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
}

/** Lists the last changes of giving in the audit log, with the present names. */
export async function findLastChanges(tx: Tx): Promise<NonNullable<GivingToday['changes']>> {
  const rows = await listLastChanges(tx, { actions: bookChanges, limit: maxListed });
  return rows.map(({ at, action, details, actor, donor, file }) => ({
    at: at.toISOString(),
    what: action,
    who: actor ?? 'Church Connect',
    whose: donor ?? file ?? '',
    donationId: details.donationId ?? null,
    importId: details.importId ?? null,
    amount: details.amount ?? null,
    becomes: details.becomes ?? null,
    donations: details.donations ?? null,
  }));
}
