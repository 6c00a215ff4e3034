import { type RefObject, useEffect, useSyncExternalStore } from 'react';

const shortcutsOffKey = 'church-connect.no-keys';
const listeners = new Set<() => void>();

/**
 * Turns the shortcuts on or off on this device. Speech input would press single keys with each
 * word.
 */
export const setKeysOn = (on: boolean): void => {
  try {
    if (on) localStorage.removeItem(shortcutsOffKey);
    else localStorage.setItem(shortcutsOffKey, '1');
  } catch {
    // Storage is disabled, so the shortcuts stay on.
  }
  for (const listener of listeners) listener();
};
const areOn = () => {
  try {
    return localStorage.getItem(shortcutsOffKey) === null;
  } catch {
    return true;
  }
};
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};
export const useKeysOn = () => useSyncExternalStore(subscribe, areOn);

/**
 * Whether the page may treat a key press as a shortcut: no Ctrl, Alt or Meta is pressed, nothing
 * has handled the key yet, and the focus is in no field other than a checkbox, and in no dialog,
 * menu or list of tabs.
 */
export function isForPage(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  return !target.closest(
    'input:not([type=checkbox]), textarea, select, [contenteditable], [role=dialog], ' +
      '[role=alertdialog], [role=menu], [role=tablist]',
  );
}

/** The ticket that was opened last, where a user who returns to the list continues. */
let opened: string | null = null;
export const rememberOpened = (id: string): void => {
  opened = id;
};

/**
 * Handles the shortcuts of the queue: j and k or the arrow keys move through the tickets, x selects
 * the focused one. Enter opens it, because it is a link.
 */
export function useQueueKeys(
  list: RefObject<HTMLElement | null>,
  onChoose: ((id: string, range: boolean) => void) | undefined,
): void {
  const isOn = useKeysOn();
  useEffect(() => {
    if (!isOn) return;
    const links = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-ticket]') ?? [])];
    const move = (step: number, isWithin: boolean) => {
      const all = links();
      const currentIndex = all.findIndex((link) =>
        link.closest('li')?.contains(document.activeElement),
      );
      const last = all.findIndex((link) => link.dataset.ticket === opened);
      const next = isWithin
        ? all[Math.min(all.length - 1, Math.max(0, currentIndex + step))]
        : all[Math.max(0, last)];
      next?.focus();
      next?.closest('li')?.scrollIntoView({ block: 'nearest' });
    };
    const onKey = (event: KeyboardEvent) => {
      if (!isForPage(event)) return;
      const row = list.current?.contains(event.target as Node)
        ? (event.target as HTMLElement).closest('li')?.querySelector<HTMLElement>('[data-ticket]')
        : undefined;
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      if (key === 'j' || (row && key === 'ArrowDown')) move(1, row != null);
      else if (key === 'k' || (row && key === 'ArrowUp')) move(-1, row != null);
      else if (key === 'x' && row && onChoose) onChoose(row.dataset.ticket!, event.shiftKey);
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('keydown', onKey);
    };
  }, [isOn, list, onChoose]);
}
