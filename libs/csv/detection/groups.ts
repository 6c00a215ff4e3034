import type { ImportMapping } from '#libs/contracts';
import { cellText } from '../cell-text.js';
import { isTotal } from '../footer.js';
import { isLastNameFirst } from './names.js';
import type { FileRow } from '../records.js';

type Columns = ImportMapping['columns'];

/** A column with the name of a giver in a line of its own, above the gifts. */
export interface GroupColumn {
  index: number;
  names: string[];
}

/** Returns the filled cell of a line that has only one, and is no total; null for other lines. */
function findLabel(cells: string[]): { index: number; text: string } | null {
  const filled = cells.flatMap((cell, index) => (cell.trim() === '' ? [] : [index]));
  const text = cellText(cells, filled[0]);
  return filled.length === 1 && /\p{L}/u.test(text) && !isTotal(text)
    ? { index: filled[0]!, text }
    : null;
}

/** Words in names of funds and accounts, which can also be headings in reports. */
const fundWord =
  /(?:^|\P{L})(?:funds?|giving|offerings?|tithes?|missions?|budget|income|contributions?|donations?|account)(?:$|\P{L})/iu;

const isName = (text: string) =>
  !fundWord.test(text) &&
  (isLastNameFirst(text) || /^\p{Lu}[\p{L}.'’-]*(?: [\p{L}.'’&-]+){1,4}$/u.test(text));

/**
 * Finds the column in which a line above the gifts names their giver, as in the report "Sales by
 * Customer Detail" of QuickBooks. The gifts have no text in this column. Either half of the lines
 * look like names and a total repeats one of them, or several lines all look like names.
 * @returns null if the rows of gifts name their givers, or if there are no such lines
 */
export function findGroupColumn(rows: readonly FileRow[], columns: Columns): GroupColumn | null {
  const givers = [columns.email, columns.name, columns.firstName, columns.lastName];
  const isGift = ({ cells }: FileRow) =>
    cellText(cells, columns.date) !== '' && cellText(cells, columns.amount) !== '';
  const gifts = rows.filter(isGift);
  if (gifts.some(({ cells }) => givers.some((index) => cellText(cells, index) !== ''))) return null;
  const labels = rows.flatMap((row, position) => {
    const label = findLabel(row.cells);
    const next = rows[position + 1];
    return label && next && isGift(next) ? [label] : [];
  });
  const index = labels[0]?.index;
  if (index === undefined || labels.some((label) => label.index !== index)) return null;
  if (gifts.some(({ cells }) => cellText(cells, index) !== '')) return null;
  const names = [...new Set(labels.map(({ text }) => text))];
  const share = names.filter(isName).length / names.length;
  const totals = new Set(rows.map(({ cells }) => cellText(cells, index)).filter(isTotal));
  const hasTotal = names.some((name) =>
    [...totals].some((text) => text.endsWith(` ${name}`) || text.startsWith(`${name} `)),
  );
  return (hasTotal && share >= 0.5) || (names.length > 1 && share === 1) ? { index, names } : null;
}

/**
 * Returns a function that writes the name of the line above into rows without a text in this
 * column. It must be called for all rows in their order.
 */
export function createGroupReader(index: number): (cells: string[], isFooter: boolean) => string[] {
  let name = '';
  return (cells, isFooter) => {
    if (isFooter) {
      const label = findLabel(cells);
      if (label?.index === index) name = label.text;
      else if (cells.some((cell) => isTotal(cell.trim()))) name = '';
      return cells;
    }
    return name === '' || cellText(cells, index) !== '' ? cells : cells.with(index, name);
  };
}
