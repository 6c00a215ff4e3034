import { lazy, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Receipt } from 'lucide-react';
import { formatLong, formatShort, yearOf } from '#libs/calendar';
import type { OwnDonation } from '#libs/contracts';
import { formatUsd, fromDecimal, sum } from '#libs/money';
import { AskAboutGift } from '../../../components/giving/ask-about-gift';
import { DownloadMenu } from '../../../components/giving/download-menu';
import { Button } from '../../../components/ui/button';
import { Card } from '../../../components/ui/card';
import { Select } from '../../../components/ui/form/input';
import { Money } from '../../../components/ui/money';
import { usePrinting } from '../../../components/ui/grid/use-printing';
import { Skeleton, SkeletonLines } from '../../../components/ui/skeleton';
import { EmptyState, QueryContent } from '../../../components/ui/states';
import { WhenNear } from '../../../components/ui/when-near';
import { queryString } from '../../../lib/api';
import { plural } from '../../../lib/format';
import { generalFund } from '../../../lib/vocabulary';
import { ownDonationsQuery, ownTotalQuery } from '../../../lib/queries/own-giving';

const OwnMonths = lazy(() =>
  import('./own-months').then((module) => ({ default: module.OwnMonths })),
);

export interface HistoryCardProps {
  userId: string;
  /** The year of the filter; undefined for all years. */
  year: number | undefined;
  /** Today in the church's time zone. */
  today: string;
  /** The header of each printed page: the donor and the date. */
  paper: string;
  onYear: (year: number | undefined) => void;
}

export function HistoryCard({ userId, year, today, paper, onYear }: HistoryCardProps) {
  const all = useQuery(ownDonationsQuery(userId));
  const query = useQuery(ownDonationsQuery(userId, year));
  const total = useQuery(ownTotalQuery);
  const [yearOnOpening] = useState(year);
  const [hasChosenYear, setChosenYear] = useState(false);
  if (year !== yearOnOpening && !hasChosenYear) setChosenYear(true);
  const years = new Set([
    yearOf(today),
    ...(year ? [year] : []),
    ...(all.data ?? []).map((donation) => Number(donation.date.slice(0, 4))),
  ]);

  return (
    <Card
      title="Your Donation History"
      description={
        <>
          Total contributions:{' '}
          <Money amount={total.data?.total ?? '0.00'} className="font-medium text-ink" />
        </>
      }
      actions={
        <div data-noprint className="flex gap-2">
          <Select
            aria-label="Year"
            className="w-auto tabular-nums"
            value={year ?? ''}
            onChange={(event) => {
              onYear(event.target.value === '' ? undefined : Number(event.target.value));
            }}
          >
            <option value="">All years</option>
            {[...years]
              .sort((a, b) => b - a)
              .map((offeredYear) => (
                <option key={offeredYear} value={offeredYear}>
                  {offeredYear}
                </option>
              ))}
          </Select>
          {query.data && query.data.length > 0 && (
            <DownloadMenu
              label="Download"
              scope={`${year ?? 'all years'}, ${plural(query.data.length, 'donation')}`}
              fileOf={(format) => `/api/user/donations.${format}${queryString({ year })}`}
            />
          )}
        </div>
      }
    >
      <p role="status" className="sr-only">
        {hasChosenYear && query.data && describeYear(year, query.data)}
      </p>
      <QueryContent
        query={query}
        errorTitle="Your donations could not be loaded."
        placeholder={<SkeletonLines lines={5} />}
        isErrorFirst
      >
        {(donations) =>
          donations.length === 0 ? (
            <EmptyState
              icon={Receipt}
              title={
                year && all.data && all.data.length > 0
                  ? `You made no donations in ${year}.`
                  : "You haven't made any donations yet."
              }
            />
          ) : (
            <>
              <div data-noprint className="mb-6">
                <WhenNear fallback={<Skeleton className="h-52 w-full" />}>
                  {/* Without a filter, the latest year with a donation. */}
                  <OwnMonths
                    donations={donations}
                    year={year ?? yearOf(donations[0]!.date)}
                    today={today}
                  />
                </WhenNear>
              </div>
              <History key={year ?? 'all'} donations={donations} year={year} paper={paper} />
            </>
          )
        }
      </QueryContent>
    </Card>
  );
}

