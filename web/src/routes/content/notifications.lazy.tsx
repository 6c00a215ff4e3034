import { useQuery } from '@tanstack/react-query';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { Page } from '../../components/ui/page';
import { PageHeader } from '../../components/ui/page-header';
import { PreferencesCard } from '../../features/content/notifications/preferences-card';
import { RecentCard } from '../../features/content/notifications/recent-card';
import { userQuery } from '../../lib/queries/user';

const route = getRouteApi('/notifications');
export const Route = createLazyRoute('/notifications')({ component: NotificationsPage });

function NotificationsPage() {
  const { person } = route.useRouteContext();
  const user = useQuery(userQuery).data ?? person;
  return (
    <Page>
      <PageHeader title="Notification Settings" description="What you hear of, and how." />
      <div className="grid items-start gap-6 sm:gap-8 lg:grid-cols-2">
        <PreferencesCard user={user} />
        <RecentCard />
      </div>
    </Page>
  );
}
