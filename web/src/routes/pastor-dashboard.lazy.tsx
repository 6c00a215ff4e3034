import { useEffect, useMemo, useState } from 'react';
import { createLazyRoute, getRouteApi, Link } from '@tanstack/react-router';
import { BookOpenText, Plus } from 'lucide-react';
import type { BibleStudy } from '#libs/contracts';
import { Button } from '../components/button';
import { ContentGrid } from '../components/content-grid';
import { DeleteContent } from '../components/delete-content';
import { GridPage } from '../components/page';
import { PageHeader } from '../components/page-header';
import { EmptyState } from '../components/states';
import { studyColumns } from '../features/content/studies/study-columns';
import { rememberPlace } from '../lib/list-place';
import type { GridSearch } from '../lib/search-grid';

const route = getRouteApi('/admin/pastor-dashboard');

export const Route = createLazyRoute('/admin/pastor-dashboard')({ component: PastorDashboard });

function PastorDashboard() {
  const search = route.useSearch();
  const { q, active, sort } = search;
  const navigate = route.useNavigate();
  const [deleting, setDeleting] = useState<BibleStudy | null>(null);
  useEffect(() => rememberPlace('/admin/pastor-dashboard', search), [search]);
  const edit = useMemo(() => ({ id }: BibleStudy) => void navigate({ to: '/admin/pastor-dashboard/studies/$id', params: { id } }), [navigate]);
  const columns = useMemo(() => studyColumns({ edit, remove: setDeleting }), [edit]);
  const add = (
    <Button asChild variant="primary">
      <Link to="/admin/pastor-dashboard/studies/$id" params={{ id: 'new' }}>
        <Plus aria-hidden className="size-4" />
        New Bible Study
      </Link>
    </Button>
  );
  return (
    <GridPage>
      <PageHeader title="Pastor Dashboard" description="The Bible studies that you publish for your church." actions={add} />
      <ContentGrid
        kind="bible-studies"
        label="Bible studies"
        columns={columns}
        options={{ q, active, sort }}
        onOptions={(next) => void navigate({ search: (old) => ({ ...old, ...(next as GridSearch) }), replace: true })}
        searchIn="Title, content, tag"
        onOpen={edit}
        empty={<EmptyState icon={BookOpenText} title="Your Bible studies will be listed here." hint="Members read the active ones among the Bible study resources." action={add} />}
        emptyFiltered={<EmptyState icon={BookOpenText} title="No Bible study matches these filters." action={<Button onClick={() => void navigate({ search: { sort } })}>Remove all filters</Button>} />}
      />
      <DeleteContent kind="bible-studies" item={deleting} onClose={() => setDeleting(null)} />
    </GridPage>
  );
}
