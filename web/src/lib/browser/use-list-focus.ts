import { useEffect, useRef } from 'react';
import { focusHeading } from './use-dialog-focus';

export interface ListFocus {
  /** A selector that finds the entries of the list. */
  entries: string;
  /** Returns the element of an entry that takes the focus. */
  targetIn: (entry: HTMLElement) => HTMLElement | null;
  /**
   * Moves the focus when no entry is left. Returns false if it is too early for that, so that it is
   * called again after the next change of the page.
   */
  onEmpty: (list: HTMLElement) => boolean;
}

const lastButton = (entry: HTMLElement) =>
  [...entry.querySelectorAll<HTMLElement>('button:enabled')].at(-1) ?? null;

/** The main button of each entry, which is its last, and the page's heading after all of them. */
const buttonsOfItems: ListFocus = {
  entries: 'li',
  targetIn: lastButton,
  onEmpty: () => {
    focusHeading();
    return true;
  },
};

/**
 * Keeps the keyboard focus in a list whose entries leave the page when they are settled. When the
 * entry with the focus leaves, the next entry gets the focus, or the one before it if there is no
 * next. Whatever the user has focused elsewhere in the meantime keeps the focus.
 * @param focus must be a constant of the module
 * @returns the ref of an element that contains the list, and that stays when the list is empty
 */
export function useListFocus(focus: ListFocus = buttonsOfItems) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = list.current;
    if (!box) return;
    const { entries, targetIn, onEmpty } = focus;
    let last: { entry: Element; index: number } | null = null;
    const all = () => [...box.querySelectorAll<HTMLElement>(entries)];
    const remember = ({ target }: FocusEvent) => {
      const entry = box.contains(target as Node)
        ? (target as Element).closest<HTMLElement>(entries)
        : null;
      last = entry && { entry, index: all().indexOf(entry) };
    };
    const moveOn = () => {
      const isLost = document.activeElement === null || document.activeElement === document.body;
      if (!last || last.entry.isConnected || !isLost) return;
      const left = all();
      const next = left[Math.min(last.index, left.length - 1)];
      const target = next && targetIn(next);
      // The focused element is remembered while this function runs, and must not be forgotten.
      if (target) target.focus();
      else if (onEmpty(box)) last = null;
    };
    const changes = new MutationObserver(moveOn);
    changes.observe(box, { childList: true, subtree: true });
    document.addEventListener('focusin', remember);
    return () => {
      changes.disconnect();
      document.removeEventListener('focusin', remember);
    };
  }, [focus]);
  return list;
}
