import {
  wordFields,
  type ImportField,
  type ImportMapping,
  type ImportMappingChoice,
  type ImportQuestion,
} from '#libs/contracts';
import { type DecidingColumn, type Inspection, type RepeatedBlock } from '#libs/csv';
import { badRequest } from '#libs/http';
import type { TableInspection } from '#libs/workbook';
import { columnsOf, recognize, sourceById } from '../sources/index.js';
import {
  askAmountColumns,
  questionsAboutColumns,
  askDamagedNumbers,
  openAmountColumns,
  type AskedColumns,
  type Confirmation,
} from './column-questions.js';
import type { DonationFile } from './donation-file.js';
import type { Observed } from './file-observer.js';
import { chosenFundColumns, offerFundColumns, withFundColumns, withOffer } from './fund-columns.js';
import { placeUndecided, stillUnused } from './undecided-columns.js';
import { askAboutRows, askHiddenRows, type SuggestedAnswer } from './row-questions.js';

/** The beginning of a file, before its rows are read. */
export interface Look {
  table: DonationFile;
  inspection: TableInspection;
  /** the questions that the beginning of the file leaves open */
  open: ImportQuestion[];
  /** how many cells every row has at least, by an earlier look at the same sheet */
  minCellsOfFile?: number | undefined;
  /**
   * whether users have edited rows, which go by their number in the present division of the file
   */
  keepsDivision?: boolean;
}

/** The parts of a mapping that say how the text of a file is read. */
type TextReading = Pick<ImportMapping, 'encoding' | 'sheet' | 'headerRow' | 'mendText'>;

export function textReadingOf({
  encoding,
  sheet,
  headerRow,
  mendText,
}: ImportMappingChoice): TextReading {
  return Object.fromEntries(
    Object.entries({ encoding, sheet, headerRow, mendText }).filter(
      ([, value]) => value !== undefined,
    ),
  );
}

export const inMendedText = (
  inspection: TableInspection,
  { mendText = false }: ImportMapping,
): TableInspection => ({ ...inspection, mendText });

/**
 * Suggests a mapping: by the columns of a known source, or by the headers and the values below
 * them.
 * @param id the source that a person has chosen; null: none of the known ones; undefined: it is
 * recognized
 * @throws HttpError 400 for an unknown id
 */
export function suggestMapping({ header, mapping }: Inspection, id?: string | null): ImportMapping {
  const source = id === undefined ? recognize(header) : sourceById(id);
  if (id && !source) throw badRequest('This source is not known.');
  if (!source) return { ...mapping, source: null };
  const columns = columnsOf(source, header);
  // if a service renames a column, it is found as in any other file
  const takenColumns = new Set(Object.values(columns));
  const isNamed =
    (columns.email ?? columns.name ?? columns.firstName ?? columns.lastName) !== undefined;
  for (const field of [
    'amount',
    'date',
    ...(isNamed ? [] : (['email', 'name', 'firstName', 'lastName'] as const)),
  ] as const) {
    const index = mapping.columns[field];
    if (columns[field] !== undefined || index === undefined || takenColumns.has(index)) continue;
    columns[field] = index;
    takenColumns.add(index);
  }
  const { giverAbove, ...rest } = mapping;
  return {
    ...rest,
    ...(giverAbove && columns.name === mapping.columns.name ? { giverAbove } : {}),
    columns,
    source: source.id,
    ...(source.zone ? { zone: source.zone } : {}),
    ...(source.method ? { defaults: { paymentMethod: source.method } } : {}),
  };
}

/**
 * Returns a mapping without the suggested answers of questions that nobody has answered yet: a user
 * who only changes how the text is read has not accepted them. Answers about the rows of one sheet
 * are not used for another sheet.
 */
export function withoutOpenSuggestions(
  mapping: ImportMapping,
  questions: readonly ImportQuestion[],
  isSameSheet: boolean,
): ImportMapping {
  const isOpen = (kind: ImportQuestion['kind']) => questions.some((open) => open.kind === kind);
  const { dateStyle, numbers, hiddenRows, repeatedBlock, fundColumns, ...others } = mapping;
  return {
    ...others,
    ...(isOpen('dateStyle') ? {} : { dateStyle }),
    ...(isOpen('numbers') ? {} : { numbers }),
    ...(isOpen('amountColumns') || !isSameSheet ? {} : { fundColumns }),
    ...(isOpen('hiddenRows') || !isSameSheet ? {} : { hiddenRows }),
    ...(isOpen('repeatedBlock') || !isSameSheet ? {} : { repeatedBlock }),
  };
}

