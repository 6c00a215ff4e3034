import type { ReactNode } from 'react';
import { ArrowDown, ArrowUp, CalendarClock, CalendarX, Minus } from 'lucide-react';
import type { Announcement } from '#libs/contracts';
import { Badge } from '../../../components/ui/badge';
import { RichText } from '../../../components/ui/rich-text';
import { ActiveBadge } from '../../../components/content/active-badge';
import { formatMoment, formatRelative } from '../../../lib/format';
import { fullName } from '../../../lib/queries/people';
import { formatShort } from '#libs/calendar';

const priorities = {
  high: (
    <Badge icon={ArrowUp} tone="bad">
      High priority
    </Badge>
  ),
  normal: <Badge icon={Minus}>Normal priority</Badge>,
  low: <Badge icon={ArrowDown}>Low priority</Badge>,
};

/** An announcement for staff, with its priority, its visibility and its last day. */
export function AnnouncementCard({
  announcement,
  choose,
  actions,
}: {
  announcement: Announcement;
  choose: ReactNode;
  actions: ReactNode;
}) {
  const { title, content, priority, isActive, lastDay, isExpired, creator, createdAt } =
    announcement;
  return (
    <div className="flex flex-1 flex-col gap-3 p-4">
      <div className="flex items-start gap-2">
        <div className="-mt-1 -ml-1.5 touch:-mt-2.5">{choose}</div>
        <div className="min-w-0">
          <h2 className="text-card break-words">{title}</h2>
          <div className="mt-1.5 flex flex-wrap gap-1.5">
            {priorities[priority]}
            <ActiveBadge isActive={isActive} />
            {lastDay &&
              (isExpired ? (
                <Badge icon={CalendarX} tone="hold">
                  Expired {formatShort(lastDay)}
                </Badge>
              ) : (
                <Badge icon={CalendarClock}>Expires {formatShort(lastDay)}</Badge>
              ))}
          </div>
        </div>
      </div>
      <div
        className={
          'relative max-h-40 overflow-hidden after:absolute after:inset-x-0 after:top-30 ' +
          'after:h-10 after:bg-linear-to-b after:from-transparent after:to-surface'
        }
      >
        <RichText text={content} level={3} />
      </div>
      <div className="mt-auto flex flex-wrap items-center justify-between gap-2 pt-1">
        <p className="min-w-0 text-label text-ink-2">
          {creator && `${fullName(creator)}, `}
          <span title={formatMoment(createdAt)}>{formatRelative(createdAt)}</span>
        </p>
        <div className="flex gap-1">{actions}</div>
      </div>
    </div>
  );
}
