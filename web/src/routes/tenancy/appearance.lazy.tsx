import { useQuery } from '@tanstack/react-query';
import { createLazyRoute } from '@tanstack/react-router';
import { Page } from '../../components/ui/page';
import { PageHeader } from '../../components/ui/page-header';
import { ColourCard } from '../../features/tenancy/appearance/colour-card';
import { SiteImages } from '../../features/tenancy/appearance/site-images';
import { settingsQuery } from '../../lib/queries/settings';

export const Route = createLazyRoute('/admin/appearance')({ component: AppearancePage });

function AppearancePage() {
  const settings = useQuery(settingsQuery).data;
  return (
    <Page>
      <PageHeader
        title="Church Appearance"
        description="What members and visitors see of your church. Every change is there at once."
      />
      <div className="space-y-6">
        {settings && <ColourCard settings={settings} />}
        <SiteImages />
      </div>
    </Page>
  );
}
