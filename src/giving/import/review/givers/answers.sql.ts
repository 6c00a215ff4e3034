import type { GiverAnswer } from '#libs/contracts';
import { statement, t } from '#libs/database';
import { hasChoosableGiver } from '../../givers/givers.query.sql.js';

const inDraftSql = 'organization_id = :church and import_id = :importId';

/** Finds givers of a draft of whom any row can be recorded. */
export const findGivers = statement({
  parameters: { importId: t.uuid, keys: t.array(t.text) },
  columns: {
    key: t.present(t.text),
    firstName: t.nullable(t.text),
    lastName: t.nullable(t.text),
    email: t.nullable(t.text),
    phone: t.nullable(t.text),
  },
  sql: `
    select giver as key, min(first_name) as first_name, min(last_name) as last_name,
           min(lower(email)) as email,
           min(phone) as phone
      from donation_import_row
     where ${inDraftSql} and giver = any(:keys) and ${hasChoosableGiver}
     group by giver
     order by giver`,
});

export const countRowsOf = statement({
  parameters: { importId: t.uuid, keys: t.array(t.text) },
  columns: { count: t.integer },
  sql: `
    select count(*)::int as count
      from donation_import_row
     where ${inDraftSql} and giver = any(:keys)`,
});

/** Finds other givers of the draft who were answered to be one of these planned guests. */
export const findFollowers = statement({
  parameters: { importId: t.uuid, planned: t.array(t.uuid), except: t.array(t.text) },
  columns: { key: t.text, planned: t.present(t.uuid) },
  sql: `
    select key, donor_id as planned
      from donation_import_giver
     where ${inDraftSql} and donor_id = any(:planned) and key <> all(:except)`,
});

export const findGuest = statement({
  parameters: { id: t.uuid },
  columns: { id: t.uuid },
  sql: `
    select id
      from donor
     where organization_id = :church and id = :id and kind = 'guest' and not has_left`,
});

/** Lists the keys of all givers of a draft. */
export const listGiverKeys = statement({
  parameters: { importId: t.uuid },
  columns: { key: t.present(t.text) },
  sql: `
    select distinct giver as key
      from donation_import_row
     where ${inDraftSql} and giver is not null`,
});

/** Finds which of these names several givers of the draft have, by their different addresses. */
export const findSharedNames = statement({
  parameters: { importId: t.uuid, nameKeys: t.array(t.text) },
  columns: { nameKey: t.present(t.text) },
  sql: `
    select split_part(giver, E'\\n', 1) as name_key
      from donation_import_row
     where ${inDraftSql}
       and split_part(giver, E'\\n', 2) <> ''
       and split_part(giver, E'\\n', 1) = any(:nameKeys)
     group by 1
    having count(distinct giver) > 1`,
});

/** Lists the ways in which the rows of a draft name givers. */
export const listSpellings = statement({
  parameters: { importId: t.uuid, keys: t.array(t.text) },
  columns: {
    key: t.present(t.text),
    firstName: t.nullable(t.text),
    lastName: t.nullable(t.text),
    email: t.nullable(t.text),
  },
  sql: `
    select distinct giver as key, first_name, last_name, email
      from donation_import_row
     where ${inDraftSql} and giver = any(:keys)`,
});

/**
 * Assigns the gifts of givers to donors, as a user answered. If the donor is null, the answer is
 * *Unidentified giver*. A row that changes a recorded donation keeps its giver. `keys` and `donors`
 * are parallel arrays.
 */
export const giveTo = statement({
  parameters: {
    importId: t.uuid,
    keys: t.array(t.text),
    donors: t.array(t.nullable(t.uuid)),
    areGuests: t.boolean,
  },
  sql: `
    update donation_import_row r
       set donor_id = case when r.reads_as = 'gift' then m.donor_id end,
           as_guest = :areGuests,
           edited_donor_id = null,
           giver_question = null,
           giver_hint = null
      from unnest(:keys::text[], :donors::uuid[]) m(key, donor_id)
     where r.organization_id = :church
       and r.import_id = :importId
       and r.giver = m.key
       and not (r.state = 'new' and r.proposed_action is not null)`,
});

/**
 * Keeps the answers about givers of a draft. `keys` and `donors` belong together by their places.
 */
export const keepAnswers = statement({
  parameters: {
    importId: t.uuid,
    answer: t.textOf<GiverAnswer>(),
    keys: t.array(t.text),
    donors: t.array(t.nullable(t.uuid)),
  },
  sql: `
    insert into donation_import_giver (organization_id, import_id, key, answer, donor_id)
    select distinct on (k.key) :church::uuid, :importId::uuid, k.key, :answer, k.donor_id
      from unnest(:keys::text[], :donors::uuid[]) k(key, donor_id)
    on conflict (organization_id, import_id, key) do update
       set answer = excluded.answer,
           donor_id = excluded.donor_id`,
});
