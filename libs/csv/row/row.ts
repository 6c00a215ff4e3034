import type { ImportField, ImportMapping, IssueKind, RowIssue, RowProblem } from '#libs/contracts';
import { isCalendarDate, type DateStyle } from '#libs/calendar';
import { parseFileMoney } from '#libs/money';
import { readDay, type Zones } from '../day.js';
import { emailPattern } from '../header.js';
import { findMethod, orderOf, paymentMethods, templateMethods } from '../values.js';
import { createAnswerFinder } from '../words.js';
import { meaningOfGift, meaningOfRow, plainGift, type Meaning } from './row-meaning.js';
import { shorten } from '../shorten.js';
import { countSurplus, requiredCells } from './cell-count.js';
import { findDividedAmountText } from './divided-amount.js';
import {
  type DonationDraft,
  type Reader,
  type RowContext,
  type RowFigures,
  type RowReading,
  type RowSays,
  type RowValues,
} from './row-reading.js';

export const createReader = (
  mapping: ImportMapping,
  negative?: Reader['negative'],
  zones?: Zones,
): Reader => ({ mapping, answers: createAnswerFinder(mapping), negative, zones });

/** Largest amount the books take, in cents: $99,999,999.99 (`maxAmount` of the contracts). */
const maxAmount = 9_999_999_999n;
/** How long a text may be: what the contracts allow where a person types it. Never cut, always said. */
const limits: [field: ImportField, limit: number, what: string, problem: RowProblem][] = [
  ['email', 254, 'email address', 'email'],
  ['name', 200, 'name', 'name'],
  ['firstName', 100, 'first name', 'name'],
  ['lastName', 100, 'last name', 'name'],
  ['phone', 50, 'phone number', 'columns'],
  ['campaign', 200, 'campaign', 'columns'],
  ['notes', 2000, 'notes text', 'columns'],
  ['transactionId', 200, 'transaction id', 'columns'],
  ['refundOf', 200, 'id of the gift that is taken back', 'columns'],
  ['payout', 200, 'payout', 'columns'],
];
const datePatterns: Record<DateStyle, string> = {
  ymd: 'YYYY-MM-DD',
  mdy: 'MM/DD/YYYY',
  dmy: 'DD/MM/YYYY',
  serial: 'YYYY-MM-DD',
  mdyConverted: 'MM/DD/YYYY',
  dmyConverted: 'DD/MM/YYYY',
};

/** The apostrophe that `csvCell`, and others, put before what a spreadsheet would take for a formula. */
const guard = /^'(?=[=+\-@＝＋－＠])/;

/** `="000451"` is how some programs keep a spreadsheet from changing a number. */
const withoutFormula = (cell: string): string =>
  cell.startsWith('="') && cell.endsWith('"') && cell.length >= 3 ? cell.slice(2, -1) : cell;

/** The cells of a record by what their columns mean. */
export function valuesOf(record: string[], columns: ImportMapping['columns']): RowValues {
  const values: RowValues = {};
  for (const field in columns) {
    const cell = withoutFormula(record[columns[field as ImportField]!]?.trim() ?? '');
    if (cell) values[field as ImportField] = cell.startsWith("'") ? cell.replace(guard, '') : cell;
  }
  return values;
}

/** An error value of a spreadsheet, such as #N/A, or a formula without its result. */
const isErrorValue = (cell: string | undefined): boolean =>
  cell !== undefined &&
  /^(?:#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!|SPILL!|CALC!)|=[A-Z$][A-Z$\d:.]*(?:\(.*)?)$/i.test(
    cell,
  );

/** An email address in a column of names is how to reach the giver. It is never a name. */
function withAddressesAsContact(values: RowValues): RowValues {
  const isAddress = (field: ImportField) => emailPattern.test(values[field] ?? '');
  const [address, ...others] = (['name', 'firstName', 'lastName'] as const).filter(isAddress);
  if (!address) return values;
  const without = new Set<string>([address, ...others]);
  return {
    ...Object.fromEntries(Object.entries(values).filter(([field]) => !without.has(field))),
    email: values.email ?? values[address]!,
  };
}

/**
 * Reads one record of a file by its mapping: a draft, or what is wrong with it. A file's
 * blank trailing cells beyond its header are forgiven outside the template if every row has them (some banks end every
 * row with a comma).
 */
