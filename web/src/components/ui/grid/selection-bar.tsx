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
  /** Whether all rows that match the filters are loaded. */
  hasAllRows: boolean;
  /** The number of rows that the filters find; null while unknown. */
  rowCount?: number | null;
  /**
   * Loads the missing rows and returns all that the filters find. Without it, "all" means the
   * loaded rows.
   */
  onAll?: (() => Promise<readonly Row[]>) | undefined;
}

/** Says how many rows are selected, and shows the actions for them. */
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
  const allCount = formatCount(reachesAll ? rowCount : loaded);
  const loadedNote = hasAllRows || reachesAll ? '' : ' loaded so far';
  const selectedCount = formatCount(all ? (rowCount ?? chosen.length) : chosen.length);
  const totalNote =
    'actions' in selectable
      ? ''
      : `, ${formatUsd(sum(chosen.map((row) => fromDecimal(selectable.amount(row)))))}`;
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
          {`Select all ${allCount}${loadedNote}`}
        </Button>
      )}
      {'actions' in selectable ? (
        selectable.actions(chosen, deselect, all)
      ) : (
        <ExportChosen chosen={chosen} selectable={selectable} />
      )}
      <span className="ml-1 text-grid font-medium tabular-nums" role="status">
        {`${selectedCount} selected${totalNote}`}
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
