import { type ReactNode, useMemo, useState } from 'react';
import { Download, X } from 'lucide-react';
import { formatUsd, fromDecimal, sum } from '#libs/money';
import { formatCount } from '../../lib/format';
import { Button } from '../button';

/** What can be done with chosen rows: acted on, or summed up and exported from what is loaded of them. */
export type Selectable<Row> = SelectableFigures<Row> | SelectableActs<Row>;

interface SelectableActs<Row> {
  /** Names the row for the checkbox. */
  label: (row: Row) => string;
  /** Buttons that act on the chosen rows; `clear` ends the choice. */
  acts: (chosen: readonly Row[], clear: () => void) => ReactNode;
}

interface SelectableFigures<Row> {
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

/** In the place of the count while rows are chosen: how many, and what can be done with them. */
export function SelectionBar<Row>({ selection: { chosen, setAll }, selectable, loaded, whole }: SelectionBarProps<Row>) {
  const clear = () => setAll(false);
  return (
    <>
      {chosen.length < loaded && (
        <Button variant="ghost" size="sm" onClick={() => setAll(true)}>
          {`Select all ${formatCount(loaded)}${whole ? '' : ' loaded so far'}`}
        </Button>
      )}
      {'acts' in selectable ? selectable.acts(chosen, clear) : <ExportChosen chosen={chosen} selectable={selectable} />}
      <span className="ml-1 text-grid font-medium tabular-nums" role="status">
        {`${formatCount(chosen.length)} selected${'acts' in selectable ? '' : `, ${formatUsd(sum(chosen.map((row) => fromDecimal(selectable.amount(row)))))}`}`}
      </span>
      <Button variant="ghost" size="icon-sm" aria-label="Clear the selection" onClick={clear}>
        <X aria-hidden className="size-4" />
      </Button>
    </>
  );
}

function ExportChosen<Row>({ chosen, selectable: { file, header, cells } }: { chosen: readonly Row[]; selectable: SelectableFigures<Row> }) {
  const save = async () => {
    const { saveCsv } = await import('../../lib/csv');
    saveCsv(`${file}-${chosen.length}-selected.csv`, [header, ...chosen.map(cells)]);
  };
  return (
    <Button variant="ghost" size="sm" onClick={() => void save()}>
      <Download aria-hidden className="size-4" />
      {`Export ${formatCount(chosen.length)} selected`}
    </Button>
  );
}
