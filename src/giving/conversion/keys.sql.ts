import { statement } from '#libs/database';

interface StoredKeys {
  table: string;
  /** the columns that identify a row in its church */
  id: string;
  key: string;
  /** the expression of the new key */
  newKey: string;
  /** the rows whose keys are converted, of those whose key is not the new one */
  condition?: string;
  /** further columns: rows with the same values may not have the same key */
  uniqueAmong?: string;
  /** whose row comes first gets the new key, if several rows have the same one */
  order?: string;
  /** the rows `n` that may have a key that others have */
  sharesKeys?: string;
  /** the other rows that may have the new key of `n` already */
  holders: string[];
}

/**
 * Gives the rows of a table the keys that the functions of migration 0037 compute. A row keeps its
 * earlier key if another row has the new one, or gets it first. So campaigns, guests and active
 * fundraisers that exist apart stay apart, with what was given to them. Later donations go to the
 * one that has the key.
 */
const convertKeys = ({
  table,
  id,
  key,
  newKey,
  condition = 'true',
  uniqueAmong,
  order = id,
  sharesKeys = 'false',
  holders,
}: StoredKeys) =>
  statement({
    sql: `
    update ${table} c
       set ${key} = n.new_key
      from (select k.*,
                   row_number() over (
                     partition by ${[uniqueAmong, 'new_key'].filter(Boolean).join(', ')}
                         order by ${order}) as nth
              from (select r.*, ${newKey} as new_key
                      from ${table} r
                     where organization_id = :church and ${condition}) k
             where ${key} <> new_key) n
     where c.organization_id = :church
       and c.${id} = n.${id}
       and (
             ${sharesKeys}
             or n.nth = 1
             ${holders
               .map(
                 (holder) => `and not exists (
               select 1 from ${holder})`,
               )
               .join('\n             ')}
       )`,
  });

const campaignWithKey = `campaign o where o.organization_id = :church and o.title_key = n.new_key`;

export const convertCampaignKeys = convertKeys({
  table: 'campaign',
  id: 'id',
  key: 'title_key',
  newKey: 'name_key(title)',
  holders: [campaignWithKey],
});

/** Deletes the aliases that are titles of campaigns now: a title of today comes before an earlier one. */
export const deleteOvertakenAliases = statement({
  sql: `
    delete from campaign_alias a
     using campaign c
     where a.organization_id = :church
       and c.organization_id = :church
       and a.title_key = c.title_key`,
});

/** An alias has no other text than its key. */
export const convertAliasKeys = convertKeys({
  table: 'campaign_alias',
  id: 'title_key',
  key: 'title_key',
  newKey: 'name_key(title_key)',
  holders: [
    campaignWithKey,
    'campaign_alias o where o.organization_id = :church and o.title_key = n.new_key',
  ],
});

export const convertFundraiserKeys = convertKeys({
  table: 'fundraiser_text',
  id: 'fundraiser_id',
  key: 'title_key',
  newKey: 'name_key(title)',
  uniqueAmong: 'is_active',
  sharesKeys: 'not n.is_active',
  holders: [
    `fundraiser_text o
                where o.organization_id = :church and o.title_key = n.new_key and o.is_active`,
  ],
});

/** The key of a guest without a name is the address. */
export const convertDonorKeys = convertKeys({
  table: 'donor',
  id: 'id',
  key: 'name_key',
  newKey: `name_key(case when name_key ~ '@' then name_key else name end)`,
  uniqueAmong: `kind = 'guest' and not has_left and not is_apart, coalesce(email_key, '')`,
  sharesKeys: `n.kind <> 'guest' or n.has_left or n.is_apart`,
  holders: [
    `donor o
                where o.organization_id = :church
                  and o.kind = 'guest'
                  and not o.has_left
                  and not o.is_apart
                  and o.name_key = n.new_key
                  and coalesce(o.email_key, '') = coalesce(n.email_key, '')`,
  ],
});

/** Answers about the givers of files. The key is the name, a line end, and the address. The newest answer counts. */
export const convertAnswerKeys = convertKeys({
  table: 'import_answer',
  id: 'id',
  key: 'key',
  newKey: `name_key(split_part(key, E'\\n', 1)) || E'\\n' || split_part(key, E'\\n', 2)`,
  condition: `kind = 'giver'`,
  order: 'answered_at desc, key',
  holders: [
    `import_answer o
                where o.organization_id = :church and o.kind = 'giver' and o.key = n.new_key`,
  ],
});

/** Stores the search texts of the donors that have none. */
export const insertMissingSearchTexts = statement({
  sql: `
    insert into donor_search (organization_id, donor_id, search_key)
    select :church, id, search_text(name, email)
      from donor
     where organization_id = :church
    on conflict do nothing`,
});

export const convertLedgerKeys = statement({
  sql: `
    update ledger
       set name_key = search_key(name)
     where organization_id = :church and name_key <> search_key(name)`,
});
