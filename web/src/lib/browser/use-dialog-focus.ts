import { useMemo, useRef } from 'react';

/** Of a menu that is about to close, the button that opened it. */
const elementThatStays = (element: Element | null): HTMLElement | null => {
  const trigger = element?.closest('[role=menu]')?.getAttribute('aria-labelledby');
  return trigger ? document.getElementById(trigger) : (element as HTMLElement | null);
};

/**
 * Where the focus is when a dialog opens and closes: on what `first` finds in it rather than the button that closes, which stands
 * before everything; and then on what opened it, or on the page's heading where that is gone.
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
        else
          document
            .querySelector<HTMLElement>('[data-page-heading]')
            ?.focus({ preventScroll: true });
      },
    }),
    [first],
  );
}