export function readRow(record: string[], reader: Reader, context: RowContext): RowReading {
  const { columns } = reader.mapping;
  const values = valuesOf(record, columns);
  const surplus = context.template
    ? record.length - context.columns
    : countSurplus(record, context);
  const lacksCells = context.template
    ? record.length < context.columns
    : record.length < requiredCells(columns, context.columns);
  if (lacksCells || surplus > 0) {
    return misplaced(record, values, reader, context);
  }
  return readValues(values, reader, context);
}

/** A row whose cells do not fit the header: they may be shifted, so its figures are only those of its own words. */
function misplaced(
  record: string[],
  values: RowValues,
  reader: Reader,
  context: RowContext,
): RowReading {
  const amount = context.template ? null : findDividedAmountText(record, reader.mapping, context);
  const issue: RowIssue = {
    is: 'columnCount',
    ...(amount ? { amount } : {}),
    problem: 'columns',
    field: null,
  };
  const { says, understood } = readValues(values, reader, context);
  const others = says.is === 'error' ? says.issues : [];
  return {
    says: { is: 'error', issues: [issue, ...others] },
    ...(understood ? { understood } : {}),
    values,
    figures: figuresOf(values, reader.mapping, context.template, plainGift),
  };
}

/** As `readRow`, from values by field: for a row that a person has repaired. Date and decimals as the mapping says; ISO dates always. */
export function readValues(
  stated: RowValues,
  { mapping, answers, negative, zones }: Reader,
  context: Omit<RowContext, 'columns'>,
): RowReading {
  const { template, anyGiver = false } = context;
  const values = withAddressesAsContact(stated);
  const found = template
    ? plainGift
    : context.isGift
      ? meaningOfGift(values, mapping, context.isAmountSet ?? false)
      : meaningOfRow(values, mapping, answers, negative);
  const { meaning, field, word } = found;
  const figures = figuresOf(values, mapping, template, found);
  const issues: RowIssue[] = [];
  const wrong = (
    problem: RowProblem,
    issue: IssueKind,
    field: ImportField = problem as ImportField,
  ) => void issues.push({ ...issue, problem, field });
  if (meaning === 'not') return { says: { is: 'not', field, word }, values, figures };
  const takesBack = meaning === 'refund' && figures.gross === 0n;
  const { email, name, firstName, lastName } = values;

  if (template) {
    if ((!email && !anyGiver) || !values.amount)
      wrong(email || anyGiver ? 'amount' : 'email', { is: 'noEmailOrAmount' });
  } else {
    if (!anyGiver && !takesBack && !email && !name && !firstName && !lastName)
      wrong('name', { is: 'noGiver' });
    const errorValue = [name, firstName, lastName, email].find(isErrorValue);
    if (errorValue !== undefined) wrong('name', { is: 'errorValue', text: errorValue });
    if (!values.amount) wrong('amount', { is: 'noAmount' });
  }

  const parsed = values.amount
    ? parseFileMoney(values.amount, template ? 'point' : mapping.decimalStyle)
    : null;
  const cents = parsed?.ok ? (takesBack && parsed.cents < 0n ? -parsed.cents : parsed.cents) : 0n;
  if (parsed && (cents <= 0n || cents > maxAmount))
    wrong('amount', { is: 'amount', text: shorten(values.amount!), because: reason(parsed) });

  const methods = template ? templateMethods : paymentMethods;
  const named = values.paymentMethod ?? mapping.defaults?.paymentMethod ?? (template ? 'Cash' : '');
  const answered =
    template || values.paymentMethod === undefined ? null : answers('paymentMethod', named);
  const paymentMethod = findMethod(answered ?? named, methods);
  if (!paymentMethod && !takesBack)
    wrong('paymentMethod', { is: 'paymentMethod', text: shorten(named), allowed: methods });

  const written = values.date ?? '';
  const isIso = template && (mapping.dateStyle ?? 'ymd') === 'ymd';
  const date = isIso
    ? isCalendarDate(written)
      ? written
      : null
    : readDay(values, context.isDateSet ? orderOf(mapping.dateStyle) : mapping.dateStyle, zones);
  if (date !== null && typeof date === 'object')
    wrong('date', { is: 'timeZone', text: shorten(date.unknownZone) }, 'timeZone');
  else if (!date) {
    const pattern = datePatterns[mapping.dateStyle ?? 'ymd'];
    wrong('date', { is: 'date', text: shorten(written), pattern });
  }

  for (const [limited, limit, what, problem] of limits) {
    if ((values[limited]?.length ?? 0) > limit)
      wrong(problem, { is: 'tooLong', what, limit }, limited);
  }
  const fund =
    values.campaign === undefined
      ? undefined
      : template
        ? values.campaign
        : (answers('campaign', values.campaign) ?? values.campaign).trim();
  const campaign =
    fund || (values.campaign === undefined ? mapping.defaults?.campaign?.trim() : undefined);
  if (issues.length > 0 || typeof date !== 'string') {
    const understood = {
      ...(typeof date === 'string' ? { date } : {}),
      ...(paymentMethod ? { paymentMethod } : {}),
      ...(campaign ? { campaign } : {}),
    };
    return { says: { is: 'error', issues }, understood, values, figures };
  }
  const left = takesBack ? cents : cents - figures.refunded;
  const draft: DonationDraft = {
    ...values,
    amount: left,
    paymentMethod: paymentMethod ?? 'Other',
    date,
  };
  if (campaign) draft.campaign = campaign;
  else if (values.campaign !== undefined) delete draft.campaign;
  const says: RowSays = takesBack
    ? { is: 'refund' }
    : meaning === 'ask'
      ? { is: 'ask', field, word }
      : left <= 0n
        ? { is: 'returned' }
        : { is: 'gift' };
  return { says, draft, values, figures };
}