/** Whether a choice only says how the text of the file is read, and nothing of its columns. */
export const changesOnlyText = (choice: ImportMappingChoice): boolean =>
  Object.keys(choice).length > 0 && Object.keys(choice).every((field) => textFields.has(field));

const textFields = new Set(['encoding', 'sheet', 'headerRow', 'mendText']);

/**
 * Returns a suggestion with the choices of a person in place of what they replace. Answers about
 * words are merged.
 * @param shownColumns the columns that the person has seen, mapped or asked about: what is not
 *   among the chosen ones is left out
 */
export function applyChoice(
  suggested: ImportMapping,
  choice: ImportMappingChoice,
  shownColumns: readonly number[],
): ImportMapping {
  const words = Object.fromEntries(
    wordFields.flatMap((field) =>
      suggested.words?.[field] || choice.words?.[field]
        ? [[field, { ...suggested.words?.[field], ...choice.words?.[field] }]]
        : [],
    ),
  );
  const columns = choice.columns ?? suggested.columns;
  const fundColumns = chosenFundColumns(suggested, choice);
  // how dates are written was seen in one column, and says nothing of another
  const isSame = (field: ImportField) => columns[field] === suggested.columns[field];
  const styles = {
    dateStyle: isSame('date') ? suggested.dateStyle : undefined,
    decimalStyle: isSame('amount') ? suggested.decimalStyle : undefined,
    nameStyle: isSame('name') ? suggested.nameStyle : undefined,
    giverAbove: isSame('name') ? suggested.giverAbove : undefined,
    numbers: isSame('transactionId') ? suggested.numbers : undefined,
    joinAmounts: isSame('amount') ? suggested.joinAmounts : undefined,
  };
  return {
    ...suggested,
    ...styles,
    ...choice,
    columns,
    fundColumns,
    unusedColumns: choice.unusedColumns ?? leftOut(suggested, choice, shownColumns),
    defaults: { ...suggested.defaults, ...choice.defaults },
    words,
  };
}

function leftOut(
  { unusedColumns = [] }: ImportMapping,
  { columns }: ImportMappingChoice,
  shownColumns: readonly number[],
): number[] {
  if (!columns) return unusedColumns;
  const used = new Set(Object.values(columns));
  return [...new Set([...unusedColumns, ...shownColumns])].filter((index) => !used.has(index));
}

export interface CompletedMapping {
  mapping: ImportMapping;
  questions: ImportQuestion[];
  /** Undefined for the template, whose rows must have as many cells as the header. */
  minCellsOfFile: number | undefined;
  repeatedBlocks: readonly RepeatedBlock[];
}

/**
 * Reads all rows of a file by a mapping, and adds to the mapping what follows from the rows: the
 * formats of dates and amounts, the meanings of words, and suggested answers. Columns that can say
 * that a row is no gift are also added if the mapping left them out.
 * @returns the questions that remain. A suggestion counts only after a person has confirmed it.
 */
export async function completeMapping(
  look: Look,
  initialMapping: ImportMapping,
  confirmation: Confirmation,
): Promise<CompletedMapping> {
  const read = await observeColumns(look, initialMapping);
  const { mapping, observed } = read;
  const rowQuestions = askAboutRows(observed, mapping);
  const questions = [
    ...look.open,
    ...rowQuestions.map(({ question }) => question),
    ...questionsAboutColumns(mapping, confirmation, columnsToAsk(read, confirmation)),
    ...askAmountColumns(read.openAmounts, read.offer),
    ...askDamagedNumbers(observed.damagedNumbers, mapping, confirmation),
    ...observed.questions,
  ];
  const asksAboutNumbers = questions.some(({ kind }) => kind === 'numbers');
  return {
    mapping: {
      ...mapping,
      ...(observed.canMendText ? { mendText: true } : {}),
      ...observed.styles,
      ...suggestionsOf(rowQuestions),
      ...(asksAboutNumbers ? { numbers: 'unused' as const } : {}),
      words: { ...mapping.words, ...observed.words },
    },
    questions: sourceById(mapping.source)?.isOwn ? questions.filter(isOpenQuestion) : questions,
    minCellsOfFile: observed.minCellsOfFile,
    repeatedBlocks: observed.repeatedBlocks,
  };
}

