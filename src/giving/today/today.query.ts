import { bookChanges, type GivingToday } from '#libs/contracts';
import { yearOf } from '#libs/calendar';
import type { Tx } from '#libs/database';
import { toDecimal } from '#libs/money';
import { listLastChanges, listWaitingImports, sumMonthAndYearAgo } from './today.sql.js';

/** of what waits and of what changed */
const most = 5;

/** This month, and the same month a year ago: its days up to the same one, and all of them. */
export async function compareMonth(
  tx: Tx,
  today: string,
): Promise<Pick<GivingToday, 'month' | 'lastYear'>> {
  const first = `${today.slice(0, 7)}-01`;
  const firstThen = `${yearOf(today) - 1}${first.slice(4)}`;
  const days = Number(today.slice(8));
  const [sums] = await sumMonthAndYearAgo(tx, { first, firstThen, days });
  return {
    month: toDecimal(sums!.month),
    lastYear: { sameDays: toDecimal(sums!.same), whole: toDecimal(sums!.whole) },
  };
}

/** Drafts that nobody has finished or deleted, and imports that were cut off; the newest first. */
export async function findWaitingImports(tx: Tx): Promise<NonNullable<GivingToday['imports']>> {
  const rows = await listWaitingImports(tx, { limit: most });
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
}

/** What was done to the books last, as the audit log has it, with the names that people have today. */
export async function findLastChanges(tx: Tx): Promise<NonNullable<GivingToday['changes']>> {
  const rows = await listLastChanges(tx, { actions: bookChanges, limit: most });
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
