import type { QueryClient } from '@tanstack/react-query';
import type { TrashKind } from '#libs/contracts';
import { api, ApiError } from '../api';
import type { ContentKind } from '../queries/content-lists';
import { trashQuery } from '../queries/trash';
import { plural } from '../format';
import { toast, toastError } from '../toast';

/** The name that the lists of content use for a kind, by the name that the trash uses for it. */
export const listOfTrashKind: Record<TrashKind, ContentKind> = {
  resource: 'resources',
  sermon: 'sermons',
  event: 'events',
  nugget: 'nuggets',
  announcement: 'announcements',
  study: 'bible-studies',
  brother: 'brothers-in-christ',
};
const trashKinds = Object.keys(listOfTrashKind) as TrashKind[];

/** @returns false if the item is not in the trash, for example because another user restored it */
async function restoreItem(kind: TrashKind, id: string): Promise<boolean> {
  try {
    await api(`/api/admin/trash/${kind}/${id}/restore`, { method: 'POST' });
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return false;
    throw error;
  }
}

/**
 * Restores deleted items, one after the other, and says how many were restored, also after a
 * failure.
 */
export async function restoreContent(
  client: QueryClient,
  list: ContentKind,
  { one, many }: { one: string; many: string },
  ids: readonly string[],
): Promise<void> {
  const kind = trashKinds.find((trashKind) => listOfTrashKind[trashKind] === list)!;
  let restored = 0;
  try {
    for (const id of ids) if (await restoreItem(kind, id)) restored++;
    if (restored < ids.length) throw new Error('not in the trash anymore');
    toast('Restored', `${plural(restored, one, many)} restored.`);
  } catch (error) {
    toastError(`${restored} of ${plural(ids.length, one, many)} restored.`, error, 'Not Restored');
  } finally {
    await Promise.all([
      client.invalidateQueries({ predicate: ({ queryKey }) => queryKey.includes(list) }),
      client.invalidateQueries({ queryKey: trashQuery.queryKey }),
    ]);
  }
}
