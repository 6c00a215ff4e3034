import { useQuery } from '@tanstack/react-query';
import { createLazyRoute } from '@tanstack/react-router';
import { Card } from '../components/card';
import { Page } from '../components/page';
import { PageHeader } from '../components/page-header';
import { SkeletonLines } from '../components/skeleton';
import { ErrorState } from '../components/states';
import { ColourCard } from '../features/tenancy/appearance/colour-card';
import { pictureKinds } from '../features/tenancy/appearance/picture-kinds';
import { PicturesCard } from '../features/tenancy/appearance/pictures-card';
import { allPicturesQuery } from '../features/tenancy/appearance/site';
import { settingsQuery } from '../lib/queries/settings';

export const Route = createLazyRoute('/admin/appearance')({ component: AppearancePage });

function AppearancePage() {
  const settings = useQuery(settingsQuery).data;
  const { data: pictures, error, refetch, isFetching } = useQuery(allPicturesQuery);
  return (
    <Page>
      <PageHeader title="Church Appearance" description="What members and visitors see of your church. Every change is there at once." />
      <div className="space-y-6">
        {settings && <ColourCard settings={settings} />}
        {!pictures && (
          <Card>{error ? <ErrorState title="The pictures could not be loaded." error={error} onRetry={() => void refetch()} retrying={isFetching} /> : <SkeletonLines lines={6} />}</Card>
        )}
        {pictures && pictureKinds.map((kind) => <PicturesCard key={kind.type} kind={kind} pictures={pictures.filter(({ type }) => type === kind.type)} />)}
      </div>
    </Page>
  );
}
