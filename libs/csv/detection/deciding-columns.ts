import type { ImportField, ImportMapping, RowMeaning, WordField } from '#libs/contracts';
import { parseFileMoney } from '#libs/money';
import { flagNames } from '../header-names.js';
import { headerKey, maxHeader, meaningOf, withoutRemarks } from '../header.js';
import { flagWords, knownMeaning, statusWords, wordKey, type Words } from '../words.js';

/**
 * The kind of a deciding column. A column of the kind `refund` contains words; `refunded` and
 * `moneyOut` contain amounts.
 */
export type DecidingKind =
  | 'status'
  | 'type'
  | 'test'
  | 'live'
  | 'direction'
  | 'currency'
  | 'refunded'
  | 'moneyOut'
  | 'void'
  | 'refund'
  | 'dispute'
  | 'paid';

/** A column that can say that a row is no gift, or how much of it is one. */
export interface DecidingColumn {
  index: number;
  header: string;
  kind: DecidingKind;
  /** Values that mean something else than "this is a gift". */
  samples: string[];
}

type Columns = ImportMapping['columns'];

/** The fields as which a column of each kind can be read, the best first. */
const fieldsOfKind: Record<DecidingKind, ImportField[]> = {
  status: ['status', 'type'],
  type: ['type'],
  test: ['test', 'type', 'status'],
  live: ['test', 'type', 'status'],
  direction: ['direction'],
  currency: ['currency'],
  refunded: ['refunded'],
  moneyOut: ['moneyOut'],
  refund: ['status', 'type', 'direction'],
  void: ['status', 'type', 'direction'],
  dispute: ['status', 'type', 'direction'],
  paid: ['status', 'type'],
};
/** The order in which columns get their fields: first the kinds with a field of their own. */
const order = Object.keys(fieldsOfKind) as DecidingKind[];

const flags = new Map<string, DecidingKind>(
  Object.entries(flagNames).flatMap(([kind, names]) =>
    names.map((name) => [name, kind as DecidingKind] as const),
  ),
);
const decidingFields: ImportField[] = [
  'status',
  'type',
  'test',
  'direction',
  'currency',
  'refunded',
  'moneyOut',
];

/**
 * Returns the kind of a column by its header. Returns null for a column that cannot say whether a
 * row is a gift, or how much of it.
 */
export function decidingKind(header: string): DecidingKind | null {
  if (header.length > maxHeader) return null;
  const key = headerKey(withoutRemarks(header));
  if (/^(?:is)?live(?:mode)?$/.test(key)) return 'live';
  const flag = flags.get(headerKey(header)) ?? flags.get(key);
  if (flag) return flag;
  const field = meaningOf(header)?.field;
  return field && decidingFields.includes(field) ? (field as DecidingKind) : null;
}

/**
 * Whether another column contains the same in a better form: "Converted Amount Refunded" and not
 * "Amount Refunded", or the code of a currency and not its symbol.
 */
export function isCovered(
  { index, kind, header }: DecidingColumn,
  columns: Columns,
  all: string[],
) {
  if (kind !== 'currency' && kind !== 'refunded') return false;
  const used = columns[kind];
  if (used === undefined || used === index) return false;
  const key = headerKey(header);
  return headerKey(all[used] ?? '') === `converted${key}` || key === 'currencysymbol';
}

/** Assigns each column the first of its fields that no other column has. */
export function placeColumns(
  columns: Columns,
  deciding: readonly DecidingColumn[],
): { columns: Columns; placed: DecidingColumn[]; unplaced: DecidingColumn[] } {
  const result: Columns = { ...columns };
  const placed: DecidingColumn[] = [];
  const unplaced: DecidingColumn[] = [];
  const inOrder = [...deciding].sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
  for (const column of inOrder) {
    const field = fieldsOfKind[column.kind].find((candidate) => result[candidate] === undefined);
    if (field) result[field] = column.index;
    (field ? placed : unplaced).push(column);
  }
  return { columns: result, placed, unplaced };
}

/**
 * Returns the meanings of words by the headers of their columns. "yes" means one thing in the
 * column "Void" and another one in "Captured".
 */
export function wordsByHeader(header: readonly string[], columns: Columns): Words {
  const words: Words = {};
  for (const field of ['status', 'type', 'test', 'direction'] as const) {
    const index = columns[field];
    const kind = index === undefined ? null : decidingKind(header[index] ?? '');
    if (kind) words[field] = wordsOfKind(kind, field);
  }
  return words;
}

