import { type RefObject, useEffect, useState } from 'react';
import type { RowLayout } from './row-layout';

export interface RowWindow {
  /** First and last row that are in the document. */
  first: number;
  last: number;
  /** The first one in sight. */
  top: number;
}

/** Rows beyond the edge that are kept ready; ranges move in steps, so that React renders once in as many rows. */
const overscanRows = 12;
const step = 8;

/**
 * Which rows are in sight: of a box that scrolls, or with `inPage` of a list that scrolls with the page.
 * All of a virtualizer that the grids need: the one of TanStack is 10 kB, and the first load of a page may
 * have 150 with React in it.
 */
export function useRowWindow(
  box: RefObject<HTMLElement | null>,
  layout: RowLayout,
  count: number,
  inPage = false,
): RowWindow {
  const [shown, setShown] = useState<RowWindow>({ first: 0, last: 39, top: 0 });

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const look = () => {
      const top = inPage ? -element.getBoundingClientRect().top : element.scrollTop;
      const height = inPage ? window.innerHeight : element.clientHeight;
      const firstVisible = Math.max(0, layout.rowAt(top));
      const first = Math.floor(Math.max(0, firstVisible - overscanRows) / step) * step;
      const last = Math.ceil((layout.rowAt(top + height) + 1 + overscanRows) / step) * step - 1;
      setShown((now) =>
        now.first === first && now.last === last ? now : { first, last, top: firstVisible },
      );
    };
    const size = new ResizeObserver(look);
    size.observe(element);
    const scroller = inPage ? window : element;
    scroller.addEventListener('scroll', look, { passive: true });
    return () => {
      size.disconnect();
      scroller.removeEventListener('scroll', look);
    };
  }, [box, layout, count, inPage]);

  const last = Math.min(count - 1, shown.last);
  return { first: Math.max(0, Math.min(shown.first, last - step)), last, top: shown.top };
}
