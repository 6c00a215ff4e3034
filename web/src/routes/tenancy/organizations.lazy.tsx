import { lazy, Suspense, useMemo, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { Building2, Plus } from 'lucide-react';
import type { Organization } from '#libs/contracts';
import { Button } from '../../components/ui/button';
import { DataGrid } from '../../components/ui/grid/data-grid';
import { GridPage } from '../../components/ui/page';
import { PageHeader } from '../../components/ui/page-header';
import { Stat, StatRow } from '../../components/ui/stat';
import { EmptyState } from '../../components/ui/states';
import { SearchInput } from '../../components/ui/form/search-input';
import { DialogLoader } from '../../components/ui/overlay/dialog-loader';
import { organizationColumns } from '../../features/tenancy/organizations/organization-columns';
import { filterOrganizations } from '../../features/tenancy/organizations/filter-organizations';
import { useResumeOrganization } from '../../features/tenancy/organizations/change-organization';
import { organizationsQuery } from '../../lib/queries/organizations';
import { formatCount, plural } from '../../lib/format';
import { useOpenDialog } from '../../lib/browser/use-open-dialog';

const ContactDialog = lazy(() => import('../../features/tenancy/organizations/contact-dialog'));
const OrganizationDialog = lazy(
  () => import('../../features/tenancy/organizations/organization-dialog'),
);
const OrganizationPanel = lazy(
  () => import('../../features/tenancy/organizations/organization-panel'),
);
const PauseDialog = lazy(() => import('../../features/tenancy/organizations/pause-dialog'));

export const Route = createLazyRoute('/admin/organizations')({ component: OrganizationsPage });

type OpenDialog =
  | { kind: 'create' }
  | { kind: 'edit' | 'pause' | 'contact'; church: Organization }
  | null;
const idOf = (church: Organization) => church.id;

const route = getRouteApi('/admin/organizations');

function OrganizationsPage() {
  const { search } = route.useSearch();
  const navigate = route.useNavigate();
  const find = (next: string | undefined) =>
    void navigate({ search: { search: next }, replace: true });
  const { data, error, refetch } = useQuery(organizationsQuery);
  const { mutate: resume } = useResumeOrganization();
  const [dialog, setDialog] = useOpenDialog<OpenDialog>({ create: { kind: 'create' } });
  const close = () => setDialog(null);
  const [openId, setOpenId] = useState<string | null>(null);
  const [wasOpened, setWasOpened] = useState(false);
  const actions = useMemo(
    () => ({
      edit: (church: Organization) => setDialog({ kind: 'edit', church }),
      pause: (church: Organization) => setDialog({ kind: 'pause', church }),
      resume: (church: Organization) => resume(church.id),
      contact: (church: Organization) => setDialog({ kind: 'contact', church }),
    }),
    [resume, setDialog],
  );
  const columns = useMemo(() => organizationColumns(actions), [actions]);
  const rows = useMemo(() => data && filterOrganizations(data, search), [data, search]);
  const count = (counts: (church: Organization) => boolean) =>
    data && formatCount(data.filter(counts).length);
  const create = (
    <Button variant="primary" onClick={() => setDialog({ kind: 'create' })}>
      <Plus aria-hidden className="size-4" />
      Create Organization
    </Button>
  );
  return (
    <GridPage>
      <PageHeader
        title="Organization Management"
        description="The churches of the platform, their plans and what they use."
        actions={create}
      />
      <StatRow label="Organizations">
        <Stat label="Total organizations" value={count(() => true)} />
        <Stat label="Active" value={count(({ isActive, isPaused }) => isActive && !isPaused)} />
        <Stat label="Paused" value={count(({ isPaused }) => isPaused)} />
      </StatRow>
      <DataGrid
        name="organizations"
        label="Organizations"
        rows={rows}
        columns={columns}
        rowId={idOf}
        tall
        rowCount={rows?.length ?? null}
        countText={rows && plural(rows.length, 'organization')}
        openId={openId}
        onOpen={(church) => {
          setWasOpened(true);
          setOpenId(church.id);
        }}
        error={data ? null : error}
        errorTitle="The organizations could not be loaded."
        onRetry={() => void refetch()}
        empty={
          search ? (
            <EmptyState
              icon={Building2}
              title="No church matches this search."
              action={<Button onClick={() => find(undefined)}>Show all</Button>}
            />
          ) : (
            <EmptyState icon={Building2} title="Churches will be listed here." action={create} />
          )
        }
        filters={
          <SearchInput
            label="Search organizations"
            placeholder="Name, address or contact"
            value={search ?? ''}
            onChange={(text) => find(text === '' ? undefined : text)}
          />
        }
      />
      <Suspense>
        {wasOpened && (
          <OrganizationPanel
            church={data?.find(({ id }) => id === openId) ?? null}
            actions={actions}
            onClose={() => setOpenId(null)}
          />
        )}
      </Suspense>
      <DialogLoader onClose={close}>
        {(dialog?.kind === 'create' || dialog?.kind === 'edit') && (
          <OrganizationDialog
            church={dialog.kind === 'edit' ? dialog.church : null}
            onClose={close}
          />
        )}
        {dialog?.kind === 'contact' && <ContactDialog church={dialog.church} onClose={close} />}
        {dialog?.kind === 'pause' && <PauseDialog church={dialog.church} onClose={close} />}
      </DialogLoader>
    </GridPage>
  );
}
