import type { ImportMapping, RowState } from '#libs/contracts';
import { readValues, userNotFound, type RowReading } from '#libs/csv';
import type { Tx } from '#libs/database';
import { parseMoney } from '#libs/money';
import { fullName, nameKey } from '../donor/donors.js';

export type Values = RowReading['values'];

/** A row of the file as it was read, before it is matched. */
export interface ReadRow {
  row: number;
  reading: RowReading;
  asGuest: boolean;
}

export interface Format {
  mapping: ImportMapping;
  template: boolean;
}

/** Reads a repaired row again. */
export const reread = (row: number, values: Values, { mapping, template }: Format, anyGiver: boolean) =>
  readValues(values, mapping, { row, template, anyGiver });

interface Matched {
  state: RowState;
  problem: string | null;
  message: string | null;
  donorId: string | null;
}

/** How a file names a giver: first and last name, or one column that is split before its last word. */
export function namesIn(values: Values): { firstName: string; lastName: string } {
  if (values.firstName ?? values.lastName) return { firstName: values.firstName ?? '', lastName: values.lastName ?? '' };
  const words = (values.name ?? '').split(/\s+/u).filter(Boolean);
  return { firstName: words.slice(0, -1).join(' ') || (words[0] ?? ''), lastName: words.length > 1 ? words.at(-1)! : '' };
}

interface KnownDonor {
  id: string;
  kind: 'member' | 'guest';
  email: string | null;
  name_key: string;
}

/** The church's donors whom a batch of rows could mean. */
async function donorsFor(tx: Tx, rows: ReadRow[]): Promise<KnownDonor[]> {
  const emails = new Set<string>();
  const names = new Set<string>();
  for (const { reading, asGuest } of rows) {
    if (!reading.ok) continue;
    // a name counts only where no email address says who it is
    if (reading.draft.email && !asGuest) emails.add(reading.draft.email.toLowerCase());
    else names.add(nameKey(guestName(reading.values)));
  }
  return tx.sql<KnownDonor>(
    `select id, kind, lower(email) as email, name_key from donor
      where organization_id = $1 and kind <> 'unidentified' and not has_left and (kind = 'member' and lower(email) = any($2::text[]) or name_key = any($3::text[]))`,
    [tx.organizationId, [...emails], [...names]],
  );
}

/** The name under which a giver without an account stands; an email address serves where there is none. */
const guestName = (values: Values) => {
  const { firstName, lastName } = namesIn(values);
  return fullName(firstName, lastName) || (values.email ?? '');
};

