import { statement, t } from '#libs/database';
import { currentBuildSql } from '#libs/event-sourcing';
import { inDraftSql, isGiftSql, peopleSql } from './people.sql.js';
import type { NamedGift } from '#libs/contracts';

const build = currentBuildSql('donations');

/** The gifts of the draft by their donors, and the other records that the donors may have. */
const rowsSql = `
    mine as materialized (
      select r.row, r.giver, r.donor_id as person, r.date, r.amount, r.source_id
        from donation_import_row r
       where ${inDraftSql}
         and ${isGiftSql}
         and r.donor_id is not null
         and r.date is not null),
    persons as materialized (
      select distinct m.person, p.donor_id
        from (select distinct person, giver from mine) m
        join people p using (giver))`;

/** Donations whose transaction number a row of the draft has, from the same kind of file. */
const isNumberInDraft = (donation: string) => `exists (
             select 1
               from donation_source s
               join donation_import_row r on ${inDraftSql} and r.source_id = s.source_id
              where s.organization_id = :church
                and s.donation_id = ${donation}
                and s.source in ('', :source)
                and not s.takes_back)`;

const ofPersonSql = `
         and v.organization_id = :church
         and v.build = ${build}
         and v.donor_id = p.donor_id`;
const nearSql = `${ofPersonSql}
         and v.date between (select first from span) and (select last from span)`;

/**
 * The gifts of the draft's persons as they are, and as they were first recorded: a correction or deletion by hand does
 * not make the same row of a file another gift.
 */
const giftsSql = `
    span as materialized (
      select min(date) - 7 as first, max(date) + 7 as last from mine),
    facts as materialized (
      select p.person, v.donation_id, v.donor_id, v.date, v.amount, v.import_id, false as is_before
        from persons p, donation_version v
       where v.to_journal is null${nearSql}
       union all
      select p.person, v.donation_id, v.donor_id, v.date, v.amount, v.import_id, false
        from persons p, donation_version v
       where (select bool_or(source_id is not null) from mine)
         and v.to_journal is null
         and v.import_id is null${ofPersonSql}
         and v.date not between (select first from span) and (select last from span)
       union all
      select p.person, v.donation_id, v.donor_id, v.date, v.amount, v.import_id, true
        from persons p, donation_version v
       where v.version = 1
         and v.to_journal is not null${nearSql}),
    gifts as materialized (
      select f.*
        from facts f
       where (f.person, f.amount) in (select person, amount from mine)
         and not ${isNumberInDraft('f.donation_id')})`;

/**
 * Lists the recorded gifts that rows of a draft may be, by their giver and amount: those of at most seven days before or
 * after a row, and those that were recorded by hand with its number. Gifts of an import that was undone are none.
 * `was` says what became of a gift since it had this day and amount: an import returned money of it, or it was corrected
 * or deleted by hand.
 * Amounts in cents.
 */
export const listSimilarGifts = statement({
  parameters: { importId: t.uuid, source: t.text },
  columns: {
    person: t.present(t.uuid),
    donationId: t.present(t.uuid),
    amount: t.present(t.bigint),
    date: t.present(t.date),
    isOwn: t.present(t.boolean),
    isElsewhere: t.present(t.boolean),
    number: t.nullable(t.text),
    numberByHand: t.nullable(t.text),
    was: t.nullable(t.textOf<'returned' | 'corrected' | 'deleted'>()),
    giverName: t.present(t.text),
    giverKind: t.present(t.textOf<NamedGift['kind']>()),
    changedBy: t.nullable(t.text),
    changedAt: t.nullable(t.timestamptz),
  },
  sql: `
    with ${peopleSql},
    ${rowsSql},
    ${giftsSql},
    by_import as materialized (
      select (x.act_change ->> 'donationId')::uuid as donation_id, bool_or(x.takes_back) as is_returned
        from donation_import_row x
        join donation_import i
          on i.organization_id = :church
         and i.id = x.import_id
         and i.status in ('committing', 'committed')
       where x.organization_id = :church
         and x.act_change is not null
         and x.import_id <> :importId
       group by 1)
    select g.person, g.donation_id, g.amount, g.date, g.donor_id = g.person as is_own,
           g.import_id is null or i.source is distinct from :source and i.source is not null as is_elsewhere,
           (select min(s.source_id)
              from donation_source s
             where s.organization_id = :church
               and s.donation_id = g.donation_id
               and s.source in ('', :source)
               and not s.takes_back) as number,
           case when g.import_id is null then x.transaction_id end as number_by_hand,
           case when not g.is_before then null
                when b.donation_id is not null then case when b.is_returned then 'returned' end
                when latest.state = 'voided' then 'deleted'
                else 'corrected' end as was,
           d.name as giver_name, d.kind as giver_kind,
           u.name as changed_by, latest.recorded_at as changed_at
      from gifts g
      join donor d on d.organization_id = :church and d.id = g.donor_id
      left join donation_import i on i.organization_id = :church and i.id = g.import_id
      left join by_import b on b.donation_id = g.donation_id
      left join lateral (
        select l.state, l.changed_by, l.recorded_at, l.text_event_id
          from donation_version l
         where l.organization_id = :church and l.build = ${build} and l.donation_id = g.donation_id
         order by l.version desc
         limit 1) latest on true
      left join giving_text x on x.organization_id = :church and x.event_id = latest.text_event_id
      left join donor u on u.organization_id = :church and u.id = latest.changed_by
     where not (latest.state = 'voided' and coalesce(i.status, '') in ('undoing', 'undone'))
       and exists (
       select 1
         from mine m
        where m.person = g.person
          and m.amount = g.amount
          and (m.date between g.date - 7 and g.date + 7 or x.transaction_id = m.source_id))
     order by g.person, g.amount, g.date, g.is_before desc, g.donation_id`,
});

/** Lists the rows of a draft that may be one of the gifts of `listSimilarGifts`. Amounts in cents. */
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
         select person, amount from unnest(:persons::uuid[], :amounts::bigint[]) known(person, amount))
     order by r.donor_id, r.amount, r.date, r.row`,
});
