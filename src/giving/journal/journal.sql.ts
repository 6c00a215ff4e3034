import { statement, t } from '#libs/database';

/** The columns of an entry of the journal. */
export const journalEntryColumns = {
  number: t.bigint,
  stream: t.text,
  firstRevision: t.integer,
  lastRevision: t.integer,
  recordedAt: t.timestamptz,
  hash: t.bytea,
};

export const insertJournalEntry = statement({
  parameters: journalEntryColumns,
  sql: `
    insert into journal (
      organization_id, number, stream, first_revision, last_revision, recorded_at, hash
    )
    values (:church, :number, :stream, :firstRevision, :lastRevision, :recordedAt, :hash)`,
  isPrepared: true,
});

/** Reads the whole journal of the church. */
export const selectJournal = statement({
  columns: journalEntryColumns,
  sql: `
    select number, stream, first_revision, last_revision, recorded_at, hash
      from journal
     where organization_id = :church
     order by number`,
});

/** Reads the newest entry. */
export const selectNewestEntry = statement({
  columns: { number: t.bigint, hash: t.bytea, recordedAt: t.timestamptz },
  sql: `
    select number, hash, recorded_at
      from journal
     where organization_id = :church
     order by number desc
     limit 1`,
});

/** Reads the hash of the entry with a number. */
export const selectEntryHash = statement({
  parameters: { number: t.bigint },
  columns: { hash: t.bytea },
  sql: 'select hash from journal where organization_id = :church and number = :number',
});

export const selectOldestEntry = statement({
  columns: { recordedAt: t.timestamptz },
  sql: `
    select recorded_at
      from journal
     where organization_id = :church
     order by number
     limit 1`,
});

/** Reads the number of the last entry before a moment; 0 if there is none. */
export const selectNumberBefore = statement({
  parameters: { until: t.timestamptz },
  columns: { number: t.bigint },
  sql: `
    select coalesce(max(number), 0)::bigint as number
      from journal
     where organization_id = :church and recorded_at < :until`,
});

/** Reads the newest entry. `previous` is the hash of the entry before it; null if there is none. */
export const selectNewestPair = statement({
  columns: {
    number: t.bigint,
    stream: t.text,
    firstRevision: t.integer,
    lastRevision: t.integer,
    hash: t.bytea,
    previous: t.nullable(t.bytea),
  },
  sql: `
    select j.number, j.stream, j.first_revision, j.last_revision, j.hash, p.hash as previous
      from journal j
      left join journal p on p.organization_id = j.organization_id and p.number = j.number - 1
     where j.organization_id = :church
     order by j.number desc
     limit 1`,
});

/**
 * Reads the next entries. `previousHash` is the hash of the entry before; it is empty for the first
 * entry, and null if the entry before is missing.
 */
export const selectEntriesAfter = statement({
  parameters: { number: t.bigint, limit: t.bigint },
  columns: { ...journalEntryColumns, previousHash: t.nullable(t.bytea) },
  sql: `
    select j.number,
           j.stream,
           j.first_revision,
           j.last_revision,
           j.recorded_at,
           j.hash,
           case when j.number = 1 then ''::bytea else p.hash end as previous_hash
      from journal j
      left join journal p on p.organization_id = j.organization_id and p.number = j.number - 1
     where j.organization_id = :church and j.number > :number
     order by j.number
     limit :limit`,
});

/** Finds the entry that names an event. */
export const findEntry = statement({
  parameters: { stream: t.text, revision: t.integer },
  columns: { number: t.bigint },
  sql: `
    select number
      from journal
     where organization_id = :church
       and stream = :stream
       and first_revision <= :revision
       and last_revision >= :revision`,
  isPrepared: true,
});

/**
 * Finds the entry that published a row of an import: the first entry of its stream whose last event
 * is the row or comes after it.
 */
export const findEntryOfImport = statement({
  parameters: { stream: t.text, revision: t.integer },
  columns: { number: t.bigint },
  sql: `
    select number
      from journal
     where organization_id = :church and stream = :stream and last_revision >= :revision
     order by last_revision
     limit 1`,
});

/** Reads which revisions of some streams are in the journal. */
export const selectRanges = statement({
  parameters: { streams: t.array(t.text) },
  columns: { stream: t.text, first: t.integer, last: t.integer },
  sql: `
    select stream, first_revision as first, last_revision as last
      from journal
     where organization_id = :church and stream = any(:streams::text[])`,
});

/** Reads the numbers of the entries that end with some events. */
export const selectEntryNumbers = statement({
  parameters: { streams: t.array(t.text), revisions: t.array(t.integer) },
  columns: { number: t.bigint, stream: t.text, lastRevision: t.integer },
  sql: `
    select number, stream, last_revision
      from journal
     where organization_id = :church
       and (stream, last_revision) in (
         select * from unnest(:streams::text[], :revisions::int[]))`,
});

/** Finds the first number that is missing between two others. */
export const findGap = statement({
  columns: { number: t.text },
  sql: `
    select (number - 1)::text as number
      from (
             select number, lag(number, 1, 0::bigint) over (order by number) as previous
               from journal
              where organization_id = :church
           ) as numbers
     where number <> previous + 1
     order by numbers.number
     limit 1`,
});
