import type { ImportMapping } from '#libs/contracts';
import { createGroupReader, withWholeAmount, type CellCounts } from '#libs/csv';

/** Joins amounts that a comma has divided into two cells, if a user has confirmed it. */
export const createAmountJoiner =
  (mapping: ImportMapping, width: CellCounts) =>
  (cells: string[]): string[] =>
    mapping.joinAmounts ? withWholeAmount(cells, mapping, width) : cells;

/** Adds the giver to each row where a line above the rows names the giver. */
export const createGiverReader = ({
  giverAbove,
  columns,
}: ImportMapping): ReturnType<typeof createGroupReader> =>
  giverAbove && columns.name !== undefined ? createGroupReader(columns.name) : (cells) => cells;
