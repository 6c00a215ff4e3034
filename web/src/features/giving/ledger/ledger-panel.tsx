import { type ReactNode, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronDown, CircleOff, History, Receipt } from 'lucide-react';
import { formatShort } from '#libs/calendar';
import { type Donation, type LedgerRow, may } from '#libs/contracts';
import { buttonClass } from '../../../components/ui/button';
import { ChangedMark } from '../../../components/ui/changed-mark';
import { DeletedMoney, Money } from '../../../components/ui/money';
import { SidePanel } from '../../../components/ui/overlay/side-panel';
import { SkeletonLines } from '../../../components/ui/skeleton';
import { EmptyState, ErrorState } from '../../../components/ui/states';
import { cn } from '../../../lib/cn';
import { formatCount, plural } from '../../../lib/format';
import { userQuery } from '../../../lib/queries/user';
import { describeAsOf } from './as-of';
import { KindBadge } from './ledger-columns';
import { ledgerDeletedQuery, ledgerEntriesQuery } from './queries';

export interface LedgerPanelProps {
  row: LedgerRow | null;
  /** The earlier date or journal number of the ledger, which also applies to the entries. */
  asOf: string | undefined;
  /** Renders the history of one donation. */
  history: (donationId: string) => ReactNode;
  onClose: () => void;
}

/** The donations of one row of the ledger. Each shows its history. */
export default function LedgerPanel({ row, asOf, history, onClose }: LedgerPanelProps) {
  return (
    <SidePanel
      open={row !== null}
      onClose={onClose}
      title={row?.name ?? ''}
      description={row ? `Giving in ${row.year}${asOf ? `, ${describeAsOf(asOf) ?? ''}` : ''}` : ''}
    >
      {row && (
        <>
          <p className="text-figure">
            <Money amount={row.total} figure />
          </p>
          <p className="mt-1.5 flex items-center gap-2 text-ink-2">
            <KindBadge kind={row.kind} />
            {plural(row.count, 'donation')}
          </p>
          <h3 className="mt-6 mb-2 text-card">Donations</h3>
          <Entries key={`${row.donorId} ${row.year}`} row={row} asOf={asOf} history={history} />
        </>
      )}
    </SidePanel>
  );
}

function Entries({ row, asOf, history }: Omit<LedgerPanelProps, 'onClose'> & { row: LedgerRow }) {
  const { data, error, refetch, isFetching } = useQuery(
    ledgerEntriesQuery(row.donorId, row.year, asOf),
  );
  // An earlier state of the ledger does not know later deletions.
  const { data: deleted = [] } = useQuery({
    ...ledgerDeletedQuery(row.donorId, row.year),
    enabled: asOf === undefined,
  });
  const [stateFilter, setStateFilter] = useState<'corrected' | 'deleted' | null>(null);
  const [openId, setOpenId] = useState<string | null>(null);
  if (error)
    return (
      <ErrorState
        title="The donations could not be loaded."
        error={error}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  if (!data) return <SkeletonLines lines={Math.min(row.count, 8)} />;
  const corrected = asOf === undefined ? data.filter(({ state }) => state === 'corrected') : [];
  const changedDonations = { corrected, deleted };
  const shownDonations = stateFilter === null ? data : changedDonations[stateFilter];
  const part = (state: 'corrected' | 'deleted', count: number) =>
    count > 0 && (
      <button
        type="button"
        aria-pressed={stateFilter === state}
        onClick={() => setStateFilter(stateFilter === state ? null : state)}
        className={cn(
          'inline-flex min-h-8 items-center gap-1.5 rounded-full border px-3 text-grid ' +
            'touch:min-h-control',
          stateFilter === state
            ? 'border-accent bg-accent-soft font-medium text-accent'
            : 'text-ink-2 hover:bg-sunken hover:text-ink',
        )}
      >
        {state === 'deleted' ? (
          <CircleOff aria-hidden className="size-3.5" />
        ) : (
          <History aria-hidden className="size-3.5" />
        )}
        {formatCount(count)} {state}
      </button>
    );
  return (
    <>
      {corrected.length + deleted.length > 0 && (
        <div role="group" aria-label="What was changed" className="mb-3 flex flex-wrap gap-2">
          {part('corrected', corrected.length)}
          {part('deleted', deleted.length)}
        </div>
      )}
      {shownDonations.length === 0 ? (
        <EmptyState icon={Receipt} title="No donations in this total." />
      ) : (
        <ul className="divide-y border-y">
          {shownDonations.map((donation) => (
            <Entry
              key={donation.id}
              donation={donation}
              history={history}
              open={openId === donation.id}
              onToggle={() => {
                setOpenId(openId === donation.id ? null : donation.id);
              }}
            />
          ))}
        </ul>
      )}
    </>
  );
}

function Entry({
  donation,
  history,
  open,
  onToggle,
}: {
  donation: Donation;
  history: LedgerPanelProps['history'];
  open: boolean;
  onToggle: () => void;
}) {
  const { data: user } = useQuery(userQuery);
  const mayManage = user != null && may(user, 'donation.manage');
  return (
    <li>
      <button
        type="button"
        aria-expanded={open}
        onClick={onToggle}
        className={
          '-mx-2 flex w-[calc(100%+16px)] items-center gap-3 rounded-md px-2 py-2.5 ' +
          'text-left hover:bg-sunken'
        }
      >
        <ChevronDown
          aria-hidden
          className={cn(
            'size-4 shrink-0 text-ink-3 transition-transform duration-150',
            !open && '-rotate-90',
          )}
        />
        <span className="min-w-0 flex-1">
          <span className="block truncate tabular-nums">{formatShort(donation.date)}</span>
          <span className="block truncate text-label text-ink-2">
            {donation.campaign} · {donation.paymentMethod}
          </span>
        </span>
        <span className="font-medium">
          {donation.state === 'corrected' && <ChangedMark />}
          {donation.state === 'deleted' ? (
            <DeletedMoney amount={donation.amount} />
          ) : (
            <Money amount={donation.amount} />
          )}
        </span>
      </button>
      {open && (
        <div className="pt-2 pb-4 pl-7">
          {donation.notes && (
            <p className="mb-3 text-grid whitespace-pre-line text-ink-2">{donation.notes}</p>
          )}
          {history(donation.id)}
          {mayManage && (
            <Link
              to="/admin/member-donations"
              search={{ gift: donation.id }}
              className={buttonClass({ size: 'sm', className: 'mt-3' })}
            >
              <span className="sr-only">
                {formatShort(donation.date)}, {donation.campaign}:{' '}
              </span>
              Open in Member Donations
            </Link>
          )}
        </div>
      )}
    </li>
  );
}
