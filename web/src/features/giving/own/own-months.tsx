import { lazy, Suspense } from 'react';
import { yearOf } from '#libs/calendar';
import type { OwnDonation } from '#libs/contracts';
import { fromDecimal } from '#libs/money';
import { Skeleton } from '../../../components/ui/skeleton';

const MonthChart = lazy(() => import('../../../components/ui/month-chart'));

/** The donations of one person in one year by month; in the current year up to this month. */
export function OwnMonths({
  donations,
  year,
  today,
}: {
  donations: readonly OwnDonation[];
  year: number;
  today: string;
}) {
  const months = Array.from({ length: 12 }, () => 0n);
  for (const { date, amount } of donations) {
    const month = Number(date.slice(5, 7)) - 1;
    if (yearOf(date) === year) months[month] = (months[month] ?? 0n) + fromDecimal(amount);
  }
  return (
    <Suspense fallback={<Skeleton className="h-52 w-full" />}>
      <MonthChart
        title={`Your giving in ${year} by month`}
        main={{ label: String(year), months }}
        until={year === yearOf(today) ? Number(today.slice(5, 7)) - 1 : 11}
      />
    </Suspense>
  );
}
