import type { ImportMapping } from '#libs/contracts';
import type { Tx } from '#libs/database';
import { foregroundCalls } from '#libs/http';
import { askAboutNumbers } from '../classification/ask-about-numbers.js';
import { classifyDraft } from '../classification/classify-draft.js';
import type { Draft, Sameness } from '../classification/draft.js';
import type { NumberKind } from '../classification/row-facts.js';
import { insertRowsOfFile } from '../classification/rows.js';
import { foldGivers } from '../givers/fold.js';
import type { Confirmation } from '../reading/column-questions.js';
import { loadFormatFacts } from '../reading/format.js';
import { layoutOf } from '../reading/layouts.js';
import {
  completeMapping,
  completeTemplate,
  inMendedText,
  isOpenQuestion,
  withoutOpenSuggestions,
  type CompletedMapping,
  type Look,
} from '../reading/mapping.js';
import { toFormat, type FormatFacts } from '../reading/read-row.js';
import { askTemplateDates } from '../reading/template-dates.js';
import { sourceById, type Source } from '../sources/index.js';
import type { Details } from './details.js';
import { countDateErrors, storeReading } from './drafts.sql.js';
import { hasRepairs, redoRepairs, withRepairs } from './keep-changes.js';

/** The file of a draft, the mapping by which it is read, and how the mapping was confirmed. */
export interface DraftToRead {
  draft: { id: string; fileHash: Buffer };
  look: Look;
  given: ImportMapping;
  confirmation: Confirmation;
  /** whether the edits of rows that are not read anymore may be lost */
  dropRepairs?: boolean;
}

/** The stored values of a draft that follow from reading its file, except its status. */
type Reading = Omit<Parameters<typeof storeReading>[1], 'status'>;

/**
 * Completes the mapping of a draft, and stores it. If no question is open, reads and classifies the
 * rows.
 * @returns the mapping, with what the file itself has decided
 */
export async function readDraft(tx: Tx, toRead: DraftToRead): Promise<ImportMapping> {
  const { draft, look, given: initialMapping, confirmation } = toRead;
  const { inspection } = look;
  const completed = inspection.template
    ? await completeTemplate(look, initialMapping)
    : await completeMapping(look, initialMapping, confirmation);
  const { mapping, questions } = completed;
  const isReady = !questions.some(isOpenQuestion);
  const reading: Reading = {
    importId: draft.id,
    details: toDetails(look, completed),
    source: sameness(inspection.header, mapping).source,
    message: isReady ? null : inspection.message,
  };
  await storeReading(tx, { ...reading, status: isReady ? 'ready' : 'needs_mapping' });
  // A mapping that nobody has confirmed is not remembered for the next file of this kind.
  if (!isReady) return withoutOpenSuggestions(mapping, questions, true);
  await readRows(tx, toRead, completed, reading);
  return mapping;
}

/** Returns the facts of a file that are stored with its draft. */
function toDetails(
  { table, inspection }: Look,
  { mapping, questions, minCellsOfFile }: CompletedMapping,
): Details {
  const { encoding, delimiter, header, headerRow, columns, sheet } = inspection;
  const firstRows = inspection.first.slice(0, 10).map(({ row, cells }) => ({
    row,
    cells: cells.slice(0, 20).map((cell) => cell.slice(0, 60)),
  }));
  return {
    kind: table.kind,
    sheets: table.sheets,
    sheet,
    firstRows,
    encoding,
    delimiter,
    header,
    headerRow,
    columns,
    questions,
    mapping,
    minCellsOfFile,
  };
}

/**
 * Reads and classifies the rows of a draft. Its status changes if the rows raise a question about
 * their transaction numbers.
 */
async function readRows(
  tx: Tx,
  { draft, look, dropRepairs = false }: DraftToRead,
  completed: CompletedMapping,
  reading: Reading,
): Promise<void> {
  const { mapping, questions, minCellsOfFile } = completed;
  const { header, template } = look.inspection;
  const facts = await loadFormatFacts(tx, {
    details: { header, mapping, minCellsOfFile },
    format: template ? 'template' : 'mapped',
  });
  const isTemplate = facts.isTemplate;
  const completeDraft: Draft = { ...draft, isTemplate, ...sameness(header, mapping) };
  await storeRows(tx, completeDraft, { look, completed, facts });
  const question = await askAboutNumbers(tx, completeDraft, mapping);
  const store = (status: 'ready' | 'needs_mapping', changed: Partial<Details>) =>
    storeReading(tx, { ...reading, status, details: { ...reading.details, ...changed } });
  if (question) {
    const suggested: ImportMapping = { ...mapping, numbers: 'startAgain' };
    await store('needs_mapping', { questions: [...questions, question], mapping: suggested });
    return;
  }
  await redoRepairs(tx, draft.id, dropRepairs);
  await classifyDraft(tx, completeDraft, foregroundCalls);
  if (isTemplate && (await hasOnlyDateErrors(tx, draft.id)))
    await store('ready', {
      questions: await askTemplateDates(look.table, look.inspection, mapping),
    });
}

/** A file with its completed mapping, and the facts by which its rows are read. */
interface FileToStore {
  look: Look;
  completed: CompletedMapping;
  facts: FormatFacts;
}

/** Stores the rows of a file, with the edits that users made when it was read before. */
async function storeRows(
  tx: Tx,
  draft: Draft,
  { look, completed, facts }: FileToStore,
): Promise<void> {
  const isRepaired = await hasRepairs(tx, draft.id);
  const readable = inMendedText(look.inspection, completed.mapping);
  const rows = look.table.rows(readable, facts, completed.repeatedBlocks);
  const repaired = isRepaired ? withRepairs(tx, draft.id, rows, toFormat(facts)) : rows;
  await insertRowsOfFile(tx, draft, repaired);
  await foldGivers(tx, draft.id);
}

/** Whether the date of each row of the template has an error. */
async function hasOnlyDateErrors(tx: Tx, importId: string): Promise<boolean> {
  const [dates] = await countDateErrors(tx, { importId });
  return dates !== undefined && dates.rows > 0 && dates.rows === dates.errors;
}

/** Says how transactions of this file are compared with others. */
export function sameness(
  header: string[],
  { source, numbers, fundColumns }: ImportMapping,
): Sameness {
  const knownSource = sourceById(source);
  return {
    source: source ?? `layout:${layoutOf(header).slice(0, 16)}`,
    // The parts of a divided row share one transaction number.
    hasRowPerFund: (knownSource?.hasRowPerFund ?? false) || Boolean(fundColumns),
    numbers: numbers === 'startAgain' ? numbers : kindOfNumbers(knownSource),
    isOwn: knownSource?.isOwn ?? false,
  };
}

/**
 * Says how far numbers identify a transaction. A number that is unique within a bank account may
 * belong to two gifts, because a church may have two accounts.
 */
const kindOfNumbers = (source: Source | undefined): NumberKind =>
  source && !source.numbersOfAccount ? 'unique' : 'unsure';
