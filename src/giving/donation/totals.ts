/**
 * The totals that follow from gifts. `moveTotals('d')` is the list of CTEs that adds the rows of `d`
 * (donor_id, date, payment_method, campaign_id, fundraiser_id, amount, n) to every table of totals;
 * a gift that is taken back comes with negative amount and n. `$1` organization, `$2` build.
 * The church's writers are in single file (event_head is locked), so upserts cannot meet. A ledger's many rows go into its
 * indexes in one's order: a fifth less work than in none.
 */
export const totalTables = ['ledger', 'campaign_total', 'month_total', 'fundraiser_gift'] as const;

export const moveTotals = (source: string) => `
  ledger_moved as (
    insert into ledger (organization_id, build, donor_id, year, name, name_key, kind, total, count)
    select $1, $2, g.donor_id, g.year, o.name, o.name_key, o.kind, g.total, g.n
      from (select donor_id, extract(year from date)::int as year, sum(amount)::bigint as total, sum(n)::int as n
              from ${source} group by 1, 2) g
      join donor o on o.organization_id = $1 and o.id = g.donor_id
     order by g.donor_id
    on conflict (organization_id, build, donor_id, year)
      do update set total = ledger.total + excluded.total, count = ledger.count + excluded.count),
  campaign_moved as (
    insert into campaign_total (organization_id, build, campaign_id, year, total, count)
    select $1, $2, campaign_id, extract(year from date)::int, sum(amount)::bigint, sum(n)::int from ${source} group by 3, 4
    on conflict (organization_id, build, campaign_id, year)
      do update set total = campaign_total.total + excluded.total, count = campaign_total.count + excluded.count),
  month_moved as (
    insert into month_total (organization_id, build, month, payment_method, total, count)
    select $1, $2, date_trunc('month', date)::date, payment_method, sum(amount)::bigint, sum(n)::int from ${source} group by 3, 4
    on conflict (organization_id, build, month, payment_method)
      do update set total = month_total.total + excluded.total, count = month_total.count + excluded.count),
  fundraiser_moved as (
    insert into fundraiser_gift (organization_id, build, fundraiser_id, donor_id, total, count)
    select $1, $2, fundraiser_id, donor_id, sum(amount)::bigint, sum(n)::int from ${source} where fundraiser_id is not null group by 3, 4
    on conflict (organization_id, build, fundraiser_id, donor_id)
      do update set total = fundraiser_gift.total + excluded.total, count = fundraiser_gift.count + excluded.count)`;
