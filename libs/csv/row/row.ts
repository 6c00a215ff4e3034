import type {
  ImportField,
  ImportMapping,
  IssueKind,
  PaymentMethod,
  RowIssue,
  RowProblem,
} from '#libs/contracts';
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
import { figuresOf, valuesOf } from './row-figures.js';
import type {
  DonationDraft,
  Reader,
  RowContext,
  RowReading,
  RowSays,
  RowValues,
  Understood,
} from './row-reading.js';

export const createReader = (
  mapping: ImportMapping,
  negative?: Reader['negative'],
  zones?: Zones,
): Reader => ({ mapping, answers: createAnswerFinder(mapping), negative, zones });

/** Maximum amount of a donation, in cents: $99,999,999.99, as `maxAmount` of the contracts. */
const maxAmount = 9_999_999_999n;
/**
 * The maximum lengths of texts, which are the same in forms. A longer text is an error and is never
 * shortened.
 */
const limits: [field: ImportField, limit: number, label: string, problem: RowProblem][] = [
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

/**
 * Whether a cell is an error value of a spreadsheet, such as #N/A, or a formula without its result.
 */
const isErrorValue = (cell: string | undefined): boolean =>
  cell !== undefined &&
  /^(?:#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!|SPILL!|CALC!)|=[A-Z$][A-Z$\d:.]*(?:\(.*)?)$/i.test(
    cell,
  );

/** Moves an email address from a column of names to the field `email`, because it is no name. */
function withAddressesAsContact(values: RowValues): RowValues {
  const isAddress = (field: ImportField) => emailPattern.test(values[field] ?? '');
  const [address, ...otherAddresses] = (['name', 'firstName', 'lastName'] as const).filter(
    isAddress,
  );
  if (!address) return values;
  const without = new Set<string>([address, ...otherAddresses]);
  return {
    ...Object.fromEntries(Object.entries(values).filter(([field]) => !without.has(field))),
    email: values.email ?? values[address]!,
  };
}

/**
 * Reads one record of a file by the mapping. Blank cells beyond the header are allowed if every row
 * has them, because some banks end every row with a comma. They are not allowed in the template's
 * format.
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
    return readShiftedRow(record, values, reader, context);
  }
  return readValues(values, reader, context);
}

/**
 * Reads a row whose number of cells does not fit the header. Its cells may be in the wrong columns.
 * Therefore its figures are calculated as for a plain gift, even if a cell contains a word such as
 * "refunded".
 */
function readShiftedRow(
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
  const otherIssues = says.is === 'error' ? says.issues : [];
  return {
    says: { is: 'error', issues: [issue, ...otherIssues] },
    ...(understood ? { understood } : {}),
    values,
    figures: figuresOf(values, reader.mapping, context.template, plainGift),
  };
}

/** A row while it is read. */
interface RowCheck {
  values: RowValues;
  reader: Reader;
  context: Omit<RowContext, 'columns'>;
  /** Whether the row is a refund of another gift. */
  isRefund: boolean;
  addIssue: (problem: RowProblem, issue: IssueKind, field?: ImportField) => void;
}

/**
 * Like `readRow`, for values by field, which users may have changed. Dates and decimals have the
 * styles of the mapping; ISO dates are always possible.
 */
export function readValues(
  stated: RowValues,
  reader: Reader,
  context: Omit<RowContext, 'columns'>,
): RowReading {
  const { template } = context;
  const values = withAddressesAsContact(stated);
  const foundMeaning = findMeaning(values, reader, context);
  const { meaning, field, word } = foundMeaning;
  const figures = figuresOf(values, reader.mapping, template, foundMeaning);
  if (meaning === 'not') return { says: { is: 'not', field, word }, values, figures };
  const isRefund = meaning === 'refund' && figures.gross === 0n;
  const issues: RowIssue[] = [];
  const addIssue: RowCheck['addIssue'] = (problem, issue, issueField = problem as ImportField) =>
    void issues.push({ ...issue, problem, field: issueField });
  const check: RowCheck = { values, reader, context, isRefund, addIssue };

  checkPresence(check);
  const cents = readCents(check);
  const paymentMethod = readPaymentMethod(check);
  const date = readDate(check);
  checkLengths(check);
  const campaign = readCampaign(check);
  if (issues.length > 0 || date === null) {
    const understood = toUnderstood(date, paymentMethod, campaign);
    return { says: { is: 'error', issues }, understood, values, figures };
  }
  const amount = isRefund ? cents : cents - figures.refunded;
  const draft: DonationDraft = {
    ...values,
    amount,
    paymentMethod: paymentMethod ?? 'Other',
    date,
  };
  if (campaign) draft.campaign = campaign;
  else if (values.campaign !== undefined) delete draft.campaign;
  return { says: resultOf(foundMeaning, isRefund, amount), draft, values, figures };
}

/** Returns the parts of a row with errors that can be read. */
const toUnderstood = (
  date: string | null,
  paymentMethod: PaymentMethod | null,
  campaign: ReturnType<typeof readCampaign>,
): Understood => ({
  ...(date === null ? {} : { date }),
  ...(paymentMethod ? { paymentMethod } : {}),
  ...(campaign ? { campaign } : {}),
});

function findMeaning(
  values: RowValues,
  { mapping, answers, negative }: Reader,
  { template, isGift, isAmountSet = false }: Omit<RowContext, 'columns'>,
): Meaning {
  if (template) return plainGift;
  if (isGift) return meaningOfGift(values, mapping, isAmountSet);
  return meaningOfRow(values, mapping, answers, negative);
}

function resultOf({ meaning, field, word }: Meaning, isRefund: boolean, amount: bigint): RowSays {
  if (isRefund) return { is: 'refund' };
  if (meaning === 'ask') return { is: 'ask', field, word };
  return { is: amount <= 0n ? 'returned' : 'gift' };
}

/** Checks that the row has a giver and an amount. */
function checkPresence({ values, context, isRefund, addIssue }: RowCheck): void {
  const { template, anyGiver = false } = context;
  const { email, name, firstName, lastName, amount } = values;
  if (template) {
    const hasGiver = anyGiver || Boolean(email);
    if (!hasGiver || !amount) addIssue(hasGiver ? 'amount' : 'email', { is: 'noEmailOrAmount' });
    return;
  }
  const hasGiver = [email, name, firstName, lastName].some(Boolean);
  if (!anyGiver && !isRefund && !hasGiver) addIssue('name', { is: 'noGiver' });
  const errorValue = [name, firstName, lastName, email].find(isErrorValue);
  if (errorValue !== undefined) addIssue('name', { is: 'errorValue', text: errorValue });
  if (!amount) addIssue('amount', { is: 'noAmount' });
}

/** Returns the amount in cents, positive for a refund, too; 0 if it is missing or invalid. */
function readCents({ values, reader, context, isRefund, addIssue }: RowCheck): bigint {
  if (!values.amount) return 0n;
  const style = context.template ? 'point' : reader.mapping.decimalStyle;
  const parsed = parseFileMoney(values.amount, style);
  const stated = parsed.ok ? parsed.cents : 0n;
  const cents = isRefund && stated < 0n ? -stated : stated;
  if (cents <= 0n || cents > maxAmount) {
    const text = shorten(values.amount);
    addIssue('amount', { is: 'amount', text, because: explainAmount(parsed) });
  }
  return cents;
}

function readPaymentMethod(check: RowCheck): PaymentMethod | null {
  const { values, reader, context, isRefund, addIssue } = check;
  const { template } = context;
  const allowed = template ? templateMethods : paymentMethods;
  const { defaults } = reader.mapping;
  const word = values.paymentMethod ?? defaults?.paymentMethod ?? (template ? 'Cash' : '');
  const answer =
    template || values.paymentMethod === undefined ? null : reader.answers('paymentMethod', word);
  const method = findMethod(answer ?? word, allowed);
  if (!method && !isRefund)
    addIssue('paymentMethod', { is: 'paymentMethod', text: shorten(word), allowed });
  return method;
}

/** Returns the day of the row, `YYYY-MM-DD`; null if it is missing or invalid. */
function readDate({ values, reader, context, addIssue }: RowCheck): string | null {
  const { dateStyle } = reader.mapping;
  const text = values.date ?? '';
  const isIsoOnly = context.template && (dateStyle ?? 'ymd') === 'ymd';
  const style = context.isDateSet ? orderOf(dateStyle) : dateStyle;
  const isoDate = isCalendarDate(text) ? text : null;
  const date = isIsoOnly ? isoDate : readDay(values, style, reader.zones);
  if (date !== null && typeof date === 'object') {
    addIssue('date', { is: 'timeZone', text: shorten(date.unknownZone) }, 'timeZone');
    return null;
  }
  if (!date) {
    const pattern = datePatterns[dateStyle ?? 'ymd'];
    addIssue('date', { is: 'date', text: shorten(text), pattern });
    return null;
  }
  return date;
}

function checkLengths({ values, addIssue }: RowCheck): void {
  for (const [field, limit, label, problem] of limits) {
    if ((values[field]?.length ?? 0) > limit)
      addIssue(problem, { is: 'tooLong', what: label, limit }, field);
  }
}

/** Returns the title of the campaign; nothing if the row has none, or if its word means none. */
function readCampaign({ values, reader, context }: RowCheck): string | undefined {
  const { campaign } = values;
  if (campaign === undefined) return reader.mapping.defaults?.campaign?.trim();
  if (context.template) return campaign;
  return (reader.answers('campaign', campaign) ?? campaign).trim();
}

/** Returns the sentence after `Invalid amount "…"`; empty if the text is no number. */
function explainAmount(amount: ReturnType<typeof parseFileMoney>): string {
  if (amount.ok) return amount.cents > maxAmount ? 'Amounts are at most $99,999,999.99.' : '';
  return amount.message.includes('decimals') ? amount.message : '';
}
