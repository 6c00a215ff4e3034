import type { ImportMapping, ImportQuestion } from '#libs/contracts';
import { ask } from '#libs/csv';
import type { Observed } from './file-observer.js';

/** A question with the part of a mapping that answers it as suggested. */
export interface SuggestedAnswer {
  question: ImportQuestion;
  suggested: Partial<ImportMapping>;
}

/** Asks what a spreadsheet has hidden, repeated or changed, unless somebody has answered. */
export const askAboutRows = (observed: Observed, mapping: ImportMapping): SuggestedAnswer[] =>
  [
    askHiddenRows(observed, mapping),
    askRepeatedBlocks(observed, mapping),
    askConvertedDates(observed),
  ].filter((question) => question !== null);

/** Hidden rows are imported if nobody says otherwise: the file has them, and they are shown. */
export function askHiddenRows(
  { hiddenRows: { rows, samples } }: Observed,
  { hiddenRows: answer }: ImportMapping,
): SuggestedAnswer | null {
  if (rows === 0 || answer !== undefined) return null;
  const message = ask.hiddenRows(rows);
  return {
    question: { kind: 'hiddenRows', message, samples, options: optionsOf('import', 'skip') },
    suggested: { hiddenRows: 'import' },
  };
}

function askRepeatedBlocks(
  { repeatedBlocks: [block, ...otherBlocks] }: Observed,
  { repeatedBlock: answer }: ImportMapping,
): SuggestedAnswer | null {
  if (!block || answer !== undefined) return null;
  const message = ask.repeatedBlock(block, otherBlocks.length);
  return {
    question: { kind: 'repeatedBlock', message, samples: [], options: optionsOf('skip', 'import') },
    suggested: { repeatedBlock: 'skip' },
  };
}

function askConvertedDates({ convertedDates }: Observed): SuggestedAnswer | null {
  if (!convertedDates) return null;
  const { order, converted, left } = convertedDates;
  const dateStyle = `${order}Converted` as const;
  return {
    question: {
      kind: 'dateStyle',
      message: ask.convertedDates(convertedDates),
      samples: [...converted, ...left],
      options: optionsOf(dateStyle, order),
    },
    suggested: { dateStyle },
  };
}

const optionsOf = (...values: string[]) => values.map((value) => ({ value, samples: [] }));
