import { useState } from 'react';
import { Download, X } from 'lucide-react';
import { formatUsd, fromDecimal, sum } from '#libs/money';
import { formatCount } from '../../../lib/format';
import { toastError } from '../../../lib/toast';
import { Button } from '../button';
import type { Selectable, SelectableFigures, Selection } from './selection';

export interface SelectionBarProps<Row> {
  selection: Selection<Row>;
  selectable: Selectable<Row>;
  loaded: number;
  /** Whether the loaded rows are all that the filters find. */
  hasAllRows: boolean;
  /** How many the filters find; null while unknown. */
  rowCount?: number | null;
  /** Loads what is not here yet and gives all that the filters find; without it "all" is what is loaded. */
  onAll?: (() => Promise<readonly Row[]>) | undefined;
}

/** In the place of the count while rows are chosen: how many, and what can be done with them. */
export default function SelectionBar<Row>({
  selection: { chosen, all, chooseAll, setAll, choose, deselect },
  selectable,
  loaded,
  hasAllRows,
  rowCount = null,
  onAll,
}: SelectionBarProps<Row>) {
  const [isLoading, setLoading] = useState(false);
  const isFilter = selectable.filter !== undefined;
  const reachesAll = !hasAllRows && (onAll !== undefined || isFilter) && rowCount !== null;
  const selectAll = async () => {
    if (reachesAll && isFilter) {
      chooseAll();
      return;
    }
    if (!reachesAll || !onAll) {
      setAll(true);
      return;
    }
    setLoading(true);
    await onAll().then(choose, (error: unknown) =>
      toastError('The rest could not be loaded.', error),
    );
    setLoading(false);
  };
  return (
    <>
      {!all && (chosen.length < loaded || reachesAll) && (
        <Button
          variant="ghost"
          size="sm"
          pending={isLoading}
          pendingLabel="Loading…"
          onClick={() => void selectAll()}
        >
          {`Select all ${formatCount(reachesAll ? rowCount : loaded)}${hasAllRows || reachesAll ? '' : ' loaded so far'}`}
        </Button>
      )}
      {'actions' in selectable ? (
        selectable.actions(chosen, deselect, all)
      ) : (
        <ExportChosen chosen={chosen} selectable={selectable} />
      )}
      <span className="ml-1 text-grid font-medium tabular-nums" role="status">
        {`${formatCount(all ? (rowCount ?? chosen.length) : chosen.length)} selected${'actions' in selectable ? '' : `, ${formatUsd(sum(chosen.map((row) => fromDecimal(selectable.amount(row)))))}`}`}
      </span>
      <Button
        variant="ghost"
        size="icon-sm"
        aria-label="Clear the selection"
        onClick={() => setAll(false)}
      >
        <X aria-hidden className="size-4" />
      </Button>
    </>
  );
}

function ExportChosen<Row>({
  chosen,
  selectable: { file, header, cells },
}: {
  chosen: readonly Row[];
  selectable: SelectableFigures<Row>;
}) {
  const save = async () => {
    const { saveCsv } = await import('../../../lib/browser/csv');
    saveCsv(`${file}-${chosen.length}-selected.csv`, [header, ...chosen.map(cells)]);
  };
  return (
    <Button variant="ghost" size="sm" onClick={() => void save()}>
      <Download aria-hidden className="size-4" />
      {`Export ${formatCount(chosen.length)} selected`}
    </Button>
  );
}
