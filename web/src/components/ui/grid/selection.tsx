import { type ReactNode, useMemo, useState } from 'react';

/** Ends the choice of these alone: somebody may have chosen others while the server was busy with them. */
export type Deselect = (ids: readonly string[]) => void;

/** What can be done with chosen rows: acted on, or summed up and exported from what is loaded of them. */
export type Selectable<Row> = SelectableFigures<Row> | SelectableActs<Row>;

interface SelectableActs<Row> {
  /** Names the row for the checkbox. */
  label: (row: Row) => string;
  /**
   * Buttons that act on the chosen rows; `deselect` ends the choice of those that were acted on. `all`: more than these are meant,
   * everything that the filters find.
   */
  actions: (chosen: readonly Row[], deselect: Deselect, all: boolean) => ReactNode;
  /** What the filters are, where acts can be about all that they find without loading it. With others the choice of all has ended. */
  filter?: string;
}

export interface SelectableFigures<Row> {
  filter?: undefined;
  label: (row: Row) => string;
  /** Of a row, as a decimal. */
  amount: (row: Row) => string;
  /** Name of the exported file, without its ending. */
  file: string;
  header: readonly string[];
  cells: (row: Row) => readonly string[];
}

export interface Selection<Row> {
  chosen: readonly Row[];
  has: (id: string) => boolean;
  /** Whether all that the filters find is chosen, loaded or not. */
  all: boolean;
  /** Turns a row; with `range` all from the one turned last to this one are chosen. */
  toggle: (index: number, range: boolean) => void;
  setAll: (on: boolean) => void;
  chooseAll: () => void;
  /** Chooses exactly these, those that are on their way to the grid too. */
  choose: (rows: readonly Row[]) => void;
  deselect: Deselect;
}

/** Rows chosen by id: they stay chosen when others come, and count only while they are among the rows. */
export function useSelection<Row>(
  rows: readonly Row[],
  rowId: (row: Row) => string,
  filter?: string,
): Selection<Row> {
  const [picked, setIds] = useState<ReadonlySet<string>>(new Set());
  const [from, setFrom] = useState(0);
  const [allOf, setAllOf] = useState<string>();
  const all = allOf !== undefined && allOf === filter;
  const ids = useMemo(() => (all ? new Set(rows.map(rowId)) : picked), [all, picked, rows, rowId]);
  const chosen = useMemo(
    () => (ids.size === 0 ? [] : rows.filter((row) => ids.has(rowId(row)))),
    [ids, rows, rowId],
  );
  const pick: typeof setIds = (next) => {
    setAllOf(undefined);
    setIds(next);
  };
  return {
    chosen,
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
      const ended = new Set(done);
      pick((now) => new Set([...now].filter((id) => !ended.has(id))));
    },
  };
}
