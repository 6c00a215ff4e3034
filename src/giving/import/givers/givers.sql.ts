import type { GiverAnswer } from '#libs/contracts';
import { statement, t } from '#libs/database';

const donorColumns = {
  id: t.uuid,
  kind: t.textOf<'member' | 'guest'>(),
  name: t.text,
  /** as `normalizeEmail` writes it */
  email: t.nullable(t.text),
  phone: t.nullable(t.text),
  nameKey: t.text,
};

const selectDonors = `
    select id, kind, name, email_key as email, phone, name_key
      from donor
     where organization_id = :church
       and kind <> 'unidentified'
       and not has_left`;

export const findDonorsByAddress = statement({
  parameters: { emails: t.array(t.text) },
  columns: donorColumns,
  sql: `${selectDonors}
       and email_key = any(:emails)`,
});

export const findDonorsByName = statement({
  parameters: { nameKeys: t.array(t.text) },
  columns: donorColumns,
  sql: `${selectDonors}
       and name_key = any(:nameKeys)`,
});

/** Tells whether users have answered anything about givers, in this draft or an earlier import. */
export const hasAnswers = statement({
  parameters: { importId: t.uuid },
  columns: { isKnown: t.present(t.boolean) },
  sql: `
    select exists (select 1 from import_answer where organization_id = :church and kind = 'giver')
        or exists (
          select 1
            from donation_import_giver
           where organization_id = :church and import_id = :importId
        ) as is_known`,
});

/**
 * Finds the answers about givers: those of this draft (`isHere`) and those that the church
 * remembers. Answers that mean a donor who has left are not found. If the donor is null, the answer
 * means *Unidentified giver* or a guest with the name and address.
 */
export const findAnswers = statement({
  parameters: { importId: t.uuid, keys: t.array(t.text) },
  columns: {
    key: t.present(t.text),
    answer: t.present(t.textOf<GiverAnswer>()),
    donorId: t.nullable(t.uuid),
    isMember: t.present(t.boolean),
    isHere: t.present(t.boolean),
    /**
     * the donors who were candidates when the question was answered; null for answers that are
     * older than migration 0034
     */
    knownDonors: t.nullable(t.array(t.uuid)),
  },
  sql: `
    select a.key, a.answer, a.donor_id, a.known_donors,
           coalesce(d.kind = 'member', false) as is_member, a.is_here
      from (select key, answer, donor_id, true as is_here, null::uuid[] as known_donors
              from donation_import_giver
             where organization_id = :church and import_id = :importId and key = any(:keys)
             union all
            select key, answer, donor_id, false, known_donors
              from import_answer
             where organization_id = :church and kind = 'giver' and key = any(:keys)) a
      left join donor d on d.organization_id = :church and d.id = a.donor_id
     where case when d.id is null then a.donor_id is null or a.is_here and a.answer <> 'member'
                else not d.has_left end`,
});
