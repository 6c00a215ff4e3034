import { CalendarClock, Church, ExternalLink } from 'lucide-react';
import type { Service } from '#libs/contracts';
import { buttonClass } from '../../../components/ui/button';
import { Card } from '../../../components/ui/card';
import { EmptyState } from '../../../components/ui/states';
import { NowBadge } from '../../../components/content/now-badge';
import { SkeletonLines } from '../../../components/ui/skeleton';
import { timeOfDay } from '../../../lib/content/event-time';
import { isRunning } from './coming-services';

const nextOf = (startsAt: string, timeZone: string) =>
  new Intl.DateTimeFormat('en-US', {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    timeZone,
  }).format(new Date(startsAt));

/** The church's regular services, with the next date of each. */
export function ServicesCard({
  services,
  timeZone,
}: {
  services: Service[] | undefined;
  timeZone: string;
}) {
  return (
    <Card title="Regular Services" icon={<Church aria-hidden className="text-ink-3" />}>
      {services ? (
        <Services services={services} timeZone={timeZone} />
      ) : (
        <SkeletonLines lines={4} />
      )}
    </Card>
  );
}

function Services({ services, timeZone }: { services: readonly Service[]; timeZone: string }) {
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
                  Next: {nextOf(service.nextStartsAt, timeZone)}
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
