import { lazy, Suspense, useEffect, useState } from 'react';
import { useRouter } from '@tanstack/react-router';

const load = () => import('../overlay/dialog').then((module) => ({ default: module.ConfirmLeave }));
const ConfirmLeave = lazy(load);

/**
 * Asks before the user leaves the page while this component is rendered: with a dialog of the
 * program for links and going back, with the browser's for reloading and closing. It blocks from
 * the first change on, but its dialog is loaded on demand (useBlocker would be as large as both).
 * @param onLeave called when the user discards the changes
 */
export function LeaveGuard({ onLeave }: { onLeave?: () => void }) {
  const { history } = useRouter();
  const [answer, setAnswer] = useState<((stays: boolean) => void) | null>(null);
  useEffect(() => {
    const ask = () => new Promise<boolean>((resolve) => setAnswer(() => resolve));
    return history.block({
      enableBeforeUnload: true,
      // If the dialog cannot be loaded, navigation is not blocked.
      blockerFn: async ({ currentLocation, nextLocation }) =>
        currentLocation.pathname !== nextLocation.pathname && load().then(ask, () => false),
    });
  }, [history]);
  const end = (stays: boolean) => {
    setAnswer(null);
    if (!stays) onLeave?.();
    answer?.(stays);
  };
  return (
    <Suspense>
      {answer && <ConfirmLeave open onKeep={() => end(true)} onLeave={() => end(false)} />}
    </Suspense>
  );
}
