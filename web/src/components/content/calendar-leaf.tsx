import { cn } from '../../lib/cn';
import { calendarLeafParts } from '../../lib/content/event-time';

/**
 * A date drawn as a calendar leaf. Screen readers skip it, because the text next to it says the
 * date.
 * @param local a local time of the church, without a time zone
 */
export function CalendarLeaf({
  local,
  isPast,
  className,
}: {
  local: string;
  isPast?: boolean;
  className?: string;
}) {
  const { month, day, weekday } = calendarLeafParts(local);
  return (
    <span
      aria-hidden
      className={cn(
        'flex w-14 shrink-0 flex-col overflow-hidden rounded-md border bg-surface text-center',
        className,
      )}
    >
      <span
        className={cn(
          'text-label font-semibold',
          isPast ? 'bg-sunken text-ink-2' : 'bg-accent text-on-accent',
        )}
      >
        {month}
      </span>
      <span className={cn('pt-0.5 text-lead font-semibold tabular-nums', isPast && 'text-ink-2')}>
        {day}
      </span>
      <span className="pb-1 text-label text-ink-2">{weekday.slice(0, 3)}</span>
    </span>
  );
}
