import { lazy, Suspense } from 'react';
import { createLazyRoute, useNavigate } from '@tanstack/react-router';
import { Page } from '../../components/ui/page';
import { PageHeader } from '../../components/ui/page-header';
import { ImportsCard } from '../../features/giving/import/upload/imports-card';
import { UploadCard } from '../../features/giving/import/upload/upload-card';

const AnswersCard = lazy(() => import('../../features/giving/import/givers/answers'));
const LayoutsCard = lazy(() => import('../../features/giving/import/reading/layouts'));

export const Route = createLazyRoute('/admin/donation-imports')({ component: DonationImportsPage });

function DonationImportsPage() {
  const navigate = useNavigate();
  return (
    <Page>
      <PageHeader
        title="Import Donations"
        description={
          'A year of gifts from one file: checked first, recorded at once, undone as a ' +
          'whole if need be.'
        }
      />
      <UploadCard
        onUploaded={(id) => void navigate({ to: '/admin/donation-imports/$id', params: { id } })}
      />
      <ImportsCard />
      <Suspense>
        <AnswersCard />
        <LayoutsCard />
      </Suspense>
    </Page>
  );
}
