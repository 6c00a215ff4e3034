import { useBulkContent } from '../lib/change-content';
import { contentWords } from '../lib/content-words';
import type { ContentKind } from '../lib/queries/content-lists';
import { ShownBadge } from './shown-badge';
import { Switch } from './switch';

/** Shows one thing to members, or hides it, at once. */
export function ShownSwitch({ kind, item, tabIndex }: { kind: ContentKind; item: { id: string; title: string; isActive: boolean }; tabIndex: 0 | -1 }) {
  const bulk = useBulkContent(kind, contentWords[kind]);
  // what was asked for is shown until the list is there anew
  const isActive = bulk.isPending ? bulk.variables.act === 'show' : item.isActive;
  return (
    <span className="inline-flex items-center gap-2.5 align-middle">
      <Switch
        tabIndex={tabIndex}
        aria-label={`${item.title}: active`}
        checked={isActive}
        onCheckedChange={(next) => {
          if (!bulk.isPending) bulk.mutate({ ids: [item.id], act: next ? 'show' : 'hide' });
        }}
      />
      <ShownBadge isActive={isActive} />
    </span>
  );
}
