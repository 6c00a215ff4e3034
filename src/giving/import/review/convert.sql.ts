import { statement, t } from '#libs/database';

/**
 * Stores what users decided about the rows of a draft from before the migration 0034, which kept
 * only that something was decided (`decided`), beside the state and the gift. A total that was
 * counted was one that a user took as a gift. A row without an address that goes to a member goes
 * to the one whom a user named.
 */
export const storeOldDecisions = statement({
  parameters: { importId: t.uuid },
  sql: `
    update donation_import_row r
       set decision = d.kind,
           decision_donation = case when d.kind <> 'skip' then r.matching_donation end,
           decision_row = case when d.kind <> 'skip' and r.matching_donation is null
                               then r.matching_row end,
           decision_action = case when d.kind = 'accept' then r.proposed_action end,
           decision_amount = case when d.kind = 'accept' then r.proposed_amount end,
           decision_version = case when d.kind = 'accept' then r.proposed_for_version end,
           is_gift = r.is_gift or r.is_footer and r.state <> 'setAside',
           edited_donor_id = case
             when r.repaired
              and r.state = 'new'
              and not r.as_guest
              and r.email is null
              and exists (
                select 1
                  from donor o
                 where o.organization_id = :church and o.id = r.donor_id and o.kind = 'member')
             then r.donor_id end
      from (select row,
                   case when not decided then null
                        when state = 'setAside' then 'skip'
                        when state <> 'new' then null
                        when proposed_action is not null then 'accept'
                        when is_separate_donation or matching_row is not null then 'separate'
                        when matching_donation is not null then 'again' end as kind
              from donation_import_row
             where organization_id = :church and import_id = :importId) d
     where r.organization_id = :church
       and r.import_id = :importId
       and r.row = d.row
       and r.reads_as is null`,
});
