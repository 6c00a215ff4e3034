import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BookOpenText, Video } from 'lucide-react';
import { formatShort } from '#libs/calendar';
import { matchesSearch, searchWords, type BibleStudy } from '#libs/contracts';
import {
  CardGrid,
  CardGridSkeleton,
  cardLinkClass,
  MediaCard,
} from '../../../components/content/media-card';
import { compactCardSizes, Picture } from '../../../components/ui/picture';
import { ShowMore } from '../../../components/ui/show-more';
import { EmptyState, QueryContent } from '../../../components/ui/states';
import { TagLine } from '../../../components/ui/tag-line';
import { studiesQuery } from '../../../lib/queries/member-content';
import { teaserOf } from '../../../lib/content/rich-text';

const step = 3;
export const authorOf = ({ author }: BibleStudy) =>
  author ? `${author.firstName} ${author.lastName}`.trim() : 'Your pastor';

/** The Bible studies, or those that the search finds. */
export function StudiesSection({ q }: { q: string | undefined }) {
  const query = useQuery(studiesQuery);
  const [shownCount, setShownCount] = useState(step);
  const words = searchWords(q ?? '');
  const matchingStudies =
    query.data?.filter(({ title, content, tags }) =>
      matchesSearch(words, [title, content, ...tags]),
    ) ?? [];
  if (words.length > 0 && query.data && matchingStudies.length === 0) return null;
  return (
    <section aria-labelledby="studies" className="space-y-4">
      <h2 id="studies" className="text-lead font-semibold">
        Bible Studies from the Pastor
      </h2>
      <QueryContent
        query={query}
        errorTitle="The Bible studies could not be loaded."
        placeholder={<CardGridSkeleton count={step} />}
      >
        {() =>
          matchingStudies.length === 0 ? (
            <EmptyState
              icon={BookOpenText}
              title="Bible studies that your pastor publishes will be here."
            />
          ) : (
            <>
              <CardGrid label="Bible studies">
                {matchingStudies.slice(0, shownCount).map((study) => (
                  <li key={study.id}>
                    <StudyCard study={study} />
                  </li>
                ))}
              </CardGrid>
              <ShowMore
                hasMore={matchingStudies.length > shownCount}
                pending={false}
                onMore={() => setShownCount((now) => now + 3 * step)}
              />
            </>
          )
        }
      </QueryContent>
    </section>
  );
}

function StudyCard({ study }: { study: BibleStudy }) {
  const Icon = study.videoUrl ? Video : BookOpenText;
  return (
    <MediaCard
      picture={<Picture url={study.pictureUrl} seed={study.id} sizes={compactCardSizes} />}
      meta={
        <span className="flex items-center gap-1.5">
          <Icon aria-hidden className="size-3.5 shrink-0" />
          {authorOf(study)} · {formatShort(study.createdAt.slice(0, 10))}
        </span>
      }
      title={
        <Link
          to="/resources"
          search={(now) => ({ ...now, open: undefined, study: study.id })}
          state={{ isOpened: true }}
          data-opens={study.id}
          className={cardLinkClass}
        >
          {study.title}
        </Link>
      }
      description={teaserOf(study.content, 300)}
    >
      <TagLine tags={study.tags} most={3} />
    </MediaCard>
  );
}
