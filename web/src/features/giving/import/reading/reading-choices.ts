import type { ImportQuestion } from '#libs/contracts';

/** How a file may write its values, with the words of the screen. */
export const dateStyles = [
  ['mdy', 'Month first: 3/4 is March 4'],
  ['dmy', 'Day first: 3/4 is April 3'],
  ['ymd', 'Year first'],
  ['serial', 'As numbers, from a spreadsheet'],
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

/** Whether the server offers a choice for a question. */
export const isOffered = (question: ImportQuestion | undefined, choice: string): boolean =>
  question?.options?.some(({ value }) => value === choice) ?? false;
