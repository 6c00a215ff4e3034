import { useQuery } from '@tanstack/react-query';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { formatShort } from '#libs/calendar';
import { Page } from '../../components/ui/page';
import { PageHeader } from '../../components/ui/page-header';
import { CampaignsCard } from '../../features/giving/fundraisers/campaigns-card';
import { HistoryCard } from '../../features/giving/own/history-card';
import { PledgeCard } from '../../features/giving/pledge/pledge-card';
import { AdditionalWaysCard, ConnectCard } from '../../features/giving/ways/contact-cards';
import { GiveCard } from '../../features/giving/ways/give-card';
import { churchNameOf, churchToday } from '../../lib/church';
import { fullName } from '../../lib/queries/people';
import { settingsQuery } from '../../lib/queries/settings';

const route = getRouteApi('/donations');

export const Route = createLazyRoute('/donations')({ component: DonationsPage });

function DonationsPage() {
  const { person } = route.useRouteContext();
  const { year } = route.useSearch();
  const navigate = route.useNavigate();
  const { data: settings } = useQuery(settingsQuery);
  const today = churchToday(settings);
  return (
    <Page>
      <PageHeader
        title="Donations & Giving"
        description="Support our ministry and make a difference in our community."
      />
      <div data-noprint className="space-y-6 sm:space-y-8">
        <PledgeCard userId={person.id} today={today} />
        <CampaignsCard today={today} />
        <GiveCard settings={settings} />
      </div>
      <HistoryCard
        userId={person.id}
        year={year}
        today={today}
        paper={[
          churchNameOf(settings),
          settings?.address.replaceAll('\n', ', '),
          fullName(person),
          year ?? 'all years',
          `as of ${formatShort(today)}`,
        ]
          .filter(Boolean)
          .join(' · ')}
        onYear={(next) =>
          void navigate({ search: { year: next }, replace: true, resetScroll: false })
        }
      />
      <div data-noprint className="grid gap-6 sm:grid-cols-2 sm:gap-8">
        <AdditionalWaysCard settings={settings} />
        <ConnectCard settings={settings} />
      </div>
    </Page>
  );
}
