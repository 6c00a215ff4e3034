import { z } from 'zod';
import { isTimeZone } from '#libs/calendar';
import { importControl } from './import-control.js';
import { amountOutput, id, timestamp } from '../common.js';
import { perState, rowActions } from './import-row-states.js';

/**
 * What a column of a donation file can mean. `firstName`+`lastName` or `name` name a giver without
 * email. `moneyOut` is money that left the account, where a bank statement has a column of its own
 * for it. `amount` is what was given before `fee`s; `refunded` is how much of it went back;
 * `refundOf` is the id of the gift that a row takes back; `test` says whether a payment was only a
 * test.
 */
export const importFields = [
  'email',
  'name',
  'firstName',
  'lastName',
  'phone',
  'amount',
  'moneyOut',
  'paymentMethod',
  'date',
  'campaign',
  'notes',
  'transactionId',
  'status',
  'type',
  'test',
  'direction',
  'currency',
  'fee',
  'net',
  'refunded',
  'refundOf',
  'payout',
  'time',
  'timeZone',
] as const;
export type ImportField = (typeof importFields)[number];

/** How dates are written, as `DateStyle` of libs/calendar describes it. */
export const dateStyles = ['ymd', 'mdy', 'dmy', 'serial', 'mdyConverted', 'dmyConverted'] as const;
export const decimalStyles = ['point', 'comma'] as const;
/** `lastFirst`: "Brooks, Hannah" is Hannah Brooks */
export const nameStyles = ['firstLast', 'lastFirst'] as const;
export const numberStyles = ['keep', 'startAgain', 'unused'] as const;
/** by their WHATWG labels */
export const importEncodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1250',
  'macintosh',
] as const;

/** The columns for which the program asks what each different word means. */
export const wordFields = [
  'status',
  'type',
  'test',
  'direction',
  'currency',
  'campaign',
  'paymentMethod',
] as const;
export type WordField = (typeof wordFields)[number];
/** What a word means for its rows: a gift, no gift, a refund, or a decision for each row. */
export const rowMeanings = ['gift', 'not', 'refund', 'ask'] as const;
export type RowMeaning = (typeof rowMeanings)[number];

/** The answers to a question about rows. */
export const rowChoices = ['import', 'skip'] as const;
export type RowChoice = (typeof rowChoices)[number];

const columnIndex = z.number().int().min(0).max(999);

/**
 * A column of the amounts for one fund. Its heading names the fund, unless `fundColumn` does in
 * each row.
 */
export const importFundColumns = z
  .array(z.strictObject({ column: columnIndex, fundColumn: columnIndex.optional() }))
  .min(2)
  .max(50);

export const importMapping = z.strictObject({
  /** field → column number, from 0 */
  columns: z.partialRecord(z.enum(importFields), columnIndex),
  /**
   * the columns of amounts that are funds: each row is one gift for each of them that has an
   * amount. null: a user said that the further columns of amounts are no gifts
   */
  fundColumns: importFundColumns.nullable().optional(),
  /**
   * the columns that can say that a row is no gift, and that a user decided not to use; in a choice
   * without this field, the columns that were shown and are not in its `columns`
   */
  unusedColumns: z.array(columnIndex).max(200).optional(),
  /** the id of a known source; null if a user decided that it is none of them */
  source: z.string().max(50).nullable().optional(),
  /** the sheet of a workbook, by its name */
  sheet: z.string().max(200).optional(),
  /** the row of the header as a spreadsheet counts; 0: the file has none */
  headerRow: z.number().int().min(0).max(1000).optional(),
  dateStyle: z.enum(dateStyles).optional(),
  decimalStyle: z.enum(decimalStyles).optional(),
  nameStyle: z.enum(nameStyles).optional(),
  /** a bank statement: an amount below zero is money that left the account */
  isStatement: z.boolean().optional(),
  /** the name of a giver is in a line of its own above the gifts, in the column of names */
  giverAbove: z.boolean().optional(),
  /**
   * How transaction numbers are used. `startAgain`: they begin again in each file, so that a number
   * that is recorded for another giver or day is another gift. `unused`: the column is not read.
   * `keep`: they are used as in other files.
   */
  numbers: z.enum(numberStyles).optional(),
  /** an amount that a comma divided into two cells is read as one, in rows with too many cells */
  joinAmounts: z.boolean().optional(),
  /** what becomes of rows that are hidden in their sheet */
  hiddenRows: z.enum(rowChoices).optional(),
  /** what becomes of rows that repeat a block of rows further up */
  repeatedBlock: z.enum(rowChoices).optional(),
  encoding: z.enum(importEncodings).optional(),
  /** whether "N√∫√±ez" is read as "Núñez" */
  mendText: z.boolean().optional(),
  /** the IANA zone of times that name none; without it they are the church's own */
  zone: z
    .string()
    .max(64)
    .refine((zone) => isTimeZone(zone), 'Time zone not known')
    .optional(),
  /** used where the column is absent or the cell is empty */
  defaults: z
    .strictObject({
      paymentMethod: z.string().max(50).optional(),
      campaign: z.string().max(200).optional(),
    })
    .optional(),
  /**
   * The meaning of each word in a column, whatever its case: a `RowMeaning` for status, type, test
   * and direction; `gift` (the currency of the church), `not` or `ask` for currency; a payment
   * method for paymentMethod; the title of the fund for campaign (empty: the General Fund).
   */
  words: z
    .partialRecord(z.enum(wordFields), z.record(z.string().max(200), z.string().max(200)))
    .optional(),
});
export type ImportMapping = z.infer<typeof importMapping>;

