import { type RefObject, useEffect, useRef, useState } from 'react';
import type { RowLayout } from './row-layout';

export interface RowWindow {
  /** The first and the last rendered row. */
  first: number;
  last: number;
  /** The first visible row. */
  top: number;
}

/**
 * The number of rows that are rendered beyond the edge. Until the user scrolls there are fewer, so
 * that the page is ready sooner.
 */
const overscanRows = 12;
const overscanRowsAtFirst = 4;
/** The range moves in steps, so that React renders once for each step. */
const step = 8;

/**
 * Returns which rows are visible in a box that scrolls, or with `inPage` in a list that scrolls
 * with the page. The grids need no more of a virtualizer. TanStack's has 10 kB, and the first load
 * of a page is limited to 150 kB including React.
 */
export function useRowWindow(
  box: RefObject<HTMLElement | null>,
  layout: RowLayout,
  count: number,
  inPage = false,
): RowWindow {
  const [rowWindow, setRowWindow] = useState<RowWindow>(() => ({
    first: 0,
    last: Math.max(15, layout.rowAt(window.innerHeight)),
    top: 0,
  }));
  const overscan = useRef(overscanRowsAtFirst);

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const look = () => {
      const top = inPage ? -element.getBoundingClientRect().top : element.scrollTop;
      const height = inPage ? window.innerHeight : element.clientHeight;
      const firstVisible = Math.max(0, layout.rowAt(top));
      const first = Math.floor(Math.max(0, firstVisible - overscan.current) / step) * step;
      const last = Math.ceil((layout.rowAt(top + height) + 1 + overscan.current) / step) * step - 1;
      setRowWindow((now) =>
        now.first === first && now.last === last ? now : { first, last, top: firstVisible },
      );
    };
    const size = new ResizeObserver(look);
    size.observe(element);
    const scroller = inPage ? window : element;
    const onScroll = () => {
      overscan.current = overscanRows;
      look();
    };
    scroller.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      size.disconnect();
      scroller.removeEventListener('scroll', onScroll);
    };
  }, [box, layout, count, inPage]);

  const last = Math.min(count - 1, rowWindow.last);
  return { first: Math.max(0, Math.min(rowWindow.first, last - step)), last, top: rowWindow.top };
}
