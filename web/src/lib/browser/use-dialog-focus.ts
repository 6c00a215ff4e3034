import { useMemo, useRef } from 'react';

/**
 * Returns the element, or, if it is in a menu that is about to close, the button that opened the
 * menu.
 */
const elementThatStays = (element: Element | null): HTMLElement | null => {
  const trigger = element?.closest('[role=menu]')?.getAttribute('aria-labelledby');
  return trigger ? document.getElementById(trigger) : (element as HTMLElement | null);
};

/** Moves the focus to the heading of the page, for example if the focused element disappears. */
export function focusHeading(): void {
  document.querySelector<HTMLElement>('[data-page-heading]')?.focus({ preventScroll: true });
}

/**
 * Moves the focus when a dialog opens and closes. On opening it goes to the element that the
 * selector `first` finds, because the close button comes before everything else. On closing it
 * returns to the element that opened the dialog. If that element is gone and nothing else has the
 * focus, it goes to the page's heading.
 */
export function useDialogFocus(first?: string): {
  onOpenAutoFocus: (event: Event) => void;
  onCloseAutoFocus: (event: Event) => void;
} {
  const opener = useRef<HTMLElement>(null);
  return useMemo(
    () => ({
      onOpenAutoFocus: (event) => {
        opener.current = elementThatStays(document.activeElement);
        const field =
          first && (event.currentTarget as HTMLElement).querySelector<HTMLElement>(first);
        if (!field) return;
        event.preventDefault();
        field.focus();
      },
      onCloseAutoFocus: (event) => {
        event.preventDefault();
        const target = opener.current;
        if (target?.isConnected && target !== document.body) target.focus();
        // If the list of the element has moved the focus already, it stays there.
        else if (document.activeElement === document.body) focusHeading();
      },
    }),
    [first],
  );
}
