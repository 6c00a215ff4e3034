import type { ImportMapping, RowMeaning } from '#libs/contracts';
import { parseFileMoney } from '#libs/money';
import { isOwnCurrency, type Answers } from '../words.js';
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
    const answer = (answers(field, word) ?? 'ask') as RowMeaning;
    // whatever is answered about another currency, its amounts are never dollars
    const isForeign = field === 'currency' && !isOwnCurrency(word);
    const meaning = isForeign && answer === 'gift' ? 'ask' : answer;
    if (meaning !== 'gift' && weight[meaning] >= weight[found.meaning])
      found = { meaning, field, word };
  }
  const leaves = meaningOfMoneyOut(values, columns, decimalStyle);
  if (leaves && weight[leaves.meaning] >= weight[found.meaning]) return leaves;
  // a refund of the account is below zero; above zero, something was refunded to the account
  if (
    negative === 'not' &&
    found.meaning === 'refund' &&
    found.field === 'type' &&
    centsOf(values.amount, decimalStyle) > 0n
  )
    return { ...found, meaning: 'not' };
  // money that left the account is no gift in any currency
  const isOpen = found.meaning === 'gift' || (negative === 'not' && found.field === 'currency');
  if (negative && isOpen && centsOf(values.amount, decimalStyle) < 0n)
    return { meaning: negative, field: 'amount', word: values.amount ?? '' };
  return found;
}

/** Money out of the account is no gift. If the row also has money in, the user must say what it is. */
function meaningOfMoneyOut(
  values: RowValues,
  columns: ImportMapping['columns'],
  style: ImportMapping['decimalStyle'],
): Meaning | null {
  const { amount, moneyOut } = values;
  if (columns.moneyOut === undefined || centsOf(moneyOut, style) === 0n) return null;
  const isMoneyIn = amount !== undefined && !isZero(amount, style);
  return { meaning: isMoneyIn ? 'ask' : 'not', field: 'amount', word: moneyOut ?? '' };
}

/** Whether a text is the amount 0. A text that is no amount is not. */
function isZero(text: string, style: ImportMapping['decimalStyle']): boolean {
  const parsed = parseFileMoney(text, style);
  return parsed.ok && parsed.cents === 0n;
}

/**
 * The meaning of a row that a user has taken as a gift, whatever its words say. An amount in another currency still needs
 * the dollars, which a user must set.
 */
export function meaningOfGift(
  values: RowValues,
  { columns }: ImportMapping,
  isAmountSet: boolean,
): Meaning {
  const word = values.currency ?? '';
  const isForeign = columns.currency !== undefined && !isOwnCurrency(word);
  return isForeign && !isAmountSet ? { meaning: 'ask', field: 'currency', word } : plainGift;
}

const weight: Record<RowMeaning, number> = { gift: 0, refund: 1, ask: 2, not: 3 };
