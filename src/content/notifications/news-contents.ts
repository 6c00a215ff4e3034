import type { NotificationType } from '#libs/contracts';
import type { Tx } from '#libs/database';
import { timeZoneOf } from '../../tenancy/index.js';
import { hasEnded } from '../events/present-dates.js';
import { readEventTimes, readTitles } from './news.sql.js';

/** What news may say about a piece of content at this moment. */
export interface NewsContent {
  title: string;
  /** false while members do not see it, and for an event that is over */
  isNews: boolean;
}

/**
 * Reads what the transaction's church may announce now.
 * @returns by the id of the content; without what was deleted
 */
export async function newsContents(
  tx: Tx,
  wanted: readonly { type: NotificationType; contentId: string }[],
): Promise<Map<string, NewsContent>> {
  const contents = new Map<string, NewsContent>();
  for (const [type, some] of Map.groupBy(wanted, (one) => one.type)) {
    const ids = [...new Set(some.map(({ contentId }) => contentId))];
    const found = type === 'event' ? await events(tx, ids) : await others(tx, type, ids);
    for (const [id, content] of found) contents.set(id, content);
  }
  return contents;
}

async function others(
  tx: Tx,
  type: Exclude<NotificationType, 'event'>,
  ids: readonly string[],
): Promise<Map<string, NewsContent>> {
  const rows = await readTitles[type](tx, { ids });
  return new Map(rows.map(({ id, title, isActive }) => [id, { title, isNews: isActive }]));
}

async function events(tx: Tx, ids: readonly string[]): Promise<Map<string, NewsContent>> {
  const now = new Date();
  const timeZone = await timeZoneOf(tx, tx.organizationId!);
  const rows = await readEventTimes(tx, { ids });
  return new Map(
    rows.map((row) => [
      row.id,
      { title: row.title, isNews: row.isActive && !hasEnded(row, timeZone, now) },
    ]),
  );
}
