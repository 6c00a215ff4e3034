import { Clock, Play } from 'lucide-react';
import type { Nugget } from '#libs/contracts';
import { buttonClass } from '../../../components/ui/button';
import { ViewCount } from '../../../components/content/view-count';
import { MediaCard, titleId } from '../../../components/content/media-card';
import { compactCardSizes, Picture } from '../../../components/ui/picture';
import { TagLine } from '../../../components/ui/tag-line';
import { categoryLabels } from '../../../lib/choice-labels';
import { countView } from '../../../lib/browser/count-view';

const shownTags = 2;

/** Formats seconds as `45s` or `1m 30s`. */
export const shortDuration = (seconds: number): string => {
  const [minutes, remainder] = [Math.floor(seconds / 60), seconds % 60];
  if (minutes === 0) return `${remainder}s`;
  return remainder === 0 ? `${minutes}m` : `${minutes}m ${remainder}s`;
};

export function NuggetCard({ nugget, eager }: { nugget: Nugget; eager: boolean }) {
  return (
    <MediaCard
      id={nugget.id}
      level={2}
      showsAllOnPhones
      picture={
        <Picture url={nugget.pictureUrl} seed={nugget.id} sizes={compactCardSizes} eager={eager}>
          <span
            className={
              'absolute right-2 bottom-2 inline-flex items-center gap-1 rounded-sm ' +
              'bg-zinc-950/85 px-1.5 py-0.5 text-label font-medium text-white tabular-nums'
            }
          >
            <Clock aria-hidden className="size-3" />
            {shortDuration(nugget.durationSeconds)}
          </span>
        </Picture>
      }
      meta={
        <span className="flex items-center justify-between gap-2">
          <span className="font-medium text-accent">{categoryLabels[nugget.category]}</span>
          <ViewCount count={nugget.viewCount} />
        </span>
      }
      title={nugget.title}
      description={nugget.description}
      action={
        <a
          href={nugget.videoUrl}
          target="_blank"
          rel="noopener noreferrer"
          aria-describedby={titleId(nugget.id)}
          onClick={() => countView('nuggets', nugget.id)}
          className={buttonClass({ className: 'w-full' })}
        >
          <Play aria-hidden className="size-4 fill-current" />
          Watch
        </a>
      }
    >
      <TagLine tags={nugget.tags} most={shownTags} />
    </MediaCard>
  );
}
