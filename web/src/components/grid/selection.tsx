import { useMemo, useState } from 'react';
import { Download, X } from 'lucide-react';
import { formatUsd, fromDecimal, sum } from '#libs/money';
import { formatCount } from '../../lib/format';
import { Button } from '../button';

/** What can be done with chosen rows: summed up, and exported from what is loaded of them. */
export interface Selectable<Row> {
  /** Of a row, as a decimal. */
  amount: (row: Row) => string;
  /** Names the row for the checkbox. */
  label: (row: Row) => string;
  /** Name of the exported file, without its ending. */
  file: string;
  header: readonly string[];
  cells: (row: Row) => readonly string[];
}

export interface Selection<Row> {
  chosen: readonly Row[];
  has: (id: string) => boolean;
  /** Turns a row; with `range` all from the one turned last to this one are chosen. */
  turn: (index: number, range: boolean) => void;
  setAll: (on: boolean) => void;
}

/** Rows chosen by id: they stay chosen when others come, and count only while they are among the rows. */
export function useSelection<Row>(rows: readonly Row[], rowId: (row: Row) => string): Selection<Row> {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const [from, setFrom] = useState(0);
  const chosen = useMemo(() => (ids.size === 0 ? [] : rows.filter((row) => ids.has(rowId(row)))), [ids, rows, rowId]);
  return {
    chosen,
    has: (id) => ids.has(id),
    turn: (index, range) => {
      const next = new Set(ids);
      const [first, last] = range ? [Math.min(from, index), Math.max(from, index)] : [index, index];
      for (const row of rows.slice(first, last + 1)) {
        if (range || !next.delete(rowId(row))) next.add(rowId(row));
      }
      setIds(next);
      setFrom(index);
    },
    setAll: (on) => setIds(new Set(on ? rows.map(rowId) : [])),
  };
}

export interface SelectionBarProps<Row> {
  selection: Selection<Row>;
  selectable: Selectable<Row>;
  loaded: number;
  /** Whether the loaded rows are all that the filters find. */
  whole: boolean;
}

/** In the place of the count while rows are chosen: how many, their sum, their export. */
export function SelectionBar<Row>({ selection: { chosen, setAll }, selectable: { amount, file, header, cells }, loaded, whole }: SelectionBarProps<Row>) {
  const total = formatUsd(sum(chosen.map((row) => fromDecimal(amount(row)))));
  const save = async () => {
    const { saveCsv } = await import('../../lib/csv');
    saveCsv(`${file}-${chosen.length}-selected.csv`, [header, ...chosen.map(cells)]);
  };
  return (
    <>
      {chosen.length < loaded && (
        <Button variant="ghost" size="sm" onClick={() => setAll(true)}>
          {`Select all ${formatCount(loaded)}${whole ? '' : ' loaded so far'}`}
        </Button>
      )}
      <Button variant="ghost" size="sm" onClick={() => void save()}>
        <Download aria-hidden className="size-4" />
        {`Export ${formatCount(chosen.length)} selected`}
      </Button>
      <span className="ml-1 text-grid font-medium tabular-nums" role="status">
        {`${formatCount(chosen.length)} selected, ${total}`}
      </span>
      <Button variant="ghost" size="icon-sm" aria-label="Clear the selection" onClick={() => setAll(false)}>
        <X aria-hidden className="size-4" />
      </Button>
    </>
  );
}
