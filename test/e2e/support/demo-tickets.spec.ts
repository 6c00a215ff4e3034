import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { demoDatabase } from '../../support/demo.js';
import type { DatabaseCopy } from '../../support/database/postgres.js';
import { dataDirectory } from '../../support/program/program.js';

describe('the tickets of the demo', () => {
  const directory = dataDirectory();
  let database: DatabaseCopy;
  beforeAll(async () => {
    database = await demoDatabase(directory.path);
  });
  afterAll(() => {
    directory.remove();
  });

  it('have all states, with times in the last weeks', async () => {
    const tickets = await database.asSuperuser<{ id: number; weeks: number; rightly: boolean }>(
      `select id, extract(day from now() - created_at)::int / 7 as weeks,
              updated_at between created_at and now() and (first_answered_at is null
              or first_answered_at between created_at and updated_at)
                and (resolved_at is not null) = (status = 'resolved')
                and (ended_at is not null) = (status in ('resolved', 'closed'))
                and coalesce(ended_at between created_at and updated_at, true) as rightly
         from (select id, created_at, updated_at, first_answered_at, resolved_at, ended_at, status
         from ticket union all
               select id, created_at, updated_at, first_answered_at, resolved_at, ended_at, status
               from external_ticket) t`,
    );
    expect(tickets).toHaveLength(9);
    expect(tickets.filter(({ rightly }) => !rightly)).toEqual([]);
    expect(new Set(tickets.map(({ weeks }) => weeks)).size).toBeGreaterThanOrEqual(4);
    const [counts] = await database.asSuperuser(
      `select count(*) filter (where status = 'closed')::int as closed, count(*) filter (where
        status = 'resolved')::int as resolved, count(*) filter (where status = 'in_progress'
        and assigned_to is not null)::int as begun,
              count(*) filter (where priority = 'urgent' and status = 'open'
              and assigned_to is null)::int as urgent, count(*) filter (where donation_id is not
              null and first_answered_at is not null)::int as gifts,
              count(*) filter (where note_n > 0)::int as noted, (select count(*)::int
              from external_ticket) as external from ticket`,
    );
    expect(counts).toEqual({
      closed: 1,
      resolved: 1,
      begun: 1,
      urgent: 1,
      gifts: 1,
      noted: 1,
      external: 1,
    });
    expect(
      await database.asSuperuser(
        `select m.n from ticket_message m join ticket t on t.organization_id = m.organization_id
           and t.id = m.ticket_id where m.created_at not between t.created_at and now()`,
      ),
    ).toEqual([]);
  });

  it('caused no emails and no reply addresses', async () => {
    expect(
      await database.asSuperuser(
        `select data->>'subject' as subject from jobs.job where name = 'mail'`,
      ),
    ).toEqual([]);
    expect(await database.asSuperuser('select key from ticket_reply')).toEqual([]);
  });
});
