import type { ImportMapping, ImportQuestion } from '#libs/contracts';
import {
  ask,
  type AmountColumn,
  type DamagedNumbers,
  type DecidingColumn,
  type FundColumnsOffer,
} from '#libs/csv';
import { isRedundantColumn, sourceById, type Source } from '../sources/index.js';

/**
 * Whether a mapping is only suggested (`none`), was confirmed by a user (`person`), or was
 * confirmed for an earlier file with the same header (`layout`).
 */
export type Confirmation = 'none' | 'person' | 'layout';

/**
 * Returns the columns of amounts to which nobody has given a meaning, and which nobody has left
 * out.
 */
export function openAmountColumns(
  amounts: readonly AmountColumn[],
  { unusedColumns = [], source }: ImportMapping,
): AmountColumn[] {
  const knownSource = sourceById(source);
  return amounts.filter(
    ({ index, header }) =>
      !unusedColumns.includes(index) && !(knownSource && isRedundantColumn(knownSource, header)),
  );
}

/**
 * Asks about further columns of amounts, which may be gifts as well. They wait until somebody has
 * given each a meaning or left it out, or has said that each is a fund.
 */
export function askAmountColumns(
  open: readonly AmountColumn[],
  offer: FundColumnsOffer | null,
): ImportQuestion[] {
  if (open.length === 0) return [];
  const headers = open.map(({ header }) => header);
  return [
    {
      kind: 'amountColumns',
      message: ask.amountColumns(headers, offer !== null),
      samples: headers,
      columns: open.map(({ index }) => index),
      ...(offer ? { fundColumns: offer.fundColumns } : {}),
    },
  ];
}

/**
 * Says that a column of numbers is not used, and why, unless somebody has said what to do with it.
 */
export function askDamagedNumbers(
  damaged: DamagedNumbers | null,
  { numbers, source }: ImportMapping,
  confirmation: Confirmation,
): ImportQuestion[] {
  if (damaged === null || numbers !== undefined) return [];
  const { why, samples } = damaged;
  // A known service repeats numbers for a reason. If a user chose the column, its repeated rows are
  // asked about one by one.
  if (why === 'repeated' && (sourceById(source) || confirmation === 'person')) return [];
  return [
    {
      kind: 'numbers',
      message: ask.damagedNumbers[why],
      samples,
      options: [
        { value: 'unused', samples: [] },
        { value: 'keep', samples },
      ],
    },
  ];
}

/** Columns that can say that a row is no gift, and that have to be asked about. */
export interface AskedColumns {
  /** columns without a meaning, because other columns have their fields */
  open: DecidingColumn[];
  /** columns that have a meaning now, but had none in earlier files with the same header */
  added: DecidingColumn[];
  /** columns that are read as the amount refunded, but contain words */
  noAmounts: DecidingColumn[];
}

export function questionsAboutColumns(
  mapping: ImportMapping,
  confirmation: Confirmation,
  { open, added, noAmounts }: AskedColumns,
): ImportQuestion[] {
  const source = sourceById(mapping.source);
  const missing = missingColumns(mapping, source);
  const headers = (columns: DecidingColumn[]) => columns.map(({ header }) => header);
  const messages = [
    ...(missing.length > 0 ? [ask.columns(missing)] : []),
    ...(open.length > 0 ? [ask.deciding(headers(open))] : []),
    ...(added.length > 0 ? [ask.newlyDeciding(headers(added))] : []),
    ...noAmounts.map(({ header }) => ask.noAmounts(header)),
    ...(mapping.giverAbove && confirmation === 'none' ? [ask.giverAbove] : []),
  ];
  const needsConfirmation = confirmation === 'none' && !source?.isOwn;
  if (messages.length === 0 && !needsConfirmation) return [];
  const askedColumns = [...open, ...added, ...noAmounts];
  return [
    {
      kind: 'columns',
      message: [
        ...messages,
        ...(askedColumns.length + missing.length > 0 ? [] : [confirmMessage(source)]),
      ].join(' '),
      samples: headers(askedColumns),
      ...(askedColumns.length > 0 ? { columns: askedColumns.map(({ index }) => index) } : {}),
    },
  ];
}

const confirmMessage = (source: Source | undefined): string =>
  source ? `This looks like a ${source.name} file.` : 'Were the columns recognized correctly?';

function missingColumns(
  { columns, defaults }: ImportMapping,
  source: Source | undefined,
): string[] {
  const missing: string[] = [];
  if (columns.amount === undefined) missing.push('the amount');
  if (columns.date === undefined) missing.push('the date');
  if (
    !source?.nameless &&
    (columns.email ?? columns.name ?? columns.firstName ?? columns.lastName) === undefined
  )
    missing.push('the giver’s email address or name');
  if (columns.paymentMethod === undefined && !defaults?.paymentMethod)
    missing.push('the payment method');
  return missing;
}
