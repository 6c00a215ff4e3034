import { useState } from 'react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Inbox as InboxIcon } from 'lucide-react';
import { ShowMore } from '../../../components/ui/show-more';
import { SkeletonLines } from '../../../components/ui/skeleton';
import { EmptyState, QueryContent } from '../../../components/ui/states';
import { cn } from '../../../lib/cn';
import { inboxQuery, type InboxState, inboxStates } from '../../../lib/queries/messages';
import { InboxEntry } from './inbox-entry';

const words: Record<InboxState | 'all', { label: string; empty: string }> = {
  all: { label: 'All', empty: 'What members write to you will be listed here.' },
  pending: { label: 'Pending', empty: 'Every message is answered.' },
  replied: { label: 'Replied', empty: 'The messages that you have answered will be listed here.' },
};

/**
 * The messages of members, the latest first. Opening a message marks it as read. Each message can
 * be answered once.
 */
export default function Inbox() {
  const [state, setState] = useState<InboxState>();
  const [openId, setOpenId] = useState<string | null>(null);
  const query = useInfiniteQuery(inboxQuery(state));
  const { hasNextPage, fetchNextPage, isFetchingNextPage } = query;
  const messages = query.data?.pages.flatMap(({ body }) => body) ?? [];
  return (
    <section aria-label="Messages" className="max-w-4xl">
      <div role="group" aria-label="Which messages" className="mb-4 flex flex-wrap gap-2">
        {[undefined, ...inboxStates].map((option) => (
          <button
            key={option ?? 'all'}
            type="button"
            aria-pressed={state === option}
            onClick={() => setState(option)}
            className={cn(
              'h-8 rounded-full border px-3 text-grid font-medium transition-colors ' +
                'duration-150 touch:h-11',
              state === option
                ? 'border-accent bg-accent-soft text-accent'
                : 'border-control-line text-ink-2 hover:bg-sunken hover:text-ink',
            )}
          >
            {words[option ?? 'all'].label}
          </button>
        ))}
      </div>
      <div className="rounded-lg border bg-surface">
        <QueryContent
          query={query}
          errorTitle="The messages could not be loaded."
          placeholder={
            <div className="p-5">
              <SkeletonLines lines={6} />
            </div>
          }
        >
          {() =>
            messages.length === 0 ? (
              <EmptyState icon={InboxIcon} title={words[state ?? 'all'].empty} />
            ) : (
              <div
                role="region"
                aria-label="List of messages"
                tabIndex={0}
                className="max-h-[600px] overflow-y-auto rounded-lg"
              >
                <ul className="divide-y">
                  {messages.map((message) => (
                    <InboxEntry
                      key={message.id}
                      message={message}
                      isOpen={message.id === openId}
                      onToggle={() => setOpenId(message.id === openId ? null : message.id)}
                    />
                  ))}
                </ul>
                {hasNextPage && (
                  <div className="pb-6">
                    <ShowMore
                      hasMore
                      pending={isFetchingNextPage}
                      onMore={() => void fetchNextPage()}
                    />
                  </div>
                )}
              </div>
            )
          }
        </QueryContent>
      </div>
    </section>
  );
}