/** A mapping with all of its columns, and what the rows of the file say by it. */
interface ObservedColumns {
  mapping: ImportMapping;
  observed: Observed;
  /** the columns of amounts without a meaning */
  openAmounts: ReturnType<typeof openAmountColumns>;
  offer: ReturnType<typeof offerFundColumns>;
  /** the columns that were added to the mapping */
  placed: DecidingColumn[];
  /** the columns that would have to be added, but whose fields are those of other columns */
  unplaced: DecidingColumn[];
}

/**
 * Reads all rows of a file by a mapping, and reads them again each time that they add columns to
 * it: first the columns of funds, then those that can say that a row is no gift.
 */
async function observeColumns(
  { table, inspection, minCellsOfFile, keepsDivision = false }: Look,
  initialMapping: ImportMapping,
): Promise<ObservedColumns> {
  const { header } = inspection;
  const observe = (mapping: ImportMapping) =>
    table.observe(inMendedText(inspection, mapping), mapping, minCellsOfFile);
  const accepted = withFundColumns(initialMapping, header);
  const observedColumns = await observe(accepted);
  const openAmounts = openAmountColumns(observedColumns.amounts, accepted);
  const offer = offerFundColumns(accepted, header, openAmounts, observedColumns.totalColumn);
  const isSuggested =
    offer?.isSure === true && accepted.fundColumns === undefined && !keepsDivision;
  const suggested = isSuggested ? withOffer(accepted, offer) : accepted;
  const first = isSuggested ? await observe(suggested) : observedColumns;
  const { columns, placed, unplaced } = placeUndecided(suggested, first.deciding, header);
  const unusedColumns = stillUnused(suggested, columns, header, first.amounts);
  const mapping = { ...suggested, columns, unusedColumns };
  const observed = placed.length > 0 ? await observe(mapping) : first;
  return { mapping, observed, openAmounts, offer, placed, unplaced };
}

/** Returns the columns that can say that a row is no gift, and that have to be asked about. */
const columnsToAsk = (
  { mapping, observed, placed, unplaced }: ObservedColumns,
  confirmation: Confirmation,
): AskedColumns => ({
  open: unplaced,
  added: confirmation === 'layout' ? placed : [],
  noAmounts: observed.deciding.filter(
    ({ kind, index }) => kind === 'refund' && index === mapping.columns.refunded,
  ),
});

/**
 * As `completeMapping`, for a file in the template's format: only its order of dates, and rows that
 * are hidden in a workbook, can be asked about.
 */
export async function completeTemplate(
  { table, inspection }: Look,
  { dateStyle = inspection.mapping.dateStyle, hiddenRows }: ImportMapping,
): Promise<CompletedMapping> {
  const mapping = { ...inspection.mapping, dateStyle, hiddenRows };
  const read = { mapping, questions: [], minCellsOfFile: undefined, repeatedBlocks: [] };
  if (table.kind === 'csv' || hiddenRows !== undefined) return read;
  const hiddenRowsQuestion = askHiddenRows(
    await table.observe(inspection, mapping, undefined),
    mapping,
  );
  if (!hiddenRowsQuestion) return read;
  const { suggested, question } = hiddenRowsQuestion;
  return { ...read, mapping: { ...mapping, ...suggested }, questions: [question] };
}

const suggestionsOf = (asked: SuggestedAnswer[]): Partial<ImportMapping> =>
  Object.assign({}, ...asked.map(({ suggested }) => suggested)) as Partial<ImportMapping>;

/** Whether an answer is needed before the rows are read. Known words are only shown. */
export const isOpenQuestion = ({ kind, words }: ImportQuestion): boolean =>
  kind !== 'words' || (words ?? []).some(({ answer }) => answer === null);
