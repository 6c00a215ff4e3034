/** The rows of a draft, as `r`. */
export const inDraftSql = 'r.organization_id = :church and r.import_id = :importId';

/**
 * Rows of a draft that are gifts by their own words, with a known giver: what the books and other
 * rows are compared with.
 */
export const isGiftSql = `r.reads_as = 'gift' and r.giver_question is null`;

interface Compared {
  /** a condition on the rows `r` whose givers are compared */
  rows: string;
  /** a query of the ids of the donors with whom they are compared */
  donors: string;
}

/**
 * The table `people`: which of the donors may be the person who gave a row. It has the giver's key
 * in the draft, the donor, and whether it is surely the same person. One person may have several
 * records, such as those of a guest who became a member. The same email address, or the same name
 * and at most one address, is the same person; the same name with two addresses may be somebody
 * else. Rows that name nobody belong to the unidentified giver.
 */
export const peopleSql = ({ rows, donors }: Compared): string => `
    givers as materialized (
      select distinct r.giver, r.donor_id, nullif(lower(r.email), '') as email,
             nullif(name_key(concat_ws(' ', r.first_name, r.last_name)), '') as name
        from donation_import_row r
       where ${inDraftSql}
         and r.reads_as in ('gift', 'returned')
         and r.giver is not null
         and ${rows}),
    others as materialized (
      select id, kind, email_key as email, nullif(name_key, '') as name
        from donor
       where organization_id = :church and id in (${donors})),
    named as materialized (
      select giver, email, name
        from givers
       union
      select g.giver, coalesce(g.email, d.email_key), nullif(d.name_key, '')
        from givers g
        join donor d
          on d.organization_id = :church and d.id = g.donor_id and d.kind <> 'unidentified'),
    people as materialized (
      select giver, donor_id, bool_or(is_same) as is_same
        from (select g.giver, o.id as donor_id, true as is_same
                from givers g
                join others o on o.id = g.donor_id
               union all
              select g.giver, o.id, true
                from givers g
                join others o on o.kind = 'unidentified'
               where g.giver = E'\\n'
               union all
              select n.giver, o.id, true
                from named n
                join others o on o.email = n.email and o.kind <> 'unidentified'
               union all
              select n.giver, o.id, o.email is null or n.email is null
                from named n
                join others o on o.name = n.name and o.kind <> 'unidentified') found
       group by giver, donor_id)`;
