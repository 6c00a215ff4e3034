import { formatUsd } from '#libs/money';

/**
 * Every sentence that a donation file can cause. The row messages of the template, and the two about
 * the whole file, are the specification's (staff-area.md, "Donation CSV import"), to the letter.
 */

/** What is wrong with a file: `encoding` alone can be helped without another file, by choosing another encoding. */
export type CsvErrorKind =
  | 'empty'
  | 'binary'
  | 'encoding'
  | 'headers'
  | 'columns'
  | 'record'
  | 'quote';

/** A file that can't be read at all. `message` is fit to show. */
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
    `The header "${shown(name)}" appears more than once. Rename or remove one of these columns.`,
  );
/** Where only a file that names its columns will do. */
export const noHeader = () =>
  new CsvError(
    'headers',
    'The first row looks like a donation, not like column names. Add a first row that names the columns, then upload the file again.',
  );
export const tooManyColumns = (row: number, columns: number, limit: number) =>
  new CsvError(
    'columns',
    `Row ${row} has ${count(columns)} columns. A donation file can have at most ${limit}.`,
  );
export const recordTooLong = (row: number) =>
  new CsvError(
    'record',
    `Row ${row} is too long for a donation file: a row can have at most 1 MB. Are its line breaks missing?`,
  );
export const cellTooLong = (row: number, limit: number) =>
  new CsvError(
    'record',
    `Row ${row} has a cell with more than ${count(limit)} characters. Is a quotation mark missing?`,
  );
export const unclosedQuote = (row: number) =>
  new CsvError(
    'quote',
    `The quote opened in row ${row} is never closed. Add the missing quotation mark, or remove the one that stands alone.`,
  );
export const nulBytes = () =>
  new CsvError(
    'binary',
    'This file contains NUL bytes, so it is not a plain text file. Save it as CSV UTF-8, then upload that file.',
  );
export const badEncoding = (encoding: string) =>
  new CsvError(
    'encoding',
    `This file contains characters that are not valid ${encoding.toUpperCase()}. Choose another encoding, or save the file as CSV UTF-8.`,
  );
export const notText = (what: string, advice: string) =>
  new CsvError('binary', `This is ${what}. ${advice}`);

/** A cell as a message may quote it: on one line, at most 100 characters. */
function shown(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > 100 ? `${line.slice(0, 99)}…` : line;
}

/** Row messages take the row as a spreadsheet counts it: the first row of the file is 1. */
export const columnMismatch = (row: number) => `Row ${row}: Column count mismatch`;
export const missingEmailOrAmount = (row: number) => `Row ${row}: Missing email or amount`;
export const missingGiver = (row: number) => `Row ${row}: Missing email or name`;
export const missingAmount = (row: number) => `Row ${row}: Missing amount`;
export const invalidAmount = (row: number, text: string, because = '') =>
  `Row ${row}: Invalid amount "${shown(text)}"${because && `. ${because}`}`;
export const invalidMethod = (row: number, text: string, allowed: readonly string[]) =>
  `Row ${row}: Invalid payment method "${shown(text)}". Must be ${allowed.slice(0, -1).join(', ')}, or ${allowed.at(-1) ?? ''}`;
export const invalidDate = (row: number, text: string, pattern = 'YYYY-MM-DD') =>
  `Row ${row}: Invalid date format "${shown(text)}". Use ${pattern}`;
export const unknownZone = (row: number, zone: string) =>
  `Row ${row}: The time zone "${shown(zone)}" is not known`;
export const footer = (row: number) => `Row ${row}: A total or title of the file, no gift`;
export const whyFooter = 'A total of the file, no gift';
export const valueTooLong = (row: number, what: string, limit: number) =>
  `Row ${row}: The ${what} is longer than ${count(limit)} characters`;

type Said = 'status' | 'type' | 'direction' | 'currency' | 'amount';
const saidBy: Record<Said, string> = {
  status: 'Status',
  type: 'Type',
  direction: 'Direction',
  currency: 'Currency',
  amount: 'Money that left the account',
};
/** What of a row says that it is no gift; an amount does so by being below zero. */
const wordOf = (field: Said, word: string) =>
  field === 'amount' ? saidBy.amount : `${saidBy[field]}: ${word === '' ? 'none' : shown(word)}`;
export const whyNot = wordOf;
export const whyRefunded = 'Given back in full';
export const notAGift = (row: number, field: Said, word: string) =>
  `Row ${row}: Not a gift (${wordOf(field, word)})`;
export const decide = (row: number, field: Said, word: string) =>
  `Row ${row}: Is this a gift? (${wordOf(field, word)})`;
export const takesBack = (row: number) => `Row ${row}: Takes back a gift that could not be found`;
export const nothingLeft = (row: number, cents: bigint) =>
  `Row ${row}: All of ${formatUsd(cents)} was given back`;

/** The message for a row whose email address belongs to no member; the matcher, which knows the members, needs it. */
export const userNotFound = (row: number, email: string): string =>
  `Row ${row}: User not found with email "${shown(email)}"`;

/** Questions to the person, where the file itself leaves something open. */
export const ask = {
  encoding: 'This file does not say how its accented letters are stored. Do these look right?',
  headerRow:
    'The first row looks like a donation, not like column names. Is there a row of column names?',
  zone: 'In which time zone are these times?',
  mendText:
    'Some accented letters were damaged before this file was made. Should they be mended like this?',
  columns: (missing: string[]) => `Which column holds ${missing.join(', and which ')}?`,
  dateOrder: 'Are these dates month first or day first?',
  dateConflict:
    'Some of these dates can only be month first, others only day first. Which is right? Rows written the other way will be shown as errors.',
  decimals: 'Is the mark in these amounts a thousands separator or a decimal mark?',
  decimalConflict:
    'Some of these amounts have a decimal point, others a decimal comma. Which is right? Rows written the other way will be shown as errors.',
  words: {
    status: 'What does each status say of its rows?',
    type: 'What does each type say of its rows?',
    direction: 'What does each direction say of its rows?',
    currency: 'The books are in US dollars. What about other currencies?',
    campaign: 'Which fund does each of these mean?',
    paymentMethod: 'Which payment method does each of these mean?',
  },
  noMethod: 'Some donations name no payment method. Which one should they have?',
};
