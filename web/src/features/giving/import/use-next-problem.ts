import { useEffect, useRef } from 'react';

/** Elements for the focus when no row is left: the button that records, or the page's heading. */
const otherwise = ['[data-record]:enabled', '[data-page-heading]'];
const fields = 'input:not([type=hidden]), select';

/**
 * Returns the element of a row that takes the focus. A row about money has `tabindex`, so that no
 * answer has the focus.
 */
function focusTarget(row: Element | undefined): HTMLElement | null {
  if (!(row instanceof HTMLElement)) return null;
  if (!row.hasAttribute('tabindex')) return row.querySelector<HTMLElement>(`${fields}, button`);
  return row.querySelector<HTMLElement>(fields) ?? row;
}

/**
 * Keeps the keyboard focus in the list of rows to settle. When the row with the focus is settled
 * and leaves the page, the next row gets the focus (the one before, if there is no next): its first
 * field, or the row itself. The focus is never on an answer that changes money, which Enter would
 * then give. When all rows are settled, the button that records gets the focus. Rows have the
 * attribute `data-problem-row`.
 */
export function useNextProblem() {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = list.current;
    if (!box) return;
    let last: { row: Element; index: number } | null = null;
    const rows = () => [...box.querySelectorAll('[data-problem-row]')];
    const remember = ({ target }: FocusEvent) => {
      const row = (target as Element).closest('[data-problem-row]');
      last = row && { row, index: rows().indexOf(row) };
    };
    const look = () => {
      if (
        !last ||
        last.row.isConnected ||
        (document.activeElement && document.activeElement !== document.body)
      )
        return;
      const left = rows();
      const next = focusTarget(left[Math.min(last.index, left.length - 1)]);
      // The last row is gone, and its container will be removed in a moment.
      if (!next && box.childElementCount > 0) return;
      last = null;
      (
        next ??
        otherwise.map((one) => document.querySelector<HTMLElement>(one)).find((one) => one !== null)
      )?.focus();
    };
    const seen = new MutationObserver(look);
    seen.observe(box, { childList: true, subtree: true });
    document.addEventListener('focusin', remember);
    return () => {
      seen.disconnect();
      document.removeEventListener('focusin', remember);
    };
  }, []);
  return list;
}
