/** The rows of a draft, as `r`. */
export const inDraftSql = 'r.organization_id = :church and r.import_id = :importId';

/**
 * Rows of a draft that are gifts by their own words, with a known giver: what the books and other
 * rows are compared with.
 */
export const isGiftSql = `r.reads_as = 'gift' and r.giver_question is null`;

/**
 * The donors that may be the person who gave a row: table `people` with the giver's key in the draft, the donor, and
 * whether it is surely the same person. One person may have several records, such as those of a guest who became a
 * member. The same email address, or the same name and at most one address, is the same person; the same name with two
 * addresses may be somebody else. Rows that name nobody belong to the unidentified giver.
 */
export const peopleSql = `
    givers as materialized (
      select distinct r.giver, r.donor_id, nullif(lower(r.email), '') as email,
             nullif(name_key(concat_ws(' ', r.first_name, r.last_name)), '') as name
        from donation_import_row r
       where ${inDraftSql}
         and r.reads_as in ('gift', 'returned')
         and r.giver is not null),
    named as materialized (
      select g.giver, g.email, g.name
        from givers g
       where g.email is not null or g.name is not null
       union
      select g.giver, coalesce(g.email, d.email_key), nullif(d.name_key, '')
        from givers g
        join donor d on d.organization_id = :church and d.id = g.donor_id and d.kind <> 'unidentified'),
    people as materialized (
      select giver, donor_id, bool_or(is_same) as is_same
        from (select giver, donor_id, true as is_same
                from givers
               where donor_id is not null
               union all
              select g.giver, d.id, true
                from givers g
                join donor d on d.organization_id = :church and d.kind = 'unidentified'
               where g.giver = E'\\n'
               union all
              select n.giver, d.id, true
                from named n
                join donor d
                  on d.organization_id = :church and d.email_key = n.email and d.kind <> 'unidentified'
               union all
              select n.giver, d.id, d.email_key is null or n.email is null
                from named n
                join donor d
                  on d.organization_id = :church and d.name_key = n.name and d.kind <> 'unidentified') found
       group by giver, donor_id)`;
