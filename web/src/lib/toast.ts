import { serverMessage } from './api';

export interface ToastMessage {
  id: number;
  title: string;
  description?: string;
  /** A second, quieter line: what the server said. */
  detail?: string;
  variant: 'default' | 'destructive';
  /** What can be done about it at once, such as taking it back. */
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
  get: () => current,
  /** Whether there was a toast yet: until then its code is not loaded. */
  used: () => nextId > 1,
  dismiss: (id: number) => {
    if (current?.id === id) publish(null);
  },
};

/** Shows a toast; a newer one takes the place of an older one. `detail`: which thing it was; `action`: a button in it. */
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
/** The form says it where it belongs: a toast carries what belongs to no field. */
export function markShownAtField(error: unknown): void {
  if (typeof error === 'object' && error !== null) shownAtFields.add(error);
}

/**
 * A failure in the specification's words, with the server's own sentence below it when there is one. What a form has said at its
 * field by then is not said again: whoever made the call hears of the failure first, and the form right after.
 */
export function toastError(description: string, error?: unknown, title = 'Error'): void {
  const message = serverMessage(error);
  const show = () =>
    publish({
      id: nextId++,
      title,
      description,
      detail: message === description ? undefined : (message ?? undefined),
      variant: 'destructive',
    });
  if (message === null) show();
  else setTimeout(() => shownAtFields.has(error as object) || show());
}
