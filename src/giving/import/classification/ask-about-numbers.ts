import type { ImportMapping, ImportQuestion } from '#libs/contracts';
import { ask } from '#libs/csv';
import type { Tx } from '#libs/database';
import type { Draft } from './draft.js';
import { countNumbersOfOthers } from './numbers.sql.js';

/**
 * The minimum count of transaction numbers in a file that belong to recorded gifts of other givers,
 * before the user is asked about the numbers.
 */
const minNumbersOfOthers = 2;

/**
 * Asks once for the whole file if its numbers seem to start again: at least two of them, and at
 * least half of those that the books know from the same kind of file, belong to gifts of other
 * givers there. Asks nothing if a user has said what the numbers are. The rows must be stored, with
 * their givers.
 * @returns null if there is nothing to ask
 */
export async function askAboutNumbers(
  tx: Tx,
  { id: importId, source }: Pick<Draft, 'id' | 'source'>,
  { numbers, columns }: ImportMapping,
): Promise<ImportQuestion | null> {
  if (numbers !== undefined || columns.transactionId === undefined) return null;
  const [counted] = await countNumbersOfOthers(tx, { importId, source });
  const { known, ofOthers, samples } = counted!;
  if (ofOthers < minNumbersOfOthers || 2 * ofOthers < known) return null;
  return {
    kind: 'numbers',
    message: ask.numbersStartAgain(ofOthers),
    samples,
    options: [
      { value: 'startAgain', samples },
      { value: 'keep', samples: [] },
    ],
  };
}
