import type { NamedGift } from '#libs/contracts';
import { statement, t } from '#libs/database';
import { currentBuildSql } from '#libs/event-sourcing';
import { inDraftSql, isGiftSql, peopleSql } from './people.sql.js';

const build = currentBuildSql('donations');

/** A number without the zeros at its beginning and without case, as `looseNumber` makes it. */
const looseNumberSql = (number: string) => `ltrim(lower(${number}), '0')`;

const isComparable = `
         v.organization_id = :church
         and v.build = ${build}
         and v.amount in (select amount from mine)`;

/**
 * Finds the gifts that have the amount of a row of the draft, from seven days before its first date
 * to seven days after its last date. It reads the present and the first version of each gift,
 * because the row of a file stays the same gift after a user has corrected or deleted the gift. If
 * the draft has transaction numbers, it also finds gifts that were recorded by hand up to 366 days
 * before or after.
 */
const giftsSql = `
    mine as materialized (
      select r.row, r.giver, r.donor_id as person, r.date, r.amount, r.source_id
        from donation_import_row r
       where ${inDraftSql}
         and ${isGiftSql}
         and r.donor_id is not null
         and r.date is not null),
    span as materialized (
      select min(date) as first, max(date) as last, bool_or(source_id is not null) as has_numbers
        from mine),
    gifts as materialized (
      select v.donation_id, v.donor_id, v.date, v.amount, v.import_id, false as is_before
        from donation_version v
       where ${isComparable}
         and v.to_journal is null
         and v.date between (select first - 7 from span) and (select last + 7 from span)
       union all
      select v.donation_id, v.donor_id, v.date, v.amount, v.import_id, false
        from donation_version v
       where ${isComparable}
         and (select has_numbers from span)
         and v.to_journal is null
         and v.import_id is null
         and (v.date between (select first - 366 from span) and (select first - 8 from span)
              or v.date between (select last + 8 from span) and (select last + 366 from span))
       union all
      select v.donation_id, v.donor_id, v.date, v.amount, v.import_id, true
        from donation_version v
       where ${isComparable}
         and v.version = 1
         and v.to_journal is not null
         and v.date between (select first - 7 from span) and (select last + 7 from span)),
    numbers as materialized (
      select s.donation_id, s.source_id, min(s.source_id) over (partition by s.donation_id) as first
        from donation_source s
       where s.organization_id = :church
         and s.donation_id in (select donation_id from gifts)
         and s.source in ('', :source)
         and not s.takes_back),
    ${peopleSql({
      rows: `(r.amount in (select amount from gifts)
              or r.source_id in (select source_id from numbers))`,
      donors: 'select donor_id from gifts',
    })},
    persons as materialized (
      select distinct m.person, p.donor_id
        from mine m
        join people p using (giver)),
    -- What the number of a gift says of it: it is a row of the draft, or nothing, because the row
    -- with the number is of another giver or day, as in \`compareNumbers\`. While the giver of the
    -- row is unknown, it may be the gift.
    numbered as materialized (
      select n.donation_id, min(n.first) as number, bool_or(r.row is not null) as is_in_draft,
             bool_or(
               r.row is not null
               and (:areUnique
                    or r.reads_as not in ('gift', 'returned')
                    or r.giver_question is not null
                    or p.is_same and r.date = g.date)) as is_row_of_draft
        from numbers n
        join gifts g using (donation_id)
        left join donation_import_row r
          on :areNumbersUsed and ${inDraftSql} and r.source_id = n.source_id
        left join people p on p.giver = r.giver and p.donor_id = g.donor_id
       group by n.donation_id)`;

/**
 * Lists the recorded gifts that rows of a draft may be, by their giver and amount: those of at most
 * seven days before or after a row, and those that were recorded by hand with its number. Gifts of
 * an import that was undone are none. `isBefore`: the gift had this day and amount when it was
 * recorded, and was changed or deleted since. `isReturned` is null unless an import changed it.
 * `areNumbersUsed` is false if the numbers of the file start again: then a number of the file says
 * nothing of a gift that has it. `areUnique`: the source of the file gives each number once.
 *
 * A gift whose number a row of the draft has is that row, and is not listed. If the row is of
 * another giver or day and `areUnique` is false, the number may be that of a row or of a check. It
 * then says nothing of the gift, and `number` is null. Amounts in cents.
 */
