import { Link } from '@tanstack/react-router';
import type { Sermon } from '#libs/contracts';
import { cardLinkClass, titleId } from '../../../components/content/media-card';
import { Picture } from '../../../components/ui/picture';
import { TagLine } from '../../../components/ui/tag-line';
import { SermonButtons } from './sermon-buttons';
import { describe } from './words';

/** The newest sermon, in a large card. */
export function NewestSermon({ sermon }: { sermon: Sermon }) {
  return (
    <article
      aria-label="Newest sermon"
      className={
        'relative grid overflow-hidden rounded-lg border bg-surface transition-colors ' +
        'duration-150 hover:border-line-strong lg:grid-cols-[3fr_2fr]'
      }
    >
      <Picture
        url={sermon.pictureUrl}
        seed={sermon.id}
        sizes="(min-width: 1280px) 660px, (min-width: 1024px) 60vw, 100vw"
        eager
        className="lg:aspect-auto lg:min-h-90"
      />
      <div className="flex flex-col justify-center p-4 sm:p-6">
        <p className="text-label text-ink-2">Newest sermon</p>
        <h2 id={titleId(sermon.id)} className="mt-1 text-title break-words">
          <Link
            to="/sermons"
            search={(now) => ({ ...now, open: sermon.id })}
            state={{ isOpened: true }}
            data-opens={sermon.id}
            className={cardLinkClass}
          >
            {sermon.title}
          </Link>
        </h2>
        <p className="mt-1 text-ink-2">{describe(sermon)}</p>
        <p className="mt-3 mb-3 line-clamp-3">{sermon.description}</p>
        <TagLine tags={sermon.tags} most={4} />
        <div className="mt-5">
          <SermonButtons sermon={sermon} isMain />
        </div>
      </div>
    </article>
  );
}
