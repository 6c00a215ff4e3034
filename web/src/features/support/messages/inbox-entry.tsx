import { lazy, Suspense, useId } from 'react';
import { ChevronDown } from 'lucide-react';
import type { InboxMessage } from '#libs/contracts';
import { Skeleton } from '../../../components/ui/skeleton';
import { cn } from '../../../lib/cn';
import { formatMoment, formatRelative } from '../../../lib/format';
import { useReadMessage } from './messages';
import { PastorReply } from './pastor-reply';
import { RepliedBadge } from './replied-badge';
import { mailTo } from '../../../lib/mail-to';

const ReplyForm = lazy(() => import('./reply-form'));

/** One message of the inbox. A click on its heading opens it. */
export function InboxEntry({
  message,
  isOpen,
  onToggle,
}: {
  message: InboxMessage;
  isOpen: boolean;
  onToggle: () => void;
}) {
  const {
    id,
    subject,
    content,
    date,
    isRead,
    isReplied,
    pastorReply,
    repliedAt,
    userName,
    userEmail,
  } = message;
  const panel = useId();
  const read = useReadMessage();
  const toggle = () => {
    onToggle();
    if (!isOpen && !isRead) read.mutate(id);
  };
  return (
    <li>
      <h2>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? panel : undefined}
          onClick={toggle}
          className="flex w-full items-start gap-3 px-4 py-3.5 text-left hover:bg-sunken sm:px-5"
        >
          <span
            className={cn(
              'mt-2 size-2.5 shrink-0 rounded-full',
              isRead ? 'bg-transparent' : 'bg-accent',
            )}
          >
            {!isRead && <span className="sr-only">Unread</span>}
          </span>
          <span className="min-w-0 flex-1">
            <span className={cn('block break-words', isRead ? 'font-medium' : 'font-semibold')}>
              {subject}
            </span>
            <span className="block text-grid font-normal break-words text-ink-2">
              {userName || 'A former member'}
              {' · '}
              <time dateTime={date} title={formatMoment(date)}>
                {formatRelative(date)}
              </time>
            </span>
          </span>
          <RepliedBadge isReplied={isReplied} />
          <ChevronDown
            aria-hidden
            className={cn(
              'mt-1 size-4 shrink-0 text-ink-2 transition-transform duration-150',
              isOpen && 'rotate-180',
            )}
          />
        </button>
      </h2>
      {isOpen && (
        <div id={panel} className="space-y-4 px-4 pb-5 sm:pr-5 sm:pl-10.5">
          <p className="prose-width break-words whitespace-pre-line">{content}</p>
          {userEmail && (
            <p className="text-grid text-ink-2">
              {formatMoment(date)} ·{' '}
              <a
                href={mailTo(userEmail)}
                className="break-all text-accent underline underline-offset-4"
              >
                {userEmail}
              </a>
            </p>
          )}
          {pastorReply !== null ? (
            <PastorReply reply={pastorReply} repliedAt={repliedAt} level={3} />
          ) : (
            <Suspense fallback={<Skeleton className="h-56 w-full rounded-md" />}>
              <ReplyForm id={id} name={userName} />
            </Suspense>
          )}
        </div>
      )}
    </li>
  );
}
