import { lazy, Suspense, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { noop, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Rows3, SearchX } from 'lucide-react';
import type { DonationImport, ImportRow, RepairImportRows } from '#libs/contracts';
import { formatUsd, fromDecimal } from '#libs/money';
import { Button } from '../../../../components/ui/button';
import { DataGrid } from '../../../../components/ui/grid/data-grid';
import type { Deselect, Selectable } from '../../../../components/ui/grid/selection';
import { pageAsRows, usePages } from '../../../../components/ui/grid/use-pages';
import { Money } from '../../../../components/ui/money';
import { DialogLoader } from '../../../../components/ui/overlay/dialog-loader';
import { EmptyState } from '../../../../components/ui/states';
import { plural } from '../../../../lib/format';
import { toast, toastError } from '../../../../lib/toast';
import { useChangeImport } from '../change-import';
import { SelectedRowActions, type Settable } from './selected-row-actions';
import { reviewRowsQuery, reviewSumQuery } from '../queries';
import { giverOf, reviewColumns } from './review-columns';
import { ReviewFilters } from './review-filters';
import { ReviewHead } from './review-head';
import { done } from './row-words';
import { canChange, effectiveFilter, isOpen, openRows, type RowsFilter } from './rows-filter';
import type { SetChange } from './set-dialog';
import { useSettling } from '../use-settling';

const loadPanel = () => import('./row-panel');
const loadDialog = () => import('./set-dialog');
const RowPanel = lazy(loadPanel);
const SetDialog = lazy(loadDialog);
/** Loads the panel and the dialog ahead, for use without a network. */
const preload = () => [loadPanel, loadDialog].forEach((load) => void load().catch(noop));

/** The rows that a change concerns, and their number. */
interface Target {
  which: Pick<RepairImportRows, 'rows' | 'state' | 'problem' | 'q'>;
  rows: number;
  /** The row that is open in the panel. */
  from?: ImportRow;
  deselect?: () => void;
}

export interface ReviewGridProps {
  draft: DonationImport;
  filter: RowsFilter;
  onFilter: (filter: RowsFilter) => void;
}

const keyOf = ({ state, problem, q }: RowsFilter) =>
  JSON.stringify([state, problem ?? null, q ?? null]);
const idOf = ({ row }: ImportRow) => String(row);
/** Selectors of fields for text, and of dialogs and menus above the page: no shortcuts there. */
const typing = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]';
const overlaySelector = '[role=dialog]:not([data-side-panel]), [role=alertdialog], [role=menu]';

