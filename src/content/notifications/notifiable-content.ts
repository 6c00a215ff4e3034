import type { NotificationType } from '#libs/contracts';
import type { Tx } from '#libs/database';
import { timeZoneOf } from '../../tenancy/index.js';
import { hasEnded } from '../events/current-occurrences.js';
import { readEventTimes, readTitles } from './notifier.sql.js';

/** The facts about an item that decide whether members can be notified of it now. */
export interface NotifiableContent {
  title: string;
  /** false if members cannot see the item, or if the event is canceled or over */
  isAnnounceable: boolean;
}

/**
 * Reads items of the transaction's church.
 * @returns the items by their ids, without deleted ones
 */
export async function readNotifiableContent(
  tx: Tx,
  items: readonly { type: NotificationType; contentId: string }[],
): Promise<Map<string, NotifiableContent>> {
  const contents = new Map<string, NotifiableContent>();
  for (const [type, itemsOfType] of Map.groupBy(items, (item) => item.type)) {
    const ids = [...new Set(itemsOfType.map(({ contentId }) => contentId))];
    const contentsOfType =
      type === 'event' ? await readEvents(tx, ids) : await readItems(tx, type, ids);
    for (const [id, content] of contentsOfType) contents.set(id, content);
  }
  return contents;
}

async function readItems(
  tx: Tx,
  type: Exclude<NotificationType, 'event'>,
  ids: readonly string[],
): Promise<Map<string, NotifiableContent>> {
  const rows = await readTitles[type](tx, { ids });
  return new Map(rows.map(({ id, title, isActive }) => [id, { title, isAnnounceable: isActive }]));
}

async function readEvents(tx: Tx, ids: readonly string[]): Promise<Map<string, NotifiableContent>> {
  const now = new Date();
  const timeZone = await timeZoneOf(tx, tx.organizationId!);
  const rows = await readEventTimes(tx, { ids });
  return new Map(
    rows.map((row) => [
      row.id,
      {
        title: row.title,
        isAnnounceable: row.isActive && !row.isCanceled && !hasEnded(row, timeZone, now),
      },
    ]),
  );
}
