import { lazy, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import type { Resource } from '#libs/contracts';
import { Button } from '../../../components/ui/button';
import { DialogLoader } from '../../../components/ui/overlay/dialog-loader';
import { accountOf } from '../../../lib/content/listen-event';
import { listening } from '../../../lib/content/listening';
import { userQuery } from '../../../lib/queries/user';
import { useSaveProgress } from './progress';

const Confirm = lazy(() =>
  import('../../../components/ui/overlay/dialog').then((module) => ({ default: module.Confirm })),
);

/**
 * Sets the user's progress in a resource back to 0 after a confirmation. Nothing else decreases
 * progress.
 */
export function StartAgain({ resource, onStart }: { resource: Resource; onStart: () => void }) {
  const [isAsking, setAsking] = useState(false);
  const save = useSaveProgress();
  const account = accountOf(useQuery(userQuery).data);
  const start = () =>
    save.mutate(
      { resourceId: resource.id, progress: 0, restart: true },
      {
        onSuccess: () => {
          setAsking(false);
          onStart();
          listening.startAgain(resource.id, account);
          window.scrollTo({ top: 0 });
        },
      },
    );
  return (
    <>
      <Button variant="ghost" onClick={() => setAsking(true)}>
        <RotateCcw aria-hidden className="size-4" />
        Start again
      </Button>
      {isAsking && (
        <DialogLoader onClose={() => setAsking(false)}>
          <Confirm
            open
            onOpenChange={setAsking}
            title="Start again?"
            description={`Your progress with “${resource.title}” goes back to 0%.`}
            confirm="Start again"
            pending={save.isPending}
            pendingLabel="Saving..."
            onConfirm={start}
          />
        </DialogLoader>
      )}
    </>
  );
}