/**
 * What a row says in figures, also one that is no gift, or can't be recorded. A gift whose status says that it was given back is
 * gift and refund in one, unless the row names another that it takes back.
 */
function figuresOf(
  values: RowValues,
  mapping: ImportMapping,
  template: boolean,
  { meaning, field, word }: Meaning,
): RowFigures {
  const cents = (text: string | undefined) => readAmount(text, mapping, template);
  const size = (value: bigint) => (value < 0n ? -value : value);
  const amount = cents(values.amount);
  const inFile = amount;
  const moneyOut = mapping.columns.moneyOut === undefined ? null : cents(values.moneyOut);
  if (meaning === 'not' && moneyOut)
    return { inFile, amount: -size(moneyOut), gross: 0n, refunded: 0n, fee: 0n };
  const fee = size(cents(values.fee) ?? 0n);
  // of another currency, nobody has said yet what it is in ours
  if (amount === null || meaning === 'not' || (meaning === 'ask' && field === 'currency'))
    return { inFile, amount, gross: 0n, refunded: 0n, fee: 0n };
  const isGivenBack =
    meaning === 'refund' && field === 'status' && amount > 0n && values.refundOf === undefined;
  if (meaning === 'refund' && !isGivenBack)
    return {
      inFile,
      amount: -size(amount),
      gross: 0n,
      refunded: size(amount),
      fee: isDispute(word) ? fee : -fee,
    };
  // what is nothing or below it is no gift: an error, with what it says
  if (amount <= 0n) return { inFile, amount, gross: 0n, refunded: 0n, fee: 0n };
  const refunded = size(cents(values.refunded) ?? 0n) || (isGivenBack ? amount : 0n);
  return { inFile, amount: amount - refunded, gross: amount, refunded, fee };
}

/** A service returns its fee with a refund, and charges one for a dispute. */
const isDispute = (word: string) => /dispute|charge ?back|charged back/i.test(word);

function readAmount(
  text: string | undefined,
  { decimalStyle }: ImportMapping,
  template: boolean,
): bigint | null {
  const parsed =
    text === undefined ? null : parseFileMoney(text, template ? 'point' : decimalStyle);
  return parsed?.ok ? parsed.cents : null;
}

/**
 * The amount column of a record as the file has it, whatever a user has set since.
 * @returns cents; null where it can't be read
 */
export const amountInFile = (
  record: string[],
  mapping: ImportMapping,
  template: boolean,
): bigint | null => readAmount(valuesOf(record, mapping.columns).amount, mapping, template);

/** The sentence after `Invalid amount "…"` where the number itself is fine. */
function reason(amount: ReturnType<typeof parseFileMoney>): string {
  if (amount.ok) return amount.cents > maxAmount ? 'Amounts are at most $99,999,999.99.' : '';
  return amount.message.includes('decimals') ? amount.message : '';
}
