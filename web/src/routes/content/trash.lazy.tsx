import { useQuery } from '@tanstack/react-query';
import { createLazyRoute } from '@tanstack/react-router';
import { daysInTrash } from '#libs/contracts';
import { Card } from '../../components/ui/card';
import { Page } from '../../components/ui/page';
import { PageHeader } from '../../components/ui/page-header';
import { SkeletonLines } from '../../components/ui/skeleton';
import { QueryContent } from '../../components/ui/states';
import { TrashList } from '../../features/content/trash/trash-list';
import { trashQuery } from '../../lib/queries/trash';

export const Route = createLazyRoute('/admin/trash')({ component: TrashPage });

function TrashPage() {
  const query = useQuery(trashQuery);
  return (
    <Page>
      <PageHeader
        title="Trash"
        description={`Deleted content stays here for ${daysInTrash} days. Members do not see it.`}
      />
      <Card>
        <QueryContent
          query={query}
          errorTitle="The trash could not be loaded."
          placeholder={<SkeletonLines lines={6} />}
        >
          {(items) => <TrashList items={items} />}
        </QueryContent>
      </Card>
    </Page>
  );
}
