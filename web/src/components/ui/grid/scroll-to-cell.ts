export interface RowPosition {
  /** The distance of the row from the first row, in px. */
  above: number;
  height: number;
  headerHeight: number;
  /** The height of the totals, or 0. */
  totalsHeight: number;
}

/** Scrolls a box until a row is between its header and its totals. */
export function scrollBoxToRow(box: HTMLElement, row: RowPosition): void {
  const { above, height, headerHeight, totalsHeight } = row;
  const below = above + height - (box.clientHeight - headerHeight - totalsHeight);
  if (box.scrollTop > above) box.scrollTo({ top: above });
  else if (box.scrollTop < below) box.scrollTo({ top: below });
}

/** Scrolls the page until a row of a grid without a scrolling box is visible. */
export function scrollPageToRow(box: HTMLElement, row: RowPosition): void {
  const { scrollPaddingTop, scrollPaddingBottom } = getComputedStyle(document.documentElement);
  const firstRow = box.getBoundingClientRect().top + box.clientTop + row.headerHeight;
  const top = firstRow + row.above;
  const highest = Number.parseFloat(scrollPaddingTop) || 0;
  const lowest = window.innerHeight - (Number.parseFloat(scrollPaddingBottom) || 0);
  if (top < highest) window.scrollBy({ top: top - highest });
  else if (top + row.height > lowest) window.scrollBy({ top: top + row.height - lowest });
}

/** Scrolls a box sideways until a column is next to the first one, which is always visible. */
export function scrollBoxToColumn(box: HTMLElement, column: number): void {
  const headers = box.querySelectorAll<HTMLElement>('[data-cell^="-1:"]');
  const [first, header] = [headers[0], headers[column]];
  if (!first || !header) return;
  const left = column === 0 ? 0 : header.offsetLeft - first.offsetWidth;
  const right = header.offsetLeft + header.offsetWidth - box.clientWidth;
  if (box.scrollLeft > left) box.scrollTo({ left });
  else if (box.scrollLeft < right) box.scrollTo({ left: right });
}
