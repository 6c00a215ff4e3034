import { statement, t } from '#libs/database';
import { currentBuildSql } from '#libs/event-sourcing';

const versions = `
  donation_version v
   where v.organization_id = :church
     and v.build = ${currentBuildSql('donations')}`;

/**
 * Finds another donation that has a transaction number and is not voided. It leaves out donations
 * that counted when the donation `donationId` was voided. The two counted together before: they are
 * parts of a divided gift, or a user has decided that they are two gifts.
 */
export const findHolder = statement({
  parameters: { sourceId: t.text, donationId: t.uuid },
  columns: { donationId: t.uuid },
  sql: `
    select s.donation_id
      from donation_source s
     where s.organization_id = :church
       and s.source_id = :sourceId
       and s.donation_id <> :donationId
       and not s.takes_back
       and not exists (
         select 1
           from ${versions}
            and v.donation_id = s.donation_id
            and v.state = 'given'
            and (
                  select max(d.from_journal)
                    from donation_version d
                   where d.organization_id = v.organization_id
                     and d.build = v.build
                     and d.donation_id = :donationId
                ) between v.from_journal and coalesce(v.to_journal, 9223372036854775807))
       and coalesce((
             select v.state
               from ${versions}
                and v.donation_id = s.donation_id
              order by v.version desc
              limit 1) <> 'voided', true)`,
});

export const insertSource = statement({
  parameters: { sourceId: t.text, importId: t.uuid, donationId: t.uuid },
  sql: `
    insert into donation_source (organization_id, source_id, import_id, donation_id)
    values (:church, :sourceId, :importId, :donationId)
    on conflict do nothing`,
});
