import type { ReactNode } from 'react';
import { Pencil } from 'lucide-react';
import { formatShort } from '#libs/calendar';
import type { DonationImport, ImportField, ImportRow } from '#libs/contracts';
import type { GridColumn } from '../../../../components/ui/grid/columns';
import { Money } from '../../../../components/ui/money';
import { cn } from '../../../../lib/cn';
import { generalFund } from '../../../../lib/vocabulary';
import { RowStateBadge } from './row-state';

/** The largest number of file columns in the grid. The panel of a row shows all of them. */
const maxFileColumns = 100;

export const giverFields = [
  'email',
  'name',
  'firstName',
  'lastName',
] as const satisfies ImportField[];

/** Returns the header of a column, or its number if it has none. */
export const headerOf = ({ header, index }: DonationImport['columns'][number]) =>
  header || `Column ${index + 1}`;

/** Returns the columns by their meaning. A file like the template says it by its headers. */
export function columnsOf({
  mapping,
  columns,
}: Pick<DonationImport, 'columns' | 'mapping'>): Partial<Record<ImportField, number>> {
  return (
    mapping?.columns ??
    Object.fromEntries(
      columns.flatMap(({ index, suggestion }) => (suggestion ? [[suggestion, index]] : [])),
    )
  );
}

/** Returns the value of a field in the file, regardless of changes by the user. */
export const fileValue = (
  row: ImportRow,
  field: ImportField,
  columns: Partial<Record<ImportField, number>>,
): string => {
  const index = columns[field];
  return (index === undefined ? undefined : row.record[index]?.trim()) ?? '';
};

/** Returns the giver of a row, as far as known. */
export const giverOf = ({ donor, values }: ImportRow): string =>
  donor?.name ||
  values.name ||
  [values.firstName, values.lastName].filter(Boolean).join(' ') ||
  values.email ||
  'Nobody named';

/** Marks a value that the user has set. The column of the file still shows the original. */
export function SetMark({ was }: { was: string }) {
  const fileText = was ? `The file says “${was}”` : 'The file does not say it';
  return (
    <span
      title={`Set by hand. ${fileText}`}
      className="mr-1.5 inline-flex align-[-2px] text-accent"
    >
      <Pencil aria-hidden className="size-3.5" />
      <span className="sr-only">(set by hand; {fileText.toLowerCase()})</span>
    </span>
  );
}

/** A value that is missing or could not be read. */
const NotRead = ({ text }: { text: string }) => <span className="text-bad">{text}</span>;

/**
 * The columns of the review: the values that were read, and next to them every column of the file.
 * Call once for a file and keep the array.
 */
