import type { DonorKind } from '#libs/contracts';
import { statement, t } from '#libs/database';
import { phoneKeySql } from '../../donor/donors.sql.js';

/** A member or guest who may be a giver of a file, with the key of that giver. */
const candidateColumns = {
  key: t.present(t.text),
  id: t.uuid,
  name: t.text,
  kind: t.textOf<Exclude<DonorKind, 'unidentified'>>(),
  email: t.nullable(t.text),
};

const isCandidate = `d.organization_id = :church and d.kind <> 'unidentified' and not d.has_left`;

/**
 * Finds donors by the email addresses of givers. `keys` and `emails` belong together by their
 * place.
 */
export const findByAddress = statement({
  parameters: { keys: t.array(t.text), emails: t.array(t.text) },
  columns: candidateColumns,
  sql: `
    select g.key, d.id, d.name, d.kind, d.email
      from unnest(:keys::text[], :emails::text[]) g(key, email)
      join donor d on d.email_key = g.email
     where ${isCandidate}
     order by d.kind desc, search_key(d.name)`,
});

/** Finds donors by the telephone numbers of givers, in the form of `phoneKey`. */
export const findByPhone = statement({
  parameters: { keys: t.array(t.text), phones: t.array(t.text) },
  columns: candidateColumns,
  sql: `
    select g.key, d.id, d.name, d.kind, d.email
      from unnest(:keys::text[], :phones::text[]) g(key, phone)
      join donor d on ${phoneKeySql('d.phone')} = g.phone
     where ${isCandidate}
     order by d.kind desc, search_key(d.name)`,
});

/**
 * Finds donors by spellings of the names of givers, in the order of the spellings. `why` says what
 * a spelling is.
 */
export const findBySpelling = statement({
  parameters: { keys: t.array(t.text), spellings: t.array(t.text), reasons: t.array(t.text) },
  columns: { ...candidateColumns, why: t.present(t.text) },
  sql: `
    select g.key, d.id, d.name, d.kind, d.email, g.why
      from unnest(:keys::text[], :spellings::text[], :reasons::text[])
           with ordinality g(key, spelled, why, n)
      join donor d on d.name_key = g.spelled
     where ${isCandidate}
     order by g.n, d.kind desc, d.id`,
});

/**
 * Finds donors whose names are like those of givers, by the trigrams that two names have in common,
 * as `similarity` of pg_trgm does. The trigrams are joined, so that thousands of donors are looked
 * up and not compared one by one. `names` are written as `searchKey` does.
 */
export const findByLikeness = statement({
  parameters: {
    keys: t.array(t.text),
    names: t.array(t.text),
    minLikeness: t.double,
    maxOfEach: t.bigint,
  },
  columns: candidateColumns,
  sql: `
    with g as materialized (
      select key, show_trgm(name) as grams
        from unnest(:keys::text[], :names::text[]) g(key, name)
    ), d as materialized (
      select d.id, d.name, d.kind, d.email, show_trgm(search_key(d.name_key)) as grams
        from donor d
       where ${isCandidate}
    ), shared as (
      select g.key, d.id, count(*) as n
        from (select key, unnest(grams) as gram from g) g
        join (select id, unnest(grams) as gram from d) d using (gram)
       group by 1, 2
    ), likeness as (
      select s.key,
             s.id,
             s.n / (cardinality(g.grams) + cardinality(d.grams) - s.n)::float8 as alike
        from shared s
        join g on g.key = s.key
        join d on d.id = s.id
    )
    select key, id, name, kind, email
      from (select l.key, d.id, d.name, d.kind, d.email, l.alike,
                   row_number() over (partition by l.key order by l.alike desc, d.id) as n
              from likeness l
              join d using (id)
             where l.alike >= :minLikeness) best
     where n <= :maxOfEach
     order by alike desc`,
});

/**
 * Lists the other givers of a draft who have the email address of a giver, with the donor whom they
 * were matched to. `id` may be that of a guest whom the commit will make.
 */
export const listSharing = statement({
  parameters: { importId: t.uuid, keys: t.array(t.text), emails: t.array(t.text) },
  columns: {
    key: t.present(t.text),
    other: t.present(t.text),
    name: t.text,
    id: t.nullable(t.text),
    donor: t.nullable(t.text),
    kind: t.nullable(t.textOf<Exclude<DonorKind, 'unidentified'>>()),
  },
  sql: `
    select g.key,
           r.giver as other,
           min(concat_ws(' ', r.first_name, r.last_name)) as name,
           min(r.donor_id::text) as id,
           min(d.name) as donor,
           min(d.kind) as kind
      from unnest(:keys::text[], :emails::text[]) g(key, email)
      join donation_import_row r
        on r.organization_id = :church
       and r.import_id = :importId
       and lower(r.email) = g.email
       and r.giver <> g.key
       and split_part(r.giver, E'\\n', 1) <> ''
      left join donor d on d.organization_id = :church and d.id = r.donor_id
     group by 1, 2
     order by 2`,
});
