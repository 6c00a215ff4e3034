import { useQuery } from '@tanstack/react-query';
import { MessagesSquare } from 'lucide-react';
import { Card } from '../../../components/ui/card';
import { SkeletonLines } from '../../../components/ui/skeleton';
import { EmptyState, QueryContent } from '../../../components/ui/states';
import { formatMoment } from '../../../lib/format';
import { messagesQuery } from '../../../lib/queries/messages';
import { PastorReply } from './pastor-reply';
import { RepliedBadge } from './replied-badge';

/** The user's own messages with the answers. */
export function OwnMessages() {
  const query = useQuery(messagesQuery);
  return (
    <Card title="Your Messages">
      <QueryContent
        query={query}
        errorTitle="Your messages could not be loaded."
        placeholder={<SkeletonLines lines={5} />}
      >
        {(messages) =>
          messages.length === 0 ? (
            <EmptyState
              icon={MessagesSquare}
              title="What you write to your pastor will be listed here, with the answers."
            />
          ) : (
            <ul className="divide-y">
              {messages.map(({ id, subject, content, date, isReplied, pastorReply, repliedAt }) => (
                <li key={id} className="space-y-3 py-4 first:pt-0 last:pb-0">
                  <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
                    <h3 className="min-w-0 font-medium break-words">{subject}</h3>
                    <RepliedBadge isReplied={isReplied} />
                    <time dateTime={date} className="w-full text-grid text-ink-2">
                      {formatMoment(date)}
                    </time>
                  </div>
                  <p className="prose-width break-words whitespace-pre-line">{content}</p>
                  {pastorReply !== null && (
                    <PastorReply reply={pastorReply} repliedAt={repliedAt} level={4} />
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </QueryContent>
    </Card>
  );
}
