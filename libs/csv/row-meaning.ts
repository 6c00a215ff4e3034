import type { ImportMapping, RowMeaning } from '#libs/contracts';
import type { Answers } from './words.js';
import { centsOf, type Reader, type RowValues } from './row-reading.js';

export interface Meaning {
  meaning: RowMeaning;
  /** the column that says so */
  field: 'status' | 'type' | 'direction' | 'currency' | 'amount';
  word: string;
}
export const plainGift: Meaning = { meaning: 'gift', field: 'status', word: '' };

/**
 * What the words of a row say together. Money that never moved is none, whatever its type; of the rest, what has to be
 * decided comes before what takes back.
 */
export function meaningOfRow(
  values: RowValues,
  { columns, decimalStyle }: ImportMapping,
  answers: Answers,
  negative: Reader['negative'],
): Meaning {
  let found = plainGift;
  for (const field of ['status', 'direction', 'type', 'currency'] as const) {
    if (columns[field] === undefined) continue;
    const word = values[field] ?? '';
    const meaning = (answers(field, word) ?? 'ask') as RowMeaning;
    if (meaning !== 'gift' && weight[meaning] >= weight[found.meaning])
      found = { meaning, field, word };
  }
  // an account that gives back says so below zero: above it, something was given back to the account
  if (
    negative === 'not' &&
    found.meaning === 'refund' &&
    found.field === 'type' &&
    centsOf(values.amount, decimalStyle) > 0n
  )
    return { ...found, meaning: 'not' };
  if (negative && found.meaning === 'gift' && centsOf(values.amount, decimalStyle) < 0n)
    return { meaning: negative, field: 'amount', word: values.amount ?? '' };
  return found;
}
const weight: Record<RowMeaning, number> = { gift: 0, refund: 1, ask: 2, not: 3 };
