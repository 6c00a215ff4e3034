import type { QueryClient } from '@tanstack/react-query';
import type { TrashKind } from '#libs/contracts';
import { api } from '../api';
import type { ContentKind } from '../queries/content-lists';
import { trashQuery } from '../queries/trash';
import { plural } from '../format';
import { toast, toastError } from '../toast';

/** The lists of the kinds of content that the trash names. */
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
    for (const id of ids) {
      await api(`/api/admin/trash/${kind}/${id}/restore`, { method: 'POST' });
      restored++;
    }
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
