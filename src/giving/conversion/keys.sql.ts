import { statement } from '#libs/database';

/** A table with a column of keys. The values are parts of SQL. */
interface StoredKeys {
  table: string;
  /** The column that identifies a row within its church. */
  id: string;
  /** The column with the key. */
  key: string;
  /** The SQL expression that computes the new key. */
  newKey: string;
  /** The condition on rows whose keys are converted; all rows if it is absent. */
  condition?: string;
  /**
   * SQL expressions, separated by commas. Keys are unique among the rows for which these have the
   * same values; among all rows if it is absent.
   */
  uniqueAmong?: string;
  /** The order of rows with the same new key. The first row gets it. */
  order?: string;
  /** The condition on rows `n` whose keys need not be unique. */
  sharesKeys?: string;
  /** `from` clauses that find other rows `o` which already have the new key of `n`. */
  holders: string[];
}

/**
 * Gives the rows of a table the keys that the functions of migration 0037 compute. A row keeps its
 * earlier key if another row has the new key, or gets it first. So campaigns, guests and active
 * fundraisers that were separate stay separate, with their donations. Later donations go to the one
 * that has the new key.
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

/**
 * Deletes the aliases that are titles of campaigns, because the current title of a campaign takes
 * precedence over an earlier title of another one.
 */
export const deleteOvertakenAliases = statement({
  sql: `
    delete from campaign_alias a
     using campaign c
     where a.organization_id = :church
       and c.organization_id = :church
       and a.title_key = c.title_key`,
});

/** Converts the keys of aliases. An alias is stored only as its key. */
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

/** Converts the keys of donors. The key of a guest without a name is the email address. */
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

/**
 * Converts the keys of answers about the givers of files. A key consists of the name, a line end
 * and the email address. The newest of several answers gets the new key.
 */
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
