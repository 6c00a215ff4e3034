import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { buttonClass } from '../../../components/ui/button';
import { Picture } from '../../../components/ui/picture';
import { Progress } from '../../../components/ui/progress';
import { Skeleton } from '../../../components/ui/skeleton';
import { cn } from '../../../lib/cn';
import { resourceQuery } from '../../../lib/queries/member-content';
import { sayOpened } from './open-resource';
import { useProgress } from './progress';
import { describe } from './words';

/** The height has room for the title in one line, so that nothing moves when the title arrives. */
const height = 'min-h-38';

/**
 * The resource that the user opened last and has not finished. Its space is reserved while it
 * loads.
 */
export function ResumeCard() {
  const progress = useProgress();
  const latest = [...(progress?.values() ?? [])]
    .filter((entry) => entry.progress > 0 && entry.progress < 100)
    .sort((a, b) => (a.lastAccessed < b.lastAccessed ? 1 : -1))[0];
  const { data: resource, error } = useQuery({
    ...resourceQuery(latest?.resourceId ?? ''),
    enabled: latest !== undefined,
  });
  if (!latest || (error && !resource)) return null;
  if (!resource) return <Skeleton className={cn(height, 'w-full rounded-lg')} />;
  return (
    <section
      aria-label="Pick up where you left off"
      className={cn(
        height,
        'grid overflow-hidden rounded-lg border bg-surface sm:grid-cols-[14rem_1fr]',
      )}
    >
      <Picture
        url={resource.pictureUrl}
        seed={resource.id}
        sizes="224px"
        eager
        className="max-sm:hidden sm:aspect-auto sm:min-h-full"
      />
      <div
        className={
          'flex flex-col justify-center gap-3 p-4 sm:flex-row sm:items-center sm:gap-8 sm:p-6'
        }
      >
        <div className="min-w-0 sm:flex-1">
          <p className="text-label text-ink-2">Pick up where you left off</p>
          <h2 className="mt-0.5 truncate text-card sm:text-lead sm:font-semibold">
            {resource.title}
          </h2>
          <p className="mt-0.5 truncate text-ink-2 max-sm:hidden">{describe(resource)}</p>
          <Progress
            value={Math.min(100, latest.progress)}
            label={`Progress with ${resource.title}`}
            className="mt-2.5 h-1.5"
          />
        </div>
        <div className="grid">
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
