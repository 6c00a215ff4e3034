import { ApiError, serverMessage } from './api';
import { describeFailure } from './describe-failure';

export interface ToastMessage {
  id: number;
  title: string;
  description?: string;
  /** A second, less prominent line: the message of the server, or the name of the item. */
  detail?: string;
  variant: 'default' | 'destructive';
  /** A button in the toast, for example to undo the action. */
  action?: ToastAction;
}

export interface ToastAction {
  label: string;
  run: () => void;
}

let current: ToastMessage | null = null;
let nextId = 1;
const listeners = new Set<() => void>();

function publish(next: ToastMessage | null): void {
  current = next;
  for (const listener of listeners) listener();
}

export const toastStore = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
  getSnapshot: () => current,
  /** Whether a toast was ever shown. Until then its code is not loaded. */
  wasUsed: () => nextId > 1,
  dismiss: (id: number) => {
    if (current?.id === id) publish(null);
  },
};

/** Shows a toast, which replaces an older one. `detail` names the item; `action` is a button. */
export function toast(
  title: string,
  description?: string,
  { detail, action }: Pick<ToastMessage, 'detail' | 'action'> = {},
): void {
  publish({
    id: nextId++,
    title,
    description,
    variant: 'default',
    ...(detail === undefined ? {} : { detail }),
    ...(action === undefined ? {} : { action }),
  });
}

const shownAtFields = new WeakSet<object>();
/** Marks an error that a form shows at its fields, so that no toast repeats it. */
export function markShownAtField(error: unknown): void {
  if (typeof error === 'object' && error !== null) shownAtFields.add(error);
}

/**
 * Shows that an action failed. It invites to try again only if that can help.
 *
 * An error that a form shows at its fields is not repeated. A form marks it only after the caller
 * of this function has ended, so that the toast waits until then.
 * @param description the text of the specification for this action
 * @param error the server's message in it is shown below, if it is another text
 */
export function toastError(description: string, error?: unknown, title = 'Error'): void {
  const message = serverMessage(error);
  const show = () =>
    publish({
      id: nextId++,
      title,
      description: describeFailure(description, error instanceof ApiError ? error.status : null),
      detail: message === description ? undefined : (message ?? undefined),
      variant: 'destructive',
    });
  if (message === null) show();
  else setTimeout(() => shownAtFields.has(error as object) || show());
}
