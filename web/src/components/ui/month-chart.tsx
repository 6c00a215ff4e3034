import { useState } from 'react';
import { monthNames } from '#libs/calendar';
import { formatUsd } from '#libs/money';
import { cn } from '../../lib/cn';

export interface Series {
  label: string;
  /** Twelve amounts in cents. */
  months: readonly bigint[];
}

export interface MonthChartProps {
  title: string;
  /** In the accent color. */
  main: Series;
  /** Further amounts, shown in gray behind the bars, such as those of the year before. */
  behind?: Series;
  /** The index of the last month with amounts. Later months of `main` are not drawn. */
  until?: number;
  height?: number;
}

/** A bar chart by month, which shows the amounts on demand. Screen readers find a table. */
export default function MonthChart({
  title,
  main,
  behind,
  until = 11,
  height = 168,
}: MonthChartProps) {
  const [active, setActive] = useState<number | null>(null);
  const top = niceTop([...main.months, ...(behind?.months ?? [])]);
  const plot = height - 24;
  const y = (cents: bigint) => (Number((cents * 10_000n) / top) / 10_000) * (plot - 12);
  const shownMonth = active ?? lastWith(main.months, until);
  const series = behind ? [behind, main] : [main];

  return (
    <figure>
      <figcaption
        className={
          'mb-3 flex flex-wrap items-baseline ' + 'justify-between gap-x-4 gap-y-1 text-grid'
        }
      >
        <span className="font-medium">{monthNames[shownMonth]}</span>
        <span className="flex flex-wrap gap-x-4 text-ink-2 tabular-nums" aria-hidden>
          {[...series].reverse().map((entry) => (
            <span key={entry.label} className="inline-flex items-center gap-1.5">
              <span
                className={cn(
                  'size-2.5 rounded-sm',
                  entry === main ? 'bg-accent' : 'bg-line-strong',
                )}
              />
              {entry.label}:{' '}
              <span className="text-ink">{formatUsd(entry.months[shownMonth] ?? 0n)}</span>
            </span>
          ))}
        </span>
      </figcaption>
      <div aria-hidden className="text-right text-label text-ink-3 tabular-nums">
        {formatUsd(top).slice(0, -3)}
      </div>
      <svg
        viewBox={`0 0 600 ${height}`}
        preserveAspectRatio="none"
        className="w-full overflow-visible"
        style={{ height }}
        aria-hidden
        onPointerLeave={() => setActive(null)}
      >
        {[0, 0.5, 1].map((share) => (
          <line
            key={share}
            x1="0"
            x2="600"
            y1={plot - share * (plot - 12)}
            y2={plot - share * (plot - 12)}
            className="stroke-line"
            vectorEffect="non-scaling-stroke"
            strokeDasharray={share === 0 ? undefined : '2 4'}
          />
        ))}
        {monthNames.map((name, month) => (
          <g key={name} onPointerEnter={() => setActive(month)}>
            <rect
              x={month * 50}
              y={0}
              width={50}
              height={height}
              className={month === active ? 'fill-sunken' : 'fill-transparent'}
            />
            {series.map((entry, index) => {
              const value = entry.months[month] ?? 0n;
              const tall = value > 0n ? Math.max(2, y(value)) : 0;
              const width = behind ? 13 : 20;
              return (
                <rect
                  key={entry.label}
                  x={month * 50 + 25 - (width * series.length) / 2 + index * width}
                  y={plot - tall}
                  width={width - (behind ? 1.5 : 0)}
                  height={tall}
                  className={entry === main ? 'fill-accent' : 'fill-line-strong'}
                />
              );
            })}
          </g>
        ))}
      </svg>
      <div aria-hidden className="-mt-5 grid grid-cols-12 text-center text-label text-ink-3">
        {monthNames.map((name) => (
          <span key={name}>
            {name.slice(0, 1)}
            <span className="max-sm:hidden">{name.slice(1, 3)}</span>
          </span>
        ))}
      </div>
      <div className="sr-only">
        <table>
          <caption>{title}</caption>
          <thead>
            <tr>
              <th scope="col">Month</th>
              {series.map((entry) => (
                <th key={entry.label} scope="col">
                  {entry.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {monthNames.map((name, month) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {series.map((entry) => (
                  <td key={entry.label}>{formatUsd(entry.months[month] ?? 0n)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}

/** Returns the next round amount above the highest bar. */
function niceTop(values: readonly bigint[]): bigint {
  const highest = values.reduce((most, value) => (value > most ? value : most), 1n);
  for (let unit = 1000n; ; unit *= 10n) {
    for (const tenths of [10n, 15n, 20n, 30n, 40n, 50n, 75n])
      if ((unit * tenths) / 10n >= highest) return (unit * tenths) / 10n;
  }
}

function lastWith(months: readonly bigint[], until: number): number {
  for (let month = Math.min(until, 11); month > 0; month--)
    if ((months[month] ?? 0n) > 0n) return month;
  return Math.max(0, Math.min(until, 11));
}
