import { useQuery } from '@tanstack/react-query';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { may } from '#libs/contracts';
import { Page } from '../../components/ui/page';
import { PageHeader } from '../../components/ui/page-header';
import { AboutCard, LocationCard, TimesCard } from '../../features/content/community/about-cards';
import { LeadersCard } from '../../features/content/community/leaders-card';
import { SocialCard } from '../../features/content/community/social-card';
import { settingsQuery } from '../../lib/queries/settings';

const route = getRouteApi('/community');
export const Route = createLazyRoute('/community')({ component: CommunityPage });

function CommunityPage() {
  const { person } = route.useRouteContext();
  const { data: settings } = useQuery(settingsQuery);
  return (
    <Page>
      <PageHeader
        title="Our Community"
        description="Who we are, where we meet and who serves among us."
      />
      <AboutCard settings={settings} mayEdit={may(person, 'setting.manage')} />
      <div className="grid gap-6 sm:gap-8 lg:grid-cols-2">
        <LocationCard settings={settings} />
        <TimesCard settings={settings} />
      </div>
      <LeadersCard />
      <SocialCard settings={settings} mayEdit={may(person, 'link.edit')} />
    </Page>
  );
}
