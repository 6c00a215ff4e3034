import { type ReactNode, useState } from 'react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { formatShort } from '#libs/calendar';
import type { DonationImport, ImportRow } from '#libs/contracts';
import { formatUsd, fromDecimal, parseFileMoney } from '#libs/money';
import { Button, type ButtonProps } from '../../../../components/ui/button';
import { Input } from '../../../../components/ui/form/input';
import { SkeletonLines } from '../../../../components/ui/skeleton';
import { ErrorState } from '../../../../components/ui/states';
import { importRowsQuery, type RowsOptions } from '../queries';

/** The number of rows that a question shows at first. The review below contains all rows. */
const atFirst = 5;

/** Rows of one state and problem: the first ones, and the rest on demand. */
export function ProblemRows({
  importId,
  label,
  options,
  children,
}: {
  importId: string;
  /** What the rows have in common, as the heading above them says it. */
  label: string;
  options: RowsOptions;
  children: (row: ImportRow) => ReactNode;
}) {
  const rows = useInfiniteQuery(importRowsQuery(importId, options));
  const [isWhole, setWhole] = useState(false);
  if (rows.error && !rows.data)
    return (
      <ErrorState
        title="The rows could not be loaded."
        error={rows.error}
        onRetry={() => void rows.refetch()}
      />
    );
  if (!rows.data) return <SkeletonLines />;
  const loaded = rows.data.pages.flatMap((page) => page.body);
  const hasMore = !isWhole && loaded.length > atFirst;
  return (
    <>
      <ul className="divide-y">
        {loaded.slice(0, isWhole ? undefined : atFirst).map((row) => (
          <li key={row.row} data-problem-row tabIndex={-1}>
            {children(row)}
          </li>
        ))}
      </ul>
      {(hasMore || rows.hasNextPage) && (
        <Button
          className="mt-3"
          size="sm"
          pending={rows.isFetchingNextPage}
          pendingLabel="Loading…"
          onClick={() => (hasMore ? setWhole(true) : void rows.fetchNextPage())}
        >
          Show more rows
          <span className="sr-only"> of “{label}”</span>
        </Button>
      )}
    </>
  );
}

/** A row with its problem and the buttons to solve it. */
export function ProblemRow({
  row,
  title,
  note,
  children,
}: {
  row: ImportRow;
  title: ReactNode;
  note?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium">{title}</p>
        <RowSummary row={row} />
        {note}
      </div>
      <div className="flex flex-wrap items-center gap-2 max-sm:w-full">{children}</div>
    </div>
  );
}

/** A button for one of many rows. Its accessible name says which row it is. */
export function RowButton({
  row,
  children,
  ...props
}: Omit<ButtonProps, 'children'> & { row: ImportRow; children: string }) {
  return (
    <Button size="sm" {...props} aria-label={`${children}, row ${row.rowName}`}>
      {children}
    </Button>
  );
}

/** Formats an amount as money if it can be read, otherwise as it is in the file. */
export function showAmount(text: string | undefined, draft: DonationImport): string {
  const parsed = parseFileMoney(text ?? '', draft.mapping?.decimalStyle);
  return parsed.ok ? formatUsd(parsed.cents) : (text ?? '');
}

/** The content of the row in one line. */
function RowSummary({ row: { values, read } }: { row: ImportRow }) {
  const name = values.name ?? [values.firstName, values.lastName].filter(Boolean).join(' ');
  return (
    <span className="text-label break-words text-ink-2">
      {[
        values.email ?? name,
        values.amount,
        values.paymentMethod,
        read.date ? formatShort(read.date) : values.date,
        values.campaign,
        values.notes,
      ]
        .filter(Boolean)
        .join(' · ') || 'An empty row'}
    </span>
  );
}

/** Corrects the amount or the date of a row. */
export function ValueInput({
  row,
  field,
  onSave,
}: {
  row: ImportRow;
  field: 'amount' | 'date';
  onSave: (field: 'amount' | 'date', value: string) => void;
}) {
  const [value, setValue] = useState(row.values[field] ?? '');
  return (
    <form
      className="flex gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        onSave(field, value);
      }}
    >
      <Input
        aria-label={`${field === 'amount' ? 'Amount' : 'Date'} for row ${row.rowName}`}
        className="w-36"
        inputMode={field === 'amount' ? 'decimal' : undefined}
        placeholder={field === 'date' ? 'YYYY-MM-DD' : undefined}
        value={value}
        onChange={(event) => {
          setValue(event.target.value);
        }}
      />
      <RowButton row={row} type="submit" className="h-control">
        Save
      </RowButton>
    </form>
  );
}

/** The recorded donation that a row duplicates or concerns. */
export function RecordedGift({ row: { like } }: { row: ImportRow }) {
  if (!like) return null;
  return (
    <p className="text-label text-ink-2">
      Recorded: {formatUsd(fromDecimal(like.amount))} on {formatShort(like.date)},{' '}
      {like.paymentMethod}
      {like.importId ? ', by an import' : ', by hand'}
    </p>
  );
}
