import type { ReactNode } from 'react';
import {
  CalendarDays,
  Clock,
  ExternalLink,
  EyeOff,
  MapPin,
  Repeat,
  Star,
  Video,
} from 'lucide-react';
import type { Event } from '#libs/contracts';
import { Badge } from '../../../components/ui/badge';
import { CanceledBadge } from '../../../components/content/canceled-badge';
import { NowBadge } from '../../../components/content/now-badge';
import { cardSizes, Picture } from '../../../components/ui/picture';
import { cn } from '../../../lib/cn';
import { timeOf, untilOf } from '../../../lib/content/duration';
import { googleEntryLink, longDateOf } from '../../../lib/content/event-time';
import { useEventState } from '../../../lib/content/use-event-state';

export type ShownEvent = Pick<
  Event,
  | 'title'
  | 'description'
  | 'date'
  | 'location'
  | 'durationMinutes'
  | 'repeats'
  | 'isPast'
  | 'pictureUrl'
  | 'googleCalendarId'
  | 'webexLink'
  | 'isHighlighted'
  | 'isActive'
  | 'status'
>;

/** An event as its card shows it. */
export function EventCard({
  event,
  isNow = false,
  choose,
  actions,
}: {
  event: ShownEvent;
  isNow?: boolean;
  choose?: ReactNode;
  actions?: ReactNode;
}) {
  const calendar = event.googleCalendarId && googleEntryLink(event.googleCalendarId);
  const ends = untilOf(event.date, event.durationMinutes);
  const isCanceled = event.status === 'cancelled';
  // On phones, lists for staff have no pictures, and the checkbox stands beside the text.
  const isInStaffList = choose !== undefined;
  return (
    <>
      <div className="relative">
        <Picture
          url={event.pictureUrl}
          seed={event.title}
          sizes={cardSizes}
          className={cn(event.isPast && 'opacity-60', isInStaffList && 'max-sm:hidden')}
        />
        {choose && <div className="absolute top-2 left-2">{choose}</div>}
        {event.isHighlighted && (
          <div
            className={cn(
              'absolute top-2 right-2 rounded-full bg-surface',
              isInStaffList && 'max-sm:static max-sm:mt-3 max-sm:ml-14 max-sm:w-fit',
            )}
          >
            <Badge icon={Star} tone="hold">
              Featured
            </Badge>
          </div>
        )}
      </div>
      <div className={cn('flex flex-1 flex-col gap-3 p-4', isInStaffList && 'max-sm:pl-14')}>
        <div className="min-w-0">
          <h2 className="line-clamp-2 text-card break-words">{event.title}</h2>
          {(!event.isActive || event.isPast || isNow || isCanceled) && (
            <div className="mt-1 flex flex-wrap gap-1.5">
              {isCanceled && <CanceledBadge />}
              {isNow && !isCanceled && <NowBadge />}
              {event.isPast && <Badge icon={Clock}>Past</Badge>}
              {!event.isActive && <Badge icon={EyeOff}>Inactive</Badge>}
            </div>
          )}
          <p className="mt-1 line-clamp-3 break-words text-ink-2">{event.description}</p>
        </div>
        <dl
          className={
            'space-y-1.5 text-grid [&_dd]:min-w-0 [&_dd]:break-words [&_div]:flex ' +
            '[&_div]:gap-2 [&_svg]:mt-px [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-ink-2'
          }
        >
          <div>
            <dt>
              <CalendarDays aria-hidden />
              <span className="sr-only">Date</span>
            </dt>
            <dd>{longDateOf(event.date)}</dd>
          </div>
          <div>
            <dt>
              <Clock aria-hidden />
              <span className="sr-only">Time</span>
            </dt>
            <dd className="tabular-nums">
              {timeOf(event.date)}
              {ends && ` to ${ends}`}
            </dd>
          </div>
          {event.repeats && (
            <div>
              <dt>
                <Repeat aria-hidden />
                <span className="sr-only">Repeats</span>
              </dt>
              <dd>{event.repeats}</dd>
            </div>
          )}
          <div>
            <dt>
              <MapPin aria-hidden />
              <span className="sr-only">Location</span>
            </dt>
            <dd>{event.location || 'Location'}</dd>
          </div>
        </dl>
        {(event.webexLink ?? calendar) && (
          <ul className="space-y-1 text-grid">
            {event.webexLink && (
              <li>
                <OutLink href={event.webexLink} icon={<Video aria-hidden className="size-4" />}>
                  Join WebEx Meeting
                </OutLink>
              </li>
            )}
            {calendar && (
              <li>
                <OutLink href={calendar} icon={<ExternalLink aria-hidden className="size-4" />}>
                  View in Google Calendar
                </OutLink>
              </li>
            )}
          </ul>
        )}
        {actions && (
          <div className="mt-auto flex flex-wrap items-center justify-between gap-2 pt-1">
            {actions}
          </div>
        )}
      </div>
    </>
  );
}

/** The card of a saved event. It says so while the event takes place. */
export function TimedEventCard({
  event,
  ...more
}: {
  event: Event;
  choose?: ReactNode;
  actions?: ReactNode;
}) {
  const state = useEventState(event);
  return <EventCard event={event} isNow={state === 'now'} {...more} />;
}

function OutLink({ href, icon, children }: { href: string; icon: ReactNode; children: string }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className={
        'inline-flex min-h-6 items-center gap-2 font-medium text-accent ' +
        'underline-offset-4 hover:underline'
      }
    >
      {icon}
      {children}
    </a>
  );
}
