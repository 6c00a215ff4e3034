import { type ReactNode, useEffect, useRef } from 'react';
import { formatShort } from '#libs/calendar';
import type { DonationImport, ImportField, ImportRow, RepairImportRows } from '#libs/contracts';
import { Button } from '../../../../components/ui/button';
import { Money } from '../../../../components/ui/money';
import { SidePanel } from '../../../../components/ui/overlay/side-panel';
import { generalFund } from '../../../../lib/vocabulary';
import { SelectedRowActions, type Settable } from './selected-row-actions';
import { decisionButtons } from '../questions/decide-cards';
import { fieldNames } from '../reading/field-names';
import {
  columnsOf,
  giverFields,
  giverOf,
  headerOf,
  fileValue,
  SetMark,
  withoutRow,
} from './review-columns';
import { RowFix, listCorrectableProblems } from './row-fix';
import { RowStateBadge } from './row-state';
import { canChange } from './rows-filter';
import type { SetChange } from './set-dialog';

export interface RowPanelProps {
  row: ImportRow | null;
  /** The row that this row repeats or refunds, if it is loaded. */
  other: ImportRow | undefined;
  draft: DonationImport;
  pending: boolean;
  /**
   * Returns true once if the row was opened to settle it, so that its first field takes the focus.
   */
  takesFocus: () => boolean;
  onClose: () => void;
  onRepair: (change: SetChange) => void;
  onSet: (field: Settable) => void;
}

/** One row: what must be settled, the values that were read, and every cell of the file. */
export default function RowPanel({
  row,
  other,
  draft,
  pending,
  takesFocus,
  onClose,
  onRepair,
  onSet,
}: RowPanelProps) {
  return (
    <SidePanel
      open={row !== null}
      onClose={onClose}
      title={row ? `Row ${row.rowName}` : ''}
      description={row ? giverOf(row) : undefined}
      footer={
        row &&
        canChange(draft) && (
          <SelectedRowActions
            chosen={[row]}
            all={false}
            pending={pending}
            onAct={(action) => onRepair({ action })}
            onSet={onSet}
          />
        )
      }
    >
      {row && (
        <RowDetails
          key={`${row.row} ${row.state} ${row.message} ${row.changed.join()}`}
          row={row}
          other={other}
          draft={draft}
          pending={pending}
          takesFocus={takesFocus}
          onRepair={onRepair}
        />
      )}
    </SidePanel>
  );
}

type RowDetailsProps = Omit<RowPanelProps, 'row' | 'onClose' | 'onSet'> & { row: ImportRow };

function RowDetails({ row, other, draft, pending, takesFocus, onRepair }: RowDetailsProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!takesFocus()) return;
    const panel = box.current?.closest('[data-side-panel]');
    const first =
      box.current?.querySelector<HTMLElement>('[data-fix] :is(input, select)') ??
      // A button that records the user's answer must not get the focus: Enter would press it.
      panel?.querySelector<HTMLElement>('h2');
    first?.focus();
  });
  const isDraft = canChange(draft);
  const isMendable = isDraft && listCorrectableProblems(row).length > 0;
  const repair = ({ action, values }: RepairImportRows) =>
    onRepair({ action, ...(values ? { values } : {}) });
  return (
    <div ref={box} className="space-y-6">
      <div className="space-y-3">
        <RowStateBadge state={row.state} draft={draft} />
        {isMendable ? (
          <RowFix row={row} draft={draft} pending={pending} onSet={onRepair} />
        ) : (
          row.message && <p>{withoutRow(row, row.message)}</p>
        )}
        <Compared row={row} other={other} />
        {isDraft && row.state === 'held' && (
          <div className="flex flex-wrap gap-2">
            {decisionButtons(row, repair) ?? <HeldActs row={row} onRepair={onRepair} />}
          </div>
        )}
      </div>
      <Understood row={row} draft={draft} />
      <Cells row={row} draft={draft} />
    </div>
  );
}

/** The answers for a row that may be a duplicate or a mistake. */
function HeldActs({
  row: { problem },
  onRepair,
}: Pick<RowDetailsProps, 'onRepair'> & { row: ImportRow }) {
  if (problem === 'held') {
    return (
      <>
        <Button size="sm" onClick={() => onRepair({ action: 'accept' })}>
          Another gift
        </Button>
        <Button size="sm" variant="ghost" onClick={() => onRepair({ action: 'setAside' })}>
          Yes, skip it
        </Button>
      </>
    );
  }
  return problem === 'date' || problem === 'amount' ? (
    <Button size="sm" onClick={() => onRepair({ action: 'accept' })}>
      Yes, correct
    </Button>
  ) : null;
}

