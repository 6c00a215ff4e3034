import type { DonationImport, RowAction } from '#libs/contracts';
import type { Tx } from '#libs/database';
import { conflict } from '#libs/http';
import { foldGivers } from '../givers/givers.js';
import { changeable } from '../classification/rows.js';
import { markDuplicates, type Draft } from '../classification/same.js';

/** How many changes of a draft can be taken back, one after the other. */
const kept = 30;

type Action = RowAction | 'givers';
const columns = changeable.join(', ');
const ofDraft = 'organization_id = $1 and import_id = $2';

/**
 * Does something to rows of a draft so that it can be taken back: how every row that it touches was before is kept, those that it was
 * asked for and those that follow from them; and what was answered about givers, where they are what it is about. Once in a transaction.
 * @param work gives to how many rows it was done
 */
export async function undoably(
  tx: Tx,
  importId: string,
  action: Action,
  work: () => Promise<number>,
): Promise<void> {
  const of = [tx.organizationId, importId];
  const isAnswer = action === 'givers';
  await tx.sql(
    `create temporary table import_rows_before on commit drop as select row, ${columns} from donation_import_row where ${ofDraft}`,
    of,
  );
  if (isAnswer) {
    await tx.sql(
      `create temporary table import_givers_before on commit drop as select * from donation_import_giver where ${ofDraft}`,
      of,
    );
    await tx.sql(
      `create temporary table import_answers_before on commit drop as select * from import_answer where organization_id = $1 and kind = 'giver'`,
      [tx.organizationId],
    );
  }
  const rows = await work();
  const answers = isAnswer
    ? `(select coalesce(json_agg(b), '[]') from import_givers_before b),
       (select coalesce(json_agg(b), '[]') from import_answers_before b
         where not exists (select 1 from import_answer a where a.organization_id = $1 and a.kind = 'giver' and a.key = b.key and a.answered_at <> now()))`
    : 'null, null';
  const [change] = await tx.sql<{ number: number }>(
    'update donation_import set changes = changes + 1 where organization_id = $1 and id = $2 returning changes as number',
    of,
  );
  await tx.sql(
    `insert into donation_import_change (organization_id, import_id, number, action, rows, givers, answers) select $1, $2, $3, $4, $5, ${answers}`,
    [...of, change!.number, action, rows],
  );
  // touched in this transaction, whether by what was asked for or by what was found anew after it
  const touched = await tx.sql(
    `insert into donation_import_row_before (organization_id, import_id, number, row, before)
     select $1, $2, $3, b.row, row_to_json(b) from import_rows_before b join donation_import_row r on r.organization_id = $1 and r.import_id = $2 and r.row = b.row
      where r.xmin = pg_current_xact_id()::xid returning 1`,
    [...of, change!.number],
  );
  if (touched.length === 0 && !isAnswer) await forget(tx, importId, 'number = $3', change!.number);
  else await forget(tx, importId, 'number <= $3', change!.number - kept);
}

async function forget(tx: Tx, importId: string, which: string, number: number): Promise<void> {
  for (const table of ['donation_import_change', 'donation_import_row_before'])
    await tx.sql(`delete from ${table} where ${ofDraft} and ${which}`, [
      tx.organizationId,
      importId,
      number,
    ]);
}

/** What was kept only for changing a draft: it is none anymore. */
export async function forgetChanges(tx: Tx, importId: string): Promise<void> {
  for (const table of [
    'donation_import_change',
    'donation_import_row_before',
    'donation_import_repair',
  ])
    await tx.sql(`delete from ${table} where ${ofDraft}`, [tx.organizationId, importId]);
}

/** What `undoLastChange` would take back. */
export async function lastChange(tx: Tx, importId: string): Promise<DonationImport['undo']> {
  const [change] = await tx.sql<{ number: number; action: Action; rows: number }>(
    `select number, action, rows from donation_import_change where ${ofDraft} order by number desc limit 1`,
    [tx.organizationId, importId],
  );
  return change ?? null;
}

/**
 * Takes back the last change of a draft: the rows are as they were before it, and what is here already is looked for again.
 * @param number the change that is meant; one that was taken back already stays so
 * @throws HttpError 409 when there is none, or somebody changed the draft after the one that is meant
 */
export async function undoLastChange(tx: Tx, draft: Draft, number?: number): Promise<void> {
  const { id } = draft;
  const of = [tx.organizationId, id];
  const change = await lastChange(tx, id);
  if (number !== undefined && change && change.number > number)
    throw conflict('Something else was changed since. Look again before you take it back.');
  if (number !== undefined && (change?.number ?? 0) < number) return;
  if (!change) throw conflict('There is nothing to take back.');
  await tx.sql(
    `update donation_import_row r set (${columns}) = (select ${changeable.map((name) => `p.${name}`).join(', ')} from json_populate_record(null::donation_import_row, b.before) p)
       from donation_import_row_before b
      where b.organization_id = $1 and b.import_id = $2 and b.number = $3 and r.organization_id = $1 and r.import_id = $2 and r.row = b.row`,
    [...of, change.number],
  );
  if (change.action === 'givers') await putBackAnswers(tx, id, change.number);
  await forget(tx, id, 'number = $3', change.number);
  await foldGivers(tx, id);
  await markDuplicates(tx, draft);
}

/** The draft's answers as they were; the church's as far as nobody has answered otherwise since, and about nobody who has left. */
async function putBackAnswers(tx: Tx, importId: string, number: number): Promise<void> {
  const of = [tx.organizationId, importId, number];
  const change =
    'donation_import_change c where c.organization_id = $1 and c.import_id = $2 and c.number = $3';
  const before = (column: 'givers' | 'answers', table: string) =>
    `select a.* from (select ${column} from ${change}) c, json_populate_recordset(null::${table}, c.${column}) a`;
  await tx.sql(`delete from donation_import_giver where ${ofDraft}`, of.slice(0, 2));
  await tx.sql(
    `insert into donation_import_giver ${before('givers', 'donation_import_giver')}`,
    of,
  );
  await tx.sql(
    `delete from import_answer where organization_id = $1 and kind = 'giver' and answered_at = (select c.at from ${change})`,
    of,
  );
  await tx.sql(
    `insert into import_answer ${before('answers', 'import_answer')} where not exists (select 1 from donor d where d.organization_id = $1 and d.id = a.donor_id and d.has_left) on conflict do nothing`,
    of,
  );
}
