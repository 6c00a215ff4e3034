import type { Resource } from '#libs/contracts';
import { Button } from '../../../components/ui/button';
import { titleId } from '../../../components/content/media-card';
import { sayOpened, useOpenResource } from './open-resource';
import { useProgress, useSaveProgress } from './progress';

/** The button that starts a resource, or continues at the user's progress. */
export function ProgressButton({ resource }: { resource: Resource }) {
  const progress = useProgress()?.get(resource.id)?.progress ?? 0;
  const open = useOpenResource();
  const start = useSaveProgress();
  return (
    <Button
      className="relative z-10 w-full"
      aria-describedby={titleId(resource.id)}
      pending={start.isPending}
      pendingLabel="Starting..."
      onClick={() => {
        if (progress > 0) {
          sayOpened(resource);
          open(resource);
        } else
          start.mutate(
            { resourceId: resource.id, progress: Math.max(1, progress) },
            { onSuccess: () => open(resource) },
          );
      }}
    >
      {progress > 0 ? `Continue (${progress}%)` : 'Start Learning'}
    </Button>
  );
}
