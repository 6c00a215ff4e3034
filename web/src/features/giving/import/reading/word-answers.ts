import type { WordField } from '#libs/contracts';
import { generalFund, paymentMethods } from '../../../../lib/vocabulary';

const rowAnswers = [
  ['gift', 'A gift'],
  ['not', 'Not a gift'],
  ['refund', 'Refund'],
  ['ask', 'Ask me row by row'],
] as const;
const currencyAnswers = [
  ['gift', 'US dollars'],
  ['ask', 'Ask me row by row'],
  ['not', 'Skip these rows'],
] as const;

/**
 * Returns the possible meanings of a word in a column with their labels. A fund has no list,
 * because its title is its meaning.
 */
export function answersFor(field: WordField): readonly (readonly [string, string])[] {
  if (field === 'paymentMethod') return paymentMethods.map((method) => [method, method] as const);
  return field === 'currency' ? currencyAnswers : rowAnswers;
}

export const answerName = (field: WordField, answer: string): string =>
  field === 'campaign'
    ? answer || generalFund
    : (answersFor(field).find(([value]) => value === answer)?.[1] ?? answer);
