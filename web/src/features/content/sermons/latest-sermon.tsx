import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { titleId } from '../../../components/content/media-card';
import { Picture } from '../../../components/ui/picture';
import { Skeleton } from '../../../components/ui/skeleton';
import { QueryContent } from '../../../components/ui/states';
import { latestSermonQuery } from '../../../lib/queries/member-content';
import { SermonButtons } from './sermon-buttons';
import { describe } from './words';

/** The latest sermon on the dashboard, with a link to all sermons. */
export function LatestSermon() {
  const query = useQuery(latestSermonQuery);
  return (
    <div className="min-w-0">
      <div className="flex items-baseline justify-between gap-4">
        <h3 className="text-grid text-ink-2">Latest Sermon</h3>
        <Link
          to="/sermons"
          className="standalone-link text-accent underline-offset-4 hover:underline"
        >
          Sermon Archive
        </Link>
      </div>
      <QueryContent
        query={query}
        errorTitle="The latest sermon could not be loaded."
        placeholder={<Skeleton className="mt-2 h-28 w-full" />}
      >
        {({ body: [sermon] }) =>
          !sermon ? (
            <p className="mt-1.5 text-ink-2">The newest sermon will be here.</p>
          ) : (
            <>
              <div className="mt-2 flex gap-3">
                <Picture
                  url={sermon.pictureUrl}
                  seed={sermon.id}
                  sizes="84px"
                  className="w-21 shrink-0 self-start rounded-md"
                />
                <div className="min-w-0">
                  <h4 id={titleId(sermon.id)} className="line-clamp-2 font-semibold break-words">
                    <Link to="/sermons" search={{ open: sermon.id }} className="hover:text-accent">
                      {sermon.title}
                    </Link>
                  </h4>
                  <p className="mt-0.5 text-label text-ink-2">{describe(sermon)}</p>
                </div>
              </div>
              <div className="mt-3">
                <SermonButtons sermon={sermon} isMain />
              </div>
            </>
          )
        }
      </QueryContent>
    </div>
  );
}
