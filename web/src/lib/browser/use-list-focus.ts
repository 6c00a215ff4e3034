import { useEffect, useRef } from 'react';
import { isFocusRestored } from './restore-lost-focus';
import { focusHeading } from './use-dialog-focus';

export interface ListFocus {
  /** A selector that finds the entries of the list. */
  entries: string;
  /**
   * Returns the element of an entry that takes the focus.
   * @param position which of the buttons of the entry that has left had the focus, from 0
   */
  targetIn: (entry: HTMLElement, position: number) => HTMLElement | null;
  /**
   * Moves the focus when no entry is left. Returns false if it is too early for that, so that it is
   * called again after the next change of the page.
   */
  onEmpty: (list: HTMLElement) => boolean;
}

/** The entry that had the focus last. */
interface LastEntry {
  entry: HTMLElement;
  index: number;
  position: number;
}

const heading = '[data-page-heading]';
const dialogs = '[role=dialog], [role=alertdialog]';

const buttonsOf = (entry: HTMLElement) => [...entry.querySelectorAll<HTMLElement>('button')];

/** Focuses the same button of the next entry, for example Restore; the heading if none is left. */
const sameButton: ListFocus = {
  entries: 'li',
  targetIn: (entry, position) => buttonsOf(entry)[position] ?? null,
  onEmpty: () => {
    focusHeading();
    return true;
  },
};

/**
 * Whether nothing has the focus, or what has it got it only because its element was gone: the
 * heading from a dialog, or anything from `restoreLostFocus`.
 */
function isFocusLost(): boolean {
  const focused = document.activeElement;
  return (
    focused === null || focused === document.body || focused.matches(heading) || isFocusRestored()
  );
}

/**
 * Keeps the keyboard focus in a list whose entries leave the page when they are settled, directly
 * or by a dialog. When the entry with the focus leaves, the next entry gets the focus, or the one
 * before it if there is no next. Whatever the user has focused elsewhere meanwhile keeps the focus.
 * @param focus must be a constant of the module
 * @returns the ref of an element that contains the list, and that stays when the list is empty
 */
export function useListFocus(focus: ListFocus = sameButton) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = list.current;
    if (!box) return;
    const { entries, targetIn, onEmpty } = focus;
    let last: LastEntry | null = null;
    const all = () => [...box.querySelectorAll<HTMLElement>(entries)];
    const moveOn = () => {
      if (!last || last.entry.isConnected || !isFocusLost()) return;
      const remaining = all();
      const next = remaining[Math.min(last.index, remaining.length - 1)];
      const target = next && targetIn(next, last.position);
      // The focused element is remembered while this function runs, and must not be forgotten.
      if (target) target.focus();
      else if (onEmpty(box)) last = null;
    };
    const remember = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement) || target.closest(dialogs)) return;
      // The entry has left the page, and something else has moved the focus before this list could.
      const isMoved = target.matches(heading) || isFocusRestored();
      if (isMoved && last && !last.entry.isConnected) {
        moveOn();
        return;
      }
      const entry = box.contains(target) ? target.closest<HTMLElement>(entries) : null;
      last = entry && {
        entry,
        index: all().indexOf(entry),
        position: buttonsOf(entry).indexOf(target),
      };
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
