import { useQuery } from '@tanstack/react-query';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { EditorLoader } from '../../components/content/editor-load';
import { EventEditor, eventsList } from '../../features/content/events/event-editor';
import { churchToday } from '../../lib/church';
import { markChanged, lastSearchOf } from '../../lib/content/list-search';
import { settingsQuery } from '../../lib/queries/settings';

const route = getRouteApi('/admin/events/$id');

export const Route = createLazyRoute('/admin/events/$id')({ component: EventEditorPage });

function EventEditorPage() {
  const { id } = route.useParams();
  const recurrenceCode = route.useLoaderData();
  const navigate = route.useNavigate();
  const { data: settings, isPending } = useQuery(settingsQuery);
  // The initial values of a new event depend on the settings.
  if (isPending) return null;
  return (
    <EditorLoader kind="events" id={id === 'new' ? null : id} one="event">
      {(event) => (
        <EventEditor
          key={event?.id ?? 'new'}
          event={event}
          recurrenceCode={recurrenceCode}
          today={churchToday(settings)}
          location={settings?.eventLocation ?? ''}
          onSaved={(savedEvent) => {
            markChanged(savedEvent.id);
            void navigate({ to: eventsList.to, search: lastSearchOf(eventsList.to) });
          }}
        />
      )}
    </EditorLoader>
  );
}
