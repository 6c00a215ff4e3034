import type { DonorKind } from '#libs/contracts';
import { statement, t } from '#libs/database';

/**
 * The rows whose giver a user can choose. Rows that are skipped or recorded already have no giver.
 */
export const hasChoosableGiver = `state in ('new', 'held', 'rejected')`;
/** The rows that wait until a user says who gave them. */
export const waitsForGiver = `
  state in ('rejected', 'held') and problem in ('email', 'name', 'giver')`;

/**
 * Lists the givers of a draft by their keys, with their rows, the sum of these in cents, and the
 * donor that was found. `open` selects the givers who wait for an answer, or the others.
 */
export const listGivers = statement({
  parameters: {
    importId: t.uuid,
    after: t.fromCursor(t.text),
    open: t.nullable(t.boolean),
    limit: t.bigint,
  },
  columns: {
    key: t.present(t.text),
    name: t.nullable(t.text),
    email: t.nullable(t.text),
    phones: t.array(t.text),
    rows: t.integer,
    amount: t.bigint,
    open: t.present(t.boolean),
    donorId: t.nullable(t.uuid),
    donorName: t.nullable(t.text),
    donorKind: t.nullable(t.textOf<DonorKind>()),
  },
  sql: `
    select g.*, d.name as donor_name, d.kind as donor_kind
      from (select giver as key,
                   (array_agg(concat_ws(' ', first_name, last_name) order by row))[1] as name,
                   min(lower(email)) as email,
                   coalesce(array_agg(distinct phone) filter (where phone is not null), '{}')
                     as phones,
                   count(*)::int as rows,
                   coalesce(sum(amount), 0)::bigint as amount,
                   bool_or(${waitsForGiver}) as open,
                   (array_agg(donor_id order by row)
                    filter (where donor_id is not null))[1] as donor_id
              from donation_import_row
             where organization_id = :church
               and import_id = :importId
               and giver is not null
               and ${hasChoosableGiver}
               and (:after::text is null or giver > :after collate "C")
             group by giver
            having :open::boolean is null or bool_or(${waitsForGiver}) = :open
             order by giver collate "C"
             limit :limit) g
      left join donor d on d.organization_id = :church and d.id = g.donor_id
     order by g.key collate "C"`,
});
