import type { ImportField, ImportMapping, RowMeaning, WordField } from '#libs/contracts';
import { parseFileMoney } from '#libs/money';
import { flagNames } from '../header-names.js';
import { headerKey, maxHeader, meaningOf, withoutRemarks } from '../header.js';
import { flagWords, knownAnswer, statusWords, wordKey, type Words } from '../words.js';

/** What a deciding column says about its rows. `refund` is a word, `refunded` and `moneyOut` are amounts. */
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
  /** values that say more than "this is a gift" */
  samples: string[];
}

type Columns = ImportMapping['columns'];

/** The fields that a column of each kind can be read as, the best first. */
const slots: Record<DecidingKind, ImportField[]> = {
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
/** Columns of kinds with a field of their own are placed first. */
const order = Object.keys(slots) as DecidingKind[];

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

/** The kind of a column by its header; null for a column that decides nothing. */
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
 * Whether another column says the same better: "Converted Amount Refunded" beside "Amount
 * Refunded", or the code of a currency beside its symbol.
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

/** Gives each column the first of its fields that no other column has. */
export function placeColumns(
  columns: Columns,
  deciding: readonly DecidingColumn[],
): { columns: Columns; placed: DecidingColumn[]; unplaced: DecidingColumn[] } {
  const result: Columns = { ...columns };
  const placed: DecidingColumn[] = [];
  const unplaced: DecidingColumn[] = [];
  const inOrder = [...deciding].sort(
    (one, other) => order.indexOf(one.kind) - order.indexOf(other.kind),
  );
  for (const column of inOrder) {
    const field = slots[column.kind].find((slot) => result[slot] === undefined);
    if (field) result[field] = column.index;
    (field ? placed : unplaced).push(column);
  }
  return { columns: result, placed, unplaced };
}

/**
 * What the words of the columns mean by their headers: "yes" says one thing under "Void" and
 * another under "Captured".
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
  // only a status can say that a gift was given back in full; elsewhere the word would take back another gift
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

/** Watches the deciding columns of a file, whether they are mapped or not. */
export interface DecidingObserver {
  see(cells: string[]): void;
  /** the columns in which a value says more than "this is a gift" */
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
 * Finds out whether "Refunded" is an amount or a word, and which values say more than "this is a
 * gift".
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
  // "Payment Mode" says live or test in one file, and how a gift was paid in another
  const isKnown = (value: string) => Object.hasOwn(flagWords.test, wordKey(value));
  if (kind === 'test' && /mode$|environment/i.test(header) && !/test|sandbox/i.test(header)) {
    if (!filled.some(isKnown)) return { kind, samples: [] };
  }
  // "Paid" can be an amount
  if (kind === 'paid' && filled.every((value) => !/^[01]$/.test(value) && !isNoAmount(value)))
    return { kind, samples: [] };
  const telling = values.filter((value) => !saysGift(kind, value));
  return { kind, samples: telling.slice(0, sampleCount) };
}

const isNoAmount = (value: string) =>
  !parseFileMoney(value).ok && !parseFileMoney(value, 'comma').ok && !/^[-–—]$/.test(value);

/** Whether an amount is more than nothing, in either style. */
const isMoney = (value: string) =>
  (['point', 'comma'] as const).some((style) => {
    const amount = parseFileMoney(value, style);
    return amount.ok && amount.cents !== 0n;
  });

function saysGift(kind: DecidingKind, value: string): boolean {
  const word = wordKey(value);
  if (kind === 'status' || kind === 'direction' || kind === 'currency')
    return knownAnswer(kind, word) === 'gift';
  // cash and check are ways to give
  if (kind === 'type')
    return knownAnswer(kind, word) === 'gift' || knownAnswer('paymentMethod', word) !== null;
  const words = wordsOfKind(kind, 'status');
  return Object.hasOwn(words, word) && words[word] === 'gift';
}
