import { useQuery } from '@tanstack/react-query';
import { SkeletonLines } from '../../../components/ui/skeleton';
import { announcementTeaserLength, teaserOf } from '../../../lib/content/rich-text';
import { formatRelative } from '../../../lib/format';
import { announcementsQuery } from '../../../lib/queries/member-content';

/** The first announcement, in short. The card with all announcements reports errors. */
export function TopAnnouncement() {
  const { data, isPending } = useQuery(announcementsQuery);
  const announcement = data?.body[0];
  return (
    <div className="min-w-0">
      <h3 className="text-grid text-ink-2">Announcement</h3>
      {isPending && <SkeletonLines lines={3} />}
      {announcement && (
        <>
          <p className="mt-2 font-semibold break-words">{announcement.title}</p>
          <p className="mt-0.5 line-clamp-3 break-words">
            {teaserOf(announcement.content, announcementTeaserLength)}
          </p>
          <p className="mt-1 text-label text-ink-2">{formatRelative(announcement.createdAt)}</p>
        </>
      )}
      {data && !announcement && <p className="mt-1.5 text-ink-2">Nothing is announced now.</p>}
    </div>
  );
}
