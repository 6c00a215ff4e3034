import { statement, t } from '#libs/database';
import { currentBuildSql } from '#libs/event-sourcing';

export const insertPledge = statement({
  parameters: {
    build: t.integer,
    id: t.uuid,
    userId: t.uuid,
    year: t.integer,
    amount: t.bigint,
    frequency: t.text,
    textEventId: t.uuid,
    at: t.timestamptz,
  },
  sql: `
    insert into pledge (
      organization_id, build, id, user_id, year, amount, frequency, text_event_id, created_at,
      updated_at, version
    )
    values (
      :church, :build, :id, :userId, :year, :amount, :frequency, :textEventId, :at, :at, 1
    )`,
});

/** Changes a pledge. Its text is that of the event if `textChanged`. */
export const updatePledge = statement({
  parameters: {
    build: t.integer,
    id: t.uuid,
    amount: t.bigint,
    frequency: t.text,
    at: t.timestamptz,
    textChanged: t.boolean,
    eventId: t.uuid,
  },
  sql: `
    update pledge
       set amount = :amount,
           frequency = :frequency,
           updated_at = :at,
           version = version + 1,
           text_event_id = case when :textChanged::boolean then :eventId else text_event_id end
     where organization_id = :church and build = :build and id = :id`,
});

export const deletePledgeBuild = statement({
  parameters: { build: t.integer },
  sql: 'delete from pledge where organization_id = :church and build = :build',
});

const pledgeColumns = {
  id: t.uuid,
  userId: t.uuid,
  year: t.integer,
  amount: t.bigint,
  frequency: t.text,
  notes: t.nullable(t.text),
  createdAt: t.timestamptz,
  updatedAt: t.timestamptz,
  version: t.integer,
  given: t.bigint,
};

const selectPledge = `
    select p.id,
           p.user_id,
           p.year,
           p.amount,
           p.frequency,
           t.notes,
           p.created_at,
           p.updated_at,
           p.version,
           coalesce((
             select l.total
               from ledger l
              where l.organization_id = :church
                and l.build = ${currentBuildSql('donations')}
                and l.donor_id = p.user_id
                and l.year = p.year), 0)::bigint as given
      from pledge p
      left join giving_text t on t.organization_id = :church and t.event_id = p.text_event_id
     where p.organization_id = :church and p.build = ${currentBuildSql('pledges')}`;

/** Reads a pledge, with the amount that its user has given in its year. */
export const selectPledgeById = statement({
  parameters: { id: t.uuid },
  columns: pledgeColumns,
  sql: `${selectPledge} and p.id = :id`,
});

/** Reads the pledge of a user for a year, with the amount that the user has given in that year. */
export const selectPledgeOfYear = statement({
  parameters: { userId: t.uuid, year: t.integer },
  columns: pledgeColumns,
  sql: `${selectPledge} and p.user_id = :userId and p.year = :year`,
});
