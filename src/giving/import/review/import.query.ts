import type { z } from 'zod';
import type {
  DonationImport,
  ImportField,
  ImportMapping,
  ImportRow,
  importRowsQuery,
  ImportRowsSum,
  repairImportRows,
  RowState,
} from '#libs/contracts';
import type { Inspection } from '#libs/csv';
import { containing, type Tx } from '#libs/database';
import { currentBuildSql } from '#libs/event-sourcing';
import { readCursor } from '#libs/http';
import { toDecimal } from '#libs/money';
import { importControl } from './control.query.js';
import { formatOf } from '../reading/format.js';
import { matchGivers } from '../givers/givers.js';
import { reread, statedValues, type Format, type Stated } from '../reading/read-row.js';
import { importFigures, type ImportFigures } from './import-figures.js';
import { lastChange } from './last-change.js';
import { sourceById } from '../sources/index.js';

/** What is known of the file besides its rows. */
export type Details = Pick<
  Inspection,
  'encoding' | 'delimiter' | 'header' | 'headerRow' | 'columns' | 'questions'
> &
  Partial<Pick<DonationImport, 'kind' | 'sheets' | 'sheet' | 'firstRows'>> & {
    mapping: ImportMapping | null;
  };

export interface ImportRecord {
  id: string;
  status: DonationImport['status'];
  file_name: string;
  file_size: bigint;
  file_hash: Buffer;
  format: DonationImport['format'];
  details: Details;
  message: string | null;
  created_by: string;
  created_by_name: string | null;
  created_at: Date;
  committed_by: string | null;
  committed_at: Date | null;
  undone_by: string | null;
  undone_at: Date | null;
  done: number;
  total: number;
  /** the last one of its stream; null before its commit */
  revision: number | null;
  /** what is committed no longer changes: from then on it only goes on */
  decided: boolean;
  /** undoing puts back also what was changed by hand since */
  put_back: boolean;
}

const select = `select i.*, p.name as created_by_name from donation_import i
  left join donor p on p.organization_id = $1 and p.id = i.created_by where i.organization_id = $1`;

export async function importRecord(tx: Tx, id: string): Promise<ImportRecord | null> {
  const [row] = await tx.sql<ImportRecord>(`${select} and i.id = $2`, [tx.organizationId, id]);
  return row ?? null;
}

/** The import as the API answers it, counted anew from its rows. */
export async function importView(
  tx: Tx,
  record: ImportRecord,
  inList = false,
): Promise<DonationImport> {
  const figures = await importFigures(tx, [record.id]);
  return toView(tx, record, figures(record.id), inList);
}

async function toView(
  tx: Tx,
  record: ImportRecord,
  figures: ImportFigures,
  inList: boolean,
): Promise<DonationImport> {
  // imports of before there were workbooks say nothing of them
  const {
    kind = 'csv',
    sheets = [],
    sheet = null,
    firstRows = [],
    encoding,
    delimiter,
    headerRow,
    columns,
    mapping,
    questions,
  } = record.details;
  const running = record.status === 'committing' || record.status === 'undoing';
  return {
    id: record.id,
    status: record.status,
    fileName: record.file_name,
    fileSize: Number(record.file_size),
    format: record.format,
    source: mapping?.source ?? null,
    sourceName: sourceById(mapping?.source)?.name ?? null,
    kind,
    sheets,
    sheet,
    headerRow,
    firstRows,
    encoding,
    delimiter,
    columns,
    mapping,
    questions,
    ...figures,
    undo: inList || running ? null : await lastChange(tx, record.id),
    control:
      inList || running
        ? null
        : await importControl(tx, record.id, mapping?.columns.payout !== undefined),
    progress: running ? { done: record.done, total: record.total } : null,
    message: record.message,
    createdAt: record.created_at.toISOString(),
    createdBy: { id: record.created_by, name: record.created_by_name ?? '' },
    committedAt: record.committed_at?.toISOString() ?? null,
    undoneAt: record.undone_at?.toISOString() ?? null,
  };
}

/** Lists the newest 200 imports, the newest first. The number of statements does not depend on how many there are. */
export async function listImports(tx: Tx): Promise<DonationImport[]> {
  const records = await tx.sql<ImportRecord>(
    `${select} order by i.created_at desc, i.id desc limit 200`,
    [tx.organizationId],
  );
  const figures = await importFigures(
    tx,
    records.map(({ id }) => id),
  );
  return Promise.all(records.map((record) => toView(tx, record, figures(record.id), true)));
}

