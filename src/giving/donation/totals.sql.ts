import { statement, t } from '#libs/database';
import { joinPeriodSql } from '../fundraiser/periods.sql.js';

/**
 * Returns the CTEs that add gifts to all tables of totals. They use the parameters `:church` and
 * `:build`.
 *
 * Upserts of one church cannot conflict, because its writers lock `event_head`. The many rows of a
 * ledger are inserted in the order of an index, which takes a fifth less time.
 * @param source a table or CTE with the columns `donor_id`, `date`, `payment_method`,
 *   `campaign_id`, `amount` and `n`. To subtract a gift, `amount` and `n` are negative.
 */
export const moveTotalsSql = (source: string): string => `
  ledger_moved as (
    insert into ledger (
      organization_id, build, donor_id, year, name, name_key, kind, total, count
    )
    select :church, :build, g.donor_id, g.year, o.name, o.name_key, o.kind, g.total, g.n
      from (
             select donor_id,
                    extract(year from date)::int as year,
                    sum(amount)::bigint as total,
                    sum(n)::int as n
               from ${source}
              group by 1, 2
           ) g
      join donor o on o.organization_id = :church and o.id = g.donor_id
     order by g.donor_id
    on conflict (organization_id, build, donor_id, year) do update
       set total = ledger.total + excluded.total,
           count = ledger.count + excluded.count
  ),
  campaign_moved as (
    insert into campaign_total (organization_id, build, campaign_id, year, total, count)
    select :church,
           :build,
           campaign_id,
           extract(year from date)::int,
           sum(amount)::bigint,
           sum(n)::int
      from ${source}
     group by 3, 4
    on conflict (organization_id, build, campaign_id, year) do update
       set total = campaign_total.total + excluded.total,
           count = campaign_total.count + excluded.count
  ),
  month_moved as (
    insert into month_total (organization_id, build, month, payment_method, total, count)
    select :church,
           :build,
           date_trunc('month', date)::date,
           payment_method,
           sum(amount)::bigint,
           sum(n)::int
      from ${source}
     group by 3, 4
    on conflict (organization_id, build, month, payment_method) do update
       set total = month_total.total + excluded.total,
           count = month_total.count + excluded.count
  ),
  fundraiser_moved as (
    insert into fundraiser_gift (organization_id, build, fundraiser_id, donor_id, total, count)
    select :church, :build, p.fundraiser_id, g.donor_id, sum(g.amount)::bigint, sum(g.n)::int
      from ${source} g
      ${joinPeriodSql('g')}
     group by 3, 4
    on conflict (organization_id, build, fundraiser_id, donor_id) do update
       set total = fundraiser_gift.total + excluded.total,
           count = fundraiser_gift.count + excluded.count
  )`;

const deleteEmpty = (table: string) =>
  statement({
    parameters: { build: t.integer },
    sql: `
      delete from ${table}
       where organization_id = :church and build = :build and count = 0`,
    isPrepared: true,
  });

/** The statements that delete totals of a build to which no gift belongs anymore. */
export const deleteEmptyTotals = {
  ledger: deleteEmpty('ledger'),
  campaignTotal: deleteEmpty('campaign_total'),
  monthTotal: deleteEmpty('month_total'),
  fundraiserGift: deleteEmpty('fundraiser_gift'),
};
