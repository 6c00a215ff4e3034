import { lazy, Suspense, useEffect, useState } from 'react';
import { useRouter } from '@tanstack/react-router';

const load = () => import('../overlay/dialog').then((module) => ({ default: module.ConfirmLeave }));
const ConfirmLeave = lazy(load);

/**
 * Asks for confirmation before the user leaves the page, as long as this component is rendered.
 * Links and the back button show our dialog; reloading and closing show the browser's. Our dialog
 * is loaded on demand. `useBlocker` of the router is not used, because it is as large as
 * this component and its dialog together.
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
