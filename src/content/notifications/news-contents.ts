import type { NotificationType } from '#libs/contracts';
import type { Tx } from '#libs/database';
import { timeZoneOf } from '../../tenancy/index.js';
import { hasEnded, type StoredTimes } from '../events/present-dates.js';
import { tables } from '../kept.js';

/** What news may say about a piece of content at this moment. */
export interface NewsContent {
  title: string;
  /** false while members do not see it, and for an event that is over */
  isNews: boolean;
}

interface Row {
  id: string;
  title: string;
  isActive: boolean;
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
  const rows = await tx.sql<Row>(
    `select id, title, is_active as "isActive" from ${tables[type]} where organization_id = $1 and id = any($2::uuid[])`,
    [tx.organizationId, ids],
  );
  return new Map(rows.map(({ id, title, isActive }) => [id, { title, isNews: isActive }]));
}

async function events(tx: Tx, ids: readonly string[]): Promise<Map<string, NewsContent>> {
  const now = new Date();
  const timeZone = await timeZoneOf(tx, tx.organizationId!);
  const rows = await tx.sql<Row & StoredTimes>(
    `select id, title, is_active as "isActive", date, duration_minutes as "durationMinutes",
            recurrence, series_start as "seriesStart", exceptions, is_over as "isOver"
       from church_event where organization_id = $1 and id = any($2::uuid[])`,
    [tx.organizationId, ids],
  );
  return new Map(
    rows.map((row) => [
      row.id,
      { title: row.title, isNews: row.isActive && !hasEnded(row, timeZone, now) },
    ]),
  );
}
