import type { DonorKind, PaymentMethod } from '#libs/contracts';
import { statement, t } from '#libs/database';
import { currentBuildSql } from '#libs/event-sourcing';
import { donationColumns, donationSelectSql, isDeletedSql } from './donation-select.sql.js';

/** Finds any donation that is not deleted. */
export const findAnyDonation = statement({
  columns: { donationId: t.uuid },
  sql: `
    select donation_id
      from donation_version
     where organization_id = :church
       and build = ${currentBuildSql('donations')}
       and to_journal is null
     limit 1`,
});

/** Reads a donation that is not deleted. */
export const selectDonation = statement({
  parameters: { id: t.uuid },
  columns: donationColumns,
  sql: `${donationSelectSql} and v.donation_id = :id and v.to_journal is null`,
  isPrepared: true,
});

/** Reads a deleted donation as it was. `undone`: its import is being undone or was undone. */
export const selectDeletedDonation = statement({
  parameters: { id: t.uuid },
  columns: { ...donationColumns, undone: t.boolean },
  sql: `
    select d.*,
           coalesce((
             select i.status in ('undoing', 'undone')
               from donation_import i
              where i.organization_id = :church and i.id = d.import_id), false) as undone
      from (${donationSelectSql} and v.donation_id = :id and ${isDeletedSql}) d`,
});

const isInDays = '(:from::date is null or v.date between :from and :to::date)';
const newestFirst = 'order by v.date desc, v.donation_id desc';

/** Lists the donations of a donor. `from` and `to` are null for donations of all days. */
export const listDonationsOf = statement({
  parameters: {
    donorId: t.uuid,
    from: t.nullable(t.date),
    to: t.nullable(t.date),
    limit: t.nullable(t.bigint),
  },
  columns: donationColumns,
  sql: `${donationSelectSql}
     and v.donor_id = :donorId
     and ${isInDays}
     and v.to_journal is null
   ${newestFirst}
   limit :limit`,
});

/** Lists the donations of a donor as of an earlier number of the journal. */
export const listEarlierDonationsOf = statement({
  parameters: {
    donorId: t.uuid,
    from: t.nullable(t.date),
    to: t.nullable(t.date),
    journal: t.bigint,
  },
  columns: donationColumns,
  sql: `${donationSelectSql}
     and v.donor_id = :donorId
     and ${isInDays}
     and v.from_journal <= :journal
     and (v.to_journal is null or v.to_journal > :journal)
   ${newestFirst}`,
});

/** Lists the deleted donations of a donor. */
export const listDeletedDonationsOf = statement({
  parameters: { donorId: t.uuid, from: t.date, to: t.date },
  columns: donationColumns,
  sql: `${donationSelectSql}
     and v.donor_id = :donorId
     and v.date between :from and :to
     and ${isDeletedSql}
   ${newestFirst}`,
});

/**
 * Reads the campaigns that have donations, with the years of these. The campaign with
 * `firstTitleKey` comes first.
 */
export const selectCampaignYears = statement({
  parameters: { firstTitleKey: t.text },
  columns: { title: t.text, years: t.array(t.integer) },
  sql: `
    select c.title, array_agg(t.year) as years
      from campaign_total t
      join campaign c on c.organization_id = :church and c.id = t.campaign_id
     where t.organization_id = :church and t.build = ${currentBuildSql('donations')}
     group by c.title, c.title_key
     order by c.title_key <> :firstTitleKey, c.title_key`,
});

/** Lists the imports that have recorded donations, the newest first. */
export const listRecordedImports = statement({
  columns: { id: t.uuid, fileName: t.text },
  sql: `
    select id, file_name
      from donation_import
     where organization_id = :church and status in ('committed', 'undoing', 'undone')
     order by id desc`,
});

/**
 * Lists the users who have recorded donations. It goes from one user to the next by an index,
 * because few users have recorded a million donations.
 */
export const listRecorders = statement({
  columns: { id: t.uuid, name: t.text },
  sql: `
    with recursive recorder as (
      (
        select added_by as id
          from donation_version
         where organization_id = :church and build = ${currentBuildSql('donations')}
         order by added_by
         limit 1
      )
      union all
      select (
               select added_by
                 from donation_version
                where organization_id = :church
                  and build = ${currentBuildSql('donations')}
                  and added_by > recorder.id
                order by added_by
                limit 1
             )
        from recorder
       where recorder.id is not null
    )
    select o.id, o.name
      from recorder
      join donor o on o.organization_id = :church and o.id = recorder.id
     order by search_key(o.name)`,
});

/**
 * Reads all versions of a donation, the oldest first. `undone`: the undo of its import has voided
 * the donation with this version.
 */