/** Returns the sentence that a screen reader reads out after the user has chosen a year. */
function describeYear(year: number | undefined, donations: readonly OwnDonation[]): string {
  const count = plural(donations.length, 'donation');
  return `${count} in ${year ?? 'all years'}, together ${formatUsd(sumOf(donations))}.`;
}

/** The number of donations that are shown at first, so that the cards below are easy to find. */
const firstShown = 12;

interface HistoryProps extends Pick<HistoryCardProps, 'year' | 'paper'> {
  donations: readonly OwnDonation[];
}

function History({ donations, year, paper }: HistoryProps) {
  const [isExpanded, setExpanded] = useState(false);
  const shownDonations = isExpanded ? donations : donations.slice(0, firstShown);
  if (usePrinting()) return <PaperHistory donations={donations} year={year} paper={paper} />;
  return (
    <>
      <ul className="divide-y border-t">
        {shownDonations.map((donation) => (
          <li key={donation.id} className="flex items-start justify-between gap-4 py-3">
            <div className="min-w-0">
              <p className="font-medium">{donation.campaign || generalFund}</p>
              <p className="mt-0.5 text-grid text-ink-2">
                <time dateTime={donation.date}>{formatLong(donation.date)}</time>
                <span aria-hidden> · </span>
                {donation.paymentMethod}
              </p>
              {donation.notes && (
                <p className="mt-1 prose-width text-grid whitespace-pre-line text-ink-2">
                  {donation.notes}
                </p>
              )}
            </div>
            <div className="shrink-0 text-right">
              <Money amount={donation.amount} className="font-medium" />
              <AskAboutGift id={donation.id} amount={donation.amount} date={donation.date} />
            </div>
          </li>
        ))}
      </ul>
      {donations.length > firstShown && (
        <div className="border-t py-3">
          <Button size="sm" aria-expanded={isExpanded} onClick={() => setExpanded(!isExpanded)}>
            {isExpanded ? 'Show fewer' : `Show all ${plural(donations.length, 'donation')}`}
          </Button>
        </div>
      )}
      <p className="flex justify-between gap-4 border-t border-line-strong pt-3 font-semibold">
        <span>{year ? `Given in ${year}` : 'Given in all years'}</span>
        <Money amount={sumOf(donations)} />
      </p>
    </>
  );
}

const sumOf = (donations: readonly OwnDonation[]) =>
  sum(donations.map((donation) => fromDecimal(donation.amount)));

/** The history as a table for paper. The browser repeats the header on each page. */
function PaperHistory({ donations, year, paper }: HistoryProps) {
  return (
    <table className="text-left">
      <thead>
        <tr>
          <th colSpan={4} className="pb-2 font-normal">
            {paper}
          </th>
        </tr>
        <tr className="border-b">
          <th>Date</th>
          <th>Fund</th>
          <th>Payment method</th>
          <th className="text-right">Amount</th>
        </tr>
      </thead>
      <tbody>
        {donations.map((donation) => (
          <tr key={donation.id} className="border-b align-top">
            <td className="pr-3 whitespace-nowrap tabular-nums">{formatShort(donation.date)}</td>
            <td className="pr-3">
              {donation.campaign || generalFund}
              {donation.notes && <p className="whitespace-pre-line">{donation.notes}</p>}
            </td>
            <td className="pr-3">{donation.paymentMethod}</td>
            <td className="text-right">
              <Money amount={donation.amount} />
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className="font-semibold">
          <td colSpan={3}>{year ? `Given in ${year}` : 'Given in all years'}</td>
          <td className="text-right">
            <Money amount={sumOf(donations)} />
          </td>
        </tr>
      </tfoot>
    </table>
  );
}
