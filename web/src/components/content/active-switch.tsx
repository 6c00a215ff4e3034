import { useState } from 'react';
import { noop, useQueryClient } from '@tanstack/react-query';
import { contentWords } from '../../lib/content/content-words';
import type { ContentKind } from '../../lib/queries/content-lists';
import { toastError } from '../../lib/toast';
import { ActiveBadge } from './active-badge';
import { Switch } from '../ui/switch';

/** Shows an item to members or hides it, at once. The code of the change is loaded on demand. */
export function ActiveSwitch({
  kind,
  item,
  tabIndex,
}: {
  kind: ContentKind;
  item: { id: string; title: string; isActive: boolean };
  tabIndex: 0 | -1;
}) {
  const client = useQueryClient();
  // Show the requested state until the list is loaded again.
  const [requested, setRequested] = useState<boolean | null>(null);
  const isActive = requested ?? item.isActive;
  const words = contentWords[kind];
  const turn = async (next: boolean) => {
    const { runMutation, bulkContent } = await import('../../lib/content/change-content').catch(
      (error: unknown) => {
        toastError(words.failed.update, error);
        throw error;
      },
    );
    await runMutation(client, bulkContent(client, kind, words), {
      ids: [item.id],
      act: next ? 'show' : 'hide',
    });
  };
  return (
    <span className="inline-flex items-center gap-2.5 align-middle">
      <Switch
        tabIndex={tabIndex}
        aria-label={`${item.title}: active`}
        checked={isActive}
        onCheckedChange={(next) => {
          if (requested !== null) return;
          setRequested(next);
          turn(next)
            .catch(noop)
            .finally(() => setRequested(null));
        }}
      />
      <ActiveBadge isActive={isActive} />
    </span>
  );
}
