import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { buttonClass } from '../../../components/ui/button';
import { Picture } from '../../../components/ui/picture';
import { Progress } from '../../../components/ui/progress';
import { Skeleton } from '../../../components/ui/skeleton';
import { resourceQuery } from '../../../lib/queries/member-content';
import { sayOpened } from './open-resource';
import { useProgress } from './progress';
import { describe } from './words';

/**
 * The resource that the user opened last and has not finished. Its space is reserved while it
 * loads.
 */
export function ResumeCard() {
  const progress = useProgress();
  const latest = [...(progress?.values() ?? [])]
    .filter((one) => one.progress > 0 && one.progress < 100)
    .sort((a, b) => (a.lastAccessed < b.lastAccessed ? 1 : -1))[0];
  const { data: resource, error } = useQuery({
    ...resourceQuery(latest?.resourceId ?? ''),
    enabled: latest !== undefined,
  });
  if (!latest || (error && !resource)) return null;
  if (!resource) return <Skeleton className="h-46 w-full rounded-lg sm:h-58" />;
  return (
    <section
      aria-label="Pick up where you left off"
      className={
        'grid min-h-46 overflow-hidden rounded-lg border bg-surface sm:min-h-58 ' +
        'sm:grid-cols-[2fr_3fr]'
      }
    >
      <Picture
        url={resource.pictureUrl}
        seed={resource.id}
        sizes="(min-width: 1280px) 430px, (min-width: 640px) 40vw, 100vw"
        eager
        className="max-sm:hidden sm:aspect-auto sm:min-h-full"
      />
      <div className="flex flex-col justify-center p-4 sm:p-6">
        <p className="text-label text-ink-2">Pick up where you left off</p>
        <h2 className="mt-1 text-lead font-semibold break-words">{resource.title}</h2>
        <p className="mt-1 text-ink-2">{describe(resource)}</p>
        <Progress
          value={Math.min(100, latest.progress)}
          label={`Progress with ${resource.title}`}
          className="mt-4 h-1.5"
        />
        <div className="mt-4">
          <Link
            to="/resources"
            search={(now) => ({ ...now, study: undefined, open: resource.id })}
            state={{ isOpened: true }}
            className={buttonClass({ variant: 'primary' })}
            onClick={() => sayOpened(resource)}
          >
            Go on learning
          </Link>
        </div>
      </div>
    </section>
  );
}
