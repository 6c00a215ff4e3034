import { statement, t } from '#libs/database';
import { phoneKeySql } from '../../donor/donors.sql.js';

/**
 * The gifts whose giver may depend on the rest of the file: those that go to a guest, and those
 * whose giver is not known yet. Rows that name nobody are left out.
 */
const unsettled = `r.organization_id = :church and r.import_id = :importId and r.giver <> E'\\n'
         and r.reads_as = 'gift'
         and (r.as_guest or r.giver_question is not null)`;

/** No user has answered who the giver of the row is. */
const unanswered = `not exists (
           select 1
             from donation_import_giver a
            where a.organization_id = :church and a.import_id = :importId and a.key = r.giver)
         and not exists (
           select 1
             from import_answer a
            where a.organization_id = :church
              and a.kind = 'giver'
              and a.key = r.giver
              and a.donor_id = r.donor_id)`;

const givers = `
    g as materialized (
      select r.giver,
             split_part(r.giver, E'\\n', 1) as name,
             split_part(r.giver, E'\\n', 2) as email,
             (array_agg(r.donor_id) filter (where r.as_guest))[1] as donor_id,
             coalesce(array_agg(distinct ${phoneKeySql('r.phone')})
               filter (where r.phone is not null), '{}') as phones
        from donation_import_row r
       where ${unsettled}
       group by r.giver)`;

/**
 * Whether the giver without an address (`g`) is a guest in the books, and the giver of the same
 * name in the file (`o`) is another donor.
 */
const anotherInBooks = `(o.donor_id is distinct from g.donor_id
               and exists (
                     select 1
                       from donor d
                      where d.organization_id = :church and d.id = g.donor_id))`;

/**
 * Joins givers of a file. A giver without an address (or without a name) is the only giver with the
 * same name (or address). If there are several, it is the one with the same telephone number.
 */
export const joinGivers = statement({
  parameters: { importId: t.uuid },
  sql: `
    with ${givers},
    pairs as (
      select g.giver, o.giver as target, o.donor_id, o.phones && g.phones as is_phone,
             ${anotherInBooks} as is_another
        from g
        join g o using (name)
       where g.email = '' and o.email <> '' and name <> ''
      union all
      select g.giver, o.giver, o.donor_id, false, false
        from g
        join g o using (email)
       where g.name = '' and o.name <> '' and email <> ''),
    targets as (
      select giver, min(target) as target, (array_agg(donor_id))[1] as donor_id
        from pairs
       group by giver
      having count(*) = 1 and not bool_or(is_another)
      union all
      select giver, min(target), (array_agg(donor_id))[1]
        from pairs
       where is_phone
         and giver in (select giver from pairs group by giver having count(*) > 1)
       group by giver
      having count(*) = 1)
    update donation_import_row r
       set giver = t.target,
           donor_id = case when r.as_guest then coalesce(t.donor_id, r.donor_id) else r.donor_id end
      from targets t
     where r.giver = t.giver and ${unsettled} and ${unanswered}`,
});

/**
 * Asks about givers who could be one of several givers of the file: givers without an address, and
 * givers who share a guest.
 */
export const askAboutSeveralGivers = statement({
  parameters: { importId: t.uuid },
  sql: `
    with ${givers},
    names as (
      select name
        from g
       where email <> '' and name <> ''
       group by name
      having count(*) > 1),
    shared as (
      select g.donor_id
        from g
        join donor d on d.organization_id = :church and d.id = g.donor_id and d.email is null
       where g.email <> ''
       group by g.donor_id
      having count(distinct g.email) > 1),
    doubtful as (
      select giver, g.donor_id
        from g
       where email = '' and name in (select name from names)
          or email <> '' and g.donor_id in (select donor_id from shared)
      union
      select g.giver, g.donor_id
        from g
        join g o using (name)
       where g.email = ''
         and o.email <> ''
         and name <> ''
         and o.donor_id is not null
         and ${anotherInBooks})
    update donation_import_row r
       set giver_question = 'severalGivers',
           donor_id = null,
           as_guest = false
      from doubtful
     where r.giver = doubtful.giver
       and r.as_guest
       and r.giver_question is null
       and ${unsettled}
       and ${unanswered}`,
});
