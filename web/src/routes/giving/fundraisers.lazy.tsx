import { lazy, useMemo, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { Flag, Plus } from 'lucide-react';
import type { Fundraiser } from '#libs/contracts';
import { fromDecimal, sum } from '#libs/money';
import { Button } from '../../components/ui/button';
import { ChoiceChip } from '../../components/ui/overlay/filter-chips';
import { DataGrid } from '../../components/ui/grid/data-grid';
import { Money } from '../../components/ui/money';
import { DialogLoader } from '../../components/ui/overlay/dialog-loader';
import { GridPage } from '../../components/ui/page';
import { PageHeader } from '../../components/ui/page-header';
import { EmptyState } from '../../components/ui/states';
import { fundraiserColumns } from '../../features/giving/fundraisers/fundraiser-columns';
import { fundraisersQuery } from '../../lib/queries/fundraisers';
import { useToggleFundraiser } from '../../features/giving/fundraisers/toggle-fundraiser';
import { churchToday } from '../../lib/church';
import { plural } from '../../lib/format';
import { settingsQuery } from '../../lib/queries/settings';
import { useOpenDialog } from '../../lib/browser/use-open-dialog';

const FundraiserDialog = lazy(() => import('../../features/giving/fundraisers/fundraiser-dialog'));
const DeleteDialog = lazy(() => import('../../features/giving/fundraisers/delete-dialog'));

const route = getRouteApi('/admin/fundraisers');

export const Route = createLazyRoute('/admin/fundraisers')({ component: FundraisersPage });

type OpenDialog = { kind: 'create' } | { kind: 'edit' | 'delete'; fundraiser: Fundraiser } | null;

const idOf = (fundraiser: Fundraiser) => fundraiser.id;
const statuses = [
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive' },
];

function FundraisersPage() {
  const { status } = route.useSearch();
  const navigate = route.useNavigate();
  const { data: settings } = useQuery(settingsQuery);
  const { data, error, refetch } = useQuery(fundraisersQuery);
  const { mutate: toggle } = useToggleFundraiser();
  const [dialog, setDialog] = useOpenDialog<OpenDialog>({ create: { kind: 'create' } });
  const [changedId, setChangedId] = useState<string | null>(null);

  const columns = useMemo(
    () =>
      fundraiserColumns({
        edit: (fundraiser) => setDialog({ kind: 'edit', fundraiser }),
        remove: (fundraiser) => setDialog({ kind: 'delete', fundraiser }),
        toggle: (fundraiser, isActive) => toggle({ id: fundraiser.id, isActive }),
      }),
    [toggle, setDialog],
  );
  const rows = useMemo(
    () => data?.filter((fundraiser) => !status || fundraiser.isActive === (status === 'active')),
    [data, status],
  );
  const create = (
    <Button
      variant="primary"
      onClick={() => {
        setDialog({ kind: 'create' });
      }}
    >
      <Plus aria-hidden className="size-4" />
      Create Campaign
    </Button>
  );
  const close = () => setDialog(null);

  return (
    <GridPage>
      <PageHeader
        title="Fundraising Campaigns"
        description="What the church is raising money for, and how much it has raised."
        actions={create}
      />
      <DataGrid
        name="fundraisers"
        label="Fundraising campaigns"
        rows={rows}
        columns={columns}
        rowId={idOf}
        tall
        totals={
          rows && {
            title: 'Total',
            current: <Money amount={sum(rows.map((row) => fromDecimal(row.current)))} />,
            goal: <Money amount={sum(rows.map((row) => fromDecimal(row.goal)))} />,
          }
        }
        rowCount={rows?.length ?? null}
        countText={rows && plural(rows.length, 'campaign')}
        onOpen={(fundraiser) => {
          setDialog({ kind: 'edit', fundraiser });
        }}
        changedId={changedId}
        error={data ? null : error}
        errorTitle="The campaigns could not be loaded."
        onRetry={() => void refetch()}
        empty={
          status ? (
            <EmptyState
              icon={Flag}
              title={`No campaign is ${status}.`}
              action={
                <Button onClick={() => void navigate({ search: {} })}>Show all campaigns</Button>
              }
            />
          ) : (
            <EmptyState
              icon={Flag}
              title="Campaigns with a goal will be listed here."
              hint="Members see the active ones on their giving page."
              action={create}
            />
          )
        }
        filters={
          <ChoiceChip
            label="Status"
            value={status}
            options={statuses}
            onChange={(next) =>
              void navigate({ search: { status: next as typeof status }, replace: true })
            }
          />
        }
      />
      <DialogLoader onClose={close}>
        {(dialog?.kind === 'create' || dialog?.kind === 'edit') && (
          <FundraiserDialog
            fundraiser={dialog.kind === 'edit' ? dialog.fundraiser : null}
            today={churchToday(settings)}
            onClose={close}
            onSaved={(fundraiser) => {
              setChangedId(fundraiser.id);
            }}
          />
        )}
        {dialog?.kind === 'delete' && (
          <DeleteDialog fundraiser={dialog.fundraiser} onClose={close} />
        )}
      </DialogLoader>
    </GridPage>
  );
}
