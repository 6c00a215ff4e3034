import type { z } from 'zod';
import type { repairImportRows } from '#libs/contracts';
import { readerOf } from '#libs/csv';
import type { Tx } from '#libs/database';
import { badRequest } from '#libs/http';
import type { ImportRecord } from './import.query.js';
import { sameIn } from './drafts.js';
import { putRows, reread, type Format, type Values } from './rows.js';
import { markDuplicates } from './same.js';
import { sourceById } from './sources/index.js';

type Repair = z.output<typeof repairImportRows>;

interface DraftRow {
  row: number;
  state: string;
  problem: string | null;
  cells: Values;
  as_guest: boolean;
  is_gift: boolean;
}

const batchSize = 4_000;

/** Does one thing to one row or many of a draft, then looks again at what is already here. */
export async function repairRows(tx: Tx, record: ImportRecord, repair: Repair): Promise<void> {
  const of = [tx.organizationId, record.id, repair.rows ?? null, repair.state ?? null, repair.problem ?? null];
  const where = `organization_id = $1 and import_id = $2 and ($3::int[] is null or row = any($3)) and ($4::text is null or state = $4) and ($5::text is null or problem = $5)`;
  switch (repair.action) {
    case 'setAside':
      await tx.sql(`update donation_import_row set state = 'setAside', decided = true where ${where} and state in ('new', 'held', 'rejected')`, of);
      return;
    case 'accept':
      await accept(tx, record, where, of);
      break;
    case 'set':
    case 'guest':
      await rewrite(tx, record, repair, where, of);
      break;
  }
  await markDuplicates(tx, sameIn(record));
}

/**
 * A held row that looks like a gift that is here is another gift; a held name is the one member of that name;
 * a row set aside is read again.
 */
async function accept(tx: Tx, record: ImportRecord, where: string, of: unknown[]): Promise<void> {
  const aside = await tx.sql<DraftRow>(`select row, cells, as_guest, is_gift from donation_import_row where ${where} and state = 'setAside'`, of);
  const named = await tx.sql<{ row: number; found: number; id: string | null }>(
    `select r.row, count(d.id)::int as found, min(d.id::text) as id
       from (select row, name_key(concat_ws(' ', first_name, last_name)) as key from donation_import_row where ${where} and state = 'held' and problem = 'name') r
       left join donor d on d.organization_id = $1 and d.kind = 'member' and not d.has_left and d.name_key = r.key group by r.row`,
    of,
  );
  const several = named.find(({ found }) => found > 1);
  if (several) throw badRequest(`Row ${several.row}: Several members have this name. Choose one by their email address.`);
  await tx.sql(
    `update donation_import_row r set state = 'new', problem = null, message = null, donor_id = n.id
       from unnest($3::int[], $4::uuid[]) n(row, id) where r.organization_id = $1 and r.import_id = $2 and r.row = n.row`,
    [tx.organizationId, record.id, named.map(({ row }) => row), named.map(({ id }) => id)],
  );
  await tx.sql(
    `update donation_import_row set state = 'new', problem = null, message = null, decided = true where ${where} and state = 'held' and problem = 'held'`,
    of,
  );
  await readAgain(tx, record, aside.map((row) => ({ ...row, values: row.cells })));
}

async function rewrite(tx: Tx, record: ImportRecord, { action, values = {} }: Repair, where: string, of: unknown[]): Promise<void> {
  if (action === 'set' && Object.keys(values).length === 0) throw badRequest('Say which values to set.');
  for (let after = 0; ; ) {
    const rows = await tx.sql<DraftRow>(
      `select row, state, problem, cells, as_guest, is_gift from donation_import_row where ${where} and state <> 'duplicate' and row > $6 order by row limit ${batchSize}`,
      [...of, after],
    );
    await readAgain(
      tx, record,
      rows.map((row) => {
        const merged = withoutBlanks({ ...row.cells, ...values });
        // naming a member by email takes a row back from the guests
        return { row: row.row, values: merged, as_guest: action === 'guest' || (row.as_guest && values.email === undefined), is_gift: row.is_gift };
      }),
    );
    if (rows.length < batchSize) return;
    after = rows.at(-1)!.row;
  }
}

/** A value set to nothing is taken away. */
const withoutBlanks = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).flatMap(([field, value]) => (value.trim() === '' ? [] : [[field, value.trim()]])));

async function readAgain(tx: Tx, record: ImportRecord, rows: { row: number; values: Values; as_guest: boolean; is_gift: boolean }[]): Promise<void> {
  if (rows.length === 0) return;
  const format = formatOf(record);
  await putRows(tx, record.id, rows.map(({ row, values, as_guest, is_gift }) => reread(row, values, format, { asGuest: as_guest, isGift: is_gift })));
}

function formatOf({ details, format }: ImportRecord): Format {
  const mapping = details.mapping ?? { columns: {} };
  const source = sourceById(mapping.source);
  return { reader: readerOf(mapping, source?.negative), template: format === 'template', nameless: source?.nameless ?? false };
}
