import { type ReactNode } from 'react';
import { type LucideIcon } from 'lucide-react';
import { Skeleton } from './skeleton';

export interface StatProps {
  label: string;
  /** A figure; use `<Money figure>` for amounts. Undefined shows a skeleton. */
  value: ReactNode;
  hint?: ReactNode;
  icon?: LucideIcon;
}

/** One figure; must be inside `<StatRow>`. */
export function Stat({ label, value, hint, icon: Icon }: StatProps) {
  return (
    <div className="@container min-w-0 bg-surface p-3 sm:px-5 sm:py-4">
      <dt className="flex items-center gap-1.5 text-grid text-ink-2">
        {Icon && <Icon aria-hidden className="size-4 text-ink-3" />}
        {label}
      </dt>
      {/*
        The font is as large as an amount of eight digits and cents allows. On phones the limit is
        that of half the width, so that a figure in a row of its own is not larger than the others.
      */}
      <dd
        className={
          'mt-1 text-[clamp(0.875rem,12cqi,1.875rem)]/9 font-semibold tracking-tight ' +
          'tabular-nums max-sm:text-[clamp(0.875rem,12cqi,1.375rem)]/9'
        }
      >
        {value === undefined ? <Skeleton className="my-1.5 h-6 w-28" /> : value}
      </dd>
      {hint && <dd className="mt-0.5 text-label text-ink-3">{hint}</dd>}
    </div>
  );
}

/**
 * Figures next to each other with lines between them, in as many rows as the width requires; two
 * per row on phones.
 */
export function StatRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <dl
      aria-label={label}
      className={
        'grid grid-cols-2 gap-px overflow-hidden rounded-lg border bg-line ' +
        'max-sm:[&>:last-child:nth-child(odd)]:col-span-2 sm:flex sm:flex-wrap ' +
        'sm:[&>*]:grow sm:[&>*]:basis-42'
      }
    >
      {children}
    </dl>
  );
}
