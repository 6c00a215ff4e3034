import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Eye, EyeOff, Trash2 } from 'lucide-react';
import { daysInTrash } from '#libs/contracts';
import {
  bulkContent,
  type BulkKind,
  bulkLimit,
  type ContentWords,
} from '../../lib/content/change-content';
import { plural } from '../../lib/format';
import { Button } from '../ui/button';
import { ConfirmDelete } from '../ui/overlay/confirm-delete';
import type { Deselect } from '../ui/grid/selection';

export interface BulkActionsProps {
  kind: BulkKind;
  words: ContentWords;
  chosen: readonly { id: string; title: string; isActive: boolean }[];
  deselect: Deselect;
}

/** Buttons that show, hide or delete the selected items of a list. */
export default function BulkActions({ kind, words, chosen, deselect }: BulkActionsProps) {
  const bulk = useMutation(bulkContent(useQueryClient(), kind, words));
  const [isAsking, setAsking] = useState(false);
  const act = (name: 'show' | 'hide' | 'delete') => {
    if (bulk.isPending) return;
    const ids = chosen.map(({ id }) => id);
    bulk.mutate(
      { ids, act: name },
      {
        onSuccess: () => {
          setAsking(false);
          deselect(ids);
        },
      },
    );
  };
  const isTooMany = chosen.length > bulkLimit;
  const tooMany = isTooMany ? `At most ${bulkLimit} at once` : undefined;
  const counted = plural(chosen.length, words.one, words.many);
  const subject = chosen.length === 1 ? `“${chosen[0]!.title}” is` : `${counted} are`;
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        title={tooMany}
        disabled={isTooMany || chosen.every(({ isActive }) => isActive)}
        onClick={() => act('show')}
      >
        <Eye aria-hidden className="size-4" />
        Show
      </Button>
      <Button
        variant="ghost"
        size="sm"
        title={tooMany}
        disabled={isTooMany || chosen.every(({ isActive }) => !isActive)}
        onClick={() => act('hide')}
      >
        <EyeOff aria-hidden className="size-4" />
        Hide
      </Button>
      <Button
        variant="quietDanger"
        size="sm"
        title={tooMany}
        disabled={isTooMany}
        onClick={() => setAsking(true)}
      >
        <Trash2 aria-hidden className="size-4" />
        Delete
      </Button>
      <ConfirmDelete
        open={isAsking}
        itemName={counted}
        description={
          kind === 'site-images'
            ? `${subject} gone for everybody at once, for good. To take something off the site ` +
              'only, hide it.'
            : `${subject} gone for everybody at once. You can restore content from the trash ` +
              `for ${daysInTrash} days.`
        }
        pending={bulk.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => act('delete')}
      />
    </>
  );
}
