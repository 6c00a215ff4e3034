import type { ReactNode } from 'react';
import { ArrowDown, ArrowUp, type LucideIcon, Pencil, Plus, Trash2 } from 'lucide-react';
import { Button } from '../../../components/ui/button';
import { Card } from '../../../components/ui/card';
import { EmptyState } from '../../../components/ui/states';

export interface SettingListProps<Entry> {
  title: string;
  description: string;
  icon: LucideIcon;
  empty: string;
  add: string;
  entries: readonly Entry[];
  nameOf: (entry: Entry) => string;
  lineOf: (entry: Entry) => ReactNode;
  onAdd: () => void;
  /** Called with the index of the entry. */
  onEdit: (index: number) => void;
  onDelete: (index: number) => void;
  /** Called with the complete list in its new order. */
  onOrder: (entries: Entry[]) => void;
}

/** A setting that is a list. Each entry can be edited, moved and deleted. */
export function SettingList<Entry>({
  title,
  description,
  icon,
  empty,
  add,
  entries,
  nameOf,
  lineOf,
  onAdd,
  onEdit,
  onDelete,
  onOrder,
}: SettingListProps<Entry>) {
  const move = (from: number, to: number) => {
    const next = [...entries];
    next.splice(to, 0, ...next.splice(from, 1));
    onOrder(next);
  };
  const button = (
    <Button size="sm" onClick={onAdd}>
      <Plus aria-hidden className="size-4" />
      {add}
    </Button>
  );
  return (
    <Card title={title} description={description} actions={entries.length > 0 && button}>
      {entries.length === 0 && <EmptyState icon={icon} title={empty} action={button} />}
      {entries.length > 0 && (
        <ol className="divide-y border-t">
          {entries.map((entry, index) => {
            const name = nameOf(entry);
            return (
              <li
                key={index}
                className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 last:pb-0"
              >
                <div className="min-w-0 flex-1 basis-60">
                  <p className="font-medium break-words">{name}</p>
                  <p className="line-clamp-2 break-words text-ink-2">{lineOf(entry)}</p>
                </div>
                <div className="flex items-center gap-1">
                  {entries.length > 1 && (
                    <>
                      <Button
                        variant="ghost"
                        size="icon-sm"
                        aria-label={`Move ${name} up`}
                        disabled={index === 0}
                        onClick={() => move(index, index - 1)}
                      >
                        <ArrowUp aria-hidden className="size-4" />
                      </Button>
                      <Button
                        variant="ghost"
                        size="icon-sm"
                        aria-label={`Move ${name} down`}
                        disabled={index === entries.length - 1}
                        onClick={() => move(index, index + 1)}
                      >
                        <ArrowDown aria-hidden className="size-4" />
                      </Button>
                    </>
                  )}
                  <Button
                    variant="ghost"
                    size="icon-sm"
                    aria-label={`Edit ${name}`}
                    onClick={() => onEdit(index)}
                  >
                    <Pencil aria-hidden className="size-4" />
                  </Button>
                  <Button
                    variant="quietDanger"
                    size="icon-sm"
                    aria-label={`Delete ${name}`}
                    onClick={() => onDelete(index)}
                  >
                    <Trash2 aria-hidden className="size-4" />
                  </Button>
                </div>
              </li>
            );
          })}
        </ol>
      )}
    </Card>
  );
}
