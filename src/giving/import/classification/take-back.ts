import type { Tx } from '#libs/database';
import { currentBuildSql } from '#libs/event-sourcing';

const build = currentBuildSql('donations', '$1');
const target = 'r.organization_id = $1 and r.import_id = $2';
const giver = (alias: string) =>
  `coalesce(lower(${alias}.email), name_key(concat_ws(' ', ${alias}.first_name, ${alias}.last_name)))`;
const money = (cents: string) => `to_char(${cents} / 100.0, 'FM$999,999,999,990.00')`;

/** Funds are the same whatever their case; none is one, too. */
export const fund = (text: string) => `name_key(coalesce(${text}, ''))`;

/**
 * What each row that takes money back proposes: by the number that it names, else by its own, else by giver and amount, among the
 * gifts of the file and of the books; of a gift that was split, from the part of the same fund. Several of one gift lessen it one after
 * the other. What a person accepted waits again where the gift is no longer what it was.
 * @returns how many rows changed
 */
export async function proposeTakingBack(
  tx: Tx,
  { id, source }: { id: string; source: string },
): Promise<number> {
  const [some] = await tx.sql(
    `select 1 from donation_import_row r where ${target} and (r.takes_back or r.act is not null) limit 1`,
    [tx.organizationId, id],
  );
  if (!some) return 0;
  const mark = async (sql: string, ...values: unknown[]) =>
    (await tx.sql(`${sql} returning 1`, [tx.organizationId, id, ...values])).length;
  const repeated = await mark(
    `update donation_import_row r set state = 'duplicate', problem = 'duplicate', message = 'Row ' || r.row || ': This was taken back by an earlier import already', like_donation = s.donation_id
       from donation_source s
      where s.organization_id = $1 and s.source in ('', $3) and s.takes_back and s.source_id = coalesce(r.source_id, r.refund_of) and s.gross = -r.amount
        and ${target} and r.takes_back and r.state = 'held' and not r.decided`,
    source,
  );
  // of a gift that changed since it was looked at, the correction that was accepted is asked about again
  const stale = await mark(
    `update donation_import_row r set state = 'held', decided = false, act_version = v.version, message = 'Row ' || r.row || ': This gift was changed since you looked'
       from donation_version v
      where v.organization_id = $1 and v.build = ${build} and v.donation_id = r.like_donation and v.version <> r.act_version
        and v.version = (select max(x.version) from donation_version x where x.organization_id = $1 and x.build = ${build} and x.donation_id = r.like_donation)
        and ${target} and not r.takes_back and r.act is not null and r.state = 'new'`,
  );
  const proposed = await mark(
    `with back as materialized (
       select r.row, r.source_id, r.refund_of, -r.amount as back, r.date, ${giver('r')} as giver, ${fund('r.campaign')} as fund,
              row_number() over (partition by ${giver('r')}, r.amount order by r.row) as n
         from donation_import_row r where ${target} and r.takes_back and r.amount < 0 and (r.state = 'new' or r.state = 'held' and r.problem = 'refund')),
     gift as materialized (
       select r.row, r.source_id, r.amount, r.state, r.like_donation, r.date, ${giver('r')} as giver, ${fund('r.campaign')} as fund,
              row_number() over (partition by ${giver('r')}, r.amount order by r.row) as n
         from donation_import_row r where ${target} and not r.takes_back and r.act is null and (r.state = 'new' or r.state = 'duplicate' and r.like_donation is not null)),
     found as (
       select b.row, 1 as rank, g.fund = b.fund as is_part, case when g.state = 'new' then g.row end as like_row, case when g.state <> 'new' then g.like_donation end as donation
         from back b join gift g on g.source_id = coalesce(b.refund_of, b.source_id)
       union all
       select b.row, 2, ${fund('s.fund')} = b.fund, null, s.donation_id
         from back b join donation_source s on s.organization_id = $1 and s.source in ('', $3) and not s.takes_back and s.source_id = coalesce(b.refund_of, b.source_id)
       union all
       select b.row, 3, true, case when g.state = 'new' then g.row end, case when g.state <> 'new' then g.like_donation end
         from back b join gift g on b.refund_of is null and g.giver = b.giver and g.giver <> '' and g.amount = b.back and g.n = b.n and g.date <= b.date
       union all
       select b.row, 4, true, null, v.donation_id
         from back b join donor d on d.organization_id = $1 and b.refund_of is null and b.giver in (d.email_key, d.name_key) and d.kind <> 'unidentified'
         join donation_version v on v.organization_id = $1 and v.build = ${build} and v.donor_id = d.id and v.to_journal is null and v.amount = b.back
                                 and v.date between b.date - 366 and b.date),
     one as (select distinct on (row) row, like_row, donation from found order by row, rank, is_part desc, like_row, donation),
     meant as (
       select b.row, b.back, o.like_row, o.donation, coalesce(g.amount, v.amount) as amount, v.version,
              coalesce(g.amount, v.amount) - sum(b.back) over (partition by o.like_row, o.donation order by b.row) as remains
         from back b left join one o using (row)
         left join gift g on g.row = o.like_row
         left join donation_version v on v.organization_id = $1 and v.build = ${build} and v.donation_id = o.donation and v.to_journal is null),
     proposal as (
       select row, like_row, donation, version, case when remains = 0 then 'void' when remains > 0 then 'correct' end as act, case when remains >= 0 then remains end as act_to,
              'Row ' || row || case
                when like_row is null and donation is null then ': Takes back ' || ${money('back')} || ' of a gift that could not be found'
                when amount is null then ': Takes back ' || ${money('back')} || ' of a gift that was deleted'
                when remains < 0 then ': Takes back ' || ${money('back')} || ', which is more than is left of the gift'
                when remains = 0 then ': Takes back the whole gift' || coalesce(' of row ' || like_row, '') || ', which is then deleted'
                else ': Takes back ' || ${money('back')} || ' of the gift' || coalesce(' of row ' || like_row, '') || ': it becomes ' || ${money('remains')} end as message
         from meant)
     update donation_import_row r
        set state = 'held', problem = 'refund', decided = false, message = p.message, like_row = p.like_row, like_donation = p.donation, act = p.act, act_to = p.act_to, act_version = p.version
       from proposal p where p.row = r.row and ${target}
        and (r.act, r.act_to, r.like_row, r.like_donation, r.act_version) is distinct from (p.act, p.act_to, p.like_row, p.donation, p.version)`,
    source,
  );
  const unsaid = await mark(
    `update donation_import_row r set message = 'Row ' || r.row || ': Takes back ' || ${money('-r.amount')} || ' of a gift that could not be found'
      where ${target} and r.takes_back and r.state = 'held' and r.problem = 'refund' and r.act is null and r.like_row is null and r.like_donation is null 
        and r.message not like '%$%'`,
  );
  return repeated + stale + proposed + unsaid;
}
