import type { ImportMapping, ImportQuestion } from '#libs/contracts';
import {
  createAmountColumnObserver,
  createBlockObserver,
  createConversionObserver,
  createDecidingObserver,
  createFooterFinder,
  createGroupReader,
  createNumberObserver,
  createObserver,
  createRowDivider,
  createTextObserver,
  CsvError,
  mappingOfParts,
  withWholeAmount,
  wordsByHeader,
  type AmountColumn,
  type CellCounts,
  type ConvertedDates,
  type DamagedNumbers,
  type DecidingColumn,
  type FileRow,
  type RepeatedBlock,
  type RowKind,
  type Styles,
  type Words,
} from '#libs/csv';
import { openTable, type Table, type TableChoices, type TableInspection } from '#libs/workbook';
import { returnRefusals } from '#libs/workers';
import { packRows, type PackedRows } from './packed-rows.js';
import { readRecord, toFormat, type FormatFacts, type ReadRow } from './read-row.js';
import { sourceById } from '../sources/index.js';

/**
 * Reads donation files in a worker thread, one after the other (see `DonationFile`). The state of
 * this module belongs to the file that is open.
 */
let table: Table | undefined;
/** The rows that are read now. */
let rows: AsyncGenerator<PackedRows> | undefined;

const refusalClasses = [CsvError];

/** What the values of a whole file decide, and what they leave open. */
export interface Observed {
  canMendText: boolean;
  styles: Styles;
  words: Words;
  questions: ImportQuestion[];
  /**
   * the columns in which a value says more than "this is a gift", whether they are mapped or not
   */
  deciding: DecidingColumn[];
  /** the columns of amounts without a meaning */
  amounts: AmountColumn[];
  /** the column of amounts that is the sum of the others; null if there is none */
  totalColumn: number | null;
  /** what is wrong with the column of transaction numbers */
  damagedNumbers: DamagedNumbers | null;
  /** how many cells every row has at least */
  minCellsOfFile: number;
  hiddenRows: HiddenRows;
  repeatedBlocks: RepeatedBlock[];
  /** null if a spreadsheet converted no dates, and if somebody has said how they are read */
  convertedDates: ConvertedDates | null;
}

/** The rows that are hidden in the sheet, without totals and titles. */
export interface HiddenRows {
  rows: number;
  samples: string[];
}

interface RowsToObserve {
  inspection: TableInspection;
  mapping: ImportMapping;
  /** how many cells every row has at least, by an earlier look at the file */
  minCellsOfFile: number | undefined;
}

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
  const { inspection, mapping, minCellsOfFile: knownMinCells } = input;
  const source = sourceById(mapping.source);
  const { header } = inspection;
  const { columns } = mappingOfParts(mapping, header.length);
  const words = mergeWords(wordsByHeader(header, columns), source?.words);
  const observer = createObserver(columns, mapping, words, header);
  const divide = createRowDivider(mapping, header);
  const deciding = createDecidingObserver(header);
  const amounts = createAmountColumnObserver(header, mapping);
  const numbers = createNumberObserver(mapping.columns);
  const blocks = createBlockObserver();
  // rows with the same number are compared one by one
  const hasNumbers = mapping.columns.transactionId !== undefined && mapping.numbers !== 'unused';
  const conversion = createConversionObserver(mapping.columns);
  const hidden: HiddenRows = { rows: 0, samples: [] };
  let minCellsOfFile = Infinity;
  const texts = createTextObserver(mapping.columns, mapping);
  const isFooter = createFooterFinder(header, mapping.columns, mapping.fundColumns);
  const joinAmount = amountJoiner(mapping, {
    columns: header.length,
    minCellsOfFile: knownMinCells,
  });
  const nameGiver = giverReader(mapping);
  for await (const batch of openedTable().rows(inspection)) {
    for (const fileRow of batch) {
      const { row, cells: written, isHidden } = fileRow;
      const cells = joinAmount(written);
      const footer = isFooter(cells);
      const named = nameGiver(cells, footer);
      if (footer) continue;
      for (const part of divide({ ...fileRow, cells: named })) observer.see(part.cells);
      texts.see(named);
      deciding.see(named);
      amounts.see(named);
      numbers.see(named);
      conversion.see(named);
      if (!hasNumbers) blocks.see(row, named);
      if (isHidden) seeHidden(hidden, written);
      minCellsOfFile = Math.min(minCellsOfFile, written.length);
    }
  }
  return {
    canMendText: texts.canMend(),
    styles: observer.styles(),
    words: observer.words(),
    questions: [...texts.questions(), ...observer.questions()],
    deciding: deciding.columns(),
    amounts: amounts.columns(),
    totalColumn: amounts.total(),
    damagedNumbers: numbers.damage(),
    minCellsOfFile,
    hiddenRows: hidden,
    repeatedBlocks: blocks.blocks(),
    convertedDates: mapping.dateStyle === undefined ? conversion.found() : null,
  };
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
  const nameGiver = giverReader(facts.mapping);
  const joinAmount = amountJoiner(facts.mapping, facts);
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

const hiddenSampleCount = 3;

function seeHidden(hidden: HiddenRows, cells: readonly string[]): void {
  hidden.rows++;
  const text = cells.filter((cell) => cell !== '').join(', ');
  if (hidden.samples.length < hiddenSampleCount) hidden.samples.push(text.slice(0, 100));
}

/** Joins amounts that a comma has divided into two cells, if a user has confirmed it. */
const amountJoiner =
  (mapping: ImportMapping, width: CellCounts) =>
  (cells: string[]): string[] =>
    mapping.joinAmounts ? withWholeAmount(cells, mapping, width) : cells;

/** Adds the giver to each row where a line above the rows names the giver. */
const giverReader = ({
  giverAbove,
  columns,
}: ImportMapping): ReturnType<typeof createGroupReader> =>
  giverAbove && columns.name !== undefined ? createGroupReader(columns.name) : (cells) => cells;

/** The meaning that a known source gives to a word has precedence over the header of the column. */
function mergeWords(general: Words, known: Words = {}): Words {
  const merged: Words = { ...known };
  for (const [field, table] of Object.entries(general) as [keyof Words, Words[keyof Words]][]) {
    merged[field] = { ...table, ...known[field] };
  }
  return merged;
}

function openedTable(): Table {
  if (!table) throw new Error('No file is open.');
  return table;
}