function wordsOfKind(kind: DecidingKind, field: WordField): Record<string, RowMeaning> {
  // Only a status can say that the gift of its row was refunded. In other columns the word would
  // mean a refund of another gift.
  const isStatus = field === 'status';
  switch (kind) {
    case 'status':
      return isStatus ? {} : withoutRefunds(statusWords);
    case 'refunded':
    case 'refund':
      return isStatus ? flagWords.refund : withoutRefunds(flagWords.refund);
    case 'test':
      return flagWords.test;
    case 'live':
    case 'void':
    case 'dispute':
    case 'paid':
      return flagWords[kind];
    default:
      return {};
  }
}

const withoutRefunds = (table: Record<string, RowMeaning>): Record<string, RowMeaning> =>
  Object.fromEntries(
    Object.entries(table).map(([word, meaning]) => [word, meaning === 'refund' ? 'ask' : meaning]),
  );

const maxValues = 100;
const sampleCount = 5;

/** Observes the deciding columns of a file, whether they are mapped or not. */
export interface DecidingObserver {
  see(cells: string[]): void;
  /** The columns with a value that means something else than "this is a gift". */
  columns(): DecidingColumn[];
}

export function createDecidingObserver(header: readonly string[]): DecidingObserver {
  const watched = header.flatMap((name, index) => {
    const kind = decidingKind(name);
    return kind ? [{ index, header: name, kind, values: new Set<string>() }] : [];
  });
  return {
    see(cells) {
      for (const { index, values } of watched) {
        const value = cells[index] ?? '';
        if (values.size < maxValues) values.add(value.trim().slice(0, 60));
      }
    },
    columns: () =>
      watched.flatMap(({ index, header: name, kind, values }) => {
        const column = judge(name, kind, [...values]);
        return column.samples.length === 0 ? [] : [{ index, header: name, ...column }];
      }),
  };
}

/**
 * Finds out whether "Refunded" is an amount or a word, and which values mean something else than
 * "this is a gift".
 */
function judge(
  header: string,
  kind: DecidingKind,
  values: string[],
): Pick<DecidingColumn, 'kind' | 'samples'> {
  const filled = values.filter((value) => value !== '');
  if (filled.length === 0) return { kind, samples: [] };
  // "S/H" is debit or credit on a German statement, and shipping and handling in a shop
  if (kind === 'direction' && !filled.some(isNoAmount)) return { kind, samples: [] };
  if (kind === 'moneyOut') return { kind, samples: filled.filter(isMoney).slice(0, sampleCount) };
  if (kind === 'refunded') {
    const isFlag = filled.every((value) => /^[01]$/.test(value)) || filled.some(isNoAmount);
    if (!isFlag) return { kind, samples: filled.filter(isMoney).slice(0, sampleCount) };
    return judge(header, 'refund', values);
  }
  // "Payment Mode" is live or test in one file, and the payment method in another
  const isKnown = (value: string) => Object.hasOwn(flagWords.test, wordKey(value));
  if (kind === 'test' && /mode$|environment/i.test(header) && !/test|sandbox/i.test(header)) {
    if (!filled.some(isKnown)) return { kind, samples: [] };
  }
  // "Paid" can be an amount
  if (kind === 'paid' && filled.every((value) => !/^[01]$/.test(value) && !isNoAmount(value)))
    return { kind, samples: [] };
  const otherValues = values.filter((value) => !meansGift(kind, value));
  return { kind, samples: otherValues.slice(0, sampleCount) };
}

const isNoAmount = (value: string) =>
  !parseFileMoney(value).ok && !parseFileMoney(value, 'comma').ok && !/^[-–—]$/.test(value);

/** Whether a text is an amount other than 0, in either style. */
const isMoney = (value: string) =>
  (['point', 'comma'] as const).some((style) => {
    const amount = parseFileMoney(value, style);
    return amount.ok && amount.cents !== 0n;
  });

function meansGift(kind: DecidingKind, value: string): boolean {
  const word = wordKey(value);
  if (kind === 'status' || kind === 'direction' || kind === 'currency')
    return knownMeaning(kind, word) === 'gift';
  // a type can be a payment method, such as cash or check
  if (kind === 'type')
    return knownMeaning(kind, word) === 'gift' || knownMeaning('paymentMethod', word) !== null;
  const words = wordsOfKind(kind, 'status');
  return Object.hasOwn(words, word) && words[word] === 'gift';
}
