import type { ImportField, ImportMapping, PaymentMethod } from '#libs/contracts';
import { isCalendarDate, parseDate, type DateStyle } from '#libs/calendar';
import { parseMoney } from '#libs/money';
import * as say from './messages.js';
import { certainDate, findMethod, paymentMethods, templateMethods } from './values.js';

/** A donation as a file states it, not yet matched to a donor. `amount` is cents, `date` YYYY-MM-DD; blank cells are absent. */
export interface DonationDraft {
  email?: string;
  name?: string;
  firstName?: string;
  lastName?: string;
  phone?: string;
  amount: bigint;
  paymentMethod: PaymentMethod;
  date: string;
  campaign?: string;
  notes?: string;
  transactionId?: string;
}

/** The group of trouble, as `importRow.problem` in the contracts names it. */
export type RowProblem = 'email' | 'name' | 'amount' | 'paymentMethod' | 'date' | 'columns';

/** The mapped cells of a row, trimmed, without the blank ones. */
export type RowValues = Partial<Record<ImportField, string>>;

/** `values` is what the file says, in either case: kept for the preview, and for reading again after a repair. */
export type RowReading =
  | { ok: true; draft: DonationDraft; values: RowValues }
  | { ok: false; problem: RowProblem; message: string; values: RowValues };

export interface RowContext {
  /** the row as a spreadsheet counts it */
  row: number;
  /** how many columns the header has */
  columns: number;
  /** whether the template's stricter rules hold (`Inspection.template`) */
  template: boolean;
  /** a person has decided that the row names no member: it needs neither email nor name */
  anyGiver?: boolean;
}

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
];
const datePatterns: Record<DateStyle, string> = { ymd: 'YYYY-MM-DD', mdy: 'MM/DD/YYYY', dmy: 'DD/MM/YYYY' };

/**
 * Reads one record of a file by its mapping: a draft, or the first thing wrong with it. A file's
 * blank trailing cells beyond its header are forgiven outside the template (some banks end every row with a comma).
 */
export function readRow(record: string[], mapping: ImportMapping, context: RowContext): RowReading {
  const values: RowValues = {};
  for (const field in mapping.columns) {
    const cell = record[mapping.columns[field as ImportField]!]?.trim();
    if (cell) values[field as ImportField] = cell;
  }
  const surplus = context.template ? record.length - context.columns : record.slice(context.columns).filter((cell) => cell.trim() !== '').length;
  if (record.length < context.columns || surplus > 0) {
    return { ok: false, problem: 'columns', message: say.columnMismatch(context.row), values };
  }
  return readValues(values, mapping, context);
}

/** As `readRow`, from values by field: for a row that a person has repaired. Date and decimals as the mapping says; ISO dates always. */
export function readValues(values: RowValues, mapping: ImportMapping, { row, template, anyGiver = false }: Omit<RowContext, 'columns'>): RowReading {
  const fail = (problem: RowProblem, message: string): RowReading => ({ ok: false, problem, message, values });
  const { email, name, firstName, lastName } = values;

  if (template) {
    if ((!email && !anyGiver) || !values.amount) return fail(email || anyGiver ? 'amount' : 'email', say.missingEmailOrAmount(row));
  } else if (!anyGiver && !email && !name && !firstName && !lastName) {
    return fail('name', say.missingGiver(row));
  } else if (!values.amount) {
    return fail('amount', say.missingAmount(row));
  }

  const amount = parseMoney(values.amount, template ? 'point' : mapping.decimalStyle);
  if (!amount.ok || amount.cents <= 0n || amount.cents > maxAmount) {
    return fail('amount', say.invalidAmount(row, values.amount, reason(amount)));
  }

  const methods = template ? templateMethods : paymentMethods;
  const word = values.paymentMethod ?? mapping.defaults?.paymentMethod ?? (template ? 'Cash' : '');
  const paymentMethod = findMethod(word, methods, template ? undefined : mapping.methods);
  if (!paymentMethod) return fail('paymentMethod', say.invalidMethod(row, word, methods));

  const written = values.date ?? '';
  const date = template ? (isCalendarDate(written) ? written : null) : readDate(written, mapping.dateStyle);
  if (!date) return fail('date', say.invalidDate(row, written, template ? undefined : datePatterns[mapping.dateStyle ?? 'ymd']));

  for (const [field, limit, what, problem] of limits) {
    if ((values[field]?.length ?? 0) > limit) return fail(problem, say.valueTooLong(row, what, limit));
  }
  const campaign = values.campaign ?? mapping.defaults?.campaign?.trim();
  const draft: DonationDraft = { ...values, amount: amount.cents, paymentMethod, date };
  if (campaign) draft.campaign = campaign;
  return { ok: true, draft, values };
}

/** The sentence after `Invalid amount "…"` where the number itself is fine. */
function reason(amount: ReturnType<typeof parseMoney>): string | undefined {
  if (amount.ok) return amount.cents > maxAmount ? 'Amounts are at most $99,999,999.99.' : undefined;
  return amount.message.includes('decimals') ? amount.message : undefined;
}

function readDate(text: string, style: DateStyle | undefined): string | null {
  return certainDate(text) ?? (style === undefined ? null : parseDate(text, style));
}