export function reviewColumns(
  draft: Pick<DonationImport, 'columns' | 'mapping' | 'status'>,
): GridColumn<ImportRow>[] {
  const columns = columnsOf(draft);
  const markOfChange = (row: ImportRow, ...fields: ImportField[]) => {
    const changedField = fields.find((field) => row.changed.includes(field));
    return changedField && <SetMark was={fileValue(row, changedField, columns)} />;
  };
  const understood = (
    row: ImportRow,
    field: ImportField,
    read: ReactNode,
    missing: ReactNode,
  ): ReactNode => {
    if (read !== null)
      return (
        <>
          {markOfChange(row, field)}
          {read}
        </>
      );
    return row.values[field] ? <NotRead text="Not understood" /> : missing;
  };
  const isNeeded = ({ state }: ImportRow) => state === 'rejected' || state === 'held';
  return [
    {
      id: 'row',
      header: 'Row',
      width: draft.mapping?.fundColumns ? 164 : 92,
      card: 'line',
      cell: (row) => (
        <span className="text-ink-2 tabular-nums">
          <span className="sm:hidden">Row </span>
          {row.rowName}
        </span>
      ),
    },
    {
      id: 'state',
      header: 'State',
      width: 164,
      fixed: true,
      cell: ({ state }) => <RowStateBadge state={state} draft={draft} />,
    },
    {
      id: 'giver',
      header: 'Giver',
      width: 184,
      grow: true,
      card: 'title',
      cell: (row) => (
        <span className={cn(!row.donor && 'text-ink-2')}>
          {markOfChange(row, ...giverFields)}
          {giverOf(row)}
          {row.donor?.kind === 'guest' && <span className="text-ink-2"> (guest)</span>}
        </span>
      ),
    },
    {
      id: 'amount',
      header: 'Amount',
      width: 124,
      align: 'right',
      fixed: true,
      card: 'figure',
      cell: (row) =>
        understood(
          row,
          'amount',
          row.read.amount && <Money amount={row.read.amount} />,
          isNeeded(row) && <NotRead text="Missing" />,
        ),
    },
    {
      id: 'date',
      header: 'Date',
      width: 124,
      cell: (row) =>
        understood(
          row,
          'date',
          row.read.date && <span className="tabular-nums">{formatShort(row.read.date)}</span>,
          isNeeded(row) && <NotRead text="No date" />,
        ),
    },
    {
      id: 'fund',
      header: 'Fund',
      width: 116,
      cell: (row) =>
        understood(
          row,
          'campaign',
          row.read.campaign,
          <span className="text-ink-2 max-sm:hidden">{generalFund}</span>,
        ),
    },
    {
      id: 'method',
      header: 'Method',
      width: 112,
      cell: (row) =>
        understood(
          row,
          'paymentMethod',
          row.read.paymentMethod,
          isNeeded(row) && <NotRead text="No method" />,
        ),
    },
    { id: 'wrong', header: 'Why', width: 200, wide: true, cell: (row) => <Troubles row={row} /> },
    ...draft.columns.slice(0, maxFileColumns).map((column) => fileColumn(column, columns)),
  ];
}

/** Returns all messages about a row: its errors, or what it concerns. */
export function troublesOf(row: ImportRow): string[] {
  const { issues, message } = row;
  const messages = issues.length > 0 ? issues.map((issue) => issue.message) : [message ?? ''];
  return messages.filter(Boolean).map((text) => withoutRow(row, text));
}

/** Returns a message about a row without the row's name, which is shown next to it. */
export function withoutRow({ rowName }: ImportRow, message: string): string {
  const prefix = `Row ${rowName}: `;
  return message.startsWith(prefix) ? message.slice(prefix.length) : message;
}

function Troubles({ row }: { row: ImportRow }) {
  const text = troublesOf(row).join(' · ');
  return text === '' ? null : <span title={text}>{text}</span>;
}

/**
 * A column of the file. Values that the user has replaced are struck out, and values that could not
 * be read are underlined.
 */
function fileColumn(
  column: DonationImport['columns'][number],
  columns: Partial<Record<ImportField, number>>,
): GridColumn<ImportRow> {
  const meanings = Object.entries(columns).flatMap(([field, index]) =>
    index === column.index ? [field as ImportField] : [],
  );
  return {
    // The id contains the index, because headers may be empty or appear twice. It contains no
    // comma, because the grid joins ids with commas.
    id: `${column.index}:${column.header.replaceAll(',', '')}`,
    header: headerOf(column),
    width: 152,
    card: 'hidden',
    originLabel: 'In the file',
    cell: (row) => {
      const text = row.record[column.index] ?? '';
      if (text === '') return null;
      if (meanings.some((field) => row.changed.includes(field)))
        return <s title={`${text}: set by hand to something else`}>{text}</s>;
      const isWrong = row.issues.some(({ field }) => field !== null && meanings.includes(field));
      return (
        <span
          title={text.length > 16 ? text : undefined}
          className={cn(
            'whitespace-pre',
            isWrong && 'underline decoration-bad decoration-wavy underline-offset-3',
          )}
        >
          {text}
        </span>
      );
    },
  };
}
