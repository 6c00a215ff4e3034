import { useEffect, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CalendarX2, Megaphone, TriangleAlert } from 'lucide-react';
import { formatShort } from '#libs/calendar';
import type { Announcement } from '#libs/contracts';
import { Badge } from '../../../components/ui/badge';
import { buttonClass } from '../../../components/ui/button';
import { Card } from '../../../components/ui/card';
import { RichText } from '../../../components/ui/rich-text';
import { Skeleton, SkeletonLines } from '../../../components/ui/skeleton';
import { EmptyState, QueryContent } from '../../../components/ui/states';
import { priorityLabels } from '../../../lib/choice-labels';
import { formatRelative } from '../../../lib/format';
import { announcementsQuery, foundAnnouncementQuery } from '../../../lib/queries/member-content';
import { announcementTeaserLength, plainText, teaserOf } from '../../../lib/content/rich-text';

/**
 * The latest three announcements on the dashboard. Each shows a line or two, and the rest on
 * demand.
 */
export function AnnouncementsCard({
  mayManage,
  openId,
}: {
  mayManage: boolean;
  /** The announcement that the user has found with the search, which is shown first and whole. */
  openId: string | undefined;
}) {
  const query = useQuery(announcementsQuery);
  const { data: opened } = useQuery({
    ...foundAnnouncementQuery(openId ?? ''),
    enabled: openId !== undefined,
  });
  const manage = (label: string) => (
    <Link to={'/admin/announcements'} className={buttonClass({ size: 'sm' })}>
      {label}
    </Link>
  );
  const latest = query.data?.body ?? [];
  const announcements = opened ? [opened, ...latest.filter(({ id }) => id !== opened.id)] : latest;
  return (
    <Card
      title="Announcements"
      icon={<Megaphone aria-hidden className="text-ink-3" />}
      actions={mayManage && announcements.length > 0 && manage('View All')}
    >
      <QueryContent
        query={query}
        errorTitle="The announcements could not be loaded."
        placeholder={
          <div className="space-y-6 sm:space-y-4">
            <SkeletonLines lines={4} />
            {/* On phones, three announcements are higher than the window. */}
            <Skeleton className="h-72 w-full sm:hidden" />
          </div>
        }
      >
        {() =>
          announcements.length === 0 ? (
            <EmptyState
              icon={Megaphone}
              title="No active announcements"
              {...(mayManage ? { action: manage('Create First') } : {})}
            />
          ) : (
            <ul className="divide-y">
              {announcements.map((announcement) => (
                <li key={announcement.id} className="py-2.5 first:pt-0 last:pb-0 sm:py-4">
                  <Entry
                    key={String(announcement === opened)}
                    announcement={announcement}
                    isOpen={announcement === opened}
                  />
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
  announcement: { title, content, priority, lastDay, createdAt, creator },
  isOpen,
}: {
  announcement: Announcement;
  /** Whether all of it is shown at first, and scrolled into view. */
  isOpen: boolean;
}) {
  const [isWhole, setWhole] = useState(isOpen);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The announcement may arrive late. The user must not lose a field with the focus then.
    if (!isOpen || document.activeElement?.matches('input, textarea, select')) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'center' });
  }, [isOpen]);
  const isLong = plainText(content).length > announcementTeaserLength;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3
          ref={heading}
          tabIndex={isOpen ? -1 : undefined}
          className="min-w-0 font-medium break-words"
        >
          {title}
        </h3>
        {priority === 'high' && (
          <Badge icon={TriangleAlert} tone="hold">
            {priorityLabels.high}
          </Badge>
        )}
        {lastDay && <Badge icon={CalendarX2}>Expires {formatShort(lastDay)}</Badge>}
      </div>
      {isWhole || !isLong ? (
        <RichText text={content} level={3} className="mt-1.5 prose-width" />
      ) : (
        <p className="mt-1 line-clamp-2 prose-width break-words sm:mt-1.5 sm:line-clamp-none">
          {teaserOf(content, announcementTeaserLength)}
        </p>
      )}
      <p className="mt-1 text-label text-ink-2 sm:mt-1.5">
        {creator && `${`${creator.firstName} ${creator.lastName}`.trim()} · `}
        {formatRelative(createdAt)}
        {isLong && (
          <>
            {' · '}
            <button
              type="button"
              aria-expanded={isWhole}
              onClick={() => setWhole(!isWhole)}
              className="font-medium text-accent underline-offset-4 hover:underline"
            >
              {isWhole ? 'Show less' : 'Read more'}
              <span className="sr-only"> of {title}</span>
            </button>
          </>
        )}
      </p>
    </>
  );
}
