import { useEffect } from 'react';
import { useQuery } from '@tanstack/react-query';
import { createLazyRoute, getRouteApi, Link } from '@tanstack/react-router';
import { ArrowLeft, LifeBuoy } from 'lucide-react';
import { buttonClass } from '../../components/ui/button';
import { Page } from '../../components/ui/page';
import { PageHeader } from '../../components/ui/page-header';
import { EmptyState, ErrorState } from '../../components/ui/states';
import { rightsOf } from '../../features/support/tickets/support-view';
import { rememberOpened } from '../../features/support/tickets/queue/queue-keys';
import { StatusActions } from '../../features/support/tickets/status-actions';
import { TicketPlaceholder, TicketView } from '../../features/support/tickets/ticket-view';
import { typeLabels } from '../../features/support/tickets/words';
import { ApiError } from '../../lib/api';
import { lastSearchOf } from '../../lib/content/list-search';
import { ticketQuery } from '../../lib/queries/tickets';

const route = getRouteApi('/support/$id');

export const Route = createLazyRoute('/support/$id')({ component: SupportTicketPage });

function SupportTicketPage() {
  const { id } = route.useParams();
  const { person } = route.useRouteContext();
  const { data, error, refetch, isFetching } = useQuery(ticketQuery(id));
  useEffect(() => rememberOpened(id), [id]);
  if (error instanceof ApiError && error.status === 404) return <NotFound />;
  return (
    <Page>
      <PageHeader
        title={`Ticket #${id}`}
        breadcrumb={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Link
              to="/support"
              search={lastSearchOf('/support')}
              className="inline-flex min-h-6 items-center gap-1.5 hover:text-ink"
            >
              <ArrowLeft aria-hidden className="size-3.5" />
              Back to Support
            </Link>
            {data && <span>{typeLabels[data.ticketType]}</span>}
          </span>
        }
        actions={data && rightsOf(person, data).see && <StatusActions ticket={data} />}
      />
      {data && <TicketView ticket={data} user={person} />}
      {!data && error && (
        <div className="rounded-lg border bg-surface">
          <ErrorState
            title="This ticket could not be loaded."
            error={error}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        </div>
      )}
      {!data && !error && <TicketPlaceholder />}
    </Page>
  );
}

function NotFound() {
  return (
    <Page>
      <PageHeader title="Ticket Not Found" />
      <div className="rounded-lg border bg-surface">
        <EmptyState
          icon={LifeBuoy}
          title={
            "The support ticket you're looking for doesn't exist or you don't have access " +
            'to it.'
          }
          action={
            <Link
              to="/support"
              search={lastSearchOf('/support')}
              className={buttonClass({ variant: 'primary' })}
            >
              Back to Support
            </Link>
          }
        />
      </div>
    </Page>
  );
}
