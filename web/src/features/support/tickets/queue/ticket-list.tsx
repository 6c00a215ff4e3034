import { lazy, Suspense, useCallback, useMemo, useRef } from 'react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { LifeBuoy } from 'lucide-react';
import type { Ticket, User } from '#libs/contracts';
import { Button } from '../../../../components/ui/button';
import { useSelection } from '../../../../components/ui/grid/selection';
import { ShowMore } from '../../../../components/ui/show-more';
import { LoadingNote, Skeleton } from '../../../../components/ui/skeleton';
import { EmptyState, ErrorState } from '../../../../components/ui/states';
import { ticketsQuery } from '../../../../lib/queries/tickets';
import type { SupportView } from '../support-view';
import { KeyboardButton } from './keyboard-button';
import { QueueHead } from './queue-head';
import { useQueueKeys } from './queue-keys';
import { TicketCard } from './ticket-card';
import { isFiltered, TicketFilterChips, type TicketFilters } from './ticket-filters';

const BulkBar = lazy(() => import('./bulk-bar'));

export interface TicketListProps {
  user: User;
  desk: SupportView;
  filters: TicketFilters;
  onFilter: (next: TicketFilters) => void;
  onCreate: () => void;
  /** The ticket that was just created. */
  createdId: string | null;
}

const idOf = (ticket: Ticket) => ticket.id;

/** Tickets of one type, the most recently changed first. For users who answer, they are a queue. */
export function TicketList({
  user,
  desk: { type, canAnswer },
  filters,
  onFilter,
  onCreate,
  createdId,
}: TicketListProps) {
  const { view, ...rest } = filters;
  const activeFilters = canAnswer ? filters : rest;
  const { data, error, refetch, isFetching, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(ticketsQuery({ ticketType: type, ...activeFilters }));
  const tickets = useMemo(() => data?.pages.flatMap(({ body }) => body), [data]);
  const rows = tickets ?? noTickets;
  const selection = useSelection(rows, idOf);
  const list = useRef<HTMLUListElement>(null);
  const { toggle } = selection;
  const choose = useCallback(
    (id: string, range: boolean) =>
      toggle(
        rows.findIndex((row) => row.id === id),
        range,
      ),
    [rows, toggle],
  );
  useQueueKeys(list, canAnswer ? choose : undefined);
  return (
    <div className="flex flex-col gap-4">
      {canAnswer && (
        <QueueHead type={type} view={view} onView={(next) => onFilter({ view: next })} />
      )}
      <TicketFilterChips
        filters={filters}
        onChange={onFilter}
        end={canAnswer && <KeyboardButton />}
      />
      <Suspense>
        {canAnswer && selection.chosen.length > 0 && (
          <BulkBar
            chosen={selection.chosen}
            type={type}
            user={user}
            loaded={rows.length}
            onAll={selection.setAll}
            deselect={selection.deselect}
          />
        )}
      </Suspense>
      {error && !tickets && (
        <div className="rounded-lg border bg-surface">
          <ErrorState
            title="The tickets could not be loaded."
            error={error}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        </div>
      )}
      {!error && !tickets && <Placeholders />}
      {tickets?.length === 0 && (
        <div className="rounded-lg border bg-surface">
          <NoTickets
            isSearch={isFiltered(activeFilters)}
            onCreate={onCreate}
            onClear={() =>
              onFilter({ view: undefined, status: undefined, priority: undefined, q: undefined })
            }
          />
        </div>
      )}
      {rows.length > 0 && (
        <ul ref={list} aria-label="Tickets" className="space-y-3">
          {rows.map((ticket) => (
            <TicketCard
              key={ticket.id}
              ticket={ticket}
              canAnswer={canAnswer}
              isChosen={selection.has(ticket.id)}
              glows={ticket.id === createdId}
              checkbox={
                canAnswer && (
                  <label className="grid size-8 place-items-center rounded-md touch:size-11">
                    <input
                      type="checkbox"
                      aria-label={`Choose ${ticket.subject}`}
                      className="size-4 accent-(--accent)"
                      checked={selection.has(ticket.id)}
                      onChange={(event) =>
                        choose(
                          ticket.id,
                          event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey,
                        )
                      }
                    />
                  </label>
                )
              }
            />
          ))}
        </ul>
      )}
      <ShowMore
        hasMore={hasNextPage}
        pending={isFetchingNextPage}
        onMore={() => void fetchNextPage()}
      />
    </div>
  );
}

const noTickets: Ticket[] = [];

function NoTickets({
  isSearch,
  onCreate,
  onClear,
}: {
  isSearch: boolean;
  onCreate: () => void;
  onClear: () => void;
}) {
  return (
    <EmptyState
      icon={LifeBuoy}
      title="No support tickets found"
      hint={
        isSearch
          ? 'Try adjusting your search terms or filters.'
          : 'Create your first support ticket to get help.'
      }
      action={
        <div className="flex flex-wrap justify-center gap-2">
          {isSearch && <Button onClick={onClear}>Remove all filters</Button>}
          <Button onClick={onCreate}>Create First Ticket</Button>
        </div>
      }
    />
  );
}

/** A placeholder while tickets are loading. */
function Placeholders() {
  return (
    <div className="space-y-3">
      <LoadingNote />
      {Array.from({ length: 6 }, (_, index) => (
        <div key={index} data-placeholder className="space-y-2.5 rounded-lg border bg-surface p-4">
          <div className="flex justify-between gap-6">
            <Skeleton className="h-5 w-2/5" />
            <Skeleton className="h-5 w-32" />
          </div>
          <Skeleton className="h-4 w-4/5" />
          <Skeleton className="h-3.5 w-1/3" />
        </div>
      ))}
    </div>
  );
}
