import type { z } from 'zod';
import type { ImportField, repairImportRows } from '#libs/contracts';
import type { Tx } from '#libs/database';
import { badRequest, conflict } from '#libs/http';
import { foldGivers } from '../givers/givers.js';
import { rowsThat, type ImportRecord } from './import.query.js';
import { sameIn } from './drafts.js';
import { formatOf } from '../reading/format.js';
import { readRecord, reread, statedValues, type Stated, type Values } from '../reading/read-row.js';
import { putRows } from '../classification/rows.js';
import { asAnotherGift, markDuplicates } from '../classification/same.js';

type Repair = z.output<typeof repairImportRows>;

/** A row of a draft as it is read anew. */
export interface DraftRow extends Stated {
  row: number;
  said_guest: boolean;
  is_gift: boolean;
  is_footer: boolean;
  /** a person said so, and has not said since that it counts */
  is_left_out: boolean;
}
/** Of rows from before it was kept who said so, that they go to a guest is somebody's word. */
export const draftRow = `row, record, said, said_guest or record is null and as_guest as said_guest, is_gift, is_footer, state = 'setAside' and decided as is_left_out`;

const batchSize = 1_000;

/**
 * Does one thing to one row or many of a draft, then looks again at what is already here.
 * @returns to how many rows
 * @throws HttpError 409 when it applies to none of the rows that are named, unless it was done to them before
 */
export async function repairRows(tx: Tx, record: ImportRecord, repair: Repair): Promise<number> {
  const { sql: where, values: of } = rowsThat(tx, record.id, repair);
  const [named] = await tx.sql<{ found: number; open: number; done: number }>(
    `select count(*)::int as found, count(*) filter (where ${applies[repair.action]})::int as open, count(*) filter (where ${isDone[repair.action]})::int as done from donation_import_row r where ${where}`,
    of,
  );
  // a filter that finds nothing anymore asks for what was done already
  if ((repair.rows || named!.found > 0) && named!.open + named!.done === 0)
    throw conflict(refusals[repair.action]);
  if (named!.open === 0) return 0;
  // which rows are meant is settled here: what is done to them may be what they were found by
  const found = await tx.sql<{ row: number }>(
    `update donation_import_row r set repaired = ${repair.action !== 'reset'} where ${where} and ${applies[repair.action]} returning row`,
    of,
  );
  const rows = found.map(({ row }) => row).sort((a, b) => a - b);
  const those = `r.organization_id = $1 and r.import_id = $2 and r.row = any($3::int[])`;
  const chosen = [tx.organizationId, record.id, rows];
  switch (repair.action) {
    case 'setAside':
      await tx.sql(
        `update donation_import_row r set state = 'setAside', decided = true where ${those}`,
        chosen,
      );
      break;
    case 'correct':
      await tx.sql(
        `update donation_import_row r set state = 'new', decided = true where ${those}`,
        chosen,
      );
      break;
    case 'accept':
      await accept(tx, record, those, chosen);
      break;
    case 'set':
    case 'guest':
      if (repair.values?.date !== undefined || repair.values?.amount !== undefined)
        await tx.sql(`update donation_import_row r set sure = false where ${those}`, chosen);
      await rewrite(tx, record, repair, rows);
      break;
    case 'reset':
      await tx.sql(`update donation_import_row r set sure = false where ${those}`, chosen);
      await reset(tx, record, rows);
      break;
  }
  await foldGivers(tx, record.id);
  await markDuplicates(tx, sameIn(record));
  return rows.length;
}

// rows to which an action can be done, those to which it was done before, and what is said where there are neither
const isWord = `problem in ('status', 'type', 'direction', 'currency')`;
const applies = {
  set: `state <> 'duplicate'`,
  guest: `state <> 'duplicate'`,
  setAside: `state in ('new', 'held', 'rejected')`,
  accept: `(state in ('setAside', 'duplicate') or state = 'held' and (problem not in ('refund', 'giver') or act is not null))`,
  correct: `state = 'held' and problem in ('changed', 'refund') and act is not null`,
  reset: `repaired and record is not null`,
} as const;
const isDone = {
  set: 'false',
  guest: 'as_guest',
  setAside: `state = 'setAside'`,
  accept: `state = 'new'`,
  correct: `state = 'new' and act is not null`,
  reset: 'not repaired',
} as const;
const refusals = {
  set: 'These rows are here already: take them as other gifts first.',
  guest: 'These rows are here already: take them as other gifts first.',
  setAside: 'These rows are here already, and are not recorded anyway.',
  accept:
    'None of these rows can be taken so: one has an error, or takes back a gift that was not found.',
  correct: 'None of these rows is a gift that is here and has changed.',
  reset: 'How the file has these rows is not known anymore.',
} as const;

/**
 * A row that is here already, or looks like a gift that is here, is another gift; one that takes back a gift does so; one whose words
 * say something else is a gift; a held name is the one member of that name; a row set aside is read again, what is no gift as one.
 */
