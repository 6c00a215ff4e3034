import type { KeyboardEvent } from 'react';

/** Presses of Escape that the toast got, being the last to appear, and leaves to the layer that the focus is in. */
const leftToDialog = new WeakSet<Event>();
const takesEscapeAttribute = 'data-takes-escape';

/** An open list of suggestions is a layer of its own, though Radix knows nothing of it: Escape closes that one first. */
export function keepOpenForSuggestions(event: globalThis.KeyboardEvent): void {
  if ((event.target as Element).matches('[role=combobox][aria-expanded=true][aria-autocomplete]'))
    event.preventDefault();
}

/** Of a dialog's content: closes it also where a toast that came later would take Escape for itself. */
export const closeOnEscape = (close: () => void) => ({
  [takesEscapeAttribute]: '',
  onEscapeKeyDown: keepOpenForSuggestions,
  onKeyDown: (event: KeyboardEvent) => {
    // the innermost layer closes, and none around it
    if (leftToDialog.delete(event.nativeEvent)) close();
  },
});

/** Of the toast: Escape is for the dialog that somebody is in; elsewhere it closes the toast. */
export function leaveEscapeToDialog(event: Event): void {
  if (!(event.target instanceof Element) || !event.target.closest(`[${takesEscapeAttribute}]`))
    return;
  event.preventDefault();
  leftToDialog.add(event);
}