/** All rows of the file with the values that were read, before and after the commit. */
export function ReviewGrid({ draft, filter: requested, onFilter }: ReviewGridProps) {
  const filter = effectiveFilter(requested, draft);
  const list = useInfiniteQuery(reviewRowsQuery(draft.id, filter));
  const { data: sum } = useQuery(reviewSumQuery(draft.id, filter));
  const { rows, onMore } = usePages(list, pageAsRows<ImportRow>);
  const change = useChangeImport(draft.id);
  const find = useSettling(draft);
  const [opened, setOpened] = useState<ImportRow | null>(null);
  const [wasOpened, setWasOpened] = useState(false);
  const [isFinding, setFinding] = useState(false);
  /**
   * The key of the filter that contains the opened row, while the grid loads its rows; else null.
   */
  const [loadingFilterKey, setLoadingFilterKey] = useState<string | null>(null);
  const [setting, setSetting] = useState<{ field: Settable; target: Target } | null>(null);
  const toFocus = useRef(false);
  // Prevents a second click before the first is rendered.
  const isBusy = useRef(false);
  const isDraft = canChange(draft);
  const { columns: fileColumns, mapping, status } = draft;
  const columns = useMemo(
    () => reviewColumns({ columns: fileColumns, mapping, status }),
    [fileColumns, mapping, status],
  );
  const openCount = isDraft ? openRows(draft) : 0;

  // The current row. It stays until the next one is found, even if it no longer matches.
  const shownRow = opened ? rows?.find(({ row }) => row === opened.row) : undefined;
  const isFilterLoading =
    loadingFilterKey !== null && (loadingFilterKey !== keyOf(filter) || list.isPlaceholderData);
  const open = shownRow ?? (change.isPending || isFinding || isFilterLoading ? opened : null);
  const takesFocus = () => {
    const rowToFocus = toFocus.current;
    toFocus.current = false;
    return rowToFocus;
  };
  const show = (row: ImportRow) => {
    setWasOpened(true);
    setOpened(row);
  };

  /** Focuses the next row to settle, or the button that records if there is none. */
  const focusNext = async (after: number, step: 1 | -1) => {
    setFinding(true);
    try {
      const nextMatch = await find(filter, after, step);
      if (!nextMatch) {
        flushSync(() => setOpened(null));
        // Wait until the panel has returned the focus to the grid, and move it then.
        setTimeout(() =>
          (
            document.querySelector<HTMLElement>('[data-record]:enabled') ??
            document.querySelector<HTMLElement>('[data-page-heading]')
          )?.focus(),
        );
        return;
      }
      toFocus.current = true;
      const { state, problem, q } = nextMatch.filter;
      setLoadingFilterKey(keyOf(nextMatch.filter));
      if (keyOf(nextMatch.filter) !== keyOf(filter))
        onFilter({ state: requested.state && state, problem, q });
      show(nextMatch.row);
    } catch (error) {
      toastError('The next row could not be loaded.', error);
    } finally {
      setFinding(false);
    }
  };

  const takeBack = (undo: DonationImport['undo']) => {
    if (!undo || isBusy.current) return;
    isBusy.current = true;
    change.mutate(
      { kind: 'takeBack', number: undo.number },
      {
        onSuccess: () =>
          toast(
            'Taken Back',
            `${plural(undo.rows, 'row')} ${undo.rows === 1 ? 'is' : 'are'} as before.`,
          ),
        onSettled: () => void (isBusy.current = false),
      },
    );
  };

  const apply = ({ action, values }: SetChange, { which, from, deselect }: Target) => {
    if (isBusy.current) return;
    isBusy.current = true;
    change.mutate(
      { kind: 'rows', repair: { ...which, action, ...(values ? { values } : {}) } },
      {
        onSuccess: ({ undo }) => {
          setSetting(null);
          deselect?.();
          if (undo && undo.number !== draft.undo?.number)
            toast(...done(action, undo.rows), {
              action: { label: 'Undo', run: () => takeBack(undo) },
            });
          else toast('No change needed', 'These rows already have that value.');
          // Stay at this row if it still has a problem.
          if (from && isOpen(from.state)) void focusNext(from.row - 1, 1);
        },
        onSettled: () => void (isBusy.current = false),
      },
    );
  };

  const filterRows = (next: RowsFilter) => {
    setLoadingFilterKey(null);
    onFilter(next);
  };
  const ofRow = (row: ImportRow): Target => ({ which: { rows: [row.row] }, rows: 1, from: row });
  const ofChosen = (chosen: readonly ImportRow[], all: boolean, deselect: Deselect): Target => ({
    which: all ? filter : { rows: chosen.map(({ row }) => row) },
    rows: all ? (sum?.rows ?? chosen.length) : chosen.length,
    deselect: () => deselect(chosen.map(idOf)),
  });
  const selectable: Selectable<ImportRow> = {
    label: (row) => `Choose row ${row.rowName}, ${giverOf(row)}`,
    filter: keyOf(filter),
    actions: (chosen, deselect, all) => (
      <SelectedRowActions
        chosen={chosen}
        all={all}
        pending={change.isPending}
        onAct={(action) => apply({ action }, ofChosen(chosen, all, deselect))}
        onSet={(field) => setSetting({ field, target: ofChosen(chosen, all, deselect) })}
      />
    ),
  };

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    if (!isDraft || document.querySelector(overlaySelector)) return;
    const isText = target.closest(typing) !== null;
    const isInGrid = target.closest('[role=grid]') !== null;
    const key =
      !isText && isInGrid && !event.ctrlKey && !event.metaKey && !event.altKey ? event.key : '';
    if (event.key === 'F8' || key === 'n' || key === 'p') {
      if (openCount === 0) return;
      event.preventDefault();
      event.stopImmediatePropagation(); // The toasts use this key too.
      const step = key === 'p' || (event.key === 'F8' && event.shiftKey) ? -1 : 1;
      // Start at the row in the panel, otherwise at the focused row.
      const focusedRow = rows?.[Number(target.closest<HTMLElement>('[data-row]')?.dataset.row)];
      const focusedStart = focusedRow && focusedRow.row - step;
      if (!isFinding) void focusNext(open?.row ?? focusedStart ?? (step > 0 ? 0 : Infinity), step);
    } else if (
      event.key.toLowerCase() === 'z' &&
      (event.ctrlKey || event.metaKey) &&
      !event.shiftKey &&
      !isText &&
      draft.undo
    ) {
      event.preventDefault();
      takeBack(draft.undo);
    }
  });
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', handleKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', handleKeyDown, { capture: true });
  }, []);

  const isFiltered =
    filter.state !== 'all' || filter.problem !== undefined || filter.q !== undefined;
  return (
    <section
      aria-labelledby="review"
      data-wide-grid
      className="space-y-4"
      onPointerEnter={preload}
      onFocus={preload}
    >
      <ReviewHead
        draft={draft}
        isFinding={isFinding && !open}
        onTakeBack={() => takeBack(draft.undo)}
        onNext={() => void focusNext(open?.row ?? 0, 1)}
      />
      <div className="flex flex-col tall:max-h-[calc(100dvh-220px)]">
        <DataGrid
          name="import-rows"
          label="Rows of the file"
          rows={rows}
          columns={columns}
          rowId={idOf}
          rowCount={sum?.rows ?? null}
          countText={sum && `${plural(sum.rows, 'row')}, ${formatUsd(fromDecimal(sum.amount))}`}
          totals={sum && { giver: 'Total', amount: <Money amount={sum.amount} /> }}
          // The open row may not be among the loaded rows yet.
          openId={shownRow ? idOf(shownRow) : null}
          onOpen={show}
          {...(isDraft ? { selectable } : {})}
          onMore={onMore}
          error={rows ? null : list.error}
          errorTitle="The rows could not be loaded."
          onRetry={() => void list.refetch()}
          empty={
            isFiltered ? (
              <EmptyState
                icon={SearchX}
                title="No rows match."
                action={<Button onClick={() => filterRows({ state: 'all' })}>Show all rows</Button>}
              />
            ) : (
              <EmptyState icon={Rows3} title="This file has no rows." />
            )
          }
          filters={<ReviewFilters draft={draft} filter={filter} onChange={filterRows} />}
        />
      </div>
      <Suspense>
        {wasOpened && (
          <RowPanel
            row={open}
            other={
              open?.likeRow == null ? undefined : rows?.find(({ row }) => row === open.likeRow)
            }
            draft={draft}
            pending={change.isPending}
            takesFocus={takesFocus}
            onClose={() => setOpened(null)}
            onRepair={(repair) => open && apply(repair, ofRow(open))}
            onSet={(field) => open && setSetting({ field, target: ofRow(open) })}
          />
        )}
      </Suspense>
      <DialogLoader onClose={() => setSetting(null)}>
        {setting && (
          <SetDialog
            field={setting.field}
            draft={draft}
            rows={setting.target.rows}
            pending={change.isPending}
            onClose={() => setSetting(null)}
            onSet={(repair) => apply(repair, setting.target)}
          />
        )}
      </DialogLoader>
    </section>
  );
}
