import type { KeyboardEvent } from 'react';

/**
 * Events of the Escape key that the toast has left to the dialog with the focus. The toast receives
 * them first, because it appeared last.
 */
const leftToDialog = new WeakSet<Event>();
const takesEscapeAttribute = 'data-takes-escape';

/**
 * Makes Escape close an open list of suggestions instead of the dialog around it. Radix does not
 * know that the list is a layer.
 */
export function keepOpenForSuggestions(event: globalThis.KeyboardEvent): void {
  if ((event.target as Element).matches('[role=combobox][aria-expanded=true][aria-autocomplete]'))
    event.preventDefault();
}

/**
 * Returns properties for the content of a dialog, so that Escape closes it even if a toast that
 * appeared later would receive the key.
 */
export const closeOnEscape = (close: () => void) => ({
  [takesEscapeAttribute]: '',
  onEscapeKeyDown: keepOpenForSuggestions,
  onKeyDown: (event: KeyboardEvent) => {
    // Close only the innermost dialog.
    if (leftToDialog.delete(event.nativeEvent)) close();
  },
});

/**
 * For the toast: leaves Escape to the dialog with the focus. Without such a dialog, Escape closes
 * the toast.
 */
export function leaveEscapeToDialog(event: Event): void {
  if (!(event.target instanceof Element) || !event.target.closest(`[${takesEscapeAttribute}]`))
    return;
  event.preventDefault();
  leftToDialog.add(event);
}
