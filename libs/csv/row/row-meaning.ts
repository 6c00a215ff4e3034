import type { ImportMapping, RowMeaning } from '#libs/contracts';
import type { Answers } from '../words.js';
import { centsOf, type Reader, type RowValues } from './row-reading.js';

/** What a row means, and the word that says so. */
export interface Meaning {
  meaning: RowMeaning;
  /** the column that says so */
  field: 'status' | 'type' | 'test' | 'direction' | 'currency' | 'amount';
  word: string;
}

/** The meaning of a row without a word that says something else. */
export const plainGift: Meaning = { meaning: 'gift', field: 'status', word: '' };

/**
 * Combines the words of a row into one meaning. `not` (money that never moved) is stronger than `ask`, and `ask` is
 * stronger than `refund`.
 */
export function meaningOfRow(
  values: RowValues,
  { columns, decimalStyle }: ImportMapping,
  answers: Answers,
  negative: Reader['negative'],
): Meaning {
  let found = plainGift;
  for (const field of ['status', 'direction', 'type', 'test', 'currency'] as const) {
    if (columns[field] === undefined) continue;
    const word = values[field] ?? '';
    const meaning = (answers(field, word) ?? 'ask') as RowMeaning;
    if (meaning !== 'gift' && weight[meaning] >= weight[found.meaning])
      found = { meaning, field, word };
  }
  // a refund of the account is below zero; above zero, something was refunded to the account
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
