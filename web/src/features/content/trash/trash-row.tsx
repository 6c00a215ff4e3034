import { Trash2, Undo2 } from 'lucide-react';
import type { TrashItem, TrashKind } from '#libs/contracts';
import { Button } from '../../../components/ui/button';
import { formatDay, formatRelative } from '../../../lib/format';

const kindLabels: Record<TrashKind, string> = {
  resource: 'Resource',
  sermon: 'Sermon',
  event: 'Event',
  nugget: 'Nugget',
  announcement: 'Announcement',
  study: 'Bible study',
  brother: 'Brothers in Christ',
};

export interface TrashRowProps {
  item: TrashItem;
  isRestoring: boolean;
  onRestore: () => void;
  onDelete: () => void;
}

/** A deleted item: what it is, who deleted it and when, and until when it can be restored. */
export function TrashRow({ item, isRestoring, onRestore, onDelete }: TrashRowProps) {
  const deletion = [item.deletedBy && `by ${item.deletedBy}`, formatRelative(item.deletedAt)];
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-medium break-words">{item.title}</p>
        <p className="text-ink-2">
          {kindLabels[item.kind]} · Deleted {deletion.filter(Boolean).join(' ')} · Can be restored
          until {formatDay(item.until)}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          aria-label={`Restore ${item.title}`}
          pending={isRestoring}
          pendingLabel="Restoring…"
          onClick={onRestore}
        >
          <Undo2 aria-hidden className="size-4" />
          Restore
        </Button>
        {/* Calendars cancel a deleted event only while it is in the trash. */}
        {item.kind !== 'event' && (
          <Button
            size="sm"
            variant="quietDanger"
            aria-label={`Delete for good: ${item.title}`}
            onClick={onDelete}
          >
            <Trash2 aria-hidden className="size-4" />
            Delete for good
          </Button>
        )}
      </div>
    </li>
  );
}
