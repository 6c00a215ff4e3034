import { type RefObject, useEffect, useState } from 'react';

export interface RowWindow {
  /** First and last row that are in the document. */
  first: number;
  last: number;
  scrollToRow: (row: number) => void;
}

/** Rows beyond the edge that are kept ready; ranges move in steps, so that React renders once in as many rows. */
const ready = 12;
const step = 8;

/**
 * Which rows of equal height are in sight of a scrolling box. All of a virtualizer that the grid
 * needs: the one of TanStack is 10 kB, and the first load of a page may have 150 with React in it.
 */
export function useRowWindow(scroller: RefObject<HTMLElement | null>, count: number, rowHeight: number, covered: { top: number; bottom: number }): RowWindow {
  const [start, setStart] = useState({ row: 0, rows: 40 });
  const { top, bottom } = covered;

  useEffect(() => {
    const box = scroller.current;
    if (!box) return;
    const look = () => {
      const row = Math.floor(Math.max(0, box.scrollTop / rowHeight - ready) / step) * step;
      const rows = Math.ceil(box.clientHeight / rowHeight) + 2 * ready + step;
      setStart((now) => (now.row === row && now.rows === rows ? now : { row, rows }));
    };
    const size = new ResizeObserver(look);
    size.observe(box);
    box.addEventListener('scroll', look, { passive: true });
    return () => {
      size.disconnect();
      box.removeEventListener('scroll', look);
    };
  }, [scroller, rowHeight, count]);

  const first = Math.max(0, Math.min(start.row, count - 1));
  return {
    first,
    last: Math.min(count - 1, first + start.rows),
    scrollToRow: (row) => {
      const box = scroller.current;
      if (!box) return;
      const above = row * rowHeight;
      const below = above + rowHeight - (box.clientHeight - top - bottom);
      if (box.scrollTop > above) box.scrollTo({ top: above });
      else if (box.scrollTop < below) box.scrollTo({ top: below });
    },
  };
}
