import type { ConvertedDates } from './detection/converted-dates.js';
import type { RepeatedBlock } from './detection/repeated-blocks.js';
import { shorten } from './shorten.js';

// The sentences about a whole donation file. The two about the template (`tooFewRows` and
// `missingRequired`) are required wordings. Do not change them. `row-messages.ts` has the sentences
// about rows.

/**
 * What is wrong with a file. Only `encoding` can be solved with the same file, by choosing another
 * encoding.
 */
export type CsvErrorKind =
  | 'empty'
  | 'binary'
  | 'encoding'
  | 'headers'
  | 'columns'
  | 'record'
  | 'quote';

/** A file cannot be read. Users see `message`. */
export class CsvError extends Error {
  readonly kind: CsvErrorKind;

  constructor(kind: CsvErrorKind, message: string) {
    super(message);
    this.name = 'CsvError';
    this.kind = kind;
  }
}

const count = (n: number): string => n.toLocaleString('en-US');

export const tooFewRows = () =>
  new CsvError('empty', 'CSV file must have at least a header row and one data row');
export const missingRequired = (missing: string[]) =>
  `Missing required headers: ${missing.join(', ')}`;
export const duplicateHeader = (name: string) =>
  new CsvError(
    'headers',
    `The header "${shorten(name)}" appears more than once. Rename or remove one of these columns.`,
  );
/** The first row of a file that needs a header is data. */
export const noHeader = () =>
  new CsvError(
    'headers',
    'The first row looks like a donation, not like column names. Add a first row that names ' +
      'the columns, then upload the file again.',
  );
export const tooManyParts = (row: number) =>
  new CsvError(
    'columns',
    `Row ${count(row)} is too far down for a file with so many funds. Remove the empty rows, ` +
      'then upload the file again.',
  );

export const tooManyColumns = (row: number, columns: number, limit: number) =>
  new CsvError(
    'columns',
    `Row ${row} has ${count(columns)} columns. A donation file can have at most ${limit}.`,
  );
export const recordTooLong = (row: number) =>
  new CsvError(
    'record',
    `Row ${row} is too long for a donation file: a row can have at most 1 MB. Are its line ` +
      'breaks missing?',
  );
export const cellTooLong = (row: number, limit: number) =>
  new CsvError(
    'record',
    `Row ${row} has a cell with more than ${count(limit)} characters. Is a quotation mark missing?`,
  );
export const unclosedQuote = (row: number) =>
  new CsvError(
    'quote',
    `The quote opened in row ${row} is never closed. Add the missing quotation mark, or ` +
      'remove the one that stands alone.',
  );
export const nulBytes = () =>
  new CsvError(
    'binary',
    'This file contains NUL bytes, so it is not a plain text file. Save it as CSV UTF-8, ' +
      'then upload that file.',
  );
export const badEncoding = (encoding: string) =>
  new CsvError(
    'encoding',
    `This file contains characters that are not valid ${encoding.toUpperCase()}. Choose ` +
      'another encoding, or save the file as CSV UTF-8.',
  );
export const notText = (kind: string, advice: string) =>
  new CsvError('binary', `This is ${kind}. ${advice}`);

const wordQuestions = {
  status: 'What does each status mean? If you are not sure, choose “Ask me row by row”.',
  type: 'What does each type mean? If you are not sure, choose “Ask me row by row”.',
  test: 'Which of these payments were only tests? If you are not sure, choose “Ask me row by row”.',
  direction: 'What does each direction mean? If you are not sure, choose “Ask me row by row”.',
  currency:
    'All donations are in US dollars. What about other currencies? If you are not sure, choose ' +
    '“Ask me row by row”.',
  campaign:
    'Which fund does each of these mean? If you are not sure, keep the name: you can change ' +
    'the fund of a donation later.',
  paymentMethod:
    'Which payment method does each of these mean? If you are not sure, choose Other: you ' +
    'can change it later.',
};
/** The headers of deciding fields that need no explanation in a question. */
const fieldHeaders: Partial<Record<keyof typeof wordQuestions, string>> = {
  status: 'status',
  type: 'type',
  test: 'test mode',
  direction: 'direction',
  currency: 'currency',
};
const quoted = (headers: string[]) =>
  new Intl.ListFormat('en-US').format(headers.map((header) => `“${shorten(header)}”`));

const contents = { amount: 'amounts', date: 'dates' };

/**
 * A column whose content differs from earlier files with the same headers. `from` is the header of
 * the column that held the values in earlier files; `to`, of the one that seems to hold them now,
 * or null if none does.
 */
export interface MovedColumn {
  field: keyof typeof contents;
  from: string;
  to: string | null;
}

function furtherBlocks(count: number): string {
  if (count === 0) return '';
  return count === 1 ? ', and so does 1 further block' : `, and so do ${count} further blocks`;
}