async function accept(tx: Tx, record: ImportRecord, where: string, of: unknown[]): Promise<void> {
  const aside = await tx.sql<DraftRow & { reads_as_gift: boolean }>(
    `select ${draftRow}, is_gift or coalesce(${isWord} or problem = 'amount', false) as reads_as_gift from donation_import_row r
      where ${where} and (state = 'setAside' or state = 'held' and ${isWord})`,
    of,
  );
  const named = await tx.sql<{ row: number; found: number; id: string | null }>(
    `select r.row, count(d.id)::int as found, min(d.id::text) as id
       from (select row, name_key(concat_ws(' ', first_name, last_name)) as key from donation_import_row r where ${where} and state = 'held' and problem = 'name') r
       left join donor d on d.organization_id = $1 and d.kind = 'member' and not d.has_left and d.name_key = r.key group by r.row`,
    of,
  );
  const several = named.find(({ found }) => found > 1);
  if (several)
    throw badRequest(
      `Row ${several.row}: Several members have this name. Choose one by their email address.`,
    );
  await tx.sql(
    `update donation_import_row r set state = 'new', problem = null, message = null, donor_id = n.id
       from unnest($3::int[], $4::uuid[]) n(row, id) where r.organization_id = $1 and r.import_id = $2 and r.row = n.row`,
    [tx.organizationId, record.id, named.map(({ row }) => row), named.map(({ id }) => id)],
  );
  await tx.sql(
    `update donation_import_row r set ${asAnotherGift}
      where ${where} and (state = 'held' and problem in ('held', 'changed', 'refund') and (problem <> 'refund' or act is not null) or state = 'duplicate')`,
    of,
  );
  // what is right about the row itself says nothing about whether it is here already
  await tx.sql(
    `update donation_import_row r set state = 'new', problem = null, message = null, sure = true where ${where} and state = 'held' and problem in ('date', 'amount')`,
    of,
  );
  await readAgain(
    tx,
    record,
    aside.map((row) => ({ ...row, is_gift: row.reads_as_gift, is_left_out: false })),
  );
}

/** What differs from the file is kept as said; what a person set to what stands there is not. */
async function rewrite(
  tx: Tx,
  record: ImportRecord,
  { action, values = {} }: Repair,
  chosen: number[],
): Promise<void> {
  if (action === 'set' && Object.keys(values).length === 0)
    throw badRequest('Say which values to set.');
  const columns = record.details.mapping?.columns ?? {};
  await inBatches(tx, record.id, chosen, (rows) =>
    readAgain(
      tx,
      record,
      rows.map((row) => {
        const filed = statedValues({ record: row.record, said: null }, columns);
        const said = {
          ...row.said,
          ...(values.date === undefined ? {} : dayAlone),
          ...trimmed(values),
        };
        return {
          ...row,
          said: Object.fromEntries(
            Object.entries(said).filter(
              ([field, value]) => value !== (filed[field as ImportField] ?? ''),
            ),
          ),
          // naming a member by email takes a row back from the guests
          said_guest: action === 'guest' || (row.said_guest && values.email === undefined),
        };
      }),
    ),
  );
}

async function reset(tx: Tx, record: ImportRecord, chosen: number[]): Promise<void> {
  const format = await formatOf(tx, record);
  await inBatches(tx, record.id, chosen, (rows) =>
    putRows(
      tx,
      record.id,
      rows.map(({ row, record: cells, is_footer }) => readRecord(row, cells!, format, is_footer)),
    ),
  );
}

async function inBatches(
  tx: Tx,
  importId: string,
  chosen: number[],
  work: (rows: DraftRow[]) => Promise<void>,
): Promise<void> {
  for (let at = 0; at < chosen.length; at += batchSize) {
    const some = [tx.organizationId, importId, chosen.slice(at, at + batchSize)];
    await work(
      await tx.sql<DraftRow>(
        `select ${draftRow} from donation_import_row where organization_id = $1 and import_id = $2 and row = any($3::int[]) order by row`,
        some,
      ),
    );
  }
}

/** A day that a person sets is the church's: the time beside the old one would move it. */
const dayAlone = { time: '', timeZone: '' };

const trimmed = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).map(([field, value]) => [field, value.trim()]));

/** Reads rows of a draft with what a person said of them; what is left out stays so, whatever is set for it. */
export async function readAgain(tx: Tx, record: ImportRecord, rows: DraftRow[]): Promise<void> {
  if (rows.length === 0) return;
  const format = await formatOf(tx, record);
  await putRows(
    tx,
    record.id,
    rows.map((row) =>
      reread(row.row, row, format, {
        asGuest: row.said_guest,
        isGift: row.is_gift,
        isFooter: row.is_footer,
      }),
    ),
  );
  const leftOut = rows.filter((row) => row.is_left_out).map(({ row }) => row);
  if (leftOut.length === 0) return;
  await tx.sql(
    `update donation_import_row set state = 'setAside', decided = true where organization_id = $1 and import_id = $2 and row = any($3::int[])`,
    [tx.organizationId, record.id, leftOut],
  );
}
