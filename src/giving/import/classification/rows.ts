import type { RowReading } from '#libs/csv';
import type { Tx } from '#libs/database';
import { matchGivers, type Matched } from '../givers/givers.js';
import type { ReadRow, Values } from '../reading/read-row.js';

type Stored = readonly [type: string, value: (row: ReadRow, matched: Matched) => unknown];
const draftOf = (field: keyof NonNullable<RowReading['draft']>, type = 'text'): Stored => [
  type,
  ({ reading }) => reading.draft?.[field],
];
const valueOf = (field: keyof Values): Stored => ['text', ({ reading }) => reading.values[field]];

/** What of a row follows from what it says. */
const read: Record<string, Stored> = {
  state: ['text', (_row, { state }) => state],
  problem: ['text', (_row, { problem }) => problem],
  message: ['text', (_row, { message }) => message],
  said: [
    'json',
    ({ said }) => (said && Object.keys(said).length > 0 ? JSON.stringify(said) : null),
  ],
  donor_id: ['uuid', (_row, { donorId }) => donorId],
  amount: ['bigint', ({ reading }) => reading.figures.amount],
  date: draftOf('date', 'date'),
  payment_method: draftOf('paymentMethod'),
  campaign: draftOf('campaign'),
  notes: valueOf('notes'),
  first_name: ['text', (_row, { firstName }) => firstName || null],
  last_name: ['text', (_row, { lastName }) => lastName || null],
  email: valueOf('email'),
  phone: valueOf('phone'),
  source_id: valueOf('transactionId'),
  as_guest: ['boolean', (_row, { asGuest }) => asGuest],
  said_guest: ['boolean', ({ asGuest }) => asGuest],
  is_gift: ['boolean', ({ isGift }) => isGift],
  is_footer: ['boolean', ({ isFooter }) => isFooter],
  gross: ['bigint', ({ reading }) => reading.figures.gross],
  refunded: ['bigint', ({ reading }) => reading.figures.refunded],
  fee: ['bigint', ({ reading }) => reading.figures.fee],
  payout: valueOf('payout'),
  why: ['text', ({ reading }) => (reading.ok ? null : reading.why)],
  refund_of: valueOf('refundOf'),
  takes_back: ['boolean', ({ reading }) => !reading.ok && reading.takesBack === true],
  giver: ['text', (_row, { giver }) => giver],
};
/** What is decided of it, or found beside it: nothing, once it is read anew. */
const decided = {
  decided: 'false',
  apart: 'false',
  like_donation: 'null',
  like_row: 'null',
  act: 'null',
  act_to: 'null',
  act_version: 'null',
};
const names = Object.keys(read);

/** Everything of a row that may change while it is a draft's. */
export const changeable = [...names, ...Object.keys(decided), 'sure', 'repaired'];

/** What is not among `given` has its column's default, also where a row is replaced. */
const put = (
  given: string[],
) => `insert into donation_import_row (organization_id, import_id, row, record, ${given.join(', ')})
  select $1, $2, r.* from unnest($3::int[], $4::json[], ${given.map((name, at) => `$${at + 5}::${read[name]![0]}[]`).join(', ')}) r
  on conflict (organization_id, import_id, row) do update set
    ${names.map((name) => `${name} = excluded.${name}`).join(', ')}, ${Object.entries(decided)
      .map(([name, value]) => `${name} = ${value}`)
      .join(', ')}`;

/**
 * Inserts (or replaces) rows of a draft, each matched to a donor or with what is wrong with it. The statement that writes them is sent,
 * not waited for: meanwhile the next rows are read.
 */
export async function putRows(tx: Tx, importId: string, rows: ReadRow[]): Promise<void> {
  const matched = await matchGivers(tx, importId, rows);
  const columns = names.map((name) => ({
    name,
    values: rows.map((row, at) => read[name]![1](row, matched[at]!) ?? null),
  }));
  // half of them say nothing in most files
  const given = columns.filter(
    ({ name, values }) =>
      name === 'state' || values.some((value) => value !== null && value !== false),
  );
  tx.send(put(given.map(({ name }) => name)), [
    tx.organizationId,
    importId,
    rows.map(({ row }) => row),
    rows.map(({ record }) => record && JSON.stringify(record)),
    ...given.map(({ values }) => values),
  ]);
}
