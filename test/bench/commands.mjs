import path from 'node:path';
import { root } from './support.mjs';

const load = (file) => import(path.join(root, 'dist', file));
const clients = 8;

/** Donations a second recorded through the command, by eight clients. */
export async function throughCommand(app, church, userId, donorId, count) {
  const { CommandBus } = await import('@nestjs/cqrs');
  const { RecordDonation } = await load('src/giving/index.js');
  const bus = app.get(CommandBus, { strict: false });
  return perSecond(count, (n) =>
    bus.execute(
      new RecordDonation(
        { organizationId: church, id: userId },
        { userId: donorId, amount: BigInt(100 + n), paymentMethod: 'Cash', date: '2023-04-04' },
      ),
    ),
  );
}

/** The same rows written by one hand-made SQL function, each call a transaction of its own. */
export async function throughFunction(pool, church, donorId, count) {
  await pool.query(`
    create or replace function bench_record(
      org uuid, giver uuid, cents bigint, on_day date, actor uuid
    ) returns void language plpgsql as $$
    declare
      head event_head;
      j journal;
      fund uuid;
      donation uuid := uuidv7();
      event_id uuid := uuidv7();
      stream text;
      body text;
      meta text;
      moment timestamptz(3);
    begin
      select id into fund from campaign where organization_id = org and title_key = 'general fund';
      perform 1 from donor where organization_id = org and id = giver;
      select * into head from event_head h where h.organization_id = org for update;
      moment := greatest(head.recorded_at, clock_timestamp());
      stream := org || '.donation-' || donation;
      body := json_build_object(
        'donationId', donation,
        'gift', json_build_object(
          'donorId', giver, 'amount', cents, 'currency', 'USD', 'date', on_day,
          'paymentMethod', 'Cash', 'campaignId', fund, 'fundraiserId', null),
        'importId', null)::text;
      meta := json_build_object(
        'actor', actor, 'correlation', 'none', 'cause', 'donation.record')::text;
      insert into event
      values (org, head.position + 1, stream, 0, event_id, 'DonationRecorded', 1, body, meta,
              moment);
      update event_head h
         set position = head.position + 1, recorded_at = moment
       where h.organization_id = org;
      update projection p set position = head.position + 1 where p.organization_id = org;
      select * into j from journal where organization_id = org order by number desc limit 1;
      insert into journal
             (organization_id, number, stream, first_revision, last_revision, recorded_at, hash)
      values (org, coalesce(j.number, 0) + 1, stream, 0, 0, moment,
              sha256(coalesce(j.hash, ''::bytea)
                     || sha256(convert_to(org || E'\\n' || body || meta, 'UTF8'))));
      insert into donation_version
      values (org,
              (select build from projection where organization_id = org and name = 'donations'),
              donation, 1, 'given', coalesce(j.number, 0) + 1, null, giver, cents, on_day, 'Cash',
              fund, null, null, actor, event_id, event_id, actor, moment);
      insert into ledger
      select org, 1, giver, extract(year from on_day)::int, o.name, o.name_key, o.kind, cents, 1
        from donor o
       where o.organization_id = org and o.id = giver
      on conflict (organization_id, build, donor_id, year) do update
         set total = ledger.total + excluded.total, count = ledger.count + 1;
      insert into campaign_total
      values (org, 1, fund, extract(year from on_day)::int, cents, 1)
      on conflict (organization_id, build, campaign_id, year) do update
         set total = campaign_total.total + excluded.total, count = campaign_total.count + 1;
      insert into month_total
      values (org, 1, date_trunc('month', on_day)::date, 'Cash', cents, 1)
      on conflict (organization_id, build, month, payment_method) do update
         set total = month_total.total + excluded.total, count = month_total.count + 1;
    end $$`);
  return perSecond(count, (n) =>
    pool.query('select bench_record($1, $2, $3, $4, $5)', [
      church,
      donorId,
      100 + n,
      '2023-04-04',
      donorId,
    ]),
  );
}

async function perSecond(count, work) {
  const each = async (total) => {
    let next = 0;
    await Promise.all(
      Array.from({ length: clients }, async () => {
        while (next < total) await work(next++);
      }),
    );
  };
  await each(Math.ceil(count / 10));
  const began = performance.now();
  await each(count);
  return count / ((performance.now() - began) / 1000);
}
