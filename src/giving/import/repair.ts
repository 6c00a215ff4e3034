import type { z } from 'zod';
import type { repairImportRows } from '#libs/contracts';
import type { Tx } from '#libs/database';
import { currentBuild } from '#libs/event-sourcing';
import { badRequest, conflict } from '#libs/http';
import { foldGivers } from './givers.js';
import type { ImportRecord } from './import.query.js';
import { readerFor, sameIn } from './drafts.js';
import { putRows, reread, type Format, type Values } from './rows.js';
import { markDuplicates } from './same.js';
import { sourceById } from './sources/index.js';

type Repair = z.output<typeof repairImportRows>;

export interface DraftRow {
  row: number;
  state: string;
  problem: string | null;
  cells: Values;
  as_guest: boolean;
  is_gift: boolean;
}

const batchSize = 4_000;

/**
 * Does one thing to one row or many of a draft, then looks again at what is already here.
 * @throws HttpError 409 when it applies to none of the rows that are named, unless it was done to them before
 */
export async function repairRows(tx: Tx, record: ImportRecord, repair: Repair): Promise<void> {
  const of = [tx.organizationId, record.id, repair.rows ?? null, repair.state ?? null, repair.problem ?? null];
  const where = `organization_id = $1 and import_id = $2 and ($3::int[] is null or row = any($3)) and ($4::text is null or state = $4) and ($5::text is null or problem = $5)`;
  const [named] = await tx.sql<{ open: number; done: number }>(
    `select count(*) filter (where ${applies[repair.action]})::int as open, count(*) filter (where ${isDone[repair.action]})::int as done from donation_import_row where ${where}`,
    of,
  );
  if (repair.rows && named!.open + named!.done === 0) throw conflict(refusals[repair.action]);
  switch (repair.action) {
    case 'setAside':
      await tx.sql(`update donation_import_row set state = 'setAside', decided = true where ${where} and ${applies.setAside}`, of);
      break;
    case 'correct':
      await tx.sql(`update donation_import_row set state = 'new', decided = true where ${where} and ${applies.correct}`, of);
      break;
    case 'accept':
      await accept(tx, record, where, of);
      break;
    case 'set':
    case 'guest':
      if (repair.values?.date !== undefined || repair.values?.amount !== undefined) await tx.sql(`update donation_import_row set sure = false where ${where}`, of);
      await rewrite(tx, record, repair, where, of);
      break;
  }
  await foldGivers(tx, record.id);
  await markDuplicates(tx, sameIn(record));
}

// rows to which an action can be done, those to which it was done before, and what is said where there are neither
const isWord = `problem in ('status', 'type', 'direction', 'currency')`;
const applies = {
  set: `state <> 'duplicate'`,
  guest: `state <> 'duplicate'`,
  setAside: `state in ('new', 'held', 'rejected')`,
  accept: `(state in ('setAside', 'duplicate') or state = 'held' and (problem not in ('refund', 'giver') or act is not null))`,
  correct: `state = 'held' and problem in ('changed', 'refund') and act is not null`,
} as const;
const isDone = { set: 'false', guest: 'as_guest', setAside: `state = 'setAside'`, accept: `state = 'new'`, correct: `state = 'new' and act is not null` } as const;
const refusals = {
  set: 'These rows are here already: take them as other gifts first.',
  guest: 'These rows are here already: take them as other gifts first.',
  setAside: 'These rows are here already, and are not recorded anyway.',
  accept: 'None of these rows can be taken so: one has an error, or takes back a gift that was not found.',
  correct: 'None of these rows is a gift that is here and has changed.',
} as const;

/**
 * A row that is here already, or looks like a gift that is here, is another gift; one that takes back a gift does so; one whose words
 * say something else is a gift; a held name is the one member of that name; a row set aside is read again, what is no gift as one.
 */
async function accept(tx: Tx, record: ImportRecord, where: string, of: unknown[]): Promise<void> {
  const aside = await tx.sql<DraftRow>(
    `select row, cells, as_guest, is_gift or ${isWord} or problem = 'amount' as is_gift from donation_import_row
      where ${where} and (state = 'setAside' or state = 'held' and ${isWord})`,
    of,
  );
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
    `update donation_import_row r set state = 'new', problem = case when problem = 'refund' then problem end, message = null, decided = true, act = case when problem = 'refund' then act end,
            -- what was deleted is no other gift: should it be restored, this is the same
            apart = problem <> 'refund' and (like_row is not null or exists (
              select 1 from donation_version v where v.organization_id = $1 and v.build = ${currentBuild('donations')} and v.donation_id = r.like_donation and v.to_journal is null))
      where ${where} and (state = 'held' and problem in ('held', 'changed', 'refund') and (problem <> 'refund' or act is not null) or state = 'duplicate')`,
    of,
  );
  // what is right about the row itself says nothing about whether it is here already
  await tx.sql(`update donation_import_row set state = 'new', problem = null, message = null, sure = true where ${where} and state = 'held' and problem in ('date', 'amount')`, of);
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
        const merged = withoutBlanks({ ...row.cells, ...(values.date === undefined ? {} : dayAlone), ...values });
        // naming a member by email takes a row back from the guests
        return { row: row.row, values: merged, as_guest: action === 'guest' || (row.as_guest && values.email === undefined), is_gift: row.is_gift };
      }),
    );
    if (rows.length < batchSize) return;
    after = rows.at(-1)!.row;
  }
}

/** A day that a person sets is the church's: the time beside the old one would move it. */
const dayAlone = { time: '', timeZone: '' };

/** A value set to nothing is taken away. */
const withoutBlanks = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).flatMap(([field, value]) => (value.trim() === '' ? [] : [[field, value.trim()]])));

export async function readAgain(tx: Tx, record: ImportRecord, rows: { row: number; values: Values; as_guest: boolean; is_gift: boolean }[]): Promise<void> {
  if (rows.length === 0) return;
  const format = await formatOf(tx, record);
  await putRows(tx, record.id, rows.map(({ row, values, as_guest, is_gift }) => reread(row, values, format, { asGuest: as_guest, isGift: is_gift })));
}

async function formatOf(tx: Tx, { details, format }: ImportRecord): Promise<Format> {
  const mapping = details.mapping ?? { columns: {} };
  return { reader: await readerFor(tx, details.header, mapping), template: format === 'template', nameless: sourceById(mapping.source)?.nameless ?? false };
}
