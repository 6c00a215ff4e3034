import { Clock, MapPin, Repeat } from 'lucide-react';
import type { Event } from '#libs/contracts';
import { CanceledBadge } from '../../../components/content/canceled-badge';
import { NowBadge } from '../../../components/content/now-badge';
import { longDateOf, timesOf } from '../../../lib/content/event-time';
import type { EventState } from '../../../lib/content/use-event-state';

/** Time, recurrence and place of an event. */
export function EventFacts({ event, state }: { event: Event; state?: EventState }) {
  const isCanceled = event.status === 'cancelled';
  return (
    <ul
      className={
        'space-y-1 text-ink-2 [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0 ' +
        '[&_svg]:text-ink-3 [&>li]:flex [&>li]:gap-2'
      }
    >
      <li>
        <Clock aria-hidden />
        <time dateTime={event.startsAt}>
          {longDateOf(event.date)} · {timesOf(event)}
        </time>
        {isCanceled && <CanceledBadge />}
        {state === 'now' && !isCanceled && <NowBadge />}
      </li>
      {event.repeats && (
        <li>
          <Repeat aria-hidden />
          {event.repeats}
        </li>
      )}
      <li className="min-w-0">
        <MapPin aria-hidden />
        <span className="min-w-0 break-words">{event.location}</span>
      </li>
    </ul>
  );
}
