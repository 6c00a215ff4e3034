import { useEffect } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { CalendarDays, HandCoins, RefreshCw } from 'lucide-react';
import { yearOf } from '#libs/calendar';
import type { User } from '#libs/contracts';
import { fromDecimal, sum } from '#libs/money';
import { Button } from '../../components/button';
import { Money } from '../../components/money';
import { Page } from '../../components/page';
import { PageHeader } from '../../components/page-header';
import { Stat, StatRow } from '../../components/stat';
import { EmptyState } from '../../components/states';
import { ImpactCard } from '../../features/giving/fundraisers/impact-card';
import { activeFundraisersQuery } from '../../lib/queries/fundraisers';
import { OwnChartCard } from '../../features/giving/own/own-chart-card';
import { ownDonationsQuery, ownTotalQuery } from '../../lib/queries/own-giving';
import { useRefreshData } from '../../features/identity/account/refresh-data';
import { churchToday } from '../../lib/church';
import { settingsQuery } from '../../lib/queries/settings';

export default function Dashboard({ user }: { user: User }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const refresh = useRefreshData(client);
  useEffect(() => {
    // Stripe's word in the address, when a bank had to ask something on a page of its own
    const status = new URLSearchParams(window.location.search).get('redirect_status');
    if (status === null) return;
    void navigate({ to: '/', search: {}, replace: true });
    void import('../../features/tenancy/subscription/returned').then(({ tellReturn }) => tellReturn(client, status));
  }, [client, navigate]);
  return (
    <Page>
      <PageHeader
        title={`Welcome, ${user.firstName || 'Friend'}!`}
        description="Your giving and what it does, at a glance."
        actions={
          <Button
            pending={refresh.isPending}
            pendingLabel="Refreshing…"
            onClick={() => {
              refresh.mutate();
            }}
          >
            <RefreshCw aria-hidden className="size-4" />
            Refresh Data
          </Button>
        }
      />
      {user.organizationId ? (
        <Giving user={user} />
      ) : (
        <EmptyState icon={HandCoins} title="This account belongs to no church." hint="Giving shows here for people of a church." />
      )}
    </Page>
  );
}

function Giving({ user }: { user: User }) {
  const { data: settings } = useQuery(settingsQuery);
  const today = churchToday(settings);
  const year = yearOf(today);
  const total = useQuery(ownTotalQuery);
  const donations = useQuery(ownDonationsQuery(user.id, year));
  const { data: fundraisers } = useQuery(activeFundraisersQuery);
  const fundraiser = fundraisers?.[0];
  const given = donations.data && sum(donations.data.map((donation) => fromDecimal(donation.amount)));

  return (
    <>
      <StatRow label="Your giving">
        <Stat
          label="Your Donations"
          icon={HandCoins}
          value={total.data ? <Money amount={total.data.total} figure /> : total.error ? '–' : undefined}
          hint={
            <Link to="/donations" className="text-accent underline-offset-4 hover:underline">
              {total.error ? 'Could not be loaded' : 'See every gift'}
            </Link>
          }
        />
        <Stat
          label={`Given in ${year}`}
          icon={CalendarDays}
          value={given === undefined ? (donations.error ? '–' : undefined) : <Money amount={given} figure />}
          hint={donations.data && `${donations.data.length} ${donations.data.length === 1 ? 'gift' : 'gifts'} so far`}
        />
      </StatRow>
      <div className="grid gap-6 sm:gap-8 lg:grid-cols-2">
        <OwnChartCard userId={user.id} today={today} />
        {fundraiser && <ImpactCard fundraiser={fundraiser} today={today} />}
      </div>
    </>
  );
}
