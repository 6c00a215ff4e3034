import type { ReactNode } from 'react';
import { Picture } from '../../../components/ui/picture';
import { TagList } from '../../../components/content/content-columns';

/**
 * A preview of a card as members will see it.
 * @param line the description of the item in one line
 */
export default function LibraryPreview({
  title,
  description,
  pictureUrl,
  tags,
  line,
  badge,
}: {
  title: string;
  description: string;
  pictureUrl: string | null;
  tags: readonly string[];
  line: string;
  badge?: ReactNode;
}) {
  return (
    <article className="overflow-hidden rounded-lg border bg-surface">
      <div className="relative">
        <Picture url={pictureUrl} seed={title} sizes="320px" />
        {badge && (
          <span
            className={
              'absolute right-2 bottom-2 rounded-sm bg-zinc-950/80 px-1.5 text-label ' +
              'font-medium text-white tabular-nums'
            }
          >
            {badge}
          </span>
        )}
      </div>
      <div className="space-y-1.5 p-4">
        <h3 className="line-clamp-2 text-card break-words">{title || 'Title'}</h3>
        <p className="text-label text-ink-2">{line}</p>
        <p className="line-clamp-3 break-words text-ink-2">
          {description || 'The description appears here.'}
        </p>
        {tags.length > 0 && <TagList tags={tags} />}
      </div>
    </article>
  );
}
