import { lazy, Suspense, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { CalendarSync } from 'lucide-react';
import { Button } from '../../components/ui/button';
import { DialogLoader } from '../../components/ui/overlay/dialog-loader';
import { Page } from '../../components/ui/page';
import { PageHeader } from '../../components/ui/page-header';
import { useGoBack, useReturnFocus } from '../../components/content/reader';
import { PastSection } from '../../features/content/events/past-section';
import { ServicesCard } from '../../features/content/events/services-card';
import { UpcomingSection } from '../../features/content/events/upcoming-section';
import { settingsQuery } from '../../lib/queries/settings';

const EventReader = lazy(() => import('../../features/content/events/event-reader'));
const FeedDialog = lazy(() => import('../../features/content/events/feed-dialog'));

const route = getRouteApi('/church-program');
export const Route = createLazyRoute('/church-program')({ component: ChurchProgramPage });

function ChurchProgramPage() {
  const { open } = route.useSearch();
  const navigate = route.useNavigate();
  const goBack = useGoBack(() => void navigate({ search: {}, replace: true }));
  const { data: settings } = useQuery(settingsQuery);
  const [isSubscribing, setSubscribing] = useState(false);
  useReturnFocus(open);
  if (open) {
    return (
      <Page>
        <Suspense>
          <EventReader key={open} id={open} onBack={goBack} />
        </Suspense>
      </Page>
    );
  }
  return (
    <Page>
      <PageHeader
        title="Church Program"
        description="When we meet, and what is coming up."
        actions={
          <Button onClick={() => setSubscribing(true)}>
            <CalendarSync aria-hidden className="size-4" />
            Subscribe to calendar
          </Button>
        }
      />
      <ServicesCard services={settings?.services} />
      <UpcomingSection />
      <PastSection />
      <DialogLoader onClose={() => setSubscribing(false)}>
        {isSubscribing && <FeedDialog onClose={() => setSubscribing(false)} />}
      </DialogLoader>
    </Page>
  );
}
