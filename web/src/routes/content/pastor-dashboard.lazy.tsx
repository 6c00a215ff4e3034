import { type ComponentType, lazy, Suspense } from 'react';
import { useQuery } from '@tanstack/react-query';
import { createLazyRoute, getRouteApi, Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { TrashLink } from '../../components/content/trash-link';
import { Button } from '../../components/ui/button';
import { GridPage } from '../../components/ui/page';
import { PageHeader } from '../../components/ui/page-header';
import { SkeletonLines } from '../../components/ui/skeleton';
import { Tabs } from '../../components/ui/tabs';
import { inboxCountQuery } from '../../lib/queries/messages';

const route = getRouteApi('/admin/pastor-dashboard');
const Inbox = lazy(() => import('../../features/support/messages/inbox'));
const StudiesTab = lazy(() => import('../../features/content/studies/studies-tab'));

export const Route = createLazyRoute('/admin/pastor-dashboard')({ component: PastorDashboard });

function PastorDashboard() {
  const { tab = 'messages' } = route.useSearch();
  const navigate = route.useNavigate();
  const unread = useQuery(inboxCountQuery).data?.count ?? 0;
  return (
    <GridPage>
      <PageHeader
        title="Pastor Dashboard"
        description="What members write to you, and the Bible studies that you publish."
        actions={
          <>
            {tab === 'studies' && <TrashLink />}
            <Button asChild variant={tab === 'studies' ? 'primary' : 'secondary'}>
              <Link to="/admin/pastor-dashboard/studies/$id" params={{ id: 'new' }}>
                <Plus aria-hidden className="size-4" />
                New Bible Study
              </Link>
            </Button>
          </>
        }
      />
      <Tabs
        label="Pastor Dashboard"
        fill
        value={tab}
        onChange={(next) =>
          void navigate({ search: { tab: next === 'studies' ? next : undefined }, replace: true })
        }
        tabs={[
          {
            value: 'messages',
            label: unread > 0 ? `Messages (${unread} unread)` : 'Messages',
            panel: <Panel content={Inbox} />,
          },
          { value: 'studies', label: 'Bible Studies', panel: <Panel content={StudiesTab} /> },
        ]}
      />
    </GridPage>
  );
}

/**
 * Renders the content of a tab, whose code is loaded when the tab is chosen. The tabs keep the
 * focus meanwhile.
 */
const Panel = ({ content: Content }: { content: ComponentType }) => (
  <Suspense fallback={<SkeletonLines lines={6} />}>
    <Content />
  </Suspense>
);