/** Inserts (or replaces) rows of a draft, each matched to a donor or with what is wrong with it. */
export async function putRows(tx: Tx, importId: string, rows: ReadRow[], { mapping, template }: Format): Promise<void> {
  const donors = await donorsFor(tx, rows);
  const byEmail = new Map(donors.filter(({ kind, email }) => kind === 'member' && email).map((donor) => [donor.email!, donor]));
  const byName = Map.groupBy(donors, (donor) => donor.name_key);
  const matched = rows.map(({ row, reading, asGuest }) => match(row, reading, asGuest));
  const text = (pick: (values: Values) => string | undefined) => rows.map(({ reading }) => pick(reading.values) ?? null);
  const draft = <T>(pick: (draft: Extract<RowReading, { ok: true }>['draft']) => T) => rows.map(({ reading }) => (reading.ok ? pick(reading.draft) : null));
  const names = rows.map(({ reading }) => namesIn(reading.values));
  await tx.sql(
    `insert into donation_import_row (organization_id, import_id, row, state, problem, message, cells, donor_id, amount, date, payment_method, campaign,
                                      notes, first_name, last_name, email, phone, source_id, as_guest)
     select $1, $2, r.* from unnest($3::int[], $4::text[], $5::text[], $6::text[], $7::json[], $8::uuid[], $9::bigint[], $10::date[], $11::text[], $12::text[],
                                    $13::text[], $14::text[], $15::text[], $16::text[], $17::text[], $18::text[], $19::boolean[]) r
     on conflict (organization_id, import_id, row) do update set
       state = excluded.state, problem = excluded.problem, message = excluded.message, cells = excluded.cells, donor_id = excluded.donor_id,
       amount = excluded.amount, date = excluded.date, payment_method = excluded.payment_method, campaign = excluded.campaign, notes = excluded.notes,
       first_name = excluded.first_name, last_name = excluded.last_name, email = excluded.email, phone = excluded.phone,
       source_id = excluded.source_id, as_guest = excluded.as_guest, decided = false, like_donation = null`,
    [
      tx.organizationId, importId,
      rows.map(({ row }) => row), matched.map(({ state }) => state), matched.map(({ problem }) => problem), matched.map(({ message }) => message),
      rows.map(({ reading }) => JSON.stringify(reading.values)), matched.map(({ donorId }) => donorId),
      rows.map(({ reading }) => readableAmount(reading, mapping, template)), draft(({ date }) => date), draft(({ paymentMethod }) => paymentMethod),
      draft(({ campaign }) => campaign ?? null), text(({ notes }) => notes), names.map(({ firstName }) => firstName || null),
      names.map(({ lastName }) => lastName || null), text(({ email }) => email), text(({ phone }) => phone), text(({ transactionId }) => transactionId),
      rows.map(({ asGuest }) => asGuest),
    ],
  );

  function match(row: number, reading: RowReading, asGuest: boolean): Matched {
    if (!reading.ok) return { state: 'rejected', problem: reading.problem, message: reading.message, donorId: null };
    const { email } = reading.draft;
    const sameName = byName.get(nameKey(guestName(reading.values))) ?? [];
    const guest = sameName.find(({ kind }) => kind === 'guest');
    const found = (donorId: string | null): Matched => ({ state: 'new', problem: null, message: null, donorId });
    if (asGuest) return found(guest?.id ?? null);
    if (email) {
      const member = byEmail.get(email.toLowerCase());
      return member ? found(member.id) : { state: 'rejected', problem: 'email', message: userNotFound(row, email), donorId: null };
    }
    const name = guestName(reading.values);
    if (sameName.some(({ kind }) => kind === 'member')) {
      return { state: 'held', problem: 'name', message: `Row ${row}: Is this the member ${name}? The file gives no email address.`, donorId: null };
    }
    return guest ? found(guest.id) : { state: 'rejected', problem: 'name', message: `Row ${row}: User not found with name "${name}"`, donorId: null };
  }
}

/** Rejected rows count in the file's sum where their amount can be read at all. */
function readableAmount(reading: RowReading, mapping: ImportMapping, template: boolean): bigint | null {
  if (reading.ok) return reading.draft.amount;
  const parsed = parseMoney(reading.values.amount ?? '', template ? 'point' : mapping.decimalStyle);
  return parsed.ok && parsed.cents > 0n ? parsed.cents : null;
}

/**
 * Marks what is already here, among rows that are new and not decided by a person:
 * the same bytes in an import that stands (all rows), the same source id, here or in the file (duplicate), of a gift that
 * was deleted (held),
 * and a gift of the same donor, day and amount that came from elsewhere (held; as many rows as there are
 * such gifts, since two identical rows of one file are two donations).
 * @returns how many rows changed their state
 */
export async function markDuplicates(tx: Tx, importId: string, fileHash: Buffer): Promise<number> {
  // a draft written in this very transaction has no statistics: left alone, the planner takes it for one row
  // and joins it in nested loops, which is quadratic
  await tx.sql('set local enable_nestloop = off');
  const marked = await markAll(tx, importId, fileHash);
  await tx.sql('set local enable_nestloop = on');
  return marked;
}

