import { Link } from '@tanstack/react-router';
import { MapPin, Repeat, Star } from 'lucide-react';
import type { Event } from '#libs/contracts';
import { Badge } from '../../../components/ui/badge';
import { CalendarLeaf } from '../../../components/content/calendar-leaf';
import { cardLinkClass, titleId } from '../../../components/content/media-card';
import { CanceledBadge } from '../../../components/content/canceled-badge';
import { NowBadge } from '../../../components/content/now-badge';
import { cn } from '../../../lib/cn';
import { longDateOf, timesOf } from '../../../lib/content/event-time';
import { useEventState } from '../../../lib/content/use-event-state';
import { EventActs } from './event-acts';

/** An event as one line with its calendar leaf. Past events are less prominent. */
export function EventRow({ event }: { event: Event }) {
  const isCanceled = event.status === 'cancelled';
  const isNow = useEventState(event) === 'now' && !isCanceled;
  return (
    <article
      className={
        'relative flex gap-4 rounded-lg border bg-surface p-4 transition-colors ' +
        'duration-150 hover:border-line-strong'
      }
    >
      <CalendarLeaf local={event.date} isPast={event.isPast} className="self-start" />
      <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-56">
          <h3
            id={titleId(event.id)}
            className={cn(
              'line-clamp-2 text-card break-words',
              event.isPast && 'font-medium text-ink-2',
            )}
          >
            <Link
              to="/church-program"
              search={{ open: event.id }}
              state={{ isOpened: true }}
              data-opens={event.id}
              className={cardLinkClass}
            >
              {event.title}
            </Link>
          </h3>
          <p className="mt-0.5 text-ink-2">
            <time dateTime={event.startsAt}>
              <span className="sr-only">{longDateOf(event.date)}, </span>
              {timesOf(event)}
            </time>
          </p>
          <p className="mt-0.5 flex min-w-0 items-start gap-1.5 text-ink-2">
            <MapPin aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-3" />
            <span className="min-w-0 break-words">{event.location}</span>
          </p>
          {isCanceled && (
            <p className="mt-2">
              <CanceledBadge />
            </p>
          )}
          {(event.repeats !== null || event.isHighlighted || isNow) && !event.isPast && (
            <p className="mt-2 flex flex-wrap gap-1.5">
              {isNow && <NowBadge />}
              {event.isHighlighted && (
                <Badge icon={Star} tone="accent">
                  Featured
                </Badge>
              )}
              {event.repeats && <Badge icon={Repeat}>{event.repeats}</Badge>}
            </p>
          )}
        </div>
        {!event.isPast && !isCanceled && <EventActs event={event} size="sm" />}
      </div>
    </article>
  );
}
