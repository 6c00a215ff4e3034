import { lazy, Suspense } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Ticket, TicketRights, User } from '#libs/contracts';
import { Card } from '../../../components/ui/card';
import { LoadingNote, Skeleton } from '../../../components/ui/skeleton';
import { QueryContent } from '../../../components/ui/states';
import { ticketMessagesQuery } from '../../../lib/queries/tickets';
import { TicketMessage } from './ticket-message';
import { useReportSeen } from './use-report-seen';

const ReplyForm = lazy(() => import('./reply-form'));

/** The messages of a ticket, and the form for another one. */
export function MessagesCard({
  ticket,
  user,
  rights,
}: {
  ticket: Ticket;
  user: User;
  rights: TicketRights;
}) {
  const query = useQuery(ticketMessagesQuery(ticket.id));
  useReportSeen(ticket.id, query.data);
  return (
    <Card title="Messages">
      <QueryContent
        query={query}
        errorTitle="The messages could not be loaded."
        placeholder={<MessagePlaceholders />}
      >
        {(messages) =>
          messages.length === 0 ? (
            <p className="text-ink-2">Nobody has answered yet.</p>
          ) : (
            <ol aria-label="Messages" className="space-y-3">
              {messages.map((message) => (
                <TicketMessage key={message.id} message={message} />
              ))}
            </ol>
          )
        }
      </QueryContent>
      <Suspense fallback={<Skeleton className="mt-4 h-56 w-full" />}>
        <ReplyForm key={ticket.id} ticket={ticket} user={user} rights={rights} />
      </Suspense>
    </Card>
  );
}

/** A placeholder while messages are loading. */
export function MessagePlaceholders() {
  return (
    <div className="space-y-3">
      <LoadingNote />
      {Array.from({ length: 3 }, (_, index) => (
        <div key={index} data-placeholder className="space-y-2.5 rounded-md border px-4 py-3">
          <Skeleton className="h-4 w-40" />
          <Skeleton className="h-4 w-4/5" />
        </div>
      ))}
    </div>
  );
}
