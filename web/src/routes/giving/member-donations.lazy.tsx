import { lazy, Suspense, useMemo, useState } from 'react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { Receipt } from 'lucide-react';
import { formatShort } from '#libs/calendar';
import type { Donation } from '#libs/contracts';
import { Button } from '../../components/ui/button';
import { DataGrid } from '../../components/ui/grid/data-grid';
import { pageAsRows, usePages } from '../../components/ui/grid/use-pages';
import { Money } from '../../components/ui/money';
import { DialogLoader } from '../../components/ui/overlay/dialog-loader';
import { GridPage } from '../../components/ui/page';
import { PageHeader } from '../../components/ui/page-header';
import { EmptyState } from '../../components/ui/states';
import {
  donationColumns,
  donationSelection,
} from '../../features/giving/donations/donation-columns';
import { DonationFilterChips } from '../../features/giving/donations/donation-filters';
import {
  donationsFile,
  donationsQuery,
  donationSummaryQuery,
} from '../../features/giving/donations/queries';
import { useRestoreDonation } from '../../features/giving/donations/restore-donation';
import { SummaryCards } from '../../features/giving/donations/summary-cards';
import { churchNameOf, churchToday } from '../../lib/church';
import { plural } from '../../lib/format';
import { printAfterLoading } from '../../lib/browser/print';
import { settingsQuery } from '../../lib/queries/settings';
import { useOpenDialog } from '../../lib/browser/use-open-dialog';
import { type OpenDialog, Actions, filterTexts } from './donation-actions';

const AddDonationDialog = lazy(() => import('../../features/giving/donations/add-donation-dialog'));
const GuestDonationDialog = lazy(
  () => import('../../features/giving/donations/guest-donation-dialog'),
);
const EditDonationDialog = lazy(
  () => import('../../features/giving/donations/edit-donation-dialog'),
);
const DonationPanel = lazy(() => import('../../features/giving/donations/donation-panel'));
const VoidDialog = lazy(() => import('../../features/giving/donations/void-dialog'));

const route = getRouteApi('/admin/member-donations');

export const Route = createLazyRoute('/admin/member-donations')({ component: MemberDonationsPage });

const idOf = (donation: Donation) => donation.id;

function MemberDonationsPage() {
  const { open: openFromAddress, ...search } = route.useSearch();
  const navigate = route.useNavigate();
  const sort = search.sort ?? '-date';
  const options = { ...search, sort };
  const { data: settings } = useQuery(settingsQuery);
  const list = useInfiniteQuery(donationsQuery(options));
  const { data: summary } = useQuery(donationSummaryQuery(options));
  const [dialog, setDialog] = useOpenDialog<OpenDialog>({ add: { kind: 'add' } });
  const [openId, setOpenId] = useState<string | null>(openFromAddress ?? search.gift ?? null);
  const [wasOpened, setWasOpened] = useState(openId !== null);
  const { mutate: restore, isPending: isRestoring } = useRestoreDonation();
  const [changedId, setChangedId] = useState<string | null>(null);

  const { rows, onMore, all } = usePages(list, pageAsRows<Donation>);
  const open = rows?.find((row) => row.id === openId) ?? null;
  const actions = useMemo(
    () => ({
      edit: (donation: Donation) => setDialog({ kind: 'edit', donation }),
      remove: (donation: Donation) => setDialog({ kind: 'void', donation }),
      restore: (donation: Donation) =>
        restore(donation, { onSuccess: ({ id }) => setChangedId(id) }),
    }),
    [restore, setDialog, setChangedId],
  );
  const columns = useMemo(() => donationColumns(actions), [actions]);
  const { sort: _, ...filters } = search;
  const isFiltered = Object.values(filters).some(Boolean);
  const close = () => setDialog(null);
  const closePanel = () => {
    setOpenId(null);
    if (openFromAddress !== undefined)
      void navigate({ search: (old) => ({ ...old, open: undefined }), replace: true });
  };
  const changed = (donation: Donation) => setChangedId(donation.id);

  return (
    <GridPage>
      <PageHeader
        title="Member Donations"
        description="Every gift on record. Open a row to see where its figure comes from."
        actions={
          <Actions
            onOpenDialog={setDialog}
            onPrint={() => printAfterLoading(all)}
            fileOf={(format) => donationsFile(options, format)}
          />
        }
      />
      <SummaryCards options={options} />
      <DataGrid
        name="member-donations"
        label="Donations"
        rows={rows}
        columns={columns}
        rowId={idOf}
        sort={sort}
        onSort={(next) =>
          void navigate({ search: (old) => ({ ...old, sort: next as typeof sort }), replace: true })
        }
        totals={
          summary && {
            name: 'Total',
            amount: <Money amount={summary.amount} />,
            paymentMethod: plural(summary.records, 'donation'),
          }
        }
        rowCount={summary?.records ?? null}
        countText={summary && plural(summary.records, 'donation')}
        openId={openId}
        onOpen={(row) => {
          setWasOpened(true);
          setOpenId(row.id);
        }}
        selectable={donationSelection}
        changedId={changedId}
        paper={[
          churchNameOf(settings),
          filters.donorId && settings?.address.replaceAll('\n', ', '),
          'Member Donations',
          summary && plural(summary.records, 'donation'),
          `as of ${formatShort(churchToday(settings))}`,
          filters.donorId && rows?.[0]?.donorName,
          ...filterTexts(filters),
        ]
          .filter(Boolean)
          .join(' · ')}
        onMore={onMore}
        onAll={all}
        error={rows ? null : list.error}
        errorTitle="The donations could not be loaded."
        onRetry={() => void list.refetch()}
        empty={
          !isFiltered ? (
            <EmptyState
              icon={Receipt}
              title="Every donation of the church will be listed here."
              action={
                <Button
                  variant="primary"
                  onClick={() => {
                    setDialog({ kind: 'add' });
                  }}
                >
                  Add the first donation
                </Button>
              }
            />
          ) : (
            <EmptyState
              icon={Receipt}
              title="No donation matches these filters."
              action={
                <Button onClick={() => void navigate({ search: { sort: search.sort } })}>
                  Remove all filters
                </Button>
              }
            />
          )
        }
        filters={
          <DonationFilterChips
            filters={search}
            giver={rows?.[0]?.donorName}
            onChange={(next) =>
              void navigate({ search: (old) => ({ ...old, ...next }), replace: true })
            }
          />
        }
      />
      <Suspense>
        {wasOpened && (
          <DonationPanel
            donation={open}
            actions={actions}
            restoring={isRestoring}
            onClose={closePanel}
          />
        )}
      </Suspense>
      <DialogLoader onClose={close}>
        {dialog?.kind === 'add' && (
          <AddDonationDialog today={churchToday(settings)} onClose={close} onRecorded={changed} />
        )}
        {dialog?.kind === 'guest' && (
          <GuestDonationDialog
            title="Record Guest Donation"
            today={churchToday(settings)}
            onClose={close}
            onRecorded={changed}
          />
        )}
        {dialog?.kind === 'edit' && (
          <EditDonationDialog donation={dialog.donation} onClose={close} onSaved={changed} />
        )}
        {dialog?.kind === 'void' && (
          <VoidDialog donation={dialog.donation} onClose={close} onVoided={closePanel} />
        )}
      </DialogLoader>
    </GridPage>
  );
}
