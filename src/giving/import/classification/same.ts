import type { Tx } from '#libs/database';
import { currentBuildSql } from '#libs/event-sourcing';
import { holdUnlikely } from './held.js';
import { fund, proposeTakingBack } from './take-back.js';

/** What makes two transactions the same in a file of some kind. */
export interface Sameness {
  /** whose numbers they are: a known source's, or those of one layout of columns */
  source: string;
  /** one number stands in a row for each fund of a gift that was split */
  splits: boolean;
}

export interface Draft extends Sameness {
  id: string;
  fileHash: Buffer;
}

/**
 * Marks what is already here, among rows that no person has decided:
 * the same bytes in an import that stands (all rows); a transaction that was recorded as it is (the same source, number, amounts and fund:
 * duplicate) or otherwise (held, with the correction that it proposes), or was recorded and deleted (held); the same of two rows of
 * the file; and a gift of the same donor, day and amount that came from elsewhere (held; as many rows as there are such gifts,
 * since two identical rows of one file are two donations). Rows that take back a gift are given the gift that they mean.
 * What is new then, and unlikely, is held (`holdUnlikely`).
 * @returns how many rows changed
 */
export async function markDuplicates(tx: Tx, draft: Draft): Promise<number> {
  // a draft written in this very transaction has no statistics: left alone, the planner takes it for one row
  // and joins it in nested loops, which is quadratic
  await tx.sql('set local enable_nestloop = off');
  const marked =
    (await markAll(tx, draft)) +
    (await proposeTakingBack(tx, draft)) +
    (await holdUnlikely(tx, draft.id));
  await tx.sql('set local enable_nestloop = on');
  return marked;
}

const target = 'r.organization_id = $1 and r.import_id = $2';
const open = `${target} and r.state = 'new' and not r.decided and not r.takes_back`;
/** a gift that was given back in full is not recorded; where it is here already, that is news of it */
const givenBack = `r.state = 'setAside' and r.problem = 'refunded'`;
const build = currentBuildSql('donations', '$1');
const now = (alias: string, donation: string) =>
  `donation_version ${alias} on ${alias}.organization_id = $1 and ${alias}.build = ${build} and ${alias}.donation_id = ${donation} and ${alias}.to_journal is null`;

/** Sets a row (`r`) that is here, or may be, as another gift; the one that takes back a gift, as doing so. */
export const asAnotherGift = `state = 'new', decided = true, message = null, problem = case when r.problem = 'refund' then r.problem end, act = case when r.problem = 'refund' then r.act end,
  -- what was deleted is no other gift: should it be restored, this is the same
  apart = r.problem <> 'refund' and (r.like_row is not null or exists (
    select 1 from donation_version v where v.organization_id = $1 and v.build = ${build} and v.donation_id = r.like_donation and v.to_journal is null))`;

async function markAll(tx: Tx, { id, fileHash, source, splits }: Draft): Promise<number> {
  const mark = async (sql: string, ...values: unknown[]) =>
    (await tx.sql(`${sql} returning 1`, [tx.organizationId, id, ...values])).length;
  const [same] = await tx.sql<{ id: string }>(
    `select id from donation_import where organization_id = $1 and file_hash = $3 and id <> $2 and status in ('committing', 'committed') limit 1`,
    [tx.organizationId, id, fileHash],
  );
  if (same) {
    return mark(
      `update donation_import_row r set state = 'duplicate', problem = 'duplicate', message = 'Row ' || r.row || ': This file was imported already',
              like_donation = (left($3::text, 24) || lpad(to_hex(r.row), 12, '0'))::uuid
        where ${target} and r.state in ('new', 'held', 'rejected') and not r.decided`,
      same.id,
    );
  }
  const [numbered] = await tx.sql(
    `select 1 from donation_import_row r where ${target} and r.source_id is not null limit 1`,
    [tx.organizationId, id],
  );
  return (
    (numbered ? await markNumbered(mark, source, splits) : 0) + (await markAlike(mark, source))
  );
}

type Mark = (sql: string, ...values: unknown[]) => Promise<number>;

