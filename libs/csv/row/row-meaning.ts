import type { ImportMapping, RowMeaning } from '#libs/contracts';
import { parseFileMoney } from '#libs/money';
import { isOwnCurrency, type Answers } from '../words.js';
import { centsOf, type Reader, type RowValues } from './row-reading.js';

/** The meaning of a row, with the word that decides it. */
export interface Meaning {
  meaning: RowMeaning;
  /** The column that decides it. */
  field: 'status' | 'type' | 'test' | 'direction' | 'currency' | 'amount';
  word: string;
}

/** The meaning of a row without a word that means something else. */
export const plainGift: Meaning = { meaning: 'gift', field: 'status', word: '' };

/**
 * Combines the words of a row into one meaning. `not` (no money was given) takes precedence over
 * `ask`, and `ask` over `refund`.
 */
export function meaningOfRow(
  values: RowValues,
  { columns, decimalStyle }: ImportMapping,
  answers: Answers,
  negative: Reader['negative'],
): Meaning {
  let strongestMeaning = plainGift;
  for (const field of ['status', 'direction', 'type', 'test', 'currency'] as const) {
    if (columns[field] === undefined) continue;
    const word = values[field] ?? '';
    const answer = (answers(field, word) ?? 'ask') as RowMeaning;
    // whatever a user has answered about another currency, its amounts are no dollars
    const isForeign = field === 'currency' && !isOwnCurrency(word);
    const meaning = isForeign && answer === 'gift' ? 'ask' : answer;
    if (meaning !== 'gift' && weight[meaning] >= weight[strongestMeaning.meaning])
      strongestMeaning = { meaning, field, word };
  }
  const moneyOut = meaningOfMoneyOut(values, columns, decimalStyle);
  if (moneyOut && weight[moneyOut.meaning] >= weight[strongestMeaning.meaning]) return moneyOut;
  // a positive refund on a statement is money that the account got back, and so no refund of a gift
  const isRefundByType = strongestMeaning.meaning === 'refund' && strongestMeaning.field === 'type';
  if (negative === 'not' && isRefundByType && centsOf(values.amount, decimalStyle) > 0n)
    return { ...strongestMeaning, meaning: 'not' };
  // money that left the account is no gift in any currency
  const isOpen =
    strongestMeaning.meaning === 'gift' ||
    (negative === 'not' && strongestMeaning.field === 'currency');
  if (negative && isOpen && centsOf(values.amount, decimalStyle) < 0n)
    return { meaning: negative, field: 'amount', word: values.amount ?? '' };
  return strongestMeaning;
}

/**
 * Money out of the account is no gift. If the row also has money in, the user must say what it is.
 */
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

/** Whether a text is the amount 0. False for a text that is no amount. */
function isZero(text: string, style: ImportMapping['decimalStyle']): boolean {
  const parsed = parseFileMoney(text, style);
  return parsed.ok && parsed.cents === 0n;
}

/**
 * Returns the meaning of a row that a user has taken as a gift. The words in its columns, such as
 * the status, no longer matter. For an amount in another currency, a user must still set the
 * dollars.
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
