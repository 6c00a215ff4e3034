import type { ImportMapping, ImportQuestion } from '#libs/contracts';

/** How a file may write its values, with the words of the screen. */
const dateStyles = [
  ['mdy', 'Month first: 3/4 is March 4'],
  ['dmy', 'Day first: 3/4 is April 3'],
  ['ymd', 'Year first'],
  ['serial', 'As numbers, from a spreadsheet'],
] as const;
/** Readings of a file in which a spreadsheet has exchanged day and month of some dates. */
const restoredDateStyles = [
  ['dmyConverted', 'Day first, but 2026-05-01 is January 5'],
  ['mdyConverted', 'Month first, but 2026-05-01 is January 5'],
] as const;
const convertedDateStyles = [
  ...restoredDateStyles,
  ['dmy', 'As they stand: 2026-05-01 is May 1'],
  ['mdy', 'As they stand: 2026-05-01 is May 1'],
] as const;
export const hiddenRowChoices = [
  ['import', 'Import them, too'],
  ['skip', 'Skip them'],
] as const;
export const repeatedBlockChoices = [
  ['skip', 'They are the same gifts: skip them'],
  ['import', 'They are further gifts: import them'],
] as const;
export const nameStyles = [
  ['lastFirst', 'Last name first: “Brooks, Hannah” is Hannah Brooks'],
  ['firstLast', 'As they are written'],
] as const;
export const numberStyles = [
  ['startAgain', 'They start again: the same number may be another gift'],
  ['unused', 'They are damaged: do not use them'],
  ['keep', 'Use them: ask me about each number of another giver or day'],
] as const;
export const decimalStyles = [
  ['point', 'Point: 1,234.50'],
  ['comma', 'Comma: 1.234,50'],
] as const;

/** Filters choices by what the server offers for a question. */
export function offeredOf<Choice extends readonly [string, string]>(
  question: ImportQuestion | undefined,
  choices: readonly Choice[],
): readonly Choice[] {
  const offered = new Set(question?.options?.map(({ value }) => value));
  return choices.filter(([value]) => offered.has(value));
}

/**
 * Returns the date styles that a user can choose from. If the program asks whether a spreadsheet
 * has converted some dates, returns only the two answers to that question.
 */
export function dateChoices(
  question: ImportQuestion | undefined,
): readonly (readonly [NonNullable<ImportMapping['dateStyle']>, string])[] {
  const converted = offeredOf(question, convertedDateStyles);
  const isAsked = converted.some(([value]) => value.endsWith('Converted'));
  return isAsked ? converted : [...dateStyles, ...restoredDateStyles];
}
