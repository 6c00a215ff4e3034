/**
 * Seconds of one statement that writes the same rows straight from the event table, as build 999.
 */
export async function insertSelect(client, church) {
  await client.query('vacuum (analyze) event');
  const began = performance.now();
  await client.query(
    `with g as materialized (
       select e.id, e.recorded_at, (e.data::json->>'donationId')::uuid as donation_id, j.number,
              e.data::json->'gift' as gift, (e.data::json->>'importId')::uuid as import_id,
              (e.metadata::json->>'actor')::uuid as actor
         from event e
        cross join lateral (
              select number from journal j
               where j.organization_id = e.organization_id
                 and j.stream = e.stream
                 and j.last_revision >= e.revision
               order by j.last_revision
               limit 1) j
        where e.organization_id = $1 and e.type = 'DonationRecorded'),
     d as materialized (
       select *, (gift->>'donorId')::uuid as donor_id, (gift->>'amount')::bigint as amount,
              (gift->>'date')::date as date, gift->>'paymentMethod' as payment_method,
              (gift->>'campaignId')::uuid as campaign_id,
              (gift->>'fundraiserId')::uuid as fundraiser_id
         from g),
     v as (
       insert into donation_version
              (organization_id, build, donation_id, version, state, from_journal, donor_id, amount,
               date, payment_method, campaign_id, fundraiser_id, import_id, added_by, event_id,
               text_event_id, changed_by, recorded_at)
       select $1, 999, donation_id, 1, 'given', number, donor_id, amount, date, payment_method,
              campaign_id, fundraiser_id, import_id, actor, id, id, actor, recorded_at
         from d),
     l as (
       insert into ledger
              (organization_id, build, donor_id, year, name, name_key, kind, total, count)
       select $1, 999, o.id, y.year, o.name, o.name_key, o.kind, y.total, y.n
         from (select donor_id, extract(year from date)::int as year,
                      sum(amount)::bigint as total, count(*)::int as n
                 from d
                group by 1, 2) y
         join donor o on o.organization_id = $1 and o.id = y.donor_id),
     c as (
       insert into campaign_total
       select $1, 999, campaign_id, extract(year from date)::int, sum(amount)::bigint,
              count(*)::int
         from d
        group by 3, 4),
     f as (
       insert into fundraiser_gift
       select $1, 999, fundraiser_id, donor_id, sum(amount)::bigint, count(*)::int
         from d
        where fundraiser_id is not null
        group by 3, 4)
     insert into month_total
     select $1, 999, date_trunc('month', date)::date, payment_method, sum(amount)::bigint,
            count(*)::int
       from d
      group by 3, 4`,
    [church],
  );
  const seconds = (performance.now() - began) / 1000;
  for (const table of [
    'donation_version',
    'ledger',
    'campaign_total',
    'month_total',
    'fundraiser_gift',
  ]) {
    await client.query(`delete from ${table} where organization_id = $1 and build = 999`, [church]);
  }
  return seconds;
}
