import type { DonorKind } from '#libs/contracts';
import { statement, t } from '#libs/database';

/** The last ten digits of a stored telephone number in a column, as in `phoneKey`. */
export const phoneKeySql = (column: string): string =>
  `right(regexp_replace(split_part(${column}, ';ext=', 1), '\\D', '', 'g'), 10)`;

const donor = {
  id: t.uuid,
  kind: t.textOf<DonorKind>(),
  name: t.text,
  firstName: t.nullable(t.text),
  lastName: t.nullable(t.text),
  email: t.nullable(t.text),
  phone: t.nullable(t.text),
};
const columns = 'id, kind, name, first_name, last_name, email, phone';

/** Finds any donor of the church, also one who has left. */
export const findDonor = statement({
  parameters: { id: t.uuid },
  columns: { id: t.uuid },
  sql: 'select id from donor where organization_id = :church and id = :id',
});

/** Finds a member of the church, also one who has left. */
export const findMember = statement({
  parameters: { id: t.uuid },
  columns: { id: t.uuid },
  sql: `
    select id
      from donor
     where organization_id = :church and id = :id and kind = 'member'`,
});

/** Reads a member who has not left. */
export const selectMember = statement({
  parameters: { id: t.uuid },
  columns: donor,
  sql: `
    select ${columns}
      from donor
     where organization_id = :church and id = :id and kind = 'member' and not has_left`,
  isPrepared: true,
});

/** Creates or renames the donor of a member. */
export const insertOrRenameMember = statement({
  parameters: {
    id: t.uuid,
    name: t.text,
    nameKey: t.text,
    firstName: t.text,
    lastName: t.text,
    email: t.nullable(t.text),
    phone: t.nullable(t.text),
  },
  sql: `
    insert into donor (
      organization_id, id, kind, name, name_key, first_name, last_name, email, phone
    )
    values (:church, :id, 'member', :name, :nameKey, :firstName, :lastName, :email, :phone)
    on conflict (organization_id, id) do update
       set name = excluded.name,
           name_key = excluded.name_key,
           first_name = excluded.first_name,
           last_name = excluded.last_name,
           email = excluded.email,
           phone = excluded.phone,
           has_left = false`,
});

export const renameInLedger = statement({
  parameters: { donorId: t.uuid, name: t.text },
  sql: `
    update ledger
       set name = :name
     where organization_id = :church and donor_id = :donorId and name <> :name`,
});

/** Records that donors are no longer members of the church, and erases their contact data. */
export const updateLeftDonors = statement({
  parameters: { ids: t.array(t.uuid) },
  sql: `
    update donor
       set has_left = true, email = null, phone = null
     where organization_id = :church and id = any(:ids::uuid[])`,
});

/** Deletes the remembered answers about givers of files that refer to one of the donors. */
export const deleteRememberedAnswers = statement({
  parameters: { donorIds: t.array(t.uuid) },
  sql: `
    delete from import_answer
     where organization_id = :church and donor_id = any(:donorIds::uuid[])`,
});

/** Lists the guests whom an import has created, by name. */
export const listGuestsMadeBy = statement({
  parameters: { importId: t.uuid },
  columns: { id: t.uuid, name: t.text },
  sql: `
    select id, name
      from donor
     where organization_id = :church and made_by = :importId and kind = 'guest' and not has_left
     order by search_key(name), id`,
});

/**
 * Finds which of the donors have a donation that is not of the import. Earlier versions of
 * donations count, too. The donors are an array and not a join: without statistics about new
 * donors, PostgreSQL would search the donations once for each donor.
 */
export const findDonorsOfOtherGifts = statement({
  parameters: { importId: t.uuid, ids: t.array(t.uuid) },
  columns: { id: t.uuid },
  sql: `
    select distinct donor_id as id
      from donation_version
     where organization_id = :church
       and donor_id = any(:ids::uuid[])
       and import_id is distinct from :importId`,
});

/** Finds which of the donors are named by another import that is being recorded. */
export const findDonorsBeingRecorded = statement({
  parameters: { importId: t.uuid, ids: t.array(t.uuid) },
  columns: { id: t.present(t.uuid) },
  sql: `
    select distinct donor_id as id
      from donation_import_row
     where organization_id = :church
       and donor_id = any(:ids::uuid[])
       and import_id in (
         select id
           from donation_import
          where organization_id = :church and id <> :importId and status = 'committing')`,
});

/**
 * Lists the guests who have one of the names and have not left. `email` is in the form that
 * `normalizeEmail` returns.
 */
export const listGuestsByNames = statement({
  parameters: { nameKeys: t.array(t.text) },
  columns: {
    id: t.uuid,
    email: t.nullable(t.text),
    phone: t.nullable(t.text),
    nameKey: t.text,
  },
  sql: `
    select id, email_key as email, phone, name_key
      from donor
     where organization_id = :church
       and kind = 'guest'
       and not has_left
       and name_key = any(:nameKeys::text[])`,
});

/** Lists the guests who have a name and have not left. */
export const listGuestsByName = statement({
  parameters: { nameKey: t.text },
  columns: donor,
  sql: `
    select ${columns}
      from donor
     where organization_id = :church and kind = 'guest' and not has_left and name_key = :nameKey`,
});

/** Stores contact data of a guest. Values that are null stay as they are. */
export const updateGuest = statement({
  parameters: { id: t.uuid, email: t.nullable(t.text), phone: t.nullable(t.text) },
  columns: donor,
  sql: `
    update donor
       set email = coalesce(:email, email), phone = coalesce(:phone, phone)
     where organization_id = :church and id = :id
    returning ${columns}`,
});

export const insertGuest = statement({
  parameters: {
    id: t.uuid,
    name: t.text,
    nameKey: t.text,
    firstName: t.text,
    lastName: t.text,
    email: t.nullable(t.text),
    phone: t.nullable(t.text),
  },
  columns: donor,
  sql: `
    insert into donor (
      organization_id, id, kind, name, name_key, first_name, last_name, email, phone
    )
    values (:church, :id, 'guest', :name, :nameKey, :firstName, :lastName, :email, :phone)
    returning ${columns}`,
});

export const storeGuestPhone = statement({
  parameters: { id: t.uuid, phone: t.nullable(t.text) },
  sql: `
    update donor
       set phone = :phone
     where organization_id = :church and id = :id and kind = 'guest'`,
});

export const findUnidentified = statement({
  columns: { id: t.uuid },
  sql: `select id from donor where organization_id = :church and kind = 'unidentified'`,
});

/** Returns the id of the unidentified giver, and creates this donor with `id` if there is none. */
export const storeUnidentified = statement({
  parameters: { id: t.uuid, name: t.text, nameKey: t.text },
  columns: { id: t.uuid },
  sql: `
    insert into donor (organization_id, id, kind, name, name_key)
    values (:church, :id, 'unidentified', :name, :nameKey)
    on conflict (organization_id) where kind = 'unidentified' do update
       set name = excluded.name
    returning id`,
});

/** Adds a guest who has left for each id that no donor has. */
export const insertMissingDonors = statement({
  parameters: { ids: t.array(t.uuid), name: t.text, nameKey: t.text },
  sql: `
    insert into donor (organization_id, id, kind, name, name_key, has_left)
    select :church, unknown.id, 'guest', :name, :nameKey, true
      from unnest(:ids::uuid[]) as unknown(id)
     where not exists (
       select 1 from donor d where d.organization_id = :church and d.id = unknown.id)`,
});
