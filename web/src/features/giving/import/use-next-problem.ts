import { useEffect, useRef } from 'react';

/** The button that records, and the page's heading. */
const otherwise = ['[data-record]:enabled', '[data-page-heading]'];
const fields = 'input:not([type=hidden]), select, button';

/**
 * Keeps the keyboard where work goes on: when the row that it was in is settled and leaves the page, the next one's first field has
 * the focus, the one before where there is no next, and the button that records when all are settled.
 * Rows are marked with `data-problem-row`.
 */
export function useNextProblem() {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = list.current;
    if (!box) return;
    let last: { row: Element; at: number } | null = null;
    const rows = () => [...box.querySelectorAll('[data-problem-row]')];
    const remember = ({ target }: FocusEvent) => {
      const row = (target as Element).closest('[data-problem-row]');
      last = row && { row, at: rows().indexOf(row) };
    };
    const look = () => {
      if (
        !last ||
        last.row.isConnected ||
        (document.activeElement && document.activeElement !== document.body)
      )
        return;
      const left = rows();
      const next = left[Math.min(last.at, left.length - 1)]?.querySelector<HTMLElement>(fields);
      if (!next && box.childElementCount > 0) return; // the last one has gone, and what it stood in goes in a moment
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