/** Questions to the user about what the file leaves open. */
export const ask = {
  encoding:
    'This file does not say how its accented letters are stored. If you are not sure, keep ' +
    'the choice: you will see every row before anything is recorded.',
  /** @param canBeDivided whether each row can become one gift for each column */
  amountColumns: (headers: string[], canBeDivided: boolean) =>
    `${headers.length === 1 ? 'There is a further column' : 'There are further columns'} of ` +
    'amounts: ' +
    `${quoted(headers)}. Is this money that was given? ` +
    (canBeDivided
      ? ''
      : 'In a file with fees or refunds, only one column of amounts can be read. If these ' +
        'amounts were ' +
        'given as well, skip the further columns now, and import a copy of the file for each ' +
        'of them later. ') +
    'If you are not sure, ask the person who made the file: what you skip is not recorded.',
  /** @param moved of each field, the header of its column in earlier files and in this file */
  movedColumns: (moved: MovedColumn[]) =>
    [
      ...moved.map(({ field, from, to }) =>
        to === null
          ? `The column ${quoted([from])} does not look like the ${contents[field]} of earlier ` +
            'files.'
          : `The ${contents[field]} seem to be in the column ${quoted([to])}, and not in ` +
            `${quoted([from])} as in earlier files.`,
      ),
      'Choose what the columns mean. If you are not sure, ask the person who made the file.',
    ].join(' '),
  templateDates:
    'All dates of this file are written in another order than the template’s. How should ' +
    'they be read?',
  damagedNumbers: {
    rounded:
      'A spreadsheet has rounded the transaction numbers in this file, so that different ' +
      'gifts have the same ' +
      'number. If you are not sure, do not use them.',
    repeated:
      'In this file, gifts of different givers and days have the same transaction number. If ' +
      'you are not ' +
      'sure, do not use the numbers.',
  },
  numbersStartAgain: (count: number) =>
    `${count} of the transaction numbers in this file are recorded for gifts of other ` +
    'givers. Do the ' +
    'numbers start again in each file? If you are not sure, choose that they do: gifts of ' +
    'the same giver, ' +
    'day and amount are still recognized.',
  hiddenRows: (rows: number) => {
    const [subject, them] =
      rows === 1 ? ['1 row is', 'it'] : [`${rows.toLocaleString('en-US')} rows are`, 'them'];
    return (
      `${subject} hidden in the sheet. Import ${them} too? If you are not sure, import ${them}: ` +
      'you will see every row before anything is recorded.'
    );
  },
  repeatedBlock: ({ first, last, original }: RepeatedBlock, otherBlocks: number) =>
    `Rows ${first} to ${last} repeat the rows from ${original} on${furtherBlocks(otherBlocks)}. ` +
    'Are they the same gifts? If you are not sure, skip them: you can still import each of ' +
    'them in the review.',
  convertedDates: ({ order, converted, left }: ConvertedDates) =>
    `A spreadsheet seems to have changed some of the dates: ${left[0]!} has the ` +
    `${order === 'dmy' ? 'day' : 'month'} first, but ${converted[0]!} may have been read ` +
    `with the ` +
    `${order === 'dmy' ? 'month' : 'day'} first. If you are not sure, compare one with a ` +
    'gift whose date you know.',
  headerRow:
    'The first row looks like a donation, not like column headings. Is there a row of column ' +
    'headings? If you are not sure, look for words such as “Amount” and “Date”.',
  zone:
    'In which time zone are these times? It decides on which day a gift near midnight counts. ' +
    'If you are not sure, choose the time zone of your church.',
  mendText:
    'Some accented letters were damaged before this file was made. Should they be fixed like ' +
    'this? If you are not sure, fix them: you will see every row before anything is recorded.',
  columns: (missing: string[]) => `Which column holds ${missing.join(', and which ')}?`,
  dateOrder:
    'Are these dates month first or day first? If you are not sure, compare one with a gift ' +
    'whose date you know.',
  dateConflict:
    'Some of these dates can only be month first, others only day first. Which is right? ' +
    'Rows written the other way will be shown as errors.',
  decimals:
    'Is the mark in these amounts a thousands separator or a decimal mark? If you are not ' +
    'sure, compare one with a gift whose amount you know.',
  decimalConflict:
    'Some of these amounts have a decimal point, others a decimal comma. Which is right? ' +
    'Rows written the other way will be shown as errors.',
  nameStyle: 'Are these names written with the last name first?',
  giverAbove: 'The name of each giver is in a line above the gifts.',
  /** Names the column in the question, unless its header is the name of the field. */
  wordsOf: (field: keyof typeof wordQuestions, header = '') => {
    const plain = fieldHeaders[field];
    return !plain || header === '' || header.trim().toLowerCase() === plain
      ? wordQuestions[field]
      : `${wordQuestions[field]} The column is called “${shorten(header.trim())}”.`;
  },
  /** @param headers of columns that can say that a row is no gift, and have no meaning yet */
  deciding: (headers: string[]) =>
    headers.length === 1
      ? `The column ${quoted(headers)} can say that a row is no gift, or only in part. Choose ` +
        'what it means, or skip it: then every row counts in full. If you are not sure, choose ' +
        'a meaning: you will be asked about unclear rows.'
      : `The columns ${quoted(headers)} can say that a row is no gift, or only in part. Choose ` +
        'what each means, or skip it: then every row counts in full. If you are not sure, ' +
        'choose a meaning: you will be asked about unclear rows.',
  /** @param headers of such columns that files with these columns were read without until now */
  newlyDeciding: (headers: string[]) =>
    headers.length === 1
      ? `The column ${quoted(headers)} can say that a row is no gift, or only in part. Until ` +
        'now it was skipped. Check its meaning.'
      : `The columns ${quoted(headers)} can say that a row is no gift, or only in part. Until ` +
        'now they were skipped. Check their meanings.',
  /** @param header of a column that is mapped as the amount refunded, but contains words */
  noAmounts: (header: string) =>
    `The column ${quoted([header])} contains words, not the amounts that were refunded. ` +
    'Choose what it means, or skip it: then every row counts in full. If you are not sure, ' +
    'choose a meaning: you will be asked about unclear rows.',
  noMethod:
    'Some donations name no payment method. Which one should they have? If you are not sure, ' +
    'choose Other: you can change it later.',
};
