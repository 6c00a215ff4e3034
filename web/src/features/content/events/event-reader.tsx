import { useQuery } from '@tanstack/react-query';
import type { Event } from '#libs/contracts';
import { CalendarLeaf } from '../../../components/content/calendar-leaf';
import { Picture } from '../../../components/ui/picture';
import { Reader } from '../../../components/content/reader';
import { RichText } from '../../../components/ui/rich-text';
import { ErrorState } from '../../../components/ui/states';
import { eventQuery } from '../../../lib/queries/member-content';
import { useEventState } from '../../../lib/content/use-event-state';
import { EventActs } from './event-acts';
import { EventFacts } from './event-facts';

function FactsWithState({ event }: { event: Event }) {
  return <EventFacts event={event} state={useEventState(event)} />;
}

/** One event, shown instead of the program. */
export default function EventReader({ id, onBack }: { id: string; onBack: () => void }) {
  const { data: event, error, refetch, isFetching } = useQuery(eventQuery(id));
  if (error && !event)
    return (
      <ErrorState
        title="This event could not be opened."
        error={error}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  return (
    <Reader listName="Church Program" onBack={onBack} title={event?.title}>
      {event && (
        <>
          <Picture
            url={event.pictureUrl}
            seed={id}
            sizes="(min-width: 768px) 680px, 100vw"
            eager
            className="rounded-lg border"
          />
          <div className="flex gap-4">
            <CalendarLeaf local={event.date} isPast={event.isPast} className="self-start" />
            <FactsWithState event={event} />
          </div>
          {event.status !== 'cancelled' && <EventActs event={event} />}
          <RichText text={event.description} className="text-story" />
        </>
      )}
    </Reader>
  );
}