/** Compares the row with the donation that it repeats, resembles or refunds. */
function Compared({ row, other }: { row: ImportRow; other: ImportRow | undefined }) {
  const { like, likeRow, likeRowName, proposal, read } = row;
  if (!like && likeRow === null) return null;
  const comparedGift =
    like ??
    (other && {
      amount: other.read.amount,
      date: other.read.date,
      paymentMethod: other.read.paymentMethod,
    });
  const money = (amount: string | null | undefined) => (amount ? <Money amount={amount} /> : '');
  const day = (date: string | null | undefined) => (date ? formatShort(date) : '');
  const lines: [string, ReactNode, ReactNode][] = [
    ['Amount', money(read.amount), money(comparedGift?.amount)],
    ['Date', day(read.date), day(comparedGift?.date)],
    ['Method', read.paymentMethod, comparedGift?.paymentMethod],
  ];
  return (
    <table className="w-full table-fixed rounded-md border text-grid">
      <caption className="sr-only">This row and the gift that it is about</caption>
      <thead>
        <tr className="border-b text-left text-label text-ink-2">
          <th scope="col" className="w-20 px-3 py-2 font-medium">
            <span className="sr-only">What</span>
          </th>
          <th scope="col" className="px-3 py-2 font-medium">
            This row
          </th>
          <th scope="col" className="px-3 py-2 font-medium">
            {like ? `Recorded ${like.importId ? 'by an import' : 'by hand'}` : `Row ${likeRowName}`}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map(([label, here, there]) => (
          <tr key={label}>
            <th scope="row" className="px-3 py-1.5 text-left font-normal text-ink-2">
              {label}
            </th>
            <td className="px-3 py-1.5 tabular-nums">{here}</td>
            <td className="px-3 py-1.5 tabular-nums">{there}</td>
          </tr>
        ))}
        {proposal && (
          <tr className="border-t">
            <th scope="row" className="px-3 py-1.5 text-left font-normal text-ink-2">
              Then
            </th>
            <td className="px-3 py-1.5" />
            <td className="px-3 py-1.5 font-medium tabular-nums">
              {proposal.amount === null ? 'Deleted' : money(proposal.amount)}
            </td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

const heading = 'mb-1.5 text-card';

/** The values that were read, and the file's values where the user has changed them. */
function Understood({ row, draft }: { row: ImportRow; draft: DonationImport }) {
  const columns = columnsOf(draft);
  const { read, changed } = row;
  const lines: [string, ImportField[], ReactNode][] = [
    [
      'Giver',
      [...giverFields],
      row.donor ? (
        `${row.donor.name}${row.donor.kind === 'guest' ? ' (guest)' : ''}`
      ) : (
        <span className="text-ink-2">{giverOf(row)}</span>
      ),
    ],
    ['Amount', ['amount'], read.amount && <Money amount={read.amount} />],
    ['Date', ['date'], read.date && formatShort(read.date)],
    ['Fund', ['campaign'], read.campaign ?? generalFund],
    ['Method', ['paymentMethod'], read.paymentMethod],
  ];
  return (
    <section aria-labelledby="understood">
      <h3 id="understood" className={heading}>
        Understood
      </h3>
      <dl className="grid grid-cols-[88px_1fr] gap-x-4 gap-y-2">
        {lines.map(([label, fields, value]) => {
          const set = fields.find((field) => changed.includes(field));
          const was = set && fileValue(row, set, columns);
          return (
            <div key={label} className="contents">
              <dt className="text-ink-2">{label}</dt>
              <dd className="min-w-0 break-words tabular-nums">
                {set && <SetMark was={was ?? ''} />}
                {value || <span className="text-ink-2">Not understood</span>}
                {set && <s className="ml-2 text-ink-2">{was}</s>}
              </dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}

/** Every cell of the row with its column and its meaning. */
function Cells({ row, draft }: { row: ImportRow; draft: DonationImport }) {
  if (row.record.length === 0) return null;
  const meanings = Object.entries(columnsOf(draft));
  return (
    <section aria-labelledby="in-the-file">
      <h3 id="in-the-file" className={heading}>
        In the file
      </h3>
      <dl className="divide-y rounded-md border text-grid">
        {Array.from({ length: Math.max(row.record.length, draft.columns.length) }, (_, index) => {
          const column = draft.columns[index];
          const meaning = meanings.find(([, columnIndex]) => columnIndex === index)?.[0] as
            | ImportField
            | undefined;
          return (
            <div key={index} className="grid grid-cols-[2fr_3fr] gap-x-3 px-3 py-1.5">
              <dt className="min-w-0 break-words text-ink-2">
                {column ? headerOf(column) : 'More than the columns'}
                {meaning && (
                  <span className="block text-label text-ink-3">{fieldNames[meaning]}</span>
                )}
              </dt>
              <dd className="min-w-0 break-words whitespace-pre-wrap">
                {row.record[index] || <span className="text-ink-3">Empty</span>}
              </dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}
