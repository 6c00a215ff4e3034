import { statement, t } from '#libs/database';
import { currentBuildSql } from '#libs/event-sourcing';
import { searchParameters, searchTextWithNumberSql } from '../donor/donor-search.sql.js';
import {
  donationColumns,
  donationSelectSql,
  isDeletedSql,
  searchedTextsSql,
  sortKeySql,
  wasCorrectedSql,
} from './donation-select.sql.js';

/** The conditions on the versions `v` that are listed. `standing` versions count. */
const conditions = {
  standing: 'v.to_journal is null',
  corrected: `v.to_journal is null and ${wasCorrectedSql}`,
  deleted: isDeletedSql,
  standingOrDeleted: `(v.to_journal is null or ${isDeletedSql})`,
};

const filterParameters = {
  ...searchParameters,
  year: t.nullable(t.integer),
  from: t.nullable(t.date),
  to: t.nullable(t.date),
  minAmount: t.nullable(t.bigint),
  maxAmount: t.nullable(t.bigint),
  addedBy: t.nullable(t.uuid),
  paymentMethod: t.nullable(t.text),
  titleKey: t.nullable(t.text),
  title: t.nullable(t.text),
  donorId: t.nullable(t.uuid),
  id: t.nullable(t.uuid),
  importId: t.nullable(t.uuid),
};

/**
 * The campaign that has exactly the title, although another campaign has the title's key
 * (`selectCampaignsWithOldKeys`).
 */
const campaignWithExactTitle = `
              select id
                from campaign
               where organization_id = :church and title = :title and title_key <> :titleKey`;

/** The conditions of a filter. A condition whose parameter is null is true for all rows. */
const matchesFilter = `
       (
         :patterns::text[] is null
         or v.donor_id in (select find_donors(:patterns))
         or :numberPattern::text is not null
            and t.transaction_id ilike :numberPattern
            and ${searchTextWithNumberSql('s', 't')} like all(:patterns)
       )
   and (:year::int is null or v.date between make_date(:year, 1, 1) and make_date(:year, 12, 31))
   and (:from::date is null or v.date >= :from)
   and (:to::date is null or v.date <= :to)
   and (:minAmount::bigint is null or v.amount >= :minAmount)
   and (:maxAmount::bigint is null or v.amount <= :maxAmount)
   and (:addedBy::uuid is null or v.added_by = :addedBy)
   and (:paymentMethod::text is null or v.payment_method = :paymentMethod)
   and (
         :titleKey::text is null
         or v.campaign_id in (
              ${campaignWithExactTitle}
               union all
              select id
                from campaign
               where organization_id = :church and title_key = :titleKey
                 and not exists (${campaignWithExactTitle})
               union all
              -- a title that the campaign had before
              select campaign_id
                from campaign_alias
               where organization_id = :church and title_key = :titleKey
                 and not exists (${campaignWithExactTitle}))
       )
   and (:donorId::uuid is null or v.donor_id = :donorId)
   and (:id::uuid is null or v.donation_id = :id)
   and (:importId::uuid is null or v.import_id = :importId)`;

interface Order {
  column: string;
  type: t.SqlType<unknown, never>;
}

const listInOrder = (condition: string, { column, type }: Order, direction: 'asc' | 'desc') =>
  statement({
    parameters: {
      ...filterParameters,
      afterValue: t.fromCursor(type),
      afterId: t.fromCursor(t.uuid),
      limit: t.bigint,
    },
    columns: donationColumns,
    sql: `${donationSelectSql}
   and ${condition}
   and ${matchesFilter}
   and (
         :afterId::uuid is null
         or (${column}, v.donation_id)
            ${direction === 'asc' ? '>' : '<'} (:afterValue::${type.name}, :afterId)
       )
 order by ${column} ${direction}, v.donation_id ${direction}
 limit :limit`,
  });

const inBothDirections = (condition: string, order: Order) => ({
  asc: listInOrder(condition, order, 'asc'),
  desc: listInOrder(condition, order, 'desc'),
});

const inEachOrder = (condition: string) => ({
  date: inBothDirections(condition, { column: 'v.date', type: t.date }),
  amount: inBothDirections(condition, { column: 'v.amount', type: t.bigint }),
  name: inBothDirections(condition, { column: sortKeySql, type: t.text }),
  paymentMethod: inBothDirections(condition, { column: 'v.payment_method', type: t.text }),
  campaign: inBothDirections(condition, { column: 'c.title_key', type: t.text }),
});

/** Lists donations that match a filter, after the row of a cursor. */
export const listDonationRows = {
  standing: inEachOrder(conditions.standing),
  corrected: inEachOrder(conditions.corrected),
  deleted: inEachOrder(conditions.deleted),
  standingOrDeleted: inEachOrder(conditions.standingOrDeleted),
};

const sumOf = (condition: string) =>
  statement({
    parameters: filterParameters,
    columns: { amount: t.bigint, records: t.integer, cash: t.integer, digital: t.integer },
    sql: `
      select coalesce(sum(v.amount), 0)::bigint as amount,
             count(*)::int as records,
             (count(*) filter (where v.payment_method = 'Cash'))::int as cash,
             (count(*) filter (where v.payment_method in ('CashApp', 'Zeffy', 'Card')))::int
               as digital
        from donation_version v
        join donor o on o.organization_id = :church and o.id = v.donor_id
        join campaign c on c.organization_id = :church and c.id = v.campaign_id
        ${searchedTextsSql}
       where v.organization_id = :church
         and v.build = ${currentBuildSql('donations')}
         and ${condition}
         and ${matchesFilter}`,
  });

/** Adds up all donations that match a filter. */
export const sumDonations = {
  standing: sumOf(conditions.standing),
  corrected: sumOf(conditions.corrected),
  deleted: sumOf(conditions.deleted),
  standingOrDeleted: sumOf(conditions.standingOrDeleted),
};
