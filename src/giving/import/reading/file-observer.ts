import type { ImportMapping, ImportQuestion } from '#libs/contracts';
import {
  createAmountColumnObserver,
  createBlockObserver,
  createConversionObserver,
  createDecidingObserver,
  createFooterFinder,
  createNumberObserver,
  createObserver,
  createRowDivider,
  createTextObserver,
  mappingOfParts,
  wordsByHeader,
  type AmountColumn,
  type ConvertedDates,
  type DamagedNumbers,
  type DecidingColumn,
  type FileRow,
  type RepeatedBlock,
  type Styles,
  type Words,
} from '#libs/csv';
import type { TableInspection } from '#libs/workbook';
import { sourceById } from '../sources/index.js';
import { createAmountJoiner, createGiverReader } from './row-cells.js';

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

/** The file whose rows are observed, and the mapping by which its columns are read. */
export interface RowsToObserve {
  inspection: TableInspection;
  mapping: ImportMapping;
  /** how many cells every row has at least, by an earlier look at the file */
  minCellsOfFile: number | undefined;
}

/** Looks at the rows of a file one after the other, without keeping them. */
export class FileObserver {
  readonly #mapping: ImportMapping;
  readonly #joinAmount: ReturnType<typeof createAmountJoiner>;
  readonly #nameGiver: ReturnType<typeof createGiverReader>;
  readonly #isFooter: ReturnType<typeof createFooterFinder>;
  readonly #divide: ReturnType<typeof createRowDivider>;
  readonly #values: ReturnType<typeof createObserver>;
  readonly #texts: ReturnType<typeof createTextObserver>;
  readonly #deciding: ReturnType<typeof createDecidingObserver>;
  readonly #amounts: ReturnType<typeof createAmountColumnObserver>;
  readonly #numbers: ReturnType<typeof createNumberObserver>;
  readonly #conversion: ReturnType<typeof createConversionObserver>;
  readonly #blocks = createBlockObserver();
  /** Whether the file has transaction numbers. Rows with equal numbers are compared one by one. */
  readonly #hasNumbers: boolean;
  readonly #hidden: HiddenRows = { rows: 0, samples: [] };
  #minCells = Infinity;

  constructor({ inspection: { header }, mapping, minCellsOfFile }: RowsToObserve) {
    const { columns } = mappingOfParts(mapping, header.length);
    const words = mergeWords(wordsByHeader(header, columns), sourceById(mapping.source)?.words);
    this.#mapping = mapping;
    this.#joinAmount = createAmountJoiner(mapping, { columns: header.length, minCellsOfFile });
    this.#nameGiver = createGiverReader(mapping);
    this.#isFooter = createFooterFinder(header, mapping.columns, mapping.fundColumns);
    this.#divide = createRowDivider(mapping, header);
    this.#values = createObserver(columns, mapping, words, header);
    this.#texts = createTextObserver(mapping.columns, mapping);
    this.#deciding = createDecidingObserver(header);
    this.#amounts = createAmountColumnObserver(header, mapping);
    this.#numbers = createNumberObserver(mapping.columns);
    this.#conversion = createConversionObserver(mapping.columns);
    this.#hasNumbers = mapping.columns.transactionId !== undefined && mapping.numbers !== 'unused';
  }

  /** Looks at the next row of the file. */
  see(fileRow: FileRow): void {
    const { row, cells: written, isHidden } = fileRow;
    const joined = this.#joinAmount(written);
    const isFooter = this.#isFooter(joined);
    const cells = this.#nameGiver(joined, isFooter);
    if (isFooter) return;
    for (const part of this.#divide({ ...fileRow, cells })) this.#values.see(part.cells);
    this.#texts.see(cells);
    this.#deciding.see(cells);
    this.#amounts.see(cells);
    this.#numbers.see(cells);
    this.#conversion.see(cells);
    if (!this.#hasNumbers) this.#blocks.see(row, cells);
    if (isHidden) seeHidden(this.#hidden, written);
    this.#minCells = Math.min(this.#minCells, written.length);
  }

  /** Returns the findings after the last row. */
  result(): Observed {
    return {
      canMendText: this.#texts.canMend(),
      styles: this.#values.styles(),
      words: this.#values.words(),
      questions: [...this.#texts.questions(), ...this.#values.questions()],
      deciding: this.#deciding.columns(),
      amounts: this.#amounts.columns(),
      totalColumn: this.#amounts.total(),
      damagedNumbers: this.#numbers.damage(),
      minCellsOfFile: this.#minCells,
      hiddenRows: this.#hidden,
      repeatedBlocks: this.#blocks.blocks(),
      convertedDates: this.#mapping.dateStyle === undefined ? this.#conversion.found() : null,
    };
  }
}

const hiddenSampleCount = 3;

function seeHidden(hidden: HiddenRows, cells: readonly string[]): void {
  hidden.rows++;
  const text = cells.filter((cell) => cell !== '').join(', ');
  if (hidden.samples.length < hiddenSampleCount) hidden.samples.push(text.slice(0, 100));
}

/** The meaning that a known source gives to a word has precedence over the header of the column. */
function mergeWords(general: Words, wordsOfSource: Words = {}): Words {
  const merged: Words = { ...wordsOfSource };
  for (const [field, table] of Object.entries(general) as [keyof Words, Words[keyof Words]][]) {
    merged[field] = { ...table, ...wordsOfSource[field] };
  }
  return merged;
}
