import type { Tx } from '#libs/database';
import { conflict } from '#libs/http';
import { reread, type Format, type ReadRow, type Values } from '../reading/read-row.js';
import { asAnotherGift } from '../classification/same.js';

/**
 * What a person did to single rows outlives a new reading of the file: the values they set, that a row is a guest's or a gift, and what
 * they decided, as long as the question is the same one: about the same gift, or row.
 */

interface Kept {
  row: number;
  said: Values | null;
  said_guest: boolean;
  is_gift: boolean;
}

const lost = (rows: number) =>
  conflict(
    `${rows === 1 ? 'A row that you have changed or decided is' : `${rows} rows that you have changed or decided are`} not among those that are read then. Go on, and lose that?`,
  );

/** Takes the draft's rows away, and puts aside what was done to them. @throws HttpError 409 where that cannot be done again, unless `dropRepairs` */
export async function keepRepairs(
  tx: Tx,
  importId: string,
  {
    headerRow,
    isSameSheet,
    dropRepairs,
  }: { headerRow: number; isSameSheet: boolean; dropRepairs: boolean },
): Promise<void> {
  const of = [tx.organizationId, importId];
  await tx.sql(
    `insert into donation_import_repair (organization_id, import_id, row, said, said_guest, is_gift, sure, decision, like_donation, like_row, act, act_to)
     select organization_id, import_id, row, case when record is not null then said end, said_guest, is_gift, sure,
            case when not decided then null when state = 'setAside' then 'setAside' when act is not null then 'correct' when state = 'new' then 'accept' end,
            like_donation, like_row, act, act_to
       from donation_import_row where organization_id = $1 and import_id = $2 and repaired`,
    of,
  );
  // in another sheet they are other rows; those down to the header are none; what was said of old rows stands for all that they say
  const gone = `organization_id = $1 and import_id = $2 and (not $3 or row <= $4)`;
  const [unkept] = await tx.sql<{ rows: number }>(
    `select (select count(*) from donation_import_repair where ${gone})::int
          + (select count(*) from donation_import_row where organization_id = $1 and import_id = $2 and repaired and record is null and not (not $3 or row <= $4))::int as rows`,
    [...of, isSameSheet, headerRow],
  );
  if (unkept!.rows > 0 && !dropRepairs) throw lost(unkept!.rows);
  await tx.sql(`delete from donation_import_repair where ${gone}`, [...of, isSameSheet, headerRow]);
  for (const table of [
    'donation_import_row',
    'donation_import_change',
    'donation_import_row_before',
  ])
    await tx.sql(`delete from ${table} where organization_id = $1 and import_id = $2`, of);
}

/** Whether something was done to rows, which `withRepairs` and `redoRepairs` do again. */
export async function hasRepairs(tx: Tx, importId: string): Promise<boolean> {
  return (
    (
      await tx.sql(
        'select 1 from donation_import_repair where organization_id = $1 and import_id = $2 limit 1',
        [tx.organizationId, importId],
      )
    ).length > 0
  );
}

/** The rows as they were read, those that a person has worked on with what they said. */
export async function withRepairs(
  tx: Tx,
  importId: string,
  rows: ReadRow[],
  format: Format,
): Promise<ReadRow[]> {
  const kept = await tx.sql<Kept>(
    'select row, said, said_guest, is_gift from donation_import_repair where organization_id = $1 and import_id = $2 and row between $3 and $4',
    [tx.organizationId, importId, rows[0]!.row, rows.at(-1)!.row],
  );
  if (kept.length === 0) return rows;
  const byRow = new Map(kept.map((one) => [one.row, one]));
  return rows.map((read) => {
    const one = byRow.get(read.row);
    if (!one || (!one.said && !one.said_guest && !one.is_gift)) return read;
    return reread(read.row, { record: read.record, said: one.said }, format, {
      asGuest: one.said_guest,
      isGift: one.is_gift,
      isFooter: read.isFooter,
    });
  });
}

/** Decides again, once `mark` has found what is here already, what a person had decided. @throws HttpError 409 where rows they had worked on are gone, unless `dropRepairs` */
export async function redoRepairs(
  tx: Tx,
  importId: string,
  dropRepairs: boolean,
  mark: () => Promise<unknown>,
): Promise<void> {
  const of = [tx.organizationId, importId];
  const [all] = await tx.sql<{ rows: number }>(
    'select count(*)::int as rows from donation_import_repair where organization_id = $1 and import_id = $2',
    of,
  );
  const those =
    'from donation_import_repair k where k.organization_id = $1 and k.import_id = $2 and r.organization_id = $1 and r.import_id = $2 and r.row = k.row';
  if (all!.rows > 0) {
    const found = await tx.sql(
      `update donation_import_row r set repaired = true, sure = k.sure ${those} returning 1`,
      of,
    );
    if (found.length < all!.rows && !dropRepairs) throw lost(all!.rows - found.length);
  }
  await mark();
  if (all!.rows === 0) return;
  await tx.sql(
    `update donation_import_row r set state = 'setAside', decided = true ${those} and k.decision = 'setAside' and r.state in ('new', 'held', 'rejected')`,
    of,
  );
  const same =
    'r.like_donation is not distinct from k.like_donation and r.like_row is not distinct from k.like_row';
  await tx.sql(
    `update donation_import_row r set ${asAnotherGift}
     ${those} and k.decision = 'accept' and ${same} and (r.state = 'duplicate' or r.state = 'held' and r.problem in ('held', 'changed'))`,
    of,
  );
  await tx.sql(
    `update donation_import_row r set state = 'new', decided = true, message = case when r.problem <> 'refund' then r.message end ${those} and k.decision = 'correct' and ${same} and r.state = 'held' and r.act = k.act and r.act_to = k.act_to`,
    of,
  );
  await tx.sql(
    'delete from donation_import_repair where organization_id = $1 and import_id = $2',
    of,
  );
}
