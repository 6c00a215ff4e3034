import { type ReactNode, useMemo, useState } from 'react';

/** Deselects only these rows. The user may have selected others during the request. */
export type Deselect = (ids: readonly string[]) => void;

/** What the user can do with selected rows: run actions, or sum up and export the loaded ones. */
export type Selectable<Row> = SelectableFigures<Row> | SelectableActs<Row>;

interface SelectableActs<Row> {
  /** The label of the row's checkbox. */
  label: (row: Row) => string;
  /**
   * Renders buttons for the selected rows. `deselect` deselects the rows that were changed. `all`
   * means that the action concerns all rows that the filters find, not only the loaded ones.
   */
  actions: (chosenRows: readonly Row[], deselect: Deselect, all: boolean) => ReactNode;
  /**
   * The current filters, if actions can concern all rows that the filters find without loading
   * them. A change of the filters ends the selection of all.
   */
  filter?: string;
}

export interface SelectableFigures<Row> {
  filter?: undefined;
  label: (row: Row) => string;
  /** The amount of a row as a decimal string. */
  amount: (row: Row) => string;
  /** The name of the exported file without extension. */
  file: string;
  header: readonly string[];
  cells: (row: Row) => readonly string[];
}

export interface Selection<Row> {
  chosen: readonly Row[];
  has: (id: string) => boolean;
  /** Whether all rows that the filters find are selected, loaded or not. */
  all: boolean;
  /**
   * Selects or deselects a row. With `range`, it selects all rows from the last toggled one to this
   * one.
   */
  toggle: (index: number, range: boolean) => void;
  setAll: (on: boolean) => void;
  chooseAll: () => void;
  /** Selects exactly these rows, including rows that the grid does not have yet. */
  choose: (rows: readonly Row[]) => void;
  deselect: Deselect;
}

/**
 * Holds the selection by id. Selected rows stay selected when other rows are loaded, and count only
 * while they are among the rows.
 */
export function useSelection<Row>(
  rows: readonly Row[],
  rowId: (row: Row) => string,
  filter?: string,
): Selection<Row> {
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set());
  const [from, setFrom] = useState(0);
  const [allOf, setAllOf] = useState<string>();
  const all = allOf !== undefined && allOf === filter;
  const ids = useMemo(
    () => (all ? new Set(rows.map(rowId)) : selectedIds),
    [all, selectedIds, rows, rowId],
  );
  const selectedRows = useMemo(
    () => (ids.size === 0 ? [] : rows.filter((row) => ids.has(rowId(row)))),
    [ids, rows, rowId],
  );
  const pick: typeof setSelectedIds = (next) => {
    setAllOf(undefined);
    setSelectedIds(next);
  };
  return {
    chosen: selectedRows,
    all,
    chooseAll: () => setAllOf(filter),
    has: (id) => ids.has(id),
    toggle: (index, range) => {
      const next = new Set(ids);
      const [first, last] = range ? [Math.min(from, index), Math.max(from, index)] : [index, index];
      for (const row of rows.slice(first, last + 1)) {
        if (range || !next.delete(rowId(row))) next.add(rowId(row));
      }
      pick(next);
      setFrom(index);
    },
    setAll: (on) => pick(new Set(on ? rows.map(rowId) : [])),
    choose: (chosenRows) => pick(new Set(chosenRows.map(rowId))),
    deselect: (done) => {
      const deselected = new Set(done);
      pick((now) => new Set([...now].filter((id) => !deselected.has(id))));
    },
  };
}
