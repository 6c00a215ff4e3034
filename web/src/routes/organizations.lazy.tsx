import { lazy, Suspense, useMemo, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { createLazyRoute } from '@tanstack/react-router';
import { Building2, Plus } from 'lucide-react';
import type { Organization } from '#libs/contracts';
import { Button } from '../components/button';
import { DataGrid } from '../components/grid/data-grid';
import { GridPage } from '../components/page';
import { PageHeader } from '../components/page-header';
import { Stat, StatRow } from '../components/stat';
import { EmptyState } from '../components/states';
import { organizationColumns } from '../features/tenancy/organizations/organization-columns';
import { useResumeOrganization } from '../features/tenancy/organizations/change-organization';
import { organizationsQuery } from '../lib/queries/organizations';
import { formatCount, plural } from '../lib/format';

const OrganizationDialog = lazy(() => import('../features/tenancy/organizations/organization-dialog'));
const PauseDialog = lazy(() => import('../features/tenancy/organizations/pause-dialog'));

export const Route = createLazyRoute('/admin/organizations')({ component: OrganizationsPage });

type Doing = { what: 'create' } | { what: 'edit' | 'pause'; church: Organization } | null;
const idOf = (church: Organization) => church.id;

function OrganizationsPage() {
  const { data, error, refetch } = useQuery(organizationsQuery);
  const { mutate: resume } = useResumeOrganization();
  const [doing, setDoing] = useState<Doing>(null);
  const close = () => setDoing(null);
  const columns = useMemo(
    () =>
      organizationColumns({
        edit: (church) => setDoing({ what: 'edit', church }),
        pause: (church) => setDoing({ what: 'pause', church }),
        resume: (church) => resume(church.id),
      }),
    [resume],
  );
  const count = (counts: (church: Organization) => boolean) => data && formatCount(data.filter(counts).length);
  const create = (
    <Button variant="primary" onClick={() => setDoing({ what: 'create' })}>
      <Plus aria-hidden className="size-4" />
      Create Organization
    </Button>
  );
  return (
    <GridPage>
      <PageHeader title="Organization Management" description="The churches of the platform, their plans and what they use." actions={create} />
      <StatRow label="Organizations">
        <Stat label="Total organizations" value={count(() => true)} />
        <Stat label="Active" value={count(({ isActive, isPaused }) => isActive && !isPaused)} />
        <Stat label="Paused" value={count(({ isPaused }) => isPaused)} />
      </StatRow>
      <DataGrid
        name="organizations"
        label="Organizations"
        rows={data}
        columns={columns}
        rowId={idOf}
        tall
        rowCount={data?.length ?? null}
        countText={data && plural(data.length, 'organization')}
        onOpen={(church) => setDoing({ what: 'edit', church })}
        error={data ? null : error}
        errorTitle="The organizations could not be loaded."
        onRetry={() => void refetch()}
        empty={<EmptyState icon={Building2} title="Churches will be listed here." action={create} />}
      />
      <Suspense>
        {(doing?.what === 'create' || doing?.what === 'edit') && <OrganizationDialog church={doing.what === 'edit' ? doing.church : null} onClose={close} />}
        {doing?.what === 'pause' && <PauseDialog church={doing.church} onClose={close} />}
      </Suspense>
    </GridPage>
  );
}
