import { useSyncExternalStore } from 'react';
import { Toast } from 'radix-ui';
import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { cn } from '../../../lib/cn';
import { leaveEscapeToDialog } from '../../../lib/browser/escape-under-toast';
import { toastStore } from '../../../lib/toast';

/**
 * Shows one toast at a time, for 5 seconds, or 10 if it has a button. F8 focuses it; a swipe to the
 * right by more than 50 px closes it.
 */
export default function Toaster() {
  const message = useSyncExternalStore(toastStore.subscribe, toastStore.getSnapshot);
  const bad = message?.variant === 'destructive';
  const Icon = bad ? CircleAlert : CircleCheck;
  return (
    <Toast.Provider
      duration={message?.action ? 10_000 : 5000}
      swipeDirection="right"
      swipeThreshold={50}
      label="Notification"
    >
      {message && (
        <Toast.Root
          key={message.id}
          type={bad ? 'foreground' : 'background'}
          onEscapeKeyDown={leaveEscapeToDialog}
          onOpenChange={(open) => {
            if (!open) toastStore.dismiss(message.id);
          }}
          className={cn(
            'flex items-start gap-3 rounded-lg bg-surface py-3.5 pr-3 pl-4 shadow-float ' +
              'data-[state=open]:animate-toast-in',
            'data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform ' +
              'data-[swipe=end]:animate-swipe-out ' +
              'data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)',
          )}
        >
          <Icon
            aria-hidden
            className={cn('mt-0.5 size-4.5 shrink-0', bad ? 'text-bad' : 'text-good')}
          />
          <div className="min-w-0 flex-1">
            <Toast.Title className="font-medium">{message.title}</Toast.Title>
            {message.description && (
              <Toast.Description className="mt-0.5 text-ink-2">
                {message.description}
              </Toast.Description>
            )}
            {message.detail && <p className="mt-1 text-grid text-ink-2">{message.detail}</p>}
            {message.action && (
              <Toast.Action
                altText={message.action.label}
                onClick={message.action.run}
                className={
                  'mt-1.5 -ml-2 inline-flex h-8 items-center rounded-md px-2 font-medium ' +
                  'text-accent hover:bg-sunken touch:h-control'
                }
              >
                {message.action.label}
              </Toast.Action>
            )}
          </div>
          <Toast.Close
            aria-label="Close notification"
            className={
              'grid size-7 shrink-0 place-items-center rounded-md text-ink-2 ' +
              'hover:bg-sunken hover:text-ink'
            }
          >
            <X aria-hidden className="size-4" />
          </Toast.Close>
        </Toast.Root>
      )}
      <Toast.Viewport
        label="Notifications ({hotkey})"
        data-toasts
        className={
          'pointer-events-auto fixed right-4 bottom-3 z-[60] w-[calc(100vw-32px)] ' +
          'outline-none sm:right-6 sm:bottom-6 sm:w-90'
        }
      />
    </Toast.Provider>
  );
}