/** Rows of a preview that a filter finds, as SQL on `donation_import_row r` with its values. */
export function rowsThat(
  tx: Tx,
  importId: string,
  {
    rows,
    state,
    problem,
    q,
  }: Pick<z.output<typeof repairImportRows>, 'rows' | 'state' | 'problem' | 'q'>,
): { sql: string; values: unknown[] } {
  const states =
    state === undefined || state === 'all'
      ? null
      : state === 'open'
        ? ['held', 'rejected']
        : [state];
  const word = q?.trim() ? containing(q.trim()) : null;
  return {
    sql: `r.organization_id = $1 and r.import_id = $2 and ($3::int[] is null or r.row = any($3)) and ($4::text[] is null or r.state = any($4)) and ($5::text is null or r.problem = $5)
      and ($6::text is null
        or exists (select 1 from json_array_elements_text(r.record) cell where cell ilike $6)
        or exists (select 1 from json_each_text(r.said) said where said.value ilike $6)
        or exists (select 1 from donor o where o.organization_id = $1 and o.id = r.donor_id and o.name ilike $6))`,
    values: [tx.organizationId, importId, rows ?? null, states, problem ?? null, word],
  };
}

/** What all rows that a filter finds come to. */
export async function sumOfRows(
  tx: Tx,
  importId: string,
  filter: Parameters<typeof rowsThat>[2],
): Promise<ImportRowsSum> {
  const { sql, values } = rowsThat(tx, importId, filter);
  const [sum] = await tx.sql<{ rows: number; amount: bigint }>(
    `select count(*)::int as rows, coalesce(sum(r.amount), 0)::bigint as amount from donation_import_row r where ${sql}`,
    values,
  );
  return { rows: sum!.rows, amount: toDecimal(sum!.amount) };
}

interface RowRecord extends Stated {
  row: number;
  state: RowState;
  message: string | null;
  problem: string | null;
  amount: bigint | null;
  date: string | null;
  payment_method: string | null;
  campaign: string | null;
  as_guest: boolean;
  said_guest: boolean;
  is_gift: boolean;
  is_footer: boolean;
  repaired: boolean;
  donor_id: string | null;
  donor_name: string | null;
  donor_kind: NonNullable<ImportRow['donor']>['kind'] | null;
  candidates: ImportRow['candidates'] | null;
  like_row: number | null;
  act: 'correct' | 'void' | null;
  act_to: bigint | null;
  like_id: string | null;
  like_date: string | null;
  like_amount: bigint | null;
  like_method: string | null;
  like_import: string | null;
}

type RowsQuery = z.output<typeof importRowsQuery>;

/** Rows of a preview in the file's order. */
export async function importRows(
  tx: Tx,
  record: ImportRecord,
  { limit, cursor, ...filter }: RowsQuery,
): Promise<{ rows: ImportRow[]; next: unknown[] | null }> {
  const [after = 0] = readCursor(cursor, ['int']) ?? [];
  const { sql, values } = rowsThat(tx, record.id, filter);
  const found = await tx.sql<RowRecord>(
    `select r.row, r.state, r.message, r.problem, r.record, r.said, r.amount, r.date, r.payment_method, r.campaign, r.as_guest, r.said_guest, r.is_gift, r.is_footer, r.repaired,
            r.like_row, r.act, r.act_to, d.id as donor_id, d.name as donor_name, d.kind as donor_kind,
            case when r.problem = 'name' then (
              select json_agg(json_build_object('id', m.id, 'name', m.name, 'email', coalesce(m.email, '')) order by m.email) from donor m
               where m.organization_id = $1 and m.kind = 'member' and not m.has_left
                 and m.name_key = name_key(concat_ws(' ', r.first_name, r.last_name))) end as candidates,
            v.donation_id as like_id, v.date as like_date, v.amount as like_amount, v.payment_method as like_method, v.import_id as like_import
       from donation_import_row r
       left join donor d on d.organization_id = $1 and d.id = r.donor_id
       left join donation_version v on v.organization_id = $1 and v.build = ${currentBuildSql('donations', '$1')}
                                    and v.donation_id = r.like_donation and v.to_journal is null
      where ${sql} and r.row > $7 order by r.row limit $8`,
    [...values, after, limit + 1],
  );
  const shown = found.slice(0, limit);
  const format = await formatOf(tx, record);
  const wrong = await lookAtWrong(
    tx,
    record.id,
    shown.filter(
      ({ state, date }) => state === 'rejected' || (state === 'setAside' && date === null),
    ),
    format,
  );
  return {
    rows: shown.map((row) => toRow(row, format, wrong.get(row.row))),
    next: found.length > limit ? [shown.at(-1)!.row] : null,
  };
}

