import { Link } from '@tanstack/react-router';
import type { Sermon } from '#libs/contracts';
import { cardLinkClass, MediaCard } from '../../../components/content/media-card';
import { compactCardSizes, Picture } from '../../../components/ui/picture';
import { TagLine } from '../../../components/ui/tag-line';
import { SermonButtons } from './sermon-buttons';
import { describe } from './words';

export function SermonCard({ sermon }: { sermon: Sermon }) {
  return (
    <MediaCard
      id={sermon.id}
      level={2}
      picture={<Picture url={sermon.pictureUrl} seed={sermon.id} sizes={compactCardSizes} />}
      meta={describe(sermon)}
      title={
        <Link
          to="/sermons"
          search={(now) => ({ ...now, open: sermon.id })}
          state={{ isOpened: true }}
          data-opens={sermon.id}
          className={cardLinkClass}
        >
          {sermon.title}
        </Link>
      }
      description={sermon.description}
      action={<SermonButtons sermon={sermon} />}
    >
      <TagLine tags={sermon.tags} most={3} />
    </MediaCard>
  );
}
