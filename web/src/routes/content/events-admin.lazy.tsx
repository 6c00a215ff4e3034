import { lazy, useEffect, useState } from 'react';
import { createLazyRoute, getRouteApi, Link } from '@tanstack/react-router';
import { CalendarDays, Pencil, Plus, Trash2 } from 'lucide-react';
import type { Event } from '#libs/contracts';
import { TrashLink } from '../../components/content/trash-link';
import { Button } from '../../components/ui/button';
import { ContentCards } from '../../components/content/content-cards';
import { DeleteContent } from '../../components/content/delete-content';
import { ChoiceChip } from '../../components/ui/overlay/filter-chips';
import { Page } from '../../components/ui/page';
import { PageHeader } from '../../components/ui/page-header';
import { SearchInput } from '../../components/ui/form/search-input';
import { DialogLoader } from '../../components/ui/overlay/dialog-loader';
import { EmptyState } from '../../components/ui/states';
import { TimedEventCard } from '../../features/content/events/event-card';
import { rememberSearch } from '../../lib/content/list-search';
import { type EventSearch, eventOptions } from './events-search';

const EventChangeDialog = lazy(() => import('../../features/content/events/event-change-dialog'));

const route = getRouteApi('/admin/events');

export const Route = createLazyRoute('/admin/events')({ component: EventsPage });

const timeFilters = [
  { value: 'upcoming', label: 'Upcoming' },
  { value: 'past', label: 'Past' },
];
const states = [
  { value: 'true', label: 'Active' },
  { value: 'false', label: 'Inactive' },
];
const sorts = [
  { value: '-date', label: 'Latest date first' },
  { value: 'date', label: 'Earliest date first' },
  { value: 'title', label: 'Title, A to Z' },
  { value: '-title', label: 'Title, Z to A' },
];

const changeLabel = ({ status }: Event) =>
  status === 'cancelled' ? 'Reinstate' : 'Move or cancel';

function EventsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [deleting, setDeleting] = useState<Event | null>(null);
  const [changing, setChanging] = useState<Event | null>(null);
  useEffect(() => rememberSearch('/admin/events', search), [search]);
  const set = (next: Partial<EventSearch>) =>
    void navigate({ search: (old) => ({ ...old, ...next }), replace: true });
  const isFiltered = Boolean(search.q ?? search.when ?? search.active);
  const add = (
    <Button asChild variant="primary">
      <Link to="/admin/events/$id" params={{ id: 'new' }}>
        <Plus aria-hidden className="size-4" />
        Add Event
      </Link>
    </Button>
  );
  return (
    <Page>
      <PageHeader
        title="Events Management"
        description="One-time and recurring events."
        actions={
          <>
            <TrashLink />
            {add}
          </>
        }
      />
      <ContentCards
        kind="events"
        label="Events"
        options={eventOptions(search)}
        sorts={sorts}
        onSort={(sort) => set({ sort: sort as EventSearch['sort'] })}
        columns="sm:grid-cols-2 xl:grid-cols-3"
        filters={
          <>
            <SearchInput
              label="Search events"
              placeholder="Title, place, description"
              value={search.q ?? ''}
              onChange={(q) => set({ q: q === '' ? undefined : q })}
            />
            <ChoiceChip
              label="When"
              value={search.when}
              options={timeFilters}
              onChange={(timeFilter) => set({ when: timeFilter as EventSearch['when'] })}
            />
            <ChoiceChip
              label="Status"
              value={search.active}
              options={states}
              onChange={(active) => set({ active: active as EventSearch['active'] })}
            />
          </>
        }
        empty={
          isFiltered ? (
            <EmptyState
              icon={CalendarDays}
              title="No events found"
              hint="Nothing matches these filters."
              action={
                <Button onClick={() => void navigate({ search: { sort: search.sort } })}>
                  Remove all filters
                </Button>
              }
            />
          ) : (
            <EmptyState
              icon={CalendarDays}
              title="No events found"
              hint="Services, meetings and celebrations will be listed here, for members too."
              action={add}
            />
          )
        }
        card={(event, choose) => (
          <TimedEventCard
            event={event}
            choose={choose}
            actions={
              <>
                <Button asChild size="sm">
                  <Link
                    to="/admin/events/$id"
                    params={{ id: event.id }}
                    aria-label={`Edit ${event.title}`}
                  >
                    <Pencil aria-hidden className="size-4" />
                    Edit
                  </Link>
                </Button>
                {!event.isPast && (
                  <Button
                    size="sm"
                    variant="ghost"
                    aria-label={`${changeLabel(event)} ${event.title}`}
                    onClick={() => setChanging(event)}
                  >
                    {changeLabel(event)}
                  </Button>
                )}
                <Button
                  size="sm"
                  variant="quietDanger"
                  aria-label={`Delete ${event.title}`}
                  onClick={() => setDeleting(event)}
                >
                  <Trash2 aria-hidden className="size-4" />
                  Delete
                </Button>
              </>
            }
          />
        )}
      />
      <DeleteContent
        kind="events"
        item={deleting}
        detail={
          deleting?.isRecurring
            ? ' This deletes every date in the series. To leave out one day, edit the event and ' +
              'skip its date.'
            : ''
        }
        onClose={() => setDeleting(null)}
      />
      <DialogLoader onClose={() => setChanging(null)}>
        {changing && <EventChangeDialog event={changing} onClose={() => setChanging(null)} />}
      </DialogLoader>
    </Page>
  );
}