/** The choices of a user. An absent field keeps the suggestion or the earlier answer. */
export const importMappingChoice = importMapping.partial({ columns: true }).extend({
  /**
   * whether changes of single rows by hand may be lost; without it, the answer is 409 if they
   * cannot be kept
   */
  dropRepairs: z.boolean().optional(),
});
export type ImportMappingChoice = z.infer<typeof importMappingChoice>;

/**
 * A draft is `needs_mapping` (a user must decide about columns or an ambiguity) or `ready`
 * (preview). Then `committing` → `committed` → `undoing` → `undone`. A `failed` import has the
 * reason in `message` and can be committed again.
 */
export const importStatuses = [
  'needs_mapping',
  'ready',
  'committing',
  'committed',
  'undoing',
  'undone',
  'failed',
] as const;
/** The kinds of files, detected by their bytes and not by their names. */
export const importKinds = ['csv', 'xlsx', 'ods', 'ofx'] as const;
export type ImportStatus = (typeof importStatuses)[number];

/**
 * One word of a column, with the total of its rows; `answer` is null until a user gives a meaning.
 */
export const importWord = z.object({
  /** empty for the rows with an empty cell */
  word: z.string(),
  rows: z.number().int(),
  amount: amountOutput,
  answer: z.string().nullable(),
});
export type ImportWord = z.infer<typeof importWord>;

/**
 * A question that the file does not answer, so that a user must answer it. A question of the kind
 * `words` is open as long as one of its answers is null.
 */
export const importQuestion = z.object({
  kind: z.enum([
    'columns',
    'dateStyle',
    'decimalStyle',
    'nameStyle',
    'numbers',
    'amountColumns',
    'hiddenRows',
    'repeatedBlock',
    'movedColumns',
    'encoding',
    'mendText',
    'sheet',
    'headerRow',
    'zone',
    'paymentMethod',
    'words',
  ]),
  message: z.string(),
  samples: z.array(z.string()),
  /** what there is to choose from, with some of the file's own words as each would have them */
  options: z.array(z.object({ value: z.string(), samples: z.array(z.string()) })).optional(),
  field: z.enum(wordFields).optional(),
  words: z.array(importWord).optional(),
  /**
   * of the kinds `columns`, `amountColumns` and `movedColumns`: the columns whose meaning has to be
   * decided
   */
  columns: z.array(z.number().int()).optional(),
  /** of the kind `amountColumns`: how the rows can be divided into a gift for each fund */
  fundColumns: importFundColumns.optional(),
});
export type ImportQuestion = z.infer<typeof importQuestion>;

export const importColumn = z.object({
  index: z.number().int(),
  header: z.string(),
  samples: z.array(z.string()),
  suggestion: z.enum(importFields).nullable(),
});
export type ImportColumn = z.infer<typeof importColumn>;

const problemCounts = z.array(z.object({ problem: z.string(), count: z.number().int() }));

export const donationImport = z.object({
  id,
  status: z.enum(importStatuses),
  fileName: z.string(),
  fileSize: z.number().int(),
  /** `template` or `mapped` */
  format: z.enum(['template', 'mapped']),
  /** the id of the source whose file this looks like, or null */
  source: z.string().nullable(),
  /** the name of the source on screens: "PayPal activity"; null if `source` is null */
  sourceName: z.string().nullable(),
  kind: z.enum(importKinds),
  encoding: z.enum(importEncodings),
  delimiter: z.string(),
  /** the sheets of a workbook that contain rows; empty for other files */
  sheets: z.array(z.string()),
  /** the sheet of a workbook that is read */
  sheet: z.string().nullable(),
  /** the number of the heading row, from 1 as in a spreadsheet; 0 if the file has none */
  headerRow: z.number().int(),
  /** the first rows of the file, whatever they are, to find the header among them */
  firstRows: z.array(z.object({ row: z.number().int(), cells: z.array(z.string()) })),
  columns: z.array(importColumn),
  mapping: importMapping.nullable(),
  questions: z.array(importQuestion),
  counts: perState(z.number().int()),
  amounts: perState(amountOutput),
  /** for rejected and for held rows, the number of rows with each problem (`importRow.problem`) */
  problems: z.object({ rejected: problemCounts, held: problemCounts }),
  errors: z.array(z.object({ row: z.number().int(), message: z.string() })),
  /**
   * rows that a person has changed or decided one by one or many at a time, beside the answers
   * about columns, words and givers
   */
  repaired: z.number().int(),
  /**
   * the last change of the draft's rows, which can be taken back; null where there is none.
   * `action` as it was asked for, `givers` where givers were named
   */
  undo: z
    .object({
      number: z.number().int(),
      action: z.enum([...rowActions, 'givers']),
      rows: z.number().int(),
    })
    .nullable(),
  /**
   * null in lists, and while the import is being recorded or undone, because the calculation reads
   * all rows of the import
   */
  control: importControl.nullable(),
  progress: z.object({ done: z.number().int(), total: z.number().int() }).nullable(),
  message: z.string().nullable(),
  createdAt: timestamp,
  createdBy: z.object({ id, name: z.string() }),
  committedAt: timestamp.nullable(),
  undoneAt: timestamp.nullable(),
});
export type DonationImport = z.infer<typeof donationImport>;
