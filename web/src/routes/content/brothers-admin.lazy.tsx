import { lazy, useMemo, useState } from 'react';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { BookOpenText, Plus } from 'lucide-react';
import type { BrothersContent } from '#libs/contracts';
import { TrashLink } from '../../components/content/trash-link';
import { Button } from '../../components/ui/button';
import { DialogLoader } from '../../components/ui/overlay/dialog-loader';
import { ContentGrid } from '../../components/content/content-grid';
import { DeleteContent } from '../../components/content/delete-content';
import { GridPage } from '../../components/ui/page';
import { PageHeader } from '../../components/ui/page-header';
import { EmptyState } from '../../components/ui/states';
import { brothersColumns } from '../../features/content/brothers/brothers-columns';
import type { GridSearch } from '../../lib/search-grid';

const BrothersDialog = lazy(() => import('../../features/content/brothers/brothers-dialog'));

const route = getRouteApi('/admin/brothers-in-christ');

export const Route = createLazyRoute('/admin/brothers-in-christ')({ component: BrothersPage });

type OpenDialog = { kind: 'add' } | { kind: 'edit' | 'delete'; item: BrothersContent } | null;

function BrothersPage() {
  const { q, active, sort } = route.useSearch();
  const navigate = route.useNavigate();
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const [changedId, setChangedId] = useState<string | null>(null);
  const columns = useMemo(
    () =>
      brothersColumns({
        edit: (item) => setDialog({ kind: 'edit', item }),
        remove: (item) => setDialog({ kind: 'delete', item }),
      }),
    [],
  );
  const close = () => setDialog(null);
  const add = (
    <Button variant="primary" onClick={() => setDialog({ kind: 'add' })}>
      <Plus aria-hidden className="size-4" />
      Add Content
    </Button>
  );
  return (
    <GridPage>
      <PageHeader
        title="Brothers in Christ Management"
        description="The men’s library: articles, videos and audio."
        actions={
          <>
            <TrashLink />
            {add}
          </>
        }
      />
      <ContentGrid
        kind="brothers-in-christ"
        label="Brothers in Christ content"
        columns={columns}
        options={{ q, active, sort }}
        onOptions={(next) =>
          void navigate({ search: (old) => ({ ...old, ...(next as GridSearch) }), replace: true })
        }
        searchIn="Title, description, tag"
        onOpen={(item) => setDialog({ kind: 'edit', item })}
        changedId={changedId}
        empty={
          <EmptyState
            icon={BookOpenText}
            title="Content for the men of the church will be listed here."
            action={add}
          />
        }
        emptyFiltered={
          <EmptyState
            icon={BookOpenText}
            title="Nothing matches these filters."
            action={
              <Button onClick={() => void navigate({ search: { sort } })}>
                Remove all filters
              </Button>
            }
          />
        }
      />
      <DeleteContent
        kind="brothers-in-christ"
        item={dialog?.kind === 'delete' ? dialog.item : null}
        onClose={close}
      />
      <DialogLoader onClose={close}>
        {(dialog?.kind === 'add' || dialog?.kind === 'edit') && (
          <BrothersDialog
            item={dialog.kind === 'edit' ? dialog.item : null}
            onClose={close}
            onSaved={({ id }) => setChangedId(id)}
          />
        )}
      </DialogLoader>
    </GridPage>
  );
}
