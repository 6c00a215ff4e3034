import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Bell, BookOpen, CalendarDays, CheckCheck, type LucideIcon, Mic } from 'lucide-react';
import type { Notification } from '#libs/contracts';
import { Button } from '../../../components/ui/button';
import { Card } from '../../../components/ui/card';
import { SkeletonLines } from '../../../components/ui/skeleton';
import { EmptyState, QueryContent } from '../../../components/ui/states';
import { cn } from '../../../lib/cn';
import { formatMoment, formatRelative } from '../../../lib/format';
import { notificationsQuery, unreadQuery } from '../../../lib/queries/notifications';
import { useMarkAllRead } from './preferences';

const kinds: Record<
  Notification['type'],
  { icon: LucideIcon; to: '/resources' | '/sermons' | '/church-program' }
> = {
  resource: { icon: BookOpen, to: '/resources' },
  sermon: { icon: Mic, to: '/sermons' },
  event: { icon: CalendarDays, to: '/church-program' },
};

/** The latest ten notifications. Unread ones are highlighted. */
export function RecentCard() {
  const query = useQuery(notificationsQuery);
  const unread = useQuery(unreadQuery).data?.count ?? 0;
  const markAllRead = useMarkAllRead();
  return (
    <Card
      title={
        <>
          Recent Notifications
          {unread > 0 && (
            <span
              className={
                'rounded-full bg-accent px-2 text-label font-semibold text-on-accent ' +
                'tabular-nums'
              }
            >
              {unread}
              <span className="sr-only"> unread</span>
            </span>
          )}
        </>
      }
      actions={
        unread > 0 && (
          <Button
            size="sm"
            pending={markAllRead.isPending}
            pendingLabel="Marking..."
            onClick={() => markAllRead.mutate()}
          >
            <CheckCheck aria-hidden className="size-4" />
            Mark All Read
          </Button>
        )
      }
    >
      <QueryContent
        query={query}
        errorTitle="Your notifications could not be loaded."
        placeholder={<SkeletonLines lines={5} />}
      >
        {(notifications) =>
          notifications.length === 0 ? (
            <EmptyState icon={Bell} title="What is new in your church will be listed here." />
          ) : (
            <ul className="-mx-2 space-y-0.5">
              {notifications.map((notification) => (
                <li key={notification.id}>
                  <Entry notification={notification} />
                </li>
              ))}
            </ul>
          )
        }
      </QueryContent>
    </Card>
  );
}

function Entry({
  notification: { type, contentId, contentTitle, message, isRead, sentAt },
}: {
  notification: Notification;
}) {
  const { icon: Icon, to } = kinds[type];
  return (
    <Link
      to={to}
      search={{ open: contentId }}
      className={cn(
        'flex items-start gap-3 rounded-md px-2 py-2.5 hover:bg-sunken',
        !isRead && 'bg-accent-soft',
      )}
    >
      <Icon aria-hidden className="mt-0.5 size-4.5 shrink-0 text-ink-3" />
      <span className="min-w-0 flex-1">
        <span className={cn('block break-words', !isRead && 'font-medium')}>{contentTitle}</span>
        <span className="block text-grid break-words text-ink-2">
          {message.replace(`: ${contentTitle}`, '')}
        </span>
        <time
          dateTime={sentAt}
          title={formatMoment(sentAt)}
          className="mt-0.5 block text-label text-ink-2"
        >
          {formatRelative(sentAt)}
        </time>
      </span>
      {!isRead && (
        <span className="mt-1.5 size-2.5 shrink-0 rounded-full bg-accent">
          <span className="sr-only">Unread</span>
        </span>
      )}
    </Link>
  );
}
