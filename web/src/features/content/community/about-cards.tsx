import { Clock, Heart, Mail, MapPin, Phone } from 'lucide-react';
import { Link } from '@tanstack/react-router';
import type { Settings } from '#libs/contracts';
import { Card } from '../../../components/ui/card';
import { RichText } from '../../../components/ui/rich-text';
import { SkeletonLines } from '../../../components/ui/skeleton';
import { churchNameOf } from '../../../lib/church';
import { timeOfDay } from '../../../lib/content/event-time';
import { mailTo } from '../../../lib/mail-to';

/** The address of a map that shows a postal address. */
const mapOf = (address: string): string =>
  `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(address)}`;

/** The church's description of itself. */
export function AboutCard({
  settings,
  mayEdit,
}: {
  settings: Settings | undefined;
  mayEdit: boolean;
}) {
  return (
    <Card
      title={`About ${churchNameOf(settings)}`}
      icon={<Heart aria-hidden className="text-ink-3" />}
    >
      {settings ? (
        <Description about={settings.about} mayEdit={mayEdit} />
      ) : (
        <SkeletonLines lines={4} />
      )}
    </Card>
  );
}

function Description({ about, mayEdit }: { about: Settings['about']; mayEdit: boolean }) {
  if (about) return <RichText text={about} level={3} className="prose-width text-read" />;
  return (
    <p className="text-read text-ink-2">
      Welcome! A word about our church will be here soon.{' '}
      {mayEdit && (
        <Link to="/admin/settings" className="text-accent underline-offset-4 hover:underline">
          Write it in Church Settings
        </Link>
      )}
    </p>
  );
}

/** The church's address and contact. */
export function LocationCard({ settings }: { settings: Settings | undefined }) {
  return (
    <Card title="Location" icon={<MapPin aria-hidden className="text-ink-3" />}>
      {!settings ? (
        <SkeletonLines lines={3} />
      ) : (
        <div className="space-y-3">
          <p className="whitespace-pre-line">
            {settings.address ||
              settings.eventLocation ||
              'Please ask at the church office where we meet.'}
          </p>
          {settings.address && (
            <p>
              <a
                href={mapOf(settings.address)}
                target="_blank"
                rel="noopener noreferrer"
                className="text-accent underline-offset-4 hover:underline"
              >
                Find it on a map
              </a>
            </p>
          )}
          <ul
            className={
              'space-y-1 text-ink-2 [&_a]:break-all [&_a]:text-accent ' +
              '[&_a]:underline-offset-4 [&_a:hover]:underline [&_li]:flex ' +
              '[&_li]:items-center [&_li]:gap-2 [&_svg]:size-4 [&_svg]:shrink-0'
            }
          >
            {settings.phoneNumber && (
              <li>
                <Phone aria-hidden />
                <a href={`tel:${settings.phoneNumber.replace(/[^\d+]/g, '')}`}>
                  {settings.phoneNumber}
                </a>
              </li>
            )}
            {settings.email && (
              <li>
                <Mail aria-hidden />
                <a href={mailTo(settings.email)}>{settings.email}</a>
              </li>
            )}
          </ul>
        </div>
      )}
    </Card>
  );
}

export function TimesCard({ settings }: { settings: Settings | undefined }) {
  return (
    <Card
      title="Service Times"
      icon={<Clock aria-hidden className="text-ink-3" />}
      footer={
        <Link to="/church-program" className="text-accent underline-offset-4 hover:underline">
          See the church program
        </Link>
      }
    >
      {settings ? <Times services={settings.services} /> : <SkeletonLines lines={3} />}
    </Card>
  );
}

function Times({ services }: { services: Settings['services'] }) {
  if (services.length === 0)
    return <p className="text-ink-2">The times of our services will be here.</p>;
  return (
    <ul className="space-y-3">
      {services.map((service) => (
        <li key={`${service.title} ${service.recurrence} ${service.time}`}>
          <h3 className="font-medium break-words">{service.title}</h3>
          <p className="text-ink-2 break-words">
            {service.repeats} at {timeOfDay(service.time)}
            {service.place && ` · ${service.place}`}
          </p>
        </li>
      ))}
    </ul>
  );
}
