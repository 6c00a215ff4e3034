import { useSyncExternalStore } from 'react';
import { toastStore } from '../../../lib/toast';

/**
 * Shows toasts if the code of `Toaster` could not be loaded, most likely because there is no
 * network.
 */
export default function PlainToaster() {
  const message = useSyncExternalStore(toastStore.subscribe, toastStore.getSnapshot);
  if (!message) return null;
  return (
    <div
      role="alert"
      data-toasts
      className={
        'fixed right-4 bottom-3 z-[60] w-[calc(100vw-32px)] rounded-lg bg-surface p-4 ' +
        'shadow-float sm:right-6 sm:bottom-6 sm:w-90'
      }
    >
      <p className="font-medium">{message.title}</p>
      {message.description && <p className="mt-0.5 text-ink-2">{message.description}</p>}
      {message.detail && <p className="mt-1 text-ink-2">{message.detail}</p>}
      {message.action && (
        <button
          type="button"
          className="mt-2 mr-4 font-medium text-accent"
          onClick={() => {
            message.action?.run();
            toastStore.dismiss(message.id);
          }}
        >
          {message.action.label}
        </button>
      )}
      <button
        type="button"
        className="mt-2 font-medium text-accent"
        onClick={() => toastStore.dismiss(message.id)}
      >
        Close
      </button>
    </div>
  );
}