export const selectVersions = statement({
  parameters: { id: t.uuid },
  columns: {
    version: t.integer,
    state: t.textOf<'given' | 'voided'>(),
    fromJournal: t.bigint,
    donorId: t.uuid,
    donorName: t.text,
    kind: t.textOf<DonorKind>(),
    amount: t.bigint,
    date: t.date,
    paymentMethod: t.textOf<PaymentMethod>(),
    campaign: t.text,
    importId: t.nullable(t.uuid),
    notes: t.nullable(t.text),
    reason: t.nullable(t.text),
    changedBy: t.nullable(t.uuid),
    changedByName: t.nullable(t.text),
    recordedAt: t.timestamptz,
    undone: t.nullable(t.boolean),
  },
  sql: `
    select v.version,
           v.state,
           v.from_journal,
           v.donor_id,
           o.name as donor_name,
           o.kind,
           v.amount,
           v.date,
           v.payment_method,
           c.title as campaign,
           v.import_id,
           t.notes,
           r.reason,
           v.changed_by,
           p.name as changed_by_name,
           v.recorded_at,
           v.state = 'voided'
             and j.stream like '%.import-' || v.import_id::text
             and v.from_journal > v.first as undone
      from (
             select *, min(from_journal) over () as first
               from donation_version
              where organization_id = :church
                and build = ${currentBuildSql('donations')}
                and donation_id = :id
           ) v
      join donor o on o.organization_id = :church and o.id = v.donor_id
      join campaign c on c.organization_id = :church and c.id = v.campaign_id
      join journal j on j.organization_id = :church and j.number = v.from_journal
      left join giving_text t on t.organization_id = :church and t.event_id = v.text_event_id
      left join giving_text r on r.organization_id = :church and r.event_id = v.event_id
      left join donor p on p.organization_id = :church and p.id = v.changed_by
     order by v.version`,
});

/** Adds up the donations of a donor, from the ledger. */
export const sumOfDonor = statement({
  parameters: { donorId: t.uuid },
  columns: { total: t.bigint },
  sql: `
    select coalesce(sum(total), 0)::bigint as total
      from ledger
     where organization_id = :church
       and build = ${currentBuildSql('donations')}
       and donor_id = :donorId`,
});

/**
 * Compares a new donation with those of the donor. `again` is the number of donations of the same
 * amount on the same day. `gifts` and `usual` are the number and the median of the donations since
 * two years before `today`.
 */
export const selectHabits = statement({
  parameters: { donorId: t.uuid, amount: t.bigint, date: t.date, today: t.date },
  columns: { again: t.integer, gifts: t.integer, usual: t.nullable(t.bigint) },
  sql: `
    select count(*) filter (where amount = :amount and date = :date::date)::int as again,
           count(*) filter (where date > :today::date - interval '2 years')::int as gifts,
           (percentile_disc(0.5) within group (order by amount)
             filter (where date > :today::date - interval '2 years'))::bigint as usual
      from donation_version
     where organization_id = :church
       and build = ${currentBuildSql('donations')}
       and donor_id = :donorId
       and to_journal is null`,
});

/**
 * Finds the donation that a new one may repeat. It belongs to the same donor, or to another donor
 * with the same email address, and it has the same transaction number, or the same amount within
 * seven days. Amounts are in cents.
 */
export const findLikeGift = statement({
  parameters: {
    donorId: t.uuid,
    amount: t.bigint,
    date: t.date,
    transactionId: t.nullable(t.text),
  },
  columns: { donationId: t.uuid, date: t.date, amount: t.bigint },
  sql: `
    select v.donation_id, v.date, v.amount
      from donation_version v
      left join giving_text x
        on x.organization_id = :church and x.event_id = v.text_event_id
     where v.organization_id = :church
       and v.build = ${currentBuildSql('donations')}
       and v.to_journal is null
       and v.donor_id in (
         select other.id
           from donor giver
           join donor other
             on other.organization_id = :church
            and (other.id = giver.id or other.email_key = giver.email_key)
          where giver.organization_id = :church and giver.id = :donorId)
       and (x.transaction_id = :transactionId
            or v.amount = :amount and v.date between :date::date - 7 and :date::date + 7)
     order by x.transaction_id = :transactionId desc nulls last,
              abs(v.date - :date::date),
              v.donation_id
     limit 1`,
});

/** Finds an import that is being recorded or undone and that changes a donation. */
export const findImportThatChanges = statement({
  parameters: { id: t.uuid },
  columns: { id: t.uuid },
  sql: `
    select i.id
      from donation_import i
      join donation_import_row r on r.organization_id = i.organization_id and r.import_id = i.id
     where i.organization_id = :church
       and i.status in ('committing', 'undoing')
       and i.commit_prepared
       and r.matching_donation = :id
       and r.proposed_action is not null
       and r.state = 'new'
     limit 1`,
  isPrepared: true,
});
