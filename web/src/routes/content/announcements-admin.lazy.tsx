import { lazy, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { Megaphone, Pencil, Plus, Trash2 } from 'lucide-react';
import type { Announcement } from '#libs/contracts';
import { TrashLink } from '../../components/content/trash-link';
import { Button } from '../../components/ui/button';
import { ContentCards } from '../../components/content/content-cards';
import { DeleteContent } from '../../components/content/delete-content';
import { ChoiceChip } from '../../components/ui/overlay/filter-chips';
import { Page } from '../../components/ui/page';
import { PageHeader } from '../../components/ui/page-header';
import { SearchInput } from '../../components/ui/form/search-input';
import { DialogLoader } from '../../components/ui/overlay/dialog-loader';
import { EmptyState } from '../../components/ui/states';
import { AnnouncementCard } from '../../features/content/announcements/announcement-card';
import { churchToday } from '../../lib/church';
import { settingsQuery } from '../../lib/queries/settings';
import { useOpenDialog } from '../../lib/browser/use-open-dialog';
import type { GridSearch } from '../../lib/search-grid';

const AnnouncementDialog = lazy(
  () => import('../../features/content/announcements/announcement-dialog'),
);

const route = getRouteApi('/admin/announcements');

export const Route = createLazyRoute('/admin/announcements')({ component: AnnouncementsPage });

type OpenDialog =
  | { kind: 'create' }
  | { kind: 'edit' | 'delete'; announcement: Announcement }
  | null;

const states = [
  { value: 'true', label: 'Active' },
  { value: 'false', label: 'Inactive' },
];
const sorts = [
  { value: '', label: 'Most important first' },
  { value: '-date', label: 'Newest first' },
  { value: 'date', label: 'Oldest first' },
  { value: 'title', label: 'Title, A to Z' },
  { value: '-title', label: 'Title, Z to A' },
];

function AnnouncementsPage() {
  const { q, active, sort } = route.useSearch();
  const navigate = route.useNavigate();
  const { data: settings } = useQuery(settingsQuery);
  const [dialog, setDialog] = useOpenDialog<OpenDialog>({ create: { kind: 'create' } });
  const [changedId, setChangedId] = useState<string | null>(null);
  const set = (next: Partial<GridSearch>) =>
    void navigate({ search: (old) => ({ ...old, ...next }), replace: true });
  const close = () => setDialog(null);
  const create = (
    <Button variant="primary" onClick={() => setDialog({ kind: 'create' })}>
      <Plus aria-hidden className="size-4" />
      Create Announcement
    </Button>
  );
  return (
    <Page>
      <PageHeader
        title="Announcements"
        description="What everybody in church should know just now."
        actions={
          <>
            <TrashLink />
            {create}
          </>
        }
      />
      <ContentCards
        kind="announcements"
        label="Announcements"
        options={{ q, active, sort }}
        sorts={sorts}
        onSort={(next) => set({ sort: next as GridSearch['sort'] })}
        columns="md:grid-cols-2"
        changedId={changedId}
        filters={
          <>
            <SearchInput
              label="Search announcements"
              placeholder="Title or content"
              value={q ?? ''}
              onChange={(text) => set({ q: text === '' ? undefined : text })}
            />
            <ChoiceChip
              label="Status"
              value={active}
              options={states}
              onChange={(next) => set({ active: next as GridSearch['active'] })}
            />
          </>
        }
        empty={
          (q ?? active) ? (
            <EmptyState
              icon={Megaphone}
              title="No announcement matches these filters."
              action={
                <Button onClick={() => void navigate({ search: { sort } })}>
                  Remove all filters
                </Button>
              }
            />
          ) : (
            <EmptyState
              icon={Megaphone}
              title="Announcements will be listed here."
              hint="Members see the active ones on their dashboard."
              action={create}
            />
          )
        }
        card={(announcement, choose) => (
          <AnnouncementCard
            announcement={announcement}
            choose={choose}
            actions={
              <>
                <Button
                  size="sm"
                  aria-label={`Edit ${announcement.title}`}
                  onClick={() => setDialog({ kind: 'edit', announcement })}
                >
                  <Pencil aria-hidden className="size-4" />
                  Edit
                </Button>
                <Button
                  size="sm"
                  variant="quietDanger"
                  aria-label={`Delete ${announcement.title}`}
                  onClick={() => setDialog({ kind: 'delete', announcement })}
                >
                  <Trash2 aria-hidden className="size-4" />
                  Delete
                </Button>
              </>
            }
          />
        )}
      />
      <DeleteContent
        kind="announcements"
        item={dialog?.kind === 'delete' ? dialog.announcement : null}
        onClose={close}
      />
      <DialogLoader onClose={close}>
        {(dialog?.kind === 'create' || dialog?.kind === 'edit') && (
          <AnnouncementDialog
            announcement={dialog.kind === 'edit' ? dialog.announcement : null}
            today={churchToday(settings)}
            onClose={close}
            onSaved={({ id }) => setChangedId(id)}
          />
        )}
      </DialogLoader>
    </Page>
  );
}
