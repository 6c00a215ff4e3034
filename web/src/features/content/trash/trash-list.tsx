import { lazy, useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import type { TrashItem } from '#libs/contracts';
import { ShowMore } from '../../../components/ui/show-more';
import { DialogLoader } from '../../../components/ui/overlay/dialog-loader';
import { EmptyState } from '../../../components/ui/states';
import { contentWords } from '../../../lib/content/content-words';
import { listOfTrashKind, restoreContent } from '../../../lib/content/restore-content';
import { useListFocus } from '../../../lib/browser/use-list-focus';
import { TrashRow } from './trash-row';

const DeleteForGoodDialog = lazy(() => import('./delete-for-good-dialog'));

/** The number of items that are shown before the user asks for more. */
const pageSize = 50;

/** The deleted content, each item with buttons that restore it and delete it for good. */
export function TrashList({ items }: { items: readonly TrashItem[] }) {
  const [count, setCount] = useState(pageSize);
  const [toDelete, setToDelete] = useState<TrashItem | null>(null);
  const list = useListFocus();
  return (
    <div ref={list}>
      {items.length === 0 ? (
        <EmptyState
          icon={Trash2}
          title="The trash is empty."
          hint="Content that you delete can be restored here."
        />
      ) : (
        <ul className="divide-y">
          {items.slice(0, count).map((item) => (
            <TrashEntry key={item.id} item={item} onDelete={() => setToDelete(item)} />
          ))}
        </ul>
      )}
      <ShowMore
        hasMore={items.length > count}
        pending={false}
        onMore={() => setCount(count + pageSize)}
      />
      <DialogLoader onClose={() => setToDelete(null)}>
        {toDelete && <DeleteForGoodDialog item={toDelete} onClose={() => setToDelete(null)} />}
      </DialogLoader>
    </div>
  );
}

function TrashEntry({ item, onDelete }: { item: TrashItem; onDelete: () => void }) {
  const client = useQueryClient();
  const list = listOfTrashKind[item.kind];
  const restore = useMutation({
    mutationFn: () => restoreContent(client, list, contentWords[list], [item.id]),
  });
  return (
    <TrashRow
      item={item}
      isRestoring={restore.isPending}
      onRestore={() => restore.mutate()}
      onDelete={onDelete}
    />
  );
}