async function markAll(tx: Tx, importId: string, fileHash: Buffer): Promise<number> {
  const mark = async (sql: string, ...values: unknown[]) => (await tx.sql(`${sql} returning 1`, [tx.organizationId, importId, ...values])).length;
  const target = 'r.organization_id = $1 and r.import_id = $2';
  const open = `${target} and r.state = 'new' and not r.decided`;
  const build = `(select build from projection where organization_id = $1 and name = 'donations')`;
  const [same] = await tx.sql<{ id: string }>(
    `select id from donation_import where organization_id = $1 and file_hash = $3 and id <> $2 and status in ('committing', 'committed') limit 1`,
    [tx.organizationId, importId, fileHash],
  );
  if (same) {
    return mark(
      `update donation_import_row r set state = 'duplicate', problem = 'duplicate', message = 'Row ' || r.row || ': This file was imported already',
              like_donation = (left($3::text, 24) || lpad(to_hex(r.row), 12, '0'))::uuid
        where ${target} and r.state in ('new', 'held', 'rejected') and not r.decided`,
      same.id,
    );
  }
  const isGone = `coalesce((select v.state from donation_version v where v.organization_id = $1 and v.build = ${build} and v.donation_id = s.donation_id
                             order by v.version desc limit 1) = 'voided', false)`;
  // also what somebody took as a gift, where the one that had the number was restored meanwhile
  const known = await mark(
    `update donation_import_row r set state = 'duplicate', problem = 'duplicate', message = 'Row ' || r.row || ': This transaction was imported already',
            like_donation = s.donation_id
       from donation_source s where s.organization_id = $1 and s.source_id = r.source_id and not ${isGone} and ${target} and r.state = 'new'`,
  );
  // whoever deleted it had a reason: a file does not bring it back by itself
  const gone = await mark(
    `update donation_import_row r set state = 'held', problem = 'held', like_donation = s.donation_id,
            message = 'Row ' || r.row || ': This transaction was recorded before, and deleted'
       from donation_source s where s.organization_id = $1 and s.source_id = r.source_id and ${isGone} and ${open}`,
  );
  const twice = await mark(
    `update donation_import_row r set state = 'duplicate', problem = 'duplicate',
            message = 'Row ' || r.row || ': The same transaction stands in row ' || f.first
       from (select source_id, min(row) as first from donation_import_row
              where organization_id = $1 and import_id = $2 and source_id is not null and state = 'new' group by source_id having count(*) > 1) f
      where f.source_id = r.source_id and r.row > f.first and ${open}`,
  );
  let alike = 0;
  // a gift with another bank's number is another gift: only those without a number can be meant
  for (const [mine, theirs] of [['r.source_id is null', 'true'], ['r.source_id is not null', 's.donation_id is null']] as const) {
    alike += await mark(
      `with mine as materialized (
         select r.row, r.donor_id, r.date, r.amount, row_number() over (partition by donor_id, date, amount order by row) as n
           from donation_import_row r where ${target} and r.state = 'new' and r.donor_id is not null and ${mine}),
       theirs as materialized (
         select v.donation_id, v.donor_id, v.date, v.amount, row_number() over (partition by v.donor_id, v.date, v.amount order by v.donation_id) as n
           from donation_version v left join donation_source s on s.organization_id = $1 and s.source_id is not null and s.donation_id = v.donation_id
          where v.organization_id = $1 and v.build = ${build} and v.to_journal is null and ${theirs}
            and v.donation_id not in (select like_donation from donation_import_row r where ${target} and like_donation is not null)
            and v.date between (select min(date) from mine) and (select max(date) from mine) and v.donor_id in (select donor_id from mine))
       update donation_import_row r set state = 'held', problem = 'held', like_donation = theirs.donation_id,
              message = 'Row ' || r.row || ': A gift of this donor, day and amount is here already'
         from mine join theirs using (donor_id, date, amount, n) where mine.row = r.row and ${open}`,
    );
  }
  return known + gone + twice + alike;
}
