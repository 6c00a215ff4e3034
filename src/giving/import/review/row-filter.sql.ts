import { t } from '#libs/database';

export const filterParameters = {
  importId: t.uuid,
  rows: t.nullable(t.array(t.integer)),
  states: t.nullable(t.array(t.text)),
  problem: t.nullable(t.text),
  pattern: t.nullable(t.text),
};

/**
 * The rows `r` that `filterValues` describes. `pattern` is a text in a cell, in an edited value or
 * in the donor's name.
 */
export const matchesFilter = `
           r.organization_id = :church
       and r.import_id = :importId
       and (:rows::int[] is null or r.row = any(:rows::int[]))
       and (:states::text[] is null or r.state = any(:states::text[]))
       and (:problem::text is null or r.problem = :problem)
       and (:pattern::text is null
            or exists (select 1 from json_array_elements_text(r.record) cell
              where cell ilike :pattern)
            or exists (select 1 from json_each_text(r.edited_values) edited
              where edited.value ilike :pattern)
            or exists (
              select 1
                from donor o
               where o.organization_id = :church and o.id = r.donor_id and o.name ilike :pattern))`;
