import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { MapPin, Video } from 'lucide-react';
import type { Service, Settings } from '#libs/contracts';
import { CalendarLeaf } from '../../../components/content/calendar-leaf';
import { NowBadge } from '../../../components/content/now-badge';
import { SkeletonLines } from '../../../components/ui/skeleton';
import { QueryContent } from '../../../components/ui/states';
import { churchToday } from '../../../lib/church';
import { cn } from '../../../lib/cn';
import { longDateOf, timeOfDay } from '../../../lib/content/event-time';
import { plural } from '../../../lib/format';
import { settingsQuery } from '../../../lib/queries/settings';
import { findComingServices, isRunning } from './coming-services';

/** The services of this Sunday, or the next service if this Sunday has none. */
export function NextService() {
  const query = useQuery(settingsQuery);
  return (
    <QueryContent
      query={query}
      errorTitle="The services could not be loaded."
      placeholder={<SkeletonLines lines={4} />}
    >
      {(settings) => <ComingServices settings={settings} />}
    </QueryContent>
  );
}

function ComingServices({ settings }: { settings: Settings }) {
  const { date, services, moreCount, isThisSunday } = findComingServices(
    settings.services,
    churchToday(settings),
  );
  const startOfDay = `${date}T00:00:00`;
  return (
    <div className="min-w-0">
      <h3 className="text-grid text-ink-2">{isThisSunday ? 'Time and place' : 'Next service'}</h3>
      {date === null ? (
        <p className="mt-1.5 text-ink-2">The times of our services will be here.</p>
      ) : (
        <div className="mt-2 flex gap-4">
          <CalendarLeaf local={startOfDay} className="self-start" />
          <div className="min-w-0 space-y-2">
            <span className="sr-only">{longDateOf(startOfDay)}</span>
            {services.map((service) => (
              <ServiceLines
                key={`${service.title} ${service.time}`}
                service={service}
                defaultPlace={settings.eventLocation || settings.address}
              />
            ))}
          </div>
        </div>
      )}
      {/* Phones have this link in the menu at the bottom. */}
      <p className={cn('mt-1.5', moreCount === 0 && 'max-sm:hidden')}>
        <Link
          to="/church-program"
          className="standalone-link text-accent underline-offset-4 hover:underline"
        >
          {moreCount > 0 && `${plural(moreCount, 'more service')} in the `}
          Church Program
        </Link>
      </p>
    </div>
  );
}

function ServiceLines({ service, defaultPlace }: { service: Service; defaultPlace: string }) {
  const { title, time, link } = service;
  // A service with a link may be online only, so it is not said to be at the church.
  const place = service.place || (link ? '' : defaultPlace);
  return (
    <div>
      <p className="flex flex-wrap items-center gap-x-2 text-lead font-semibold tabular-nums">
        {timeOfDay(time)}
        {isRunning(service) && <NowBadge />}
      </p>
      <p className="break-words">{title}</p>
      {place && (
        <p className="flex gap-1.5 text-ink-2">
          <MapPin aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-3" />
          <span className="line-clamp-2 min-w-0 break-words">{place}</span>
        </p>
      )}
      {link && (
        <a
          href={link}
          target="_blank"
          rel="noopener noreferrer"
          className={
            'standalone-link inline-flex items-center gap-1.5 font-medium text-accent ' +
            'underline-offset-4 hover:underline'
          }
        >
          <Video aria-hidden className="size-4 shrink-0" />
          Join online
          <span className="sr-only"> for {title}</span>
        </a>
      )}
    </div>
  );
}
