import { Link } from '@tanstack/react-router';
import { FileText, Headphones, Video } from 'lucide-react';
import type { BrothersContent } from '#libs/contracts';
import { ViewCount } from '../../../components/content/view-count';
import { cardLinkClass, MediaCard } from '../../../components/content/media-card';
import { compactCardSizes, Picture } from '../../../components/ui/picture';
import { TagLine } from '../../../components/ui/tag-line';
import { brothersTagLabels } from '../../../lib/choice-labels';
import { teaserOf } from '../../../lib/content/rich-text';
import { describe } from './words';

function MediaIcon({ youtubeUrl, audioFileUrl }: BrothersContent) {
  const className = 'size-3.5 shrink-0';
  if (youtubeUrl) return <Video aria-hidden className={className} />;
  if (audioFileUrl) return <Headphones aria-hidden className={className} />;
  return <FileText aria-hidden className={className} />;
}

export function BrothersCard({ item, eager }: { item: BrothersContent; eager: boolean }) {
  const line = item.description ?? teaserOf(item.content ?? '', 300);
  return (
    <MediaCard
      level={2}
      picture={
        <Picture url={item.pictureUrl} seed={item.id} sizes={compactCardSizes} eager={eager} />
      }
      meta={
        <span className="flex items-center justify-between gap-2">
          <span className="inline-flex items-center gap-1.5">
            <MediaIcon {...item} />
            {describe(item)}
          </span>
          <ViewCount count={item.viewCount} />
        </span>
      }
      title={
        <Link
          to="/brothers-in-christ"
          search={(now) => ({ ...now, open: item.id })}
          state={{ isOpened: true }}
          resetScroll={false}
          data-opens={item.id}
          className={cardLinkClass}
        >
          {item.title}
        </Link>
      }
      {...(line ? { description: line } : {})}
    >
      <TagLine tags={item.tags.map((tag) => brothersTagLabels[tag])} />
    </MediaCard>
  );
}