interface Wrong extends Pick<ImportRow, 'issues'> {
  understood: Partial<Record<'date' | 'paymentMethod' | 'campaign', string>>;
}

/**
 * What could be understood of rows that are no gifts as they stand, and all that is wrong with rejected ones, each of which says only the
 * first thing: also that nobody is known as its giver.
 */
async function lookAtWrong(
  tx: Tx,
  importId: string,
  rows: RowRecord[],
  format: Format,
): Promise<Map<number, Wrong>> {
  if (rows.length === 0) return new Map();
  const read = rows.map((row) => {
    const { reading } = reread(row.row, row, format, {
      asGuest: row.said_guest,
      isGift: row.is_gift,
      isFooter: row.is_footer,
    });
    const { values, figures } = reading;
    const draft = { ...values, amount: 1n, paymentMethod: 'Other' as const, date: '2000-01-01' };
    return {
      row: row.row,
      asGuest: row.said_guest,
      found: reading.issues ?? [],
      understood: reading.ok ? {} : (reading.understood ?? {}),
      reading: { ok: true as const, draft, values, figures },
    };
  });
  const matched = await matchGivers(tx, importId, read);
  return new Map(
    rows.map((row, at): [number, Wrong] => {
      const { found, understood } = read[at]!;
      const { state, problem, message } = matched[at]!;
      const isNobody =
        state === 'rejected' && !found.some(({ field }) => field === 'email' || field === 'name');
      const all = [
        ...found.map(({ field, message }) => ({ field, message })),
        ...(isNobody ? [{ field: problem as ImportField, message: message! }] : []),
      ];
      // what the row says of itself comes first, also where it is not found in reading it: its columns do not match
      const first = all.find(({ message }) => message === row.message);
      if (row.state !== 'rejected') return [row.row, { issues: [], understood }];
      return [
        row.row,
        {
          issues: [
            first ?? { field: null, message: row.message ?? '' },
            ...all.filter((one) => one !== first),
          ],
          understood,
        },
      ];
    }),
  );
}

function toRow(
  record: RowRecord,
  { reader }: Format,
  { issues, understood }: Wrong = { issues: [], understood: {} },
): ImportRow {
  const { row, state, message, problem, said } = record;
  const values = statedValues(record, reader.mapping.columns);
  const guest = record.as_guest
    ? {
        id: '00000000-0000-0000-0000-000000000000',
        name: guestLabel(values),
        kind: 'guest' as const,
      }
    : null;
  return {
    row,
    state,
    message,
    problem,
    values,
    issues,
    record: record.record ?? [],
    read: {
      date: record.date ?? understood.date ?? null,
      amount: record.amount === null ? null : toDecimal(record.amount),
      paymentMethod: record.payment_method ?? understood.paymentMethod ?? null,
      campaign: record.campaign ?? understood.campaign ?? null,
    },
    changed:
      record.record && said
        ? (Object.keys(said) as ImportField[]).filter(
            (field) => !(field === 'time' || field === 'timeZone'),
          )
        : [],
    repaired: record.repaired,
    donor: record.donor_id
      ? { id: record.donor_id, name: record.donor_name!, kind: record.donor_kind! }
      : guest,
    candidates: record.candidates ?? [],
    proposal: record.act
      ? { amount: record.act === 'void' ? null : toDecimal(record.act_to!) }
      : null,
    likeRow: record.like_row,
    like: record.like_id
      ? {
          donationId: record.like_id,
          date: record.like_date!,
          amount: toDecimal(record.like_amount!),
          paymentMethod: record.like_method!,
          importId: record.like_import,
        }
      : null,
  };
}

const guestLabel = ({ firstName, lastName, name, email }: ImportRow['values']) =>
  [firstName, lastName].filter(Boolean).join(' ') || name || email || 'Unidentified giver';
