import { useEffect, useMemo, useState } from 'react';
import { getRouteApi } from '@tanstack/react-router';
import { BookOpenText } from 'lucide-react';
import type { BibleStudy } from '#libs/contracts';
import { Button } from '../../../components/ui/button';
import { ContentGrid } from '../../../components/content/content-grid';
import { DeleteContent } from '../../../components/content/delete-content';
import { EmptyState } from '../../../components/ui/states';
import { rememberSearch } from '../../../lib/content/list-search';
import type { GridSearch } from '../../../lib/search-grid';
import { studyColumns } from './study-columns';

const route = getRouteApi('/admin/pastor-dashboard');

/** The Bible studies of the church, for staff. */
export default function StudiesTab() {
  const search = route.useSearch();
  const { q, active, sort } = search;
  const navigate = route.useNavigate();
  const [deleting, setDeleting] = useState<BibleStudy | null>(null);
  useEffect(() => rememberSearch('/admin/pastor-dashboard', search), [search]);
  const edit = useMemo(
    () =>
      ({ id }: BibleStudy) =>
        void navigate({ to: '/admin/pastor-dashboard/studies/$id', params: { id } }),
    [navigate],
  );
  const columns = useMemo(() => studyColumns({ edit, remove: setDeleting }), [edit]);
  return (
    <>
      <ContentGrid
        kind="bible-studies"
        label="Bible studies"
        columns={columns}
        options={{ q, active, sort }}
        onOptions={(next) =>
          void navigate({ search: (old) => ({ ...old, ...(next as GridSearch) }), replace: true })
        }
        searchIn="Title, content, tag"
        onOpen={edit}
        empty={
          <EmptyState
            icon={BookOpenText}
            title="Your Bible studies will be listed here."
            hint="Members read the active ones among the Bible study resources."
          />
        }
        emptyFiltered={
          <EmptyState
            icon={BookOpenText}
            title="No Bible study matches these filters."
            action={
              <Button onClick={() => void navigate({ search: ({ tab }) => ({ tab, sort }) })}>
                Remove all filters
              </Button>
            }
          />
        }
      />
      <DeleteContent kind="bible-studies" item={deleting} onClose={() => setDeleting(null)} />
    </>
  );
}
