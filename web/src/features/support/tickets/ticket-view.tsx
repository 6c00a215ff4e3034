import type { ReactNode } from 'react';
import type { Ticket, User } from '#libs/contracts';
import { Card } from '../../../components/ui/card';
import { Skeleton } from '../../../components/ui/skeleton';
import { formatMoment, formatRelative } from '../../../lib/format';
import { AttachedList } from './writing/attached-list';
import { rightsOf } from './support-view';
import { GiftCard } from './gift-card';
import { InfoCard } from './info-card';
import { MessagePlaceholders, MessagesCard } from './messages-card';
import { CategoryBadge, PriorityBadge, StatusBadge } from './ticket-badges';

/** A ticket: its description and messages, and its facts next to them. */
export function TicketView({ ticket, user }: { ticket: Ticket; user: User }) {
  const rights = rightsOf(user, ticket);
  const { subject, description, priority, status, category, createdAt, attachments } = ticket;
  return (
    <Columns side={<InfoCard ticket={ticket} user={user} rights={rights} />}>
      <Card title={subject}>
        <div className="-mt-2 mb-4 flex flex-wrap items-center gap-2">
          <PriorityBadge priority={priority} />
          <StatusBadge status={status} />
          <CategoryBadge category={category} />
          <span className="text-label text-ink-2">
            Created{' '}
            <time dateTime={createdAt} title={formatMoment(createdAt)}>
              {formatRelative(createdAt)}
            </time>
          </span>
        </div>
        <p className="prose-width break-words whitespace-pre-line">{description}</p>
        <AttachedList addresses={attachments} />
      </Card>
      {ticket.aboutGift && <GiftCard ticket={ticket} user={user} />}
      <MessagesCard ticket={ticket} user={user} rights={rights} />
    </Columns>
  );
}

const Columns = ({ side, children }: { side: ReactNode; children: ReactNode }) => (
  <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
    <div className="min-w-0 space-y-6">{children}</div>
    {side}
  </div>
);

/** A placeholder while a ticket is loading. */
export function TicketPlaceholder() {
  return (
    <Columns side={<Skeleton className="h-64 w-full rounded-lg" />}>
      <Skeleton className="h-44 w-full rounded-lg" />
      <Card title="Messages">
        <MessagePlaceholders />
      </Card>
    </Columns>
  );
}
