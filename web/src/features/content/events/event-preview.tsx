import type { Event } from '#libs/contracts';
import { wordsOf } from '../../../lib/content/recurrence';
import { EventCard } from './event-card';
import { minutesOf, type EventValues } from './event-values';

/** Returns the address of an uploaded picture, or of the saved one while it is unchanged. */
function findPictureUrl(imageUrl: string, event: Event | null): string | null {
  if (imageUrl.startsWith('/api/')) return imageUrl;
  return imageUrl !== '' && imageUrl === event?.imageUrl ? event.pictureUrl : null;
}

/** The preview of an event in its editor. */
export default function EventPreview({
  values,
  event,
  today,
}: {
  values: EventValues;
  event: Event | null;
  today: string;
}) {
  const start = values.date && values.time ? `${values.date}T${values.time}` : `${today}T18:00`;
  return (
    <div className="flex flex-col overflow-hidden rounded-lg border bg-surface">
      <EventCard
        event={{
          ...values,
          title: values.title || 'Title',
          date: `${start}:00`,
          durationMinutes: Math.max(minutesOf(values), 0) || 60,
          repeats:
            values.recurrence.repeat.kind === 'none'
              ? null
              : wordsOf(values.recurrence) || 'By its own rule',
          isPast: false,
          status: event?.status ?? 'planned',
          pictureUrl: findPictureUrl(values.imageUrl, event),
        }}
      />
    </div>
  );
}
