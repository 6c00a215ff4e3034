import iconv from 'iconv-lite';
import { Random } from '../random.js';
import { Book, type Entry, type Person, type Row } from './book.js';

export { churchZone, sums, type Entry, type Person } from './book.js';

/** A kind of event in a service, with its relative frequency. `make` creates the rows of one. */
export type EventKind = [frequency: number, make: () => Row[]];

/**
 * Creates a workbook with one sheet. Its bytes differ from the first one if `isSecondCopy` is true.
 */
export type MakeWorkbook = (
  sheet: string,
  rows: (string | number | null)[][],
  isSecondCopy: boolean,
) => Uint8Array;

/** The format of an export. */
export interface Layout {
  /** `Header=field|…`; a column without a field is blank in every row */
  columns: string;
  write: (table: string[][], isSecondCopy: boolean, makeWorkbook: MakeWorkbook) => Uint8Array;
  /** whether the newest row is the first one */
  isNewestFirst?: boolean;
  fileName?: string;
  /** the problems of the rows that need review and that a treasurer skips */
  leavesOut?: string[];
}

/** A service with three formats of its export. */
export interface Service {
  source: string;
  layouts: [today: Layout, older: Layout, elsewhere: Layout];
  eventKinds: (book: Book, variant: number) => EventKind[];
  funds?: string[];
}

export interface GivingFile {
  source: string;
  name: string;
  content: Uint8Array;
  /** the same rows in other bytes */
  secondCopy: Uint8Array;
  leavesOut: string[];
  /** the donations that a treasurer would have entered by hand */
  entries: Entry[];
  /** the sum in cents of the rows about which the import has to ask the user */
  doubtful: number;
}

/** Returns a writer of CSV in the form of a service. */
export const csv =
  ({
    delimiter = ',',
    encoding = 'utf8',
    withByteOrderMark = false,
    quoted = false,
    lineEnd = '\n',
  } = {}) =>
  (table: string[][], isSecondCopy: boolean): Uint8Array => {
    const cell = (text: string) =>
      quoted || text.includes(delimiter) || /["\r\n]/.test(text)
        ? `"${text.replaceAll('"', '""')}"`
        : text;
    const text =
      table.map((cells) => cells.map(cell).join(delimiter) + lineEnd).join('') +
      (isSecondCopy ? lineEnd : '');
    return iconv.encode(text, encoding, { addBOM: withByteOrderMark });
  };

/** Returns a writer of workbooks with numbers in the columns that have one of these headers. */
export const workbook =
  (sheet: string, numbers: string[]) =>
  (
    [header, ...rows]: string[][],
    isSecondCopy: boolean,
    makeWorkbook: MakeWorkbook,
  ): Uint8Array => {
    const isNumber = header!.map((name) => numbers.includes(name));
    const toCell = (text: string, column: number) => {
      if (text === '') return null;
      return isNumber[column] ? Number(text) : text;
    };
    const cells = rows.map((row) => row.map(toCell));
    return makeWorkbook(sheet, [header!, ...cells], isSecondCopy);
  };

/** Creates a file with `size` rows of all kinds, and the donations that it means. */
export function givingFile(
  { source, layouts, eventKinds, funds }: Service,
  variant: 0 | 1 | 2,
  people: readonly Person[],
  seed: number,
  makeWorkbook: MakeWorkbook,
  size = 1_000,
): GivingFile {
  const layout = layouts[variant];
  const book = new Book(new Random(seed), people, funds);
  const all = eventKinds(book, variant);
  const makers = all.flatMap(([frequency, make]) => Array<() => Row[]>(frequency).fill(make));
  const single = all[0]![1];
  const rows = all.flatMap(([, make]) => make());
  const maxRowsOfCase = 3; // This is the maximum number of rows that `make` returns.
  while (rows.length <= size - maxRowsOfCase) rows.push(...book.random.of(makers)());
  while (rows.length < size) rows.push(...single());
  rows.sort((a, b) => (layout.isNewestFirst ? b.at - a.at : a.at - b.at));
  const columns = layout.columns
    .split('|')
    .map((column) => column.split('=') as [header: string, field?: string]);
  const table = [
    columns.map(([header]) => header),
    ...rows.map(({ cells }) =>
      columns.map(([, field]) => (field === undefined ? '' : (cells[field] ?? ''))),
    ),
  ];
  return {
    source,
    entries: book.entries,
    doubtful: book.doubtful,
    leavesOut: layout.leavesOut ?? [],
    name: layout.fileName ?? `${source}.csv`,
    content: layout.write(table, false, makeWorkbook),
    secondCopy: layout.write(table, true, makeWorkbook),
  };
}
