import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Trash2, Undo2 } from 'lucide-react';
import type { TrashItem } from '#libs/contracts';
import { Button } from '../../../components/ui/button';
import { ShowMore } from '../../../components/ui/show-more';
import { EmptyState } from '../../../components/ui/states';
import { contentWords } from '../../../lib/content/content-words';
import { listOfTrashKind, restoreContent } from '../../../lib/content/restore-content';
import { formatDay, formatRelative } from '../../../lib/format';

/** The number of items that are shown before the user asks for more. */
const pageSize = 50;

/** The deleted content, each item with a button that restores it. */
export function TrashList({ items }: { items: readonly TrashItem[] }) {
  const [count, setCount] = useState(pageSize);
  if (items.length === 0)
    return (
      <EmptyState
        icon={Trash2}
        title="The trash is empty."
        hint="Content that you delete can be restored here."
      />
    );
  return (
    <>
      <ul className="divide-y">
        {items.slice(0, count).map((item) => (
          <TrashRow key={item.id} item={item} />
        ))}
      </ul>
      <ShowMore
        hasMore={items.length > count}
        pending={false}
        onMore={() => setCount(count + pageSize)}
      />
    </>
  );
}

function TrashRow({ item }: { item: TrashItem }) {
  const client = useQueryClient();
  const list = listOfTrashKind[item.kind];
  const words = contentWords[list];
  const restore = useMutation({ mutationFn: () => restoreContent(client, list, words, [item.id]) });
  const deletion = [item.deletedBy && `by ${item.deletedBy}`, formatRelative(item.deletedAt)];
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-medium break-words">{item.title}</p>
        <p className="text-ink-2">
          {words.Title} · Deleted {deletion.filter(Boolean).join(' ')} · Can be restored until{' '}
          {formatDay(item.until)}
        </p>
      </div>
      <Button
        size="sm"
        aria-label={`Restore ${item.title}`}
        pending={restore.isPending}
        pendingLabel="Restoring…"
        onClick={() => restore.mutate()}
      >
        <Undo2 aria-hidden className="size-4" />
        Restore
      </Button>
    </li>
  );
}
