import { useQuery } from '@tanstack/react-query';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { Page } from '../../components/ui/page';
import { PageHeader } from '../../components/ui/page-header';
import { PastorFaqCard } from '../../features/support/messages/pastor-faq-card';
import { MessageForm } from '../../features/support/messages/message-form';
import { OwnMessages } from '../../features/support/messages/own-messages';
import { UrgentCard } from '../../features/support/messages/urgent-card';
import { settingsQuery } from '../../lib/queries/settings';

const route = getRouteApi('/message-pastor');
export const Route = createLazyRoute('/message-pastor')({ component: MessagePastorPage });

function MessagePastorPage() {
  const { user } = route.useRouteContext();
  const settings = useQuery(settingsQuery).data;
  return (
    <Page>
      <PageHeader
        title="Message Pastor"
        description="A question, a prayer, something to carry together: write to your pastor."
      />
      <div className="grid items-start gap-6 sm:gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="space-y-6 sm:space-y-8">
          {user && <MessageForm user={user} />}
          <OwnMessages />
        </div>
        <div className="space-y-6 sm:space-y-8">
          <UrgentCard settings={settings} />
          <PastorFaqCard settings={settings} />
        </div>
      </div>
    </Page>
  );
}
