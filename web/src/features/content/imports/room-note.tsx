import { lazy, Suspense } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import { api } from '../../../lib/api';
import { plural } from '../../../lib/format';

const toClockTime = (time: Date): string =>
  time.toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' });

const FullNote = lazy(() => import('./full-note'));

/** The used share of the storage from which on the note is shown. */
const nearlyFull = 0.8;

/**
 * Notes for users who publish: the progress of notification emails, and the storage that is nearly
 * used up.
 */
export default function RoomNote() {
  const { data: room } = useQuery({
    queryKey: ['content', 'room'],
    queryFn: ({ signal }) => api('/api/uploads', { signal }),
  });
  const { data: news } = useQuery({
    queryKey: ['content', 'news'],
    queryFn: ({ signal }) => api('/api/admin/news', { signal }),
    refetchInterval: (query) => (query.state.data?.waiting ? 10_000 : 300_000),
  });
  const isNearlyFull = room !== undefined && room.used >= nearlyFull * room.limit;
  return (
    <>
      <Suspense>{isNearlyFull && <FullNote room={room} />}</Suspense>
      {news !== undefined && news.waiting > 0 && (
        <p role="status" className="flex items-center gap-2 text-ink-2">
          <Mail aria-hidden className="size-4 shrink-0" />
          {news.closesAt
            ? `${plural(news.waiting, 'member')} will get one email about new content at ` +
              `${toClockTime(new Date(news.closesAt))}.`
            : `${plural(news.waiting, 'email')} about new content ` +
              `${news.waiting === 1 ? 'is' : 'are'} on the way.`}
        </p>
      )}
    </>
  );
}
