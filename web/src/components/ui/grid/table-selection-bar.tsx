import { useLayoutEffect, useRef } from 'react';
import { focusHeading } from '../../../lib/browser/use-dialog-focus';
import SelectionBar, { type SelectionBarProps } from './selection-bar';

/**
 * The bar for selected rows of a table. It follows the table in the order of Tab, and no row moves
 * when it appears. If it closes while one of its buttons has the focus, the table gets the focus.
 */
export default function TableSelectionBar<Row>(props: SelectionBarProps<Row>) {
  const bar = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const table = bar.current?.previousElementSibling;
    return () => {
      if (document.activeElement !== document.body) return;
      const cell = table?.querySelector<HTMLElement>('[tabindex="0"]');
      // The action may have removed all rows, and the table with them.
      if (cell?.isConnected) cell.focus({ preventScroll: true });
      else focusHeading();
    };
  }, []);
  return (
    <div
      ref={bar}
      role="group"
      aria-label="Selected rows"
      data-noprint
      data-selection-bar
      className={
        'sticky z-20 flex shrink-0 flex-wrap items-center justify-end gap-1 rounded-lg border ' +
        'border-line-strong bg-surface px-3 py-1.5 shadow-float'
      }
    >
      <SelectionBar {...props} />
    </div>
  );
}