export const listSimilarGifts = statement({
  parameters: { importId: t.uuid, source: t.text, areNumbersUsed: t.boolean, areUnique: t.boolean },
  columns: {
    person: t.present(t.uuid),
    donationId: t.present(t.uuid),
    amount: t.present(t.bigint),
    date: t.present(t.date),
    isOwn: t.present(t.boolean),
    isElsewhere: t.present(t.boolean),
    number: t.nullable(t.text),
    numberByHand: t.nullable(t.text),
    isBefore: t.present(t.boolean),
    isReturned: t.nullable(t.boolean),
    isDeleted: t.present(t.boolean),
    giverName: t.present(t.text),
    giverKind: t.present(t.textOf<NamedGift['kind']>()),
    changedBy: t.nullable(t.text),
    changedAt: t.nullable(t.timestamptz),
  },
  sql: `
    with ${giftsSql},
    by_import as materialized (
      select (x.prepared_change ->> 'donationId')::uuid as donation_id,
             bool_or(x.takes_back) as is_returned
        from donation_import_row x
        join donation_import i
          on i.organization_id = :church
         and i.id = x.import_id
         and i.status in ('committing', 'committed')
       where x.organization_id = :church
         and x.prepared_change is not null
         and x.import_id <> :importId
       group by 1),
    -- The latest version of each gift, read through the index. It is a step of its own, because
    -- with row-by-row joins switched off a join with donors here would scan all of them for each
    -- gift.
    latest as materialized (
      select g.donation_id, l.state, l.changed_by, l.recorded_at, l.text_event_id
        from (select distinct g.donation_id
                from gifts g
                join persons q on q.donor_id = g.donor_id) g
       cross join lateral (
         select l.state, l.changed_by, l.recorded_at, l.text_event_id
           from donation_version l
          where l.organization_id = :church
            and l.build = ${build}
            and l.donation_id = g.donation_id
          order by l.version desc
          limit 1) l)
    select q.person, g.donation_id, g.amount, g.date, g.donor_id = q.person as is_own,
           g.import_id is null or i.source is distinct from :source and i.source is not null
             as is_elsewhere,
           case when numbered.is_in_draft is not true then numbered.number end as number,
           case when g.import_id is null then x.transaction_id end as number_by_hand,
           g.is_before, b.is_returned, latest.state = 'voided' as is_deleted,
           d.name as giver_name, d.kind as giver_kind,
           (select u.name
              from donor u
             where u.organization_id = :church and u.id = latest.changed_by)
             as changed_by,
           latest.recorded_at as changed_at
      from gifts g
      join persons q on q.donor_id = g.donor_id
      join donor d on d.organization_id = :church and d.id = g.donor_id
      left join donation_import i on i.organization_id = :church and i.id = g.import_id
      left join by_import b on b.donation_id = g.donation_id
      join latest on latest.donation_id = g.donation_id
      left join numbered on numbered.donation_id = g.donation_id
      left join giving_text x
        on x.organization_id = :church and x.event_id = latest.text_event_id
     where not (latest.state = 'voided' and coalesce(i.status, '') in ('undoing', 'undone'))
       and numbered.is_row_of_draft is not true
       and exists (
             select 1
               from mine m
              where m.person = q.person
                and m.amount = g.amount
                and (m.date between g.date - 7 and g.date + 7
                     or ${looseNumberSql('x.transaction_id')} = ${looseNumberSql('m.source_id')}))
     order by q.person, g.amount, g.date, g.is_before desc, g.donation_id`,
});

/**
 * Lists the rows of a draft that may be one of the gifts of `listSimilarGifts`. Amounts in cents.
 */
export const listSimilarRows = statement({
  parameters: { importId: t.uuid, persons: t.array(t.uuid), amounts: t.array(t.bigint) },
  columns: {
    row: t.integer,
    person: t.present(t.uuid),
    amount: t.present(t.bigint),
    date: t.present(t.date),
    number: t.nullable(t.text),
  },
  sql: `
    select r.row, r.donor_id as person, r.amount, r.date, r.source_id as number
      from donation_import_row r
     where ${inDraftSql}
       and ${isGiftSql}
       and (r.donor_id, r.amount) in (
         select person, amount
           from unnest(:persons::uuid[], :amounts::bigint[]) known(person, amount))
     order by r.donor_id, r.amount, r.date, r.row`,
});
