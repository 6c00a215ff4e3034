import { useQuery } from '@tanstack/react-query';
import { Clock } from 'lucide-react';
import type { TicketFigures, TicketType, TicketView } from '#libs/contracts';
import { ticketViews } from '../../../../lib/choices';
import { cn } from '../../../../lib/cn';
import { formatCount } from '../../../../lib/format';
import { ticketFiguresQuery } from '../../../../lib/queries/tickets';
import { formatSpan, viewLabels } from '../words';

/** The saved views with their numbers of tickets, and the usual waiting time. */
export function QueueHead({
  type,
  view,
  onView,
}: {
  type: TicketType;
  view: TicketView | undefined;
  onView: (view: TicketView | undefined) => void;
}) {
  const { data } = useQuery(ticketFiguresQuery(type));
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div role="group" aria-label="Saved views" className="flex flex-wrap gap-2">
        {[undefined, ...ticketViews].map((option) => (
          <button
            key={option ?? 'all'}
            type="button"
            aria-pressed={view === option}
            onClick={() => onView(option)}
            className={cn(
              'inline-flex h-8 items-center gap-1.5 rounded-full border px-3 text-grid ' +
                'font-medium transition-colors duration-150 touch:h-control',
              view === option
                ? 'border-accent bg-accent-soft text-accent'
                : 'border-control-line text-ink-2 hover:bg-sunken hover:text-ink',
            )}
          >
            {option ? viewLabels[option] : 'All'}
            {option && data && (
              <span className={cn('tabular-nums', data[option] === 0 && 'font-normal')}>
                {formatCount(data[option])}
              </span>
            )}
          </button>
        ))}
      </div>
      {data && <Medians {...data} />}
    </div>
  );
}

function Medians({ firstResponseSeconds, resolutionSeconds }: TicketFigures) {
  const lines = [
    firstResponseSeconds !== null &&
      `First answer usually within ${formatSpan(firstResponseSeconds)}`,
    resolutionSeconds !== null && `Resolved within ${formatSpan(resolutionSeconds)}`,
  ].filter((line) => line !== false);
  if (lines.length === 0) return null;
  return (
    <p
      className="flex items-start gap-1.5 text-grid text-ink-2 tabular-nums"
      title="Typical times, last 30 days"
    >
      <Clock aria-hidden className="mt-0.5 size-3.5 shrink-0" />
      {lines.join(' · ')}
    </p>
  );
}
