import { useBlocker } from '@tanstack/react-router';
import { ConfirmLeave } from './dialog';

/**
 * As long as it is there, leaving the page asks: in our words for links and going back, in the browser's for reloading and closing.
 * @param onLeave what was typed is thrown away
 */
export default function LeaveGuard({ onLeave }: { onLeave?: () => void }) {
  const { status, proceed, reset } = useBlocker({ shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname, withResolver: true });
  return (
    <ConfirmLeave
      open={status === 'blocked'}
      onKeep={() => reset?.()}
      onLeave={() => {
        onLeave?.();
        proceed?.();
      }}
    />
  );
}
