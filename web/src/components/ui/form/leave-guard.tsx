import { lazy, Suspense, useEffect, useState } from 'react';
import { useRouter } from '@tanstack/react-router';

const load = () => import('../overlay/dialog').then((module) => ({ default: module.ConfirmLeave }));
const ConfirmLeave = lazy(load);

/**
 * As long as it is there, leaving the page asks: in our words for links and going back, in the browser's for reloading and closing.
 * It holds from the first key on; only the words come when they are wanted (useBlocker would be as large as both).
 * @param onLeave what was typed is thrown away
 */
export function LeaveGuard({ onLeave }: { onLeave?: () => void }) {
  const { history } = useRouter();
  const [answer, setAnswer] = useState<((stays: boolean) => void) | null>(null);
  useEffect(() => {
    const ask = () => new Promise<boolean>((resolve) => setAnswer(() => resolve));
    return history.block({
      enableBeforeUnload: true,
      // where the words cannot be loaded, nobody is held back
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
