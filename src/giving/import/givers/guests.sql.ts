import { statement, t } from '#libs/database';
import { possibleDonorsSql } from './remembered.sql.js';

const inDraftSql = 'r.organization_id = :church and r.import_id = :importId';
/** Rows of gifts that would be recorded, if their givers are known. */
const willBeRecorded = `r.state = 'new' and r.proposed_action is null`;

/** Lists the donors who have left, for whom no new donations are recorded. */
export const listGone = statement({
  columns: { id: t.uuid },
  sql: 'select id from donor where organization_id = :church and has_left',
});

export const forgetAnswersHere = statement({
  parameters: { importId: t.uuid, donors: t.array(t.uuid) },
  sql: `
    delete from donation_import_giver
     where organization_id = :church and import_id = :importId and donor_id = any(:donors)`,
});

/** Asks about the givers of gifts that go to one of these donors. */
export const askAboutDonors = statement({
  parameters: { importId: t.uuid, donors: t.array(t.uuid), question: t.text },
  sql: `
    update donation_import_row r
       set giver_question = :question, donor_id = null, as_guest = false, edited_donor_id = null
     where ${inDraftSql} and ${willBeRecorded} and r.donor_id = any(:donors::uuid[])`,
});

/**
 * Lists the new guests of a draft, each with the givers of the file who are this guest. `isApart`
 * says that, according to a user, the giver is not the known guest of the same name.
 */
export const listPlannedGuests = statement({
  parameters: { importId: t.uuid },
  columns: {
    donorId: t.present(t.uuid),
    giver: t.present(t.text),
    isApart: t.present(t.boolean),
    firstName: t.nullable(t.text),
    lastName: t.nullable(t.text),
    email: t.nullable(t.text),
    phone: t.nullable(t.text),
  },
  sql: `
    select distinct on (r.donor_id, r.giver)
           r.donor_id, r.giver, coalesce(a.answer = 'apart', false) as is_apart, r.first_name,
           r.last_name, r.email,
           r.phone
      from donation_import_row r
      left join donation_import_giver a
        on a.organization_id = :church and a.import_id = :importId and a.key = r.giver
     where ${inDraftSql}
       and ${willBeRecorded}
       and r.as_guest
       and r.donor_id is not null
       and not exists (
             select 1
               from donor d
              where d.organization_id = :church and d.id = r.donor_id)
     order by r.donor_id, r.giver, r.email nulls last, r.phone nulls last, r.row`,
});

/**
 * Gives the gifts of planned guests to guests who exist. `planned` and `found` belong together by
 * their places.
 */
export const replacePlannedGuests = statement({
  parameters: { importId: t.uuid, planned: t.array(t.uuid), found: t.array(t.uuid) },
  sql: `
    update donation_import_row r
       set donor_id = f.id
      from unnest(:planned::uuid[], :found::uuid[]) f(planned, id)
     where ${inDraftSql} and r.state = 'new' and r.donor_id = f.planned`,
});

/** Creates guests. The arrays belong together by their places. */
export const insertGuests = statement({
  parameters: {
    importId: t.uuid,
    ids: t.array(t.uuid),
    names: t.array(t.text),
    nameKeys: t.array(t.text),
    firstNames: t.array(t.nullable(t.text)),
    lastNames: t.array(t.nullable(t.text)),
    emails: t.array(t.nullable(t.text)),
    phones: t.array(t.nullable(t.text)),
    areApart: t.array(t.boolean),
  },
  sql: `
    insert into donor
           (organization_id, id, kind, name, name_key, first_name, last_name, email, phone, made_by,
            is_apart)
    select :church, d.id, 'guest', d.name, d.name_key, d.first_name, d.last_name, d.email, d.phone,
           :importId, d.is_apart
      from unnest(:ids::uuid[], :names::text[], :nameKeys::text[], :firstNames::text[],
                  :lastNames::text[],
                  :emails::text[], :phones::text[], :areApart::boolean[])
           d(id, name, name_key, first_name, last_name, email, phone, is_apart)`,
});

/**
 * Adds addresses and numbers from the file to guests of whom none is known, unless another guest
 * has that name and address.
 */
export const learnContacts = statement({
  parameters: { importId: t.uuid },
  sql: `
    update donor d
       set email = coalesce(d.email, c.email), phone = coalesce(d.phone, c.phone)
      from (select r.donor_id, min(r.email) as email, min(r.phone) as phone
              from donation_import_row r
             where ${inDraftSql}
               and ${willBeRecorded}
               and r.as_guest
               and (r.email is not null or r.phone is not null)
             group by r.donor_id) c
     where d.organization_id = :church
       and d.id = c.donor_id
       and d.kind = 'guest'
       and (d.email is null and c.email is not null or d.phone is null and c.phone is not null)
       and not exists (
         select 1
           from donor o
          where o.organization_id = :church
            and o.kind = 'guest'
            and not o.has_left
            and o.id <> d.id
            and o.name_key = d.name_key
            and o.email_key = lower(c.email))`,
});

/**
 * Adds new guests to the answers that created them, so that the rows of the next file find them.
 */
export const rememberGuests = statement({
  parameters: { importId: t.uuid },
  sql: `
    insert into import_answer (
      organization_id, kind, key, answer, name, email, donor_id, known_donors, answered_by
    )
    with answered as materialized (
      select distinct on (a.key)
             a.key, concat_ws(' ', r.first_name, r.last_name) as name, r.email, r.donor_id
        from donation_import_giver a
        join donation_import_row r
          on ${inDraftSql}
         and r.giver = a.key
         and r.state = 'new'
         and r.donor_id is not null
       where a.organization_id = :church
         and a.import_id = :importId
         and a.answer <> 'member'
         and a.key <> E'\\n')
    select :church, 'giver', a.key, 'guest', a.name, a.email, a.donor_id,
           ${possibleDonorsSql('a.key')}, i.committed_by
      from answered a
      join donation_import i on i.organization_id = :church and i.id = :importId
    on conflict (organization_id, kind, key) do update
      set donor_id = excluded.donor_id,
          known_donors = excluded.known_donors,
          answer = excluded.answer`,
});

/** Tells whether a gift that will be recorded has no donor yet, because its row names nobody. */
export const hasNameless = statement({
  parameters: { importId: t.uuid },
  columns: { hasNameless: t.present(t.boolean) },
  sql: `
    select exists (
      select 1
        from donation_import_row r
       where ${inDraftSql} and ${willBeRecorded} and r.donor_id is null
    ) as has_nameless`,
});

export const giveNamelessTo = statement({
  parameters: { importId: t.uuid, donorId: t.uuid },
  sql: `
    update donation_import_row r
       set donor_id = :donorId
     where ${inDraftSql} and ${willBeRecorded} and r.donor_id is null`,
});
