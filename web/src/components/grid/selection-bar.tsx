import { Download, X } from 'lucide-react';
import { formatUsd, fromDecimal, sum } from '#libs/money';
import { formatCount } from '../../lib/format';
import { Button } from '../button';
import type { Selectable, SelectableFigures, Selection } from './selection';

export interface SelectionBarProps<Row> {
  selection: Selection<Row>;
  selectable: Selectable<Row>;
  loaded: number;
  /** Whether the loaded rows are all that the filters find. */
  whole: boolean;
}

/** In the place of the count while rows are chosen: how many, and what can be done with them. */
export default function SelectionBar<Row>({ selection: { chosen, setAll, release }, selectable, loaded, whole }: SelectionBarProps<Row>) {
  return (
    <>
      {chosen.length < loaded && (
        <Button variant="ghost" size="sm" onClick={() => setAll(true)}>
          {`Select all ${formatCount(loaded)}${whole ? '' : ' loaded so far'}`}
        </Button>
      )}
      {'acts' in selectable ? selectable.acts(chosen, release) : <ExportChosen chosen={chosen} selectable={selectable} />}
      <span className="ml-1 text-grid font-medium tabular-nums" role="status">
        {`${formatCount(chosen.length)} selected${'acts' in selectable ? '' : `, ${formatUsd(sum(chosen.map((row) => fromDecimal(selectable.amount(row)))))}`}`}
      </span>
      <Button variant="ghost" size="icon-sm" aria-label="Clear the selection" onClick={() => setAll(false)}>
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
