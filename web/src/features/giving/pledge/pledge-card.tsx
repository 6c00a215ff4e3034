import { lazy, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { HeartHandshake, PartyPopper, Sprout } from 'lucide-react';
import { daysBetween, yearOf } from '#libs/calendar';
import { formatUsd, fromDecimal, sum } from '#libs/money';
import { Button } from '../../../components/ui/button';
import { Card } from '../../../components/ui/card';
import { Money } from '../../../components/ui/money';
import { DialogLoader } from '../../../components/ui/overlay/dialog-loader';
import { Progress } from '../../../components/ui/progress';
import { LoadingNote, Skeleton } from '../../../components/ui/skeleton';
import { EmptyState, ErrorState } from '../../../components/ui/states';
import { percent, percentOf, plural } from '../../../lib/format';
import { ownDonationsQuery } from '../../../lib/queries/own-giving';
import { pledgeQuery } from './queries';

const PledgeDialog = lazy(() => import('./pledge-dialog'));

/** The pledge of this year: none yet, in progress, or reached. */
export function PledgeCard({ userId, today }: { userId: string; today: string }) {
  const year = yearOf(today);
  const pledge = useQuery(pledgeQuery(userId, year));
  const donations = useQuery(ownDonationsQuery(userId, year));
  const [open, setOpen] = useState(false);

  const edit = () => {
    setOpen(true);
  };
  const body = () => {
    const failed = pledge.error ?? donations.error;
    if (failed) {
      return (
        <ErrorState
          title="Your pledge could not be loaded."
          error={failed}
          onRetry={() => {
            void pledge.refetch();
            void donations.refetch();
          }}
        />
      );
    }
    if (pledge.data === undefined || !donations.data) return <PledgeSkeleton />;
    if (pledge.data === null) {
      return (
        <EmptyState
          icon={HeartHandshake}
          title={`Set your annual giving goal for ${year}`}
          hint={
            'A pledge is between you and the church. It helps everyone plan, and you can ' +
            'follow how far you are.'
          }
          action={
            <Button variant="primary" onClick={edit}>
              Create Annual Pledge
            </Button>
          }
        />
      );
    }
    const goal = fromDecimal(pledge.data.amount);
    const givenAmount = sum(
      donations.data
        .filter((donation) => yearOf(donation.date) === year)
        .map((donation) => fromDecimal(donation.amount)),
    );
    return <PledgeProgress year={year} goal={goal} given={givenAmount} today={today} />;
  };

  return (
    <Card
      title="Annual Giving Pledge"
      {...(pledge.data ? { actions: <Button onClick={edit}>Update Pledge</Button> } : {})}
    >
      {body()}
      {open && (
        <DialogLoader onClose={() => setOpen(false)}>
          <PledgeDialog
            userId={userId}
            year={year}
            pledge={pledge.data ?? null}
            onClose={() => {
              setOpen(false);
            }}
          />
        </DialogLoader>
      )}
    </Card>
  );
}

function PledgeProgress({
  year,
  goal,
  given,
  today,
}: {
  year: number;
  goal: bigint;
  given: bigint;
  today: string;
}) {
  const remaining = goal > given ? goal - given : 0n;
  const share = percentOf(given, goal);
  const days = Math.max(0, daysBetween(today, `${year}-12-31`));
  const reached = given >= goal && goal > 0n;
  return (
    <div>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <p className="text-figure">
          <Money amount={given} figure />
          <span className="text-body font-normal tracking-normal text-ink-2">
            {' '}
            given of {formatUsd(goal)}
          </span>
        </p>
        <p className="font-medium tabular-nums">{percent(share)}</p>
      </div>
      <Progress
        className="mt-3"
        value={share}
        label={`Pledge for ${year}`}
        valueText={`${formatUsd(given)} of ${formatUsd(goal)}`}
      />
      <dl className="mt-4 flex flex-wrap gap-x-4 gap-y-3">
        <Fact label={`${year} pledge`} value={formatUsd(goal)} />
        <Fact label="Remaining" value={formatUsd(remaining)} />
        <Fact label="Days remaining" value={plural(days, 'day')} />
      </dl>
      {reached ? (
        <p className="mt-4 flex items-start gap-2 rounded-md bg-good-soft px-3 py-2.5 text-good">
          <PartyPopper aria-hidden className="mt-0.5 size-4 shrink-0" />
          Congratulations! You have reached your giving goal for {year}. Thank you for your
          generosity.
        </p>
      ) : (
        remaining > 0n && (
          <p className="mt-4 flex items-start gap-2 rounded-md bg-accent-soft px-3 py-2.5">
            <Sprout aria-hidden className="mt-0.5 size-4 shrink-0 text-accent" />
            <span>You are {formatUsd(remaining)} away from your goal. Every gift counts!</span>
          </p>
        )
      )}
    </div>
  );
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div className="grow basis-20 whitespace-nowrap">
      <dt className="text-label text-ink-2">{label}</dt>
      <dd className="mt-0.5 font-medium tabular-nums">{value}</dd>
    </div>
  );
}

function PledgeSkeleton() {
  return (
    <div className="space-y-4">
      <LoadingNote />
      <Skeleton className="h-8 w-56" />
      <Skeleton className="h-2 w-full" />
      <Skeleton className="h-9 w-2/3" />
    </div>
  );
}
