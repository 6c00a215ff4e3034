import type { z } from 'zod';
import type { repairImportRows } from '#libs/contracts';
import { containing } from '#libs/database';

/** Which rows of an import are meant. */
export type RowFilter = Pick<z.output<typeof repairImportRows>, 'rows' | 'state' | 'problem' | 'q'>;

/** The values of `filterParameters` for a filter. */
export function filterValues(importId: string, { rows, state, problem, q }: RowFilter) {
  const word = q?.trim();
  return {
    importId,
    rows: rows ?? null,
    states: statesOf(state),
    problem: problem ?? null,
    pattern: word ? containing(word) : null,
  };
}

function statesOf(state: RowFilter['state']): string[] | null {
  if (state === undefined || state === 'all') return null;
  return state === 'open' ? ['held', 'rejected'] : [state];
}
