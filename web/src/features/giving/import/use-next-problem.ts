import { type ListFocus, useListFocus } from '../../../lib/browser/use-list-focus';

/** Elements for the focus when no row is left: the button that records, or the page's heading. */
const afterLastRow = ['[data-record]:enabled', '[data-page-heading]'];
const fields = 'input:not([type=hidden]), select';

const problemRows: ListFocus = {
  entries: '[data-problem-row]',
  // Rows of the file have `tabindex`, givers do not. The buttons of a row decide about money, so a
  // field or the row itself takes the focus, and a second press of a key decides nothing.
  targetIn: (row) => {
    if (!row.hasAttribute('tabindex')) return row.querySelector(`${fields}, button`);
    return row.querySelector<HTMLElement>(fields) ?? row;
  },
  onEmpty: (list) => {
    // The last row is gone, and its container will be removed in a moment.
    if (list.childElementCount > 0) return false;
    const [target] = afterLastRow.flatMap((selector) => [
      ...document.querySelectorAll<HTMLElement>(selector),
    ]);
    target?.focus();
    return true;
  },
};

/**
 * Keeps the keyboard focus in the list of rows to settle. When the row with the focus is settled
 * and leaves the page, the next row gets the focus (the one before, if there is no next): its first
 * field, or the row itself. The focus is never on an answer that changes money, which Enter would
 * then give. When all rows are settled, the button that records gets the focus. Rows have the
 * attribute `data-problem-row`.
 */
export const useNextProblem = () => useListFocus(problemRows);