async function markNumbered(mark: Mark, source: string, splits: boolean): Promise<number> {
  // the gift as it was recorded: of older ones only the first version says it
  const known = `with known as materialized (
    select s.source_id, s.donation_id, s.import_id, v.donation_id is not null as stands, v.version, v.amount,
           coalesce(s.gross, first.amount) as gross, coalesce(s.refunded, 0) as refunded, s.fund is null as any_fund, ${fund('s.fund')} as fund
      from donation_source s
      left join ${now('v', 's.donation_id')}
      left join donation_version first on first.organization_id = $1 and first.build = ${build} and first.donation_id = s.donation_id and first.version = 1
     where s.organization_id = $1 and s.source in ('', $3) and not s.takes_back
       and s.source_id in (select source_id from donation_import_row r where ${target} and r.source_id is not null))`;
  // an import that is at work has no versions yet: its gifts stand
  const stands = `(k.stands or not exists (select 1 from donation_version x where x.organization_id = $1 and x.build = ${build} and x.donation_id = k.donation_id))`;
  const sameFund = `(k.any_fund or k.fund = ${fund('r.campaign')})`;
  // the number of a gift that was taken for another one belongs to that one; where the other was restored since, it is here
  const taken = `${target} and not r.takes_back and not r.apart`;
  const exact = await mark(
    `${known} update donation_import_row r set state = 'duplicate', problem = 'duplicate', message = 'Row ' || r.row || ': This transaction was imported already', like_donation = k.donation_id
       from known k where k.source_id = r.source_id and ${stands} and ${sameFund} and k.gross = r.gross and k.refunded = r.refunded
        and ${taken} and (r.state = 'new' or ${givenBack})`,
    source,
  );
  // of a split gift another part is another gift, unless the one that is here is no longer in the file
  const part = splits
    ? `and (${sameFund} or not exists (select 1 from donation_import_row o where o.organization_id = $1 and o.import_id = $2 and o.source_id = r.source_id and ${fund('o.campaign')} = k.fund))`
    : '';
  const changed = await mark(
    `${known} update donation_import_row r
        set state = 'held', decided = false, problem = 'changed', like_donation = k.donation_id, act = case when r.amount > 0 then 'correct' else 'void' end, act_to = greatest(r.amount, 0), act_version = k.version,
            message = 'Row ' || r.row || case when r.refunded > k.refunded then ': Money of this gift was given back since it was recorded'
                                              else ': This transaction is here already, with another amount or fund' end
       from known k where k.source_id = r.source_id and k.stands and ${taken} and r.act is null and (not r.decided or r.like_donation = k.donation_id) and (r.state = 'new' or ${givenBack}) ${part}`,
    source,
  );
  // whoever deleted it had a reason: a file does not bring it back by itself
  const gone = await mark(
    `${known} update donation_import_row r set state = 'held', problem = 'held', like_donation = k.donation_id,
            message = 'Row ' || r.row || ': This transaction was recorded before, and deleted'
       from known k where k.source_id = r.source_id and not ${stands} ${splits ? `and ${sameFund}` : ''} and ${open}`,
    source,
  );
  const twice = await mark(
    `update donation_import_row r set like_row = f.first,
            state = case when f.is_same then 'duplicate' else 'held' end, problem = case when f.is_same then 'duplicate' else 'changed' end,
            message = 'Row ' || r.row || case when f.is_same then ': The same transaction stands in row ' || f.first
                                              else ': Row ' || f.first || ' has the same transaction, with another amount or fund' end
       from (select row, first, gross = first_gross and refunded = first_refunded and fund = first_fund as is_same
               from (select row, gross, refunded, ${fund('campaign')} as fund, first_value(row) over w as first, first_value(gross) over w as first_gross,
                            first_value(refunded) over w as first_refunded, first_value(${fund('campaign')}) over w as first_fund
                       from donation_import_row r where ${target} and r.source_id is not null and r.state = 'new' and not r.takes_back and not r.apart
                     window w as (partition by source_id${splits ? `, ${fund('campaign')}` : ''} order by row)) d
              where row > first) f
      where f.row = r.row and ${open}`,
  );
  return exact + changed + gone + twice;
}

async function markAlike(mark: Mark, source: string): Promise<number> {
  let alike = 0;
  // a gift with another number of the same source is another gift: only those without a number, or of elsewhere, can be meant
  const elsewhere = `not exists (select 1 from donation_source s where s.organization_id = $1 and s.donation_id = v.donation_id and s.source in ('', $3))`;
  for (const [mine, theirs] of [
    ['r.source_id is null', '$3::text is not null'],
    ['r.source_id is not null', elsewhere],
  ] as const) {
    alike += await mark(
      `with mine as materialized (
         select r.row, r.donor_id, r.date, r.amount, row_number() over (partition by donor_id, date, amount order by row) as n
           from donation_import_row r where ${target} and r.state = 'new' and r.donor_id is not null and not r.takes_back and ${mine}),
       theirs as materialized (
         select v.donation_id, v.donor_id, v.date, v.amount, row_number() over (partition by v.donor_id, v.date, v.amount order by v.donation_id) as n
           from donation_version v
          where v.organization_id = $1 and v.build = ${build} and v.to_journal is null and ${theirs}
            and v.donation_id not in (select like_donation from donation_import_row r where ${target} and like_donation is not null)
            and v.date between (select min(date) from mine) and (select max(date) from mine) and v.donor_id in (select donor_id from mine))
       update donation_import_row r set state = 'held', problem = 'held', like_donation = theirs.donation_id,
              message = 'Row ' || r.row || ': A gift of this donor, day and amount is here already'
         from mine join theirs using (donor_id, date, amount, n) where mine.row = r.row and ${open}`,
      source,
    );
  }
  return alike + (await markGivenBack(mark));
}

/**
 * Rows without a number of gifts that an import took back, in part or whole, as they were before: the same file in other bytes would
 * record them again. What an undone import took back stands again, and is found like any other.
 */
const markGivenBack = (mark: Mark): Promise<number> =>
  mark(
    `with theirs as materialized (
       select (x.act_change ->> 'donationId')::uuid as donation_id, (x.act_change -> 'before' ->> 'donorId')::uuid as donor_id,
              (x.act_change -> 'before' ->> 'date')::date as date, (x.act_change -> 'before' ->> 'amount')::bigint as amount
         from donation_import_row x join donation_import i on i.organization_id = $1 and i.id = x.import_id and i.status in ('committing', 'committed')
        where x.organization_id = $1 and x.act_change is not null and x.import_id <> $2 and x.takes_back
          and not exists (select 1 from donation_import_row r where ${target} and r.like_donation = (x.act_change ->> 'donationId')::uuid and not r.takes_back)),
     numbered as (select *, row_number() over (partition by donor_id, date, amount order by donation_id) as n from theirs),
     mine as materialized (
       select r.row, r.donor_id, r.date, r.amount, row_number() over (partition by donor_id, date, amount order by row) as n
         from donation_import_row r where exists (select 1 from theirs) and ${target} and r.state = 'new' and r.source_id is null and r.donor_id is not null and not r.takes_back)
     update donation_import_row r set state = 'held', problem = 'held', like_donation = t.donation_id,
            message = 'Row ' || r.row || ': A gift of this donor, day and amount was here already, and money of it was given back'
       from mine join numbered t using (donor_id, date, amount, n) where mine.row = r.row and ${open}`,
  );
