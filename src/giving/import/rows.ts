import type { RowState } from '#libs/contracts';
import { readValues, userNotFound, type Reader, type RowReading } from '#libs/csv';
import type { Tx } from '#libs/database';
import { fullName, nameKey } from '../donor/donors.js';

export type Values = RowReading['values'];

/** A row of the file as it was read, before it is matched. */
export interface ReadRow {
  row: number;
  reading: RowReading;
  asGuest: boolean;
  /** a person said that it is a gift, whatever its words say */
  isGift: boolean;
}

export interface Format {
  reader: Reader;
  template: boolean;
  /** files of this kind name no givers */
  nameless: boolean;
}

/** Reads a repaired row again. */
export function reread(row: number, values: Values, { reader, template, nameless }: Format, { asGuest, isGift }: { asGuest: boolean; isGift: boolean }): ReadRow {
  return { row, asGuest, isGift, reading: readValues(values, reader, { row, template, anyGiver: asGuest || nameless, isGift }) };
}

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
export async function putRows(tx: Tx, importId: string, rows: ReadRow[]): Promise<void> {
  const donors = await donorsFor(tx, rows);
  const byEmail = new Map(donors.filter(({ kind, email }) => kind === 'member' && email).map((donor) => [donor.email!, donor]));
  const byName = Map.groupBy(donors, (donor) => donor.name_key);
  const matched = rows.map(({ row, reading, asGuest }) => match(row, reading, asGuest));
  const text = (pick: (values: Values) => string | undefined) => rows.map(({ reading }) => pick(reading.values) ?? null);
  const draft = <T>(pick: (draft: NonNullable<RowReading['draft']>) => T) => rows.map(({ reading }) => (reading.draft ? pick(reading.draft) : null));
  const names = rows.map(({ reading }) => namesIn(reading.values));
  const figures = <T>(pick: (figures: RowReading['figures']) => T) => rows.map(({ reading }) => pick(reading.figures));
  await tx.sql(
    `insert into donation_import_row (organization_id, import_id, row, state, problem, message, cells, donor_id, amount, date, payment_method, campaign,
                                      notes, first_name, last_name, email, phone, source_id, as_guest, is_gift, gross, refunded, fee, payout, why, refund_of, takes_back)
     select $1, $2, r.* from unnest($3::int[], $4::text[], $5::text[], $6::text[], $7::json[], $8::uuid[], $9::bigint[], $10::date[], $11::text[], $12::text[],
                                    $13::text[], $14::text[], $15::text[], $16::text[], $17::text[], $18::text[], $19::boolean[], $20::boolean[],
                                    $21::bigint[], $22::bigint[], $23::bigint[], $24::text[], $25::text[], $26::text[], $27::boolean[]) r
     on conflict (organization_id, import_id, row) do update set
       state = excluded.state, problem = excluded.problem, message = excluded.message, cells = excluded.cells, donor_id = excluded.donor_id,
       amount = excluded.amount, date = excluded.date, payment_method = excluded.payment_method, campaign = excluded.campaign, notes = excluded.notes,
       first_name = excluded.first_name, last_name = excluded.last_name, email = excluded.email, phone = excluded.phone,
       source_id = excluded.source_id, as_guest = excluded.as_guest, is_gift = excluded.is_gift, gross = excluded.gross, refunded = excluded.refunded,
       fee = excluded.fee, payout = excluded.payout, why = excluded.why, refund_of = excluded.refund_of, takes_back = excluded.takes_back,
       decided = false, apart = false, like_donation = null, like_row = null, act = null, act_to = null, act_version = null`,
    [
      tx.organizationId, importId,
      rows.map(({ row }) => row), matched.map(({ state }) => state), matched.map(({ problem }) => problem), matched.map(({ message }) => message),
      rows.map(({ reading }) => JSON.stringify(reading.values)), matched.map(({ donorId }) => donorId),
      figures(({ amount }) => amount), draft(({ date }) => date), draft(({ paymentMethod }) => paymentMethod),
      draft(({ campaign }) => campaign ?? null), text(({ notes }) => notes), names.map(({ firstName }) => firstName || null),
      names.map(({ lastName }) => lastName || null), text(({ email }) => email), text(({ phone }) => phone), text(({ transactionId }) => transactionId),
      rows.map(({ asGuest }) => asGuest), rows.map(({ isGift }) => isGift),
      figures(({ gross }) => gross), figures(({ refunded }) => refunded), figures(({ fee }) => fee), text(({ payout }) => payout),
      rows.map(({ reading }) => (reading.ok ? null : (reading.why ?? null))), text(({ refundOf }) => refundOf),
      rows.map(({ reading }) => !reading.ok && reading.takesBack === true),
    ],
  );

  function match(row: number, reading: RowReading, asGuest: boolean): Matched {
    if (!reading.ok) return { state: reading.state, problem: reading.problem, message: reading.message, donorId: null };
    const { email } = reading.draft;
    if (!email && guestName(reading.values) === '') return { state: 'new', problem: null, message: null, donorId: null };
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
