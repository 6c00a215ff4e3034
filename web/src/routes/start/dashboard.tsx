import { lazy, useEffect } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { HandCoins, RefreshCw } from 'lucide-react';
import { yearOf } from '#libs/calendar';
import { may, type User } from '#libs/contracts';
import { fromDecimal, sum } from '#libs/money';
import { Button } from '../../components/ui/button';
import { Money } from '../../components/ui/money';
import { Page } from '../../components/ui/page';
import { PageHeader } from '../../components/ui/page-header';
import { Skeleton } from '../../components/ui/skeleton';
import { Stat, StatRow } from '../../components/ui/stat';
import { WhenNear } from '../../components/ui/when-near';
import { AnnouncementsCard } from '../../features/content/announcements/announcements-card';
import { EventsStat } from '../../features/content/events/events-stat';
import { UpcomingBadge } from '../../features/content/events/upcoming-badge';
import { NewestResources } from '../../features/content/resources/newest-card';
import { ResourcesStat } from '../../features/content/resources/resources-stat';
import { ResumeCard } from '../../features/content/resources/resume-card';
import { ImpactCard } from '../../features/giving/fundraisers/impact-card';
import { activeFundraisersQuery } from '../../lib/queries/fundraisers';
import { ownDonationsQuery, ownTotalQuery } from '../../lib/queries/own-giving';
import { useRefreshData } from '../../features/identity/account/refresh-data';
import { usePhone } from '../../lib/browser/use-media';
import { churchToday } from '../../lib/church';
import { firstStepsQuery, hasFirstSteps } from '../../lib/queries/first-steps';
import { settingsQuery } from '../../lib/queries/settings';
import { standingQuery } from '../../lib/queries/standing';
import { TrialBadge } from '../../features/tenancy/trial-badge';
import { ThisSunday } from './this-sunday';

const FirstStepsCard = lazy(() =>
  import('./staff-cards').then((cards) => ({ default: cards.FirstStepsCard })),
);
const TodayCard = lazy(() =>
  import('./staff-cards').then((cards) => ({ default: cards.TodayCard })),
);
const OwnChartCard = lazy(() =>
  import('../../features/giving/own/own-chart-card').then((module) => ({
    default: module.OwnChartCard,
  })),
);

const route = getRouteApi('/');

export default function Dashboard({ user }: { user: User }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const refresh = useRefreshData(client);
  useEffect(() => {
    // Stripe adds this parameter when it returns from a page of the bank.
    const status = new URLSearchParams(window.location.search).get('redirect_status');
    if (status === null) return;
    void navigate({ to: '/', search: {}, replace: true });
    void import('../../features/tenancy/subscription/payment-return').then(
      ({ showPaymentResult }) => showPaymentResult(client, status),
    );
  }, [client, navigate]);
  return (
    <Page isCompact>
      <PageHeader
        title={`Welcome, ${user.firstName || 'Friend'}!`}
        description={
          <>
            <span className="max-sm:hidden">What is new in your church, and your part in it.</span>
            <span className="flex sm:mt-2 min-h-5 flex-wrap gap-2">
              <UpcomingBadge />
              {may(user, 'subscription.manage') && <TrialLeft />}
            </span>
          </>
        }
        areActionsInHeader
        actions={
          <Button
            className="max-sm:w-control max-sm:border-0 max-sm:bg-transparent max-sm:px-0"
            pending={refresh.isPending}
            pendingLabel={<span className="max-sm:sr-only">Refreshing…</span>}
            onClick={() => {
              refresh.mutate();
            }}
          >
            <RefreshCw aria-hidden className="size-4" />
            <span className="max-sm:sr-only">Refresh Data</span>
          </Button>
        }
      />
      <AtAGlance user={user} />
    </Page>
  );
}

/**
 * The remaining days of the trial, for users who can choose a plan. In the last days the banner
 * shows them instead.
 */
function TrialLeft() {
  const { data: standing } = useQuery(standingQuery);
  return (
    standing?.trialDaysLeft != null &&
    !standing.notice && <TrialBadge days={standing.trialDaysLeft} isLink />
  );
}

/** The first steps. The loader of the route has loaded them, so nothing moves. */
function ToDoFirst() {
  const { data: steps } = useQuery(firstStepsQuery);
  return steps && hasFirstSteps(steps) && <FirstStepsCard done={steps} />;
}

function AtAGlance({ user }: { user: User }) {
  const { data: settings } = useQuery(settingsQuery);
  const { announcement } = route.useSearch();
  const today = churchToday(settings);
  const isPhone = usePhone();
  return (
    <>
      <ResumeCard />
      {may(user, 'setting.manage') && <ToDoFirst />}
      {may(user, 'ledger.read') && <TodayCard mayApprove={may(user, 'member.approve')} />}
      <ThisSunday />
      <StatRow label="At a glance">
        <ResourcesStat />
        <DonationsStat user={user} year={yearOf(today)} />
        <EventsStat />
      </StatRow>
      <div
        className={
          'grid items-start gap-4 sm:gap-8 ' +
          'lg:grid-cols-[repeat(auto-fit,minmax(min(100%,26rem),1fr))]'
        }
      >
        <AnnouncementsCard mayManage={may(user, 'announcement.manage')} openId={announcement} />
        <Impact today={today} />
      </div>
      <NewestResources isForStaff={may(user, 'ledger.read')} />
      {/* A phone shows the chart under Donations & Giving only. */}
      {!isPhone && (
        <WhenNear fallback={<Skeleton className="h-72 w-full rounded-lg" />}>
          <OwnChartCard userId={user.id} today={today} />
        </WhenNear>
      )}
    </>
  );
}

/** The first active fundraiser, if there is one. The loader has loaded it, so nothing moves. */
function Impact({ today }: { today: string }) {
  const { data: fundraisers } = useQuery(activeFundraisersQuery);
  const fundraiser = fundraisers?.[0];
  return fundraiser && <ImpactCard fundraiser={fundraiser} today={today} />;
}

function DonationsStat({ user, year }: { user: User; year: number }) {
  const total = useQuery(ownTotalQuery);
  const { data: donations } = useQuery(ownDonationsQuery(user.id, year));
  const missingTotal = total.error ? '–' : undefined;
  const linkText = may(user, 'donation.manage') ? 'See your giving' : 'See every gift';
  return (
    <Stat
      label="Your Donations"
      icon={HandCoins}
      value={total.data ? <Money amount={total.data.total} figure /> : missingTotal}
      hint={
        <>
          {/* Reserve the line before its number is loaded. */}
          <span className="block min-h-4 text-ink-2">
            {donations && (
              <>
                <Money amount={sum(donations.map((donation) => fromDecimal(donation.amount)))} />
                {` in ${year}`}
              </>
            )}
          </span>
          <Link
            to="/donations"
            className="standalone-link text-accent underline-offset-4 hover:underline"
          >
            {total.error ? 'Could not be loaded' : linkText}
          </Link>
        </>
      }
    />
  );
}
