import { lazy, Suspense, useState } from 'react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { ChartColumn, NotebookText, Plus, Printer } from 'lucide-react';
import { formatShort, isCalendarDate, yearOf } from '#libs/calendar';
import type { Ledger, LedgerRow } from '#libs/contracts';
import { DownloadMenu } from '../../components/giving/download-menu';
import { Button } from '../../components/ui/button';
import { DataGrid } from '../../components/ui/grid/data-grid';
import { usePages } from '../../components/ui/grid/use-pages';
import { Money } from '../../components/ui/money';
import { DialogLoader } from '../../components/ui/overlay/dialog-loader';
import { GridPage } from '../../components/ui/page';
import { PageHeader } from '../../components/ui/page-header';
import { Skeleton, SkeletonLines } from '../../components/ui/skeleton';
import { EmptyState } from '../../components/ui/states';
import { Tooltip } from '../../components/ui/overlay/tooltip';
import { ledgerColumns, ledgerSelectable } from '../../features/giving/ledger/ledger-columns';
import { describeAsOf } from '../../features/giving/ledger/as-of';
import { LedgerFilters } from '../../features/giving/ledger/ledger-filters';
import { ledgerFile, ledgerQuery } from '../../features/giving/ledger/queries';
import { churchNameOf, churchToday } from '../../lib/church';
import { formatCount, plural } from '../../lib/format';
import { printAfterLoading } from '../../lib/browser/print';
import { settingsQuery } from '../../lib/queries/settings';
import { useOpenDialog } from '../../lib/browser/use-open-dialog';

const LedgerPanel = lazy(() => import('../../features/giving/ledger/ledger-panel'));
const DonationHistory = lazy(() => import('../../features/giving/donations/donation-history'));
const YearChart = lazy(() => import('../../features/giving/ledger/year-chart'));
const GuestDonationDialog = lazy(
  () => import('../../features/giving/donations/guest-donation-dialog'),
);

const route = getRouteApi('/admin/church-ledger');

export const Route = createLazyRoute('/admin/church-ledger')({ component: ChurchLedgerPage });

const idOf = (row: LedgerRow) => `${row.donorId} ${row.year}`;
const giverOf = ({ donorId }: LedgerRow) => donorId;
const rowsOf = ({ rows }: Ledger) => rows;

function ChurchLedgerPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const sort = search.sort ?? 'name';
  const options = { ...search, sort };
  const { data: settings } = useQuery(settingsQuery);
  const today = churchToday(settings);
  const list = useInfiniteQuery(ledgerQuery(options));
  const [openId, setOpenId] = useState<string | null>(null);
  const [wasOpened, setWasOpened] = useState(false);
  const [changedId, setChangedId] = useState<string | null>(null);
  const [adding, setAdding] = useOpenDialog<boolean>({ guest: true });
  const [isChartShown, setChartShown] = useState(false);

  const { rows, onMore, all } = usePages(list, rowsOf);
  const first = list.data?.pages[0]?.body;
  const totals = first?.totals;
  const open = rows?.find((row) => idOf(row) === openId) ?? null;
  const asOfText = describeAsOf(search.asOf);
  const scope = search.year ? String(search.year) : 'all years';
  const moment =
    search.asOf && isCalendarDate(search.asOf) && search.asOf < today ? search.asOf : today;
  const matching = search.search && `matching “${search.search}”`;
  const filterText = [scope, asOfText, matching].filter(Boolean).join(', ');
  const chartYear = search.year ?? yearOf(moment);

  return (
    <GridPage>
      <PageHeader
        title="Church Ledger"
        description="Annual totals of every giver. Open a row to see the gifts behind it."
        actions={
          <>
            <Tooltip text="Print the ledger as filtered">
              <Button
                size="icon"
                className="max-sm:hidden"
                aria-label="Print"
                onClick={() => printAfterLoading(all)}
              >
                <Printer aria-hidden className="size-4" />
              </Button>
            </Tooltip>
            <DownloadMenu
              label={`Export ${scope}`}
              scope={filterText}
              fileOf={(format) => ledgerFile(options, format)}
            />
            <Button
              variant="primary"
              onClick={() => {
                setAdding(true);
              }}
            >
              <Plus aria-hidden className="size-4" />
              <span className="sm:hidden">Guest donation</span>
              <span className="max-sm:hidden">Add Donation from Non-Registered Giver</span>
            </Button>
          </>
        }
      />
      {isChartShown && (
        <section
          data-noprint
          aria-label={
            `Giving in ${chartYear} against ` + `${chartYear - 1}${asOfText ? `, ${asOfText}` : ''}`
          }
          className="shrink-0 rounded-lg border bg-surface p-4 sm:p-5"
        >
          <Suspense fallback={<Skeleton className="h-40 w-full" />}>
            <YearChart
              year={chartYear}
              asOf={search.asOf}
              until={chartYear === yearOf(moment) ? Number(moment.slice(5, 7)) - 1 : 11}
            />
          </Suspense>
        </section>
      )}
      <DataGrid
        name="church-ledger"
        label={`Ledger, ${scope}`}
        rows={rows}
        columns={ledgerColumns}
        rowId={idOf}
        groupOf={giverOf}
        sort={sort}
        onSort={(next) =>
          void navigate({ search: (old) => ({ ...old, sort: next as typeof sort }), replace: true })
        }
        totals={
          totals && {
            name: asOfText ? `Total, ${asOfText}` : 'Total',
            kind: plural(totals.donors, 'giver'),
            count: formatCount(totals.donations),
            total: <Money amount={totals.amount} />,
          }
        }
        rowCount={totals?.rows ?? null}
        countText={
          totals && `${plural(totals.donors, 'giver')}, ${plural(totals.donations, 'donation')}`
        }
        openId={openId}
        onOpen={(row) => {
          setWasOpened(true);
          setOpenId(idOf(row));
        }}
        selectable={ledgerSelectable}
        changedId={changedId}
        paper={[
          churchNameOf(settings),
          'Church Ledger',
          scope,
          asOfText ?? `as of ${formatShort(today)}`,
          search.search && `matching “${search.search}”`,
        ]
          .filter(Boolean)
          .join(' · ')}
        onMore={onMore}
        onAll={all}
        error={rows ? null : list.error}
        errorTitle="The ledger could not be loaded."
        onRetry={() => void list.refetch()}
        empty={
          (search.search ?? search.year ?? search.asOf) === undefined ? (
            <EmptyState
              icon={NotebookText}
              title="Each giver’s yearly totals will appear here."
              hint="They appear with the first donation."
            />
          ) : (
            <EmptyState
              icon={NotebookText}
              title={nothingFound(search.asOf, asOfText, first?.begins)}
              action={
                <Button onClick={() => void navigate({ search: { sort: search.sort } })}>
                  Remove all filters
                </Button>
              }
            />
          )
        }
        filters={
          <>
            <LedgerFilters
              options={options}
              years={[...(first?.years ?? [])].sort((a, b) => b - a)}
              today={today}
              onChange={(next) =>
                void navigate({
                  search: (old) => ({ ...old, ...next, sort: old.sort }),
                  replace: true,
                })
              }
            />
            <Button
              variant="ghost"
              size="sm"
              aria-expanded={isChartShown}
              onClick={() => {
                setChartShown(!isChartShown);
              }}
            >
              <ChartColumn aria-hidden className="size-4" />
              {isChartShown ? 'Hide chart' : `${chartYear} against ${chartYear - 1}`}
            </Button>
          </>
        }
      />
      {wasOpened && (
        <Suspense>
          <LedgerPanel
            row={open}
            asOf={search.asOf}
            onClose={() => setOpenId(null)}
            history={(id) => (
              <Suspense fallback={<SkeletonLines lines={3} />}>
                <DonationHistory id={id} />
              </Suspense>
            )}
          />
        </Suspense>
      )}
      {adding && (
        <DialogLoader onClose={() => setAdding(null)}>
          <GuestDonationDialog
            title="Add Donation from Non-Registered Giver"
            today={today}
            onClose={() => {
              setAdding(null);
            }}
            onRecorded={(donation) => {
              setChangedId(`${donation.donorId} ${yearOf(donation.date)}`);
            }}
          />
        </DialogLoader>
      )}
    </GridPage>
  );
}

/**
 * Returns the text of the empty ledger. If the date is before the first entry, it says when the
 * ledger begins, whatever else is filtered.
 */
function nothingFound(
  asOf: string | undefined,
  asOfText: string | undefined,
  begins: string | null | undefined,
): string {
  if (asOf && begins && isCalendarDate(asOf) && asOf < begins)
    return `There are no donations before ${formatShort(begins)}.`;
  return asOfText
    ? `No donations match these filters ${asOfText}.`
    : 'No giver matches these filters.';
}
