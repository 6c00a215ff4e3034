import { readValues, type Reader, type RowReading } from '#libs/csv';
import type { Tx } from '#libs/database';
import { matchGivers, namesIn } from './givers.js';

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

/** Inserts (or replaces) rows of a draft, each matched to a donor or with what is wrong with it. */
export async function putRows(tx: Tx, importId: string, rows: ReadRow[]): Promise<void> {
  const matched = await matchGivers(tx, importId, rows);
  const text = (pick: (values: Values) => string | undefined) => rows.map(({ reading }) => pick(reading.values) ?? null);
  const draft = <T>(pick: (draft: NonNullable<RowReading['draft']>) => T) => rows.map(({ reading }) => (reading.draft ? pick(reading.draft) : null));
  const names = rows.map(({ reading }) => namesIn(reading.values));
  const figures = <T>(pick: (figures: RowReading['figures']) => T) => rows.map(({ reading }) => pick(reading.figures));
  await tx.sql(
    `insert into donation_import_row (organization_id, import_id, row, state, problem, message, cells, donor_id, amount, date, payment_method, campaign,
                                      notes, first_name, last_name, email, phone, source_id, as_guest, is_gift, gross, refunded, fee, payout, why, refund_of, takes_back, giver)
     select $1, $2, r.* from unnest($3::int[], $4::text[], $5::text[], $6::text[], $7::json[], $8::uuid[], $9::bigint[], $10::date[], $11::text[], $12::text[],
                                    $13::text[], $14::text[], $15::text[], $16::text[], $17::text[], $18::text[], $19::boolean[], $20::boolean[],
                                    $21::bigint[], $22::bigint[], $23::bigint[], $24::text[], $25::text[], $26::text[], $27::boolean[], $28::text[]) r
     on conflict (organization_id, import_id, row) do update set
       state = excluded.state, problem = excluded.problem, message = excluded.message, cells = excluded.cells, donor_id = excluded.donor_id,
       amount = excluded.amount, date = excluded.date, payment_method = excluded.payment_method, campaign = excluded.campaign, notes = excluded.notes,
       first_name = excluded.first_name, last_name = excluded.last_name, email = excluded.email, phone = excluded.phone,
       source_id = excluded.source_id, as_guest = excluded.as_guest, is_gift = excluded.is_gift, gross = excluded.gross, refunded = excluded.refunded,
       fee = excluded.fee, payout = excluded.payout, why = excluded.why, refund_of = excluded.refund_of, takes_back = excluded.takes_back, giver = excluded.giver,
       decided = false, apart = false, like_donation = null, like_row = null, act = null, act_to = null, act_version = null`,
    [
      tx.organizationId, importId,
      rows.map(({ row }) => row), matched.map(({ state }) => state), matched.map(({ problem }) => problem), matched.map(({ message }) => message),
      rows.map(({ reading }) => JSON.stringify(reading.values)), matched.map(({ donorId }) => donorId),
      figures(({ amount }) => amount), draft(({ date }) => date), draft(({ paymentMethod }) => paymentMethod),
      draft(({ campaign }) => campaign ?? null), text(({ notes }) => notes), names.map(({ firstName }) => firstName || null),
      names.map(({ lastName }) => lastName || null), text(({ email }) => email), text(({ phone }) => phone), text(({ transactionId }) => transactionId),
      matched.map(({ asGuest }) => asGuest), rows.map(({ isGift }) => isGift),
      figures(({ gross }) => gross), figures(({ refunded }) => refunded), figures(({ fee }) => fee), text(({ payout }) => payout),
      rows.map(({ reading }) => (reading.ok ? null : (reading.why ?? null))), text(({ refundOf }) => refundOf),
      rows.map(({ reading }) => !reading.ok && reading.takesBack === true), matched.map(({ giver }) => giver),
    ],
  );
}
