import iconv from 'iconv-lite';
import { Random } from '../random.js';
import { Book, type Entry, type Person, type Row } from './book.js';

export { churchZone, sums, type Entry, type Person } from './book.js';

/** Something that happens in a service, as rows, and how often beside the others. */
export type Happening = [often: number, make: () => Row[]];

/** Makes a workbook of one sheet, with something more in it where it has to be another file. */
export type MakeWorkbook = (
  sheet: string,
  rows: (string | number | null)[][],
  again: boolean,
) => Uint8Array;

/** How an export writes what happened. */
export interface Layout {
  /** `Header=field|…`; what has no field is blank in every row */
  columns: string;
  write: (table: string[][], again: boolean, makeWorkbook: MakeWorkbook) => Uint8Array;
  /** the newest row first */
  isNewestFirst?: boolean;
  fileName?: string;
  /** what of its held rows a treasurer leaves out, by their problem */
  leavesOut?: string[];
}

/** A service's export, three ways. */
export interface Service {
  source: string;
  layouts: [today: Layout, older: Layout, elsewhere: Layout];
  happenings: (book: Book, variant: number) => Happening[];
  funds?: string[];
}

export interface GivingFile {
  source: string;
  name: string;
  content: Uint8Array;
  /** the same rows in other bytes */
  again: Uint8Array;
  leavesOut: string[];
  /** what a treasurer would have entered by hand */
  entries: Entry[];
  /** cents of rows that nobody can judge by the file */
  doubtful: number;
}

/** CSV as services write it. */
export const csv =
  ({ delimiter = ',', encoding = 'utf8', mark = false, quoted = false, end = '\n' } = {}) =>
  (table: string[][], again: boolean): Uint8Array => {
    const cell = (text: string) =>
      quoted || text.includes(delimiter) || /["\r\n]/.test(text)
        ? `"${text.replaceAll('"', '""')}"`
        : text;
    const text =
      table.map((cells) => cells.map(cell).join(delimiter) + end).join('') + (again ? end : '');
    return iconv.encode(text, encoding, { addBOM: mark });
  };

/** A workbook, with numbers in the columns of these headers. */
export const workbook =
  (sheet: string, numbers: string[]) =>
  ([header, ...rows]: string[][], again: boolean, makeWorkbook: MakeWorkbook): Uint8Array => {
    const isNumber = header!.map((name) => numbers.includes(name));
    const cells = rows.map((row) =>
      row.map((text, at) => (text === '' ? null : isNumber[at] ? Number(text) : text)),
    );
    return makeWorkbook(sheet, [header!, ...cells], again);
  };

/** A file of so many rows of every kind, and what it means. */
export function givingFile(
  { source, layouts, happenings, funds }: Service,
  variant: 0 | 1 | 2,
  people: readonly Person[],
  seed: number,
  makeWorkbook: MakeWorkbook,
  size = 1_000,
): GivingFile {
  const layout = layouts[variant];
  const book = new Book(new Random(seed), people, funds);
  const all = happenings(book, variant);
  const often = all.flatMap(([times, make]) => Array<() => Row[]>(times).fill(make));
  const single = all[0]![1];
  const rows = all.flatMap(([, make]) => make());
  const most = 3; // rows of one happening
  while (rows.length <= size - most) rows.push(...book.random.of(often)());
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
    again: layout.write(table, true, makeWorkbook),
  };
}
