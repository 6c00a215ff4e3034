import { Link } from '@tanstack/react-router';
import { Star } from 'lucide-react';
import type { Event } from '#libs/contracts';
import { Badge } from '../../../components/ui/badge';
import { CalendarLeaf } from '../../../components/content/calendar-leaf';
import { cardLinkClass, titleId } from '../../../components/content/media-card';
import { NowBadge } from '../../../components/content/now-badge';
import { Picture } from '../../../components/ui/picture';
import { useEventState } from '../../../lib/content/use-event-state';
import { EventActs } from './event-acts';
import { EventFacts } from './event-facts';

/** The next event, in a large card. */
export function NextEvent({ event }: { event: Event }) {
  const state = useEventState(event);
  const isCanceled = event.status === 'cancelled';
  return (
    <article
      aria-label={state === 'now' ? 'Event that takes place now' : 'Next event'}
      className={
        'relative grid overflow-hidden rounded-lg border bg-surface transition-colors ' +
        'duration-150 hover:border-line-strong lg:grid-cols-[1fr_1fr]'
      }
    >
      <Picture
        url={event.pictureUrl}
        seed={event.id}
        sizes="(min-width: 1024px) 540px, 100vw"
        eager
        className="lg:aspect-auto lg:min-h-64"
      />
      <div className="flex gap-4 p-4 sm:p-6">
        <CalendarLeaf local={event.date} className="self-start" />
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-center gap-2 text-label text-ink-2">
            {state === 'now' && !isCanceled ? <NowBadge /> : 'Next event'}
            {event.isHighlighted && (
              <Badge icon={Star} tone="accent">
                Featured
              </Badge>
            )}
          </p>
          <h3 id={titleId(event.id)} className="mt-1 text-title break-words">
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
          <div className="mt-2">
            <EventFacts event={event} />
          </div>
          <p className="mt-3 line-clamp-3">{event.description}</p>
          <div className="mt-5">{!isCanceled && <EventActs event={event} />}</div>
        </div>
      </div>
    </article>
  );
}
