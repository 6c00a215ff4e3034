import { CalendarClock, Church, ExternalLink } from 'lucide-react';
import type { Service } from '#libs/contracts';
import { buttonClass } from '../../../components/ui/button';
import { Card } from '../../../components/ui/card';
import { EmptyState } from '../../../components/ui/states';
import { NowBadge } from '../../../components/content/now-badge';
import { SkeletonLines } from '../../../components/ui/skeleton';
import { calendarLeafParts, timeOfDay } from '../../../lib/content/event-time';
import { isRunning } from './coming-services';

/** Formats the day of a local time of the church, with or without offset, as `Sun, Nov 22`. */
function shortDayOf(local: string): string {
  const { month, day, weekday } = calendarLeafParts(local);
  return `${weekday.slice(0, 3)}, ${month} ${day}`;
}

/** The church's regular services, with the next date of each. */
export function ServicesCard({ services }: { services: Service[] | undefined }) {
  return (
    <Card title="Regular Services" icon={<Church aria-hidden className="text-ink-3" />}>
      {services ? <Services services={services} /> : <SkeletonLines lines={4} />}
    </Card>
  );
}

function Services({ services }: { services: readonly Service[] }) {
  if (services.length === 0)
    return <EmptyState icon={Church} title="The regular services will be listed here." />;
  return (
    <ul className="grid gap-x-8 gap-y-5 sm:grid-cols-2 lg:grid-cols-3">
      {services.map((service) => (
        <li key={`${service.title} ${service.recurrence} ${service.time}`} className="min-w-0">
          <h3 className="font-medium break-words">{service.title}</h3>
          <p className="mt-0.5">
            {service.repeats} at {timeOfDay(service.time)}
          </p>
          {service.place && <p className="text-ink-2 break-words">{service.place}</p>}
          {service.nextStartsAt && (
            <p className="mt-1 flex items-center gap-1.5 text-label text-ink-2">
              {isRunning(service) ? (
                <NowBadge />
              ) : (
                <>
                  <CalendarClock aria-hidden className="size-3.5" />
                  Next: {shortDayOf(service.nextStartsAt)}
                </>
              )}
            </p>
          )}
          {service.link && (
            <a
              href={service.link}
              target="_blank"
              rel="noopener noreferrer"
              className={buttonClass({ size: 'sm', className: 'mt-2' })}
            >
              <ExternalLink aria-hidden className="size-4" />
              Join online
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}
