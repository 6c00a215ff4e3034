import type { ImportMapping } from '#libs/contracts';
import {
  createFooterFinder,
  createRowDivider,
  CsvError,
  type FileRow,
  type RepeatedBlock,
  type RowKind,
} from '#libs/csv';
import { openTable, type Table, type TableChoices, type TableInspection } from '#libs/workbook';
import { returnRefusals } from '#libs/workers';
import { FileObserver, type Observed, type RowsToObserve } from './file-observer.js';
import { packRows, type PackedRows } from './packed-rows.js';
import { readRecord, toFormat, type FormatFacts, type ReadRow } from './read-row.js';
import { createAmountJoiner, createGiverReader } from './row-cells.js';

/**
 * Reads donation files in a worker thread, one after the other (see `DonationFile`). The state of
 * this module belongs to the file that is open.
 */
let table: Table | undefined;
/** The rows that are read now. */
let rows: AsyncGenerator<PackedRows> | undefined;

const refusalClasses = [CsvError];

interface RowsToRead {
  inspection: TableInspection;
  format: FormatFacts;
  repeatedBlocks: readonly RepeatedBlock[];
}

export const openFile = returnRefusals(async (path: string) => {
  closeFile(null);
  table = await openTable(path);
  return { kind: table.kind, sheets: table.sheets };
}, refusalClasses);

export const inspectFile = returnRefusals(
  (choices: TableChoices) => openedTable().inspect(choices),
  refusalClasses,
);

/** Forgets the file, so that the thread can read another one. */
export function closeFile(_input: null): void {
  table?.close();
  table = undefined;
  rows = undefined;
}

/** Looks at all rows by a mapping, without keeping them. */
export const observeRows = returnRefusals(async (input: RowsToObserve): Promise<Observed> => {
  const observer = new FileObserver(input);
  for await (const batch of openedTable().rows(input.inspection)) {
    for (const fileRow of batch) observer.see(fileRow);
  }
  return observer.result();
}, refusalClasses);

/** Begins to read the rows; `readBatch` returns them. */
export function startRows(input: RowsToRead): void {
  rows = readAll(input);
}

/** Returns the next rows, or null after the last one. */
export const readBatch = returnRefusals(async (_input: null): Promise<PackedRows | null> => {
  const batch = await rows!.next();
  return batch.done ? null : batch.value;
}, refusalClasses);

async function* readAll({
  inspection,
  format: facts,
  repeatedBlocks,
}: RowsToRead): AsyncGenerator<PackedRows> {
  const format = toFormat(facts);
  const isFooter = facts.isTemplate
    ? () => false
    : createFooterFinder(inspection.header, facts.mapping.columns, facts.mapping.fundColumns);
  const nameGiver = createGiverReader(facts.mapping);
  const joinAmount = createAmountJoiner(facts.mapping, facts);
  const kindOf = createKindFinder(facts.mapping, repeatedBlocks, isFooter);
  const divide = createRowDivider(facts.mapping, inspection.header);
  const read = (fileRow: FileRow) => {
    const cells = joinAmount(fileRow.cells);
    const kind = kindOf({ ...fileRow, cells });
    const named = { ...fileRow, cells: nameGiver(cells, kind === 'total') };
    return divide(named).map((part) => readRecord(part.row, part.cells, format, kind));
  };
  for await (const batch of openedTable().rows(inspection)) yield* inPacks(batch, read);
}

/**
 * Rows that go to the main thread at once. A row of the file may have fifty parts, each with all
 * cells of the row.
 */
const rowsPerPack = 1_000;

function* inPacks(
  batch: readonly FileRow[],
  read: (row: FileRow) => ReadRow[],
): Generator<PackedRows> {
  let rows: ReadRow[] = [];
  for (const fileRow of batch) {
    rows.push(...read(fileRow));
    if (rows.length < rowsPerPack) continue;
    yield packRows(rows);
    rows = [];
  }
  if (rows.length > 0) yield packRows(rows);
}

/** Returns for each row, in their order, what kind of row it is by its place in the file. */
function createKindFinder(
  { hiddenRows, repeatedBlock }: ImportMapping,
  repeatedBlocks: readonly RepeatedBlock[],
  isFooter: (cells: string[]) => boolean,
): (row: FileRow) => RowKind {
  const blocks = repeatedBlock === 'skip' ? repeatedBlocks : [];
  let next = 0;
  const isRepeated = (row: number) => {
    while (blocks[next] && blocks[next]!.last < row) next++;
    return (blocks[next]?.first ?? Infinity) <= row;
  };
  return ({ row, cells, isHidden }) => {
    if (isFooter(cells)) return 'total';
    if (isHidden && hiddenRows === 'skip') return 'hidden';
    return isRepeated(row) ? 'repeated' : 'gift';
  };
}

function openedTable(): Table {
  if (!table) throw new Error('No file is open.');
  return table;
}
