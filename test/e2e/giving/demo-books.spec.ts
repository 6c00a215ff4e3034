import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { demoDatabase } from '../../support/demo.js';
import type { DatabaseCopy } from '../../support/database/postgres.js';
import { cli, dataDirectory } from '../../support/program/program.js';

describe('the donations of the demo', () => {
  const directory = dataDirectory();
  let database: DatabaseCopy;
  beforeAll(async () => {
    database = await demoDatabase(directory.path);
  });
  afterAll(() => {
    directory.remove();
  });

  it('were recorded on the day on which they were given, and not in the future', async () => {
    const [counts] = await database.asSuperuser(
      `select count(*)::int as gifts, count(*) filter (where (v.recorded_at at time zone
        o.time_zone)::date <> v.date)::int as strays,
              count(*) filter (where v.recorded_at > now())::int as ahead, count(distinct
              extract(year from v.recorded_at))::int as years
         from donation_version v join organization o on o.id = v.organization_id
         where v.version = 1`,
    );
    expect(counts).toMatchObject({ strays: 0, ahead: 0, years: 4 });
    expect((counts as { gifts: number }).gifts).toBeGreaterThan(300);
  });

  it('include a corrected amount and a donation entered twice in each church', async () => {
    const slips = await database.asSuperuser(
      `select o.slug, v.state, v.amount < first.amount as lessened, (v.recorded_at at time zone
        o.time_zone)::date - v.date as days, t.reason
         from donation_version v join organization o on o.id = v.organization_id
         join giving_text t on t.organization_id = o.id and t.event_id = v.event_id
         join donation_version first on first.organization_id = o.id and first.build = v.build
         and first.donation_id = v.donation_id and first.version = 1
        where v.version = 2 order by 1, 2`,
    );
    expect(slips).toEqual(
      ['grace', 'hope'].flatMap((slug) => [
        { slug, state: 'given', lessened: true, days: 3, reason: 'A zero too many' },
        { slug, state: 'voided', lessened: false, days: 3, reason: 'Entered twice' },
      ]),
    );
  });

  it('have the same times in the audit log, whose entries are in order', async () => {
    const strays = await database.asSuperuser(
      `select e.action, e.at from audit_entry e
        join donation_version v on v.organization_id = e.organization_id
        and v.donation_id = (e.details->>'donationId')::uuid and v.version = 1
        where e.action = 'donation.recorded'
        and date_trunc('day', e.at) <> date_trunc('day', v.recorded_at)`,
    );
    expect(strays).toEqual([]);
    expect(
      await database.asSuperuser(
        `select id from (select id, at, lag(at) over (partition by organization_id
          order by id) as before from audit_entry) e where at < before`,
      ),
    ).toEqual([]);
  });

  it('pass the command verify', () => {
    const { status, stdout } = cli(directory.path, ['verify'], {
      DATABASE_URL: database.appUrl,
      DATABASE_OWNER_URL: database.ownerUrl,
    });
    expect({ status, stdout }).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('all is well'),
    });
  });
});
