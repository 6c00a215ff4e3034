import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { createLazyRoute, getRouteApi, Link } from '@tanstack/react-router';
import { FileUp, Plus } from 'lucide-react';
import { TrashLink } from '../../components/content/trash-link';
import { Button } from '../../components/ui/button';
import { DialogLoader } from '../../components/ui/overlay/dialog-loader';
import { GridPage, Page } from '../../components/ui/page';
import { PageHeader } from '../../components/ui/page-header';
import { SkeletonLines } from '../../components/ui/skeleton';
import { Tabs } from '../../components/ui/tabs';
import RoomNote from '../../features/content/imports/room-note';
import type { LibraryKind } from '../../features/content/library/words';
import { contentWords } from '../../lib/content/content-words';
import { rememberSearch } from '../../lib/content/list-search';
import {
  type ContentSearch,
  contentTabs,
  type ContentTab,
  isLibrary,
  libraryOptions,
} from './content-search';

// The tab of site images does not need the code of the grids.
const LibraryTab = lazy(() =>
  import('../../features/content/library/library-tab').then((module) => ({
    default: module.LibraryTab,
  })),
);
const ImportDialog = lazy(() => import('../../features/content/imports/import-dialog'));
const SiteImagesTab = lazy(() =>
  import('../../features/tenancy/appearance/site-images-tab').then((module) => ({
    default: module.SiteImagesTab,
  })),
);

const route = getRouteApi('/admin/content');

export const Route = createLazyRoute('/admin/content')({ component: ContentPage });

const labels: Record<ContentTab, string> = {
  resources: 'Resources',
  sermons: 'Sermons',
  nuggets: 'Nuggets',
  'site-images': 'Site Images',
};

function ContentPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const tab = search.tab ?? 'resources';
  const [isImporting, setImporting] = useState(false);
  useEffect(() => rememberSearch('/admin/content', search), [search]);
  const edit = useCallback(
    (id: string) =>
      void (
        isLibrary(tab) && navigate({ to: '/admin/content/$kind/$id', params: { kind: tab, id } })
      ),
    [navigate, tab],
  );
  const onOptions = (next: object) =>
    void navigate({ search: (old) => ({ ...old, ...(next as ContentSearch) }), replace: true });
  const onClear = () => void navigate({ search: { tab: search.tab, sort: search.sort } });
  const panel = (kind: ContentTab) =>
    isLibrary(kind) ? (
      <LibraryTab
        key={kind}
        kind={kind}
        options={libraryOptions(search)}
        onOptions={onOptions}
        onClear={onClear}
        onEdit={edit}
        add={<AddLink kind={kind} />}
      />
    ) : (
      <SiteImagesTab
        options={{ q: search.q, active: search.active }}
        onOptions={onOptions}
        onClear={onClear}
      />
    );
  const Frame = isLibrary(tab) ? GridPage : Page;
  return (
    <Frame>
      <PageHeader
        title="Content"
        description="What members read, watch and listen to, and the pictures of your site."
        actions={
          isLibrary(tab) && (
            <>
              <TrashLink />
              {tab !== 'nuggets' && (
                <Button onClick={() => setImporting(true)}>
                  <FileUp aria-hidden className="size-4" />
                  Import
                </Button>
              )}
              <AddLink kind={tab} />
            </>
          )
        }
      />
      <RoomNote />
      <DialogLoader onClose={() => setImporting(false)}>
        {isImporting && tab !== 'nuggets' && isLibrary(tab) && (
          <ImportDialog kind={tab} onClose={() => setImporting(false)} />
        )}
      </DialogLoader>
      <Tabs
        label="Kinds of content"
        fill
        value={tab}
        onChange={(next) =>
          void navigate({ search: { tab: next === 'resources' ? undefined : next }, replace: true })
        }
        tabs={contentTabs.map((value) => ({
          value,
          label: labels[value],
          panel: value === tab && (
            <Suspense fallback={<SkeletonLines lines={9} />}>{panel(value)}</Suspense>
          ),
        }))}
      />
    </Frame>
  );
}

function AddLink({ kind }: { kind: LibraryKind }) {
  return (
    <Button asChild variant="primary">
      <Link to="/admin/content/$kind/$id" params={{ kind, id: 'new' }}>
        <Plus aria-hidden className="size-4" />
        Add {contentWords[kind].Title}
      </Link>
    </Button>
  );
}
