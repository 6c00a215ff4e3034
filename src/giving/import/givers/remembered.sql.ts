import type { DonorKind, GiverAnswer, ImportAnswer } from '#libs/contracts';
import { statement, t } from '#libs/database';

/**
 * The donors who may be a giver of a file: those with the email address, or with the name if the
 * file has no address. An answer stores them, so that a donor who is added later is noticed.
 * @param key SQL of the giver's key: its name key, a line break and its address
 */
export const possibleDonorsSql = (key: string) => `array(
             select d.id
               from donor d
              where d.organization_id = :church
                and d.kind <> 'unidentified'
                and not d.has_left
                and split_part(${key}, E'\\n', 2) = ''
                and d.name_key = split_part(${key}, E'\\n', 1)
              union all
             select d.id
               from donor d
              where d.organization_id = :church
                and d.kind <> 'unidentified'
                and not d.has_left
                and d.email_key = nullif(split_part(${key}, E'\\n', 2), ''))`;

/**
 * Stores answers about who the givers of a file are. The arrays are parallel: the values at one
 * index describe one giver. If a key occurs twice, only one of the two givers is stored.
 */
export const saveAnswers = statement({
  parameters: {
    answer: t.textOf<GiverAnswer>(),
    keys: t.array(t.text),
    names: t.array(t.text),
    emails: t.array(t.nullable(t.text)),
    donorIds: t.array(t.nullable(t.uuid)),
    userId: t.uuid,
  },
  sql: `
    insert into import_answer (
      organization_id, kind, key, answer, name, email, donor_id, known_donors, answered_by)
    select distinct on (k.key)
           :church::uuid, 'giver', k.key, :answer, k.name, k.email, k.donor_id,
             ${possibleDonorsSql('k.key')},
           :userId::uuid
      from unnest(:keys::text[], :names::text[], :emails::text[], :donorIds::uuid[])
             k(key, name, email, donor_id)
    on conflict (organization_id, kind, key) do update
      set answer = excluded.answer,
          donor_id = excluded.donor_id,
          known_donors = excluded.known_donors,
          answered_by = excluded.answered_by,
          answered_at = now()`,
});

export const deleteAnswers = statement({
  parameters: { keys: t.array(t.text) },
  sql: `
    delete from import_answer
     where organization_id = :church and kind = 'giver' and key = any(:keys)`,
});

/**
 * Lists the remembered answers in the order of the keys: all, those that mean one donor, or those
 * that a search finds.
 */
export const listAnswers = statement({
  parameters: {
    donorId: t.nullable(t.uuid),
    pattern: t.nullable(t.text),
    after: t.fromCursor(t.text),
    limit: t.bigint,
  },
  columns: {
    id: t.uuid,
    kind: t.textOf<ImportAnswer['kind']>(),
    key: t.text,
    answer: t.textOf<GiverAnswer>(),
    name: t.nullable(t.text),
    email: t.nullable(t.text),
    answeredAt: t.timestamptz,
    donorId: t.nullable(t.uuid),
    donorName: t.nullable(t.text),
    donorKind: t.nullable(t.textOf<Exclude<DonorKind, 'unidentified'>>()),
  },
  sql: `
    select a.id, a.kind, a.key, a.answer, a.name, a.email, a.answered_at,
           d.id as donor_id, d.name as donor_name, d.kind as donor_kind
      from import_answer a
      left join donor d on d.organization_id = :church and d.id = a.donor_id
     where a.organization_id = :church
       and a.kind = 'giver'
       and (:donorId::uuid is null or a.donor_id = :donorId)
       and (:pattern::text is null or concat_ws(' ', a.name, a.email, d.name) ilike :pattern)
       and (:after::text is null or a.key > :after collate "C")
     order by a.key collate "C"
     limit :limit`,
});

export const deleteAnswer = statement({
  parameters: { id: t.uuid },
  sql: 'delete from import_answer where organization_id = :church and id = :id',
});
