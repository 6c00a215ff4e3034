import { type ReactNode, Suspense, useEffect } from 'react';

/** Keys that do nothing by themselves. */
const modifiers = ['Shift', 'Control', 'Alt', 'Meta'];

/**
 * Loads the code of a dialog. A dialog whose code arrives late would open over what the user did in
 * the meantime and take the keys that the user types there. The dialog is therefore not opened if
 * the user presses a key or a button while its code is loaded. Pressing the same button again asks
 * for the dialog again.
 * @param onClose marks the dialog as closed
 */
export const DialogLoader = ({
  onClose,
  children,
}: {
  onClose: () => void;
  children: ReactNode;
}) => <Suspense fallback={<WaitingForDialog onClose={onClose} />}>{children}</Suspense>;

function WaitingForDialog({ onClose }: { onClose: () => void }) {
  useEffect(() => {
    const onKey = ({ key, repeat }: KeyboardEvent) => {
      if (!repeat && !modifiers.includes(key)) onClose();
    };
    // The click that asked for the dialog may still be on its way. In the capture phase, a second
    // click on the same button is seen before the button acts on it.
    const timer = window.setTimeout(() => {
      window.addEventListener('click', onClose, { capture: true });
      window.addEventListener('keydown', onKey, { capture: true });
    });
    return () => {
      window.clearTimeout(timer);
      window.removeEventListener('click', onClose, { capture: true });
      window.removeEventListener('keydown', onKey, { capture: true });
    };
  }, [onClose]);
  return (
    <span role="status" className="sr-only">
      Loading…
    </span>
  );
}
