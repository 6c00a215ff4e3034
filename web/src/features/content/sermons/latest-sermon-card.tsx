import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Mic } from 'lucide-react';
import { buttonClass } from '../../../components/ui/button';
import { Card } from '../../../components/ui/card';
import { titleId } from '../../../components/content/media-card';
import { Picture } from '../../../components/ui/picture';
import { Skeleton } from '../../../components/ui/skeleton';
import { EmptyState, QueryContent } from '../../../components/ui/states';
import { latestSermonQuery } from '../../../lib/queries/member-content';
import { SermonButtons } from './sermon-buttons';
import { describe } from './words';

/** The latest sermon on the dashboard, with a link to all sermons. */
export function LatestSermonCard() {
  const query = useQuery(latestSermonQuery);
  return (
    <Card
      title="Latest Sermon"
      actions={
        <Link to="/sermons" className={buttonClass({ variant: 'link', size: 'inline' })}>
          Sermon Archive
        </Link>
      }
    >
      <QueryContent
        query={query}
        errorTitle="The latest sermon could not be loaded."
        placeholder={
          <div className="space-y-3">
            <Skeleton className="aspect-video w-full" />
            <Skeleton className="h-5 w-3/4" />
            <Skeleton className="h-control w-full" />
          </div>
        }
      >
        {({ body: [sermon] }) =>
          !sermon ? (
            <EmptyState icon={Mic} title="The newest sermon will be here." />
          ) : (
            <>
              <Link
                to="/sermons"
                search={{ open: sermon.id }}
                tabIndex={-1}
                aria-hidden
                className="block"
              >
                <Picture
                  url={sermon.pictureUrl}
                  seed={sermon.id}
                  sizes="(min-width: 1024px) 500px, 100vw"
                  className="rounded-md"
                />
              </Link>
              <h3 id={titleId(sermon.id)} className="mt-4 line-clamp-2 text-card">
                <Link to="/sermons" search={{ open: sermon.id }} className="hover:text-accent">
                  {sermon.title}
                </Link>
              </h3>
              <p className="mt-0.5 mb-4 text-ink-2">{describe(sermon)}</p>
              <SermonButtons sermon={sermon} isMain />
            </>
          )
        }
      </QueryContent>
    </Card>
  );
}
