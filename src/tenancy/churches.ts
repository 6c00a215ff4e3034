import { prepared, type Database, type Tx } from '#libs/database';

/** What other contexts need to know about a church. */
export interface ChurchRecord {
  id: string;
  name: string;
  slug: string;
  /** the address of the church's office; null if the church has not given one */
  email: string | null;
  /** an IANA name, such as `America/New_York` */
  timeZone: string;
  /** false for a church that the platform has switched off */
  isActive: boolean;
  isPaused: boolean;
}

const findChurchSql = prepared(`
select id,
       name,
       slug,
       email,
       time_zone as "timeZone",
       is_active as "isActive",
       is_paused as "isPaused"
  from organization
 where id = $1`);

/**
 * Finds a church by its id.
 * @param tx any transaction, because the churches are not behind row-level security
 * @returns null if there is no such church
 */
export async function findChurch(tx: Tx, id: string): Promise<ChurchRecord | null> {
  const [church] = await tx.sql<ChurchRecord>(findChurchSql, [id]);
  return church ?? null;
}

/**
 * SQL: the name of a church, as a subquery. For lists of many churches.
 * @param id the SQL expression of the church's id, such as `t.organization_id`
 */
export const churchNameSql = (id: string): string =>
  `select name from organization where organization.id = ${id}`;

/** SQL: the ids of the active churches. */
export const activeChurchIdsSql = 'select id from organization where is_active';

/** SQL: `id` and `name` of the churches whose names may be shown: their contacts have confirmed their addresses. */
export const namedChurchesSql = 'select id, name from organization where not awaits_contact';

/** Reads the church of the transaction. Throws an error if the transaction has no church. */
export async function readChurch(tx: Tx): Promise<ChurchRecord> {
  const church = tx.organizationId && (await findChurch(tx, tx.organizationId));
  if (!church) throw new Error('This transaction has no church.');
  return church;
}

/** Returns the ids of all churches, in their order. */
export async function churchIds(db: Database): Promise<string[]> {
  const rows = await db.platform((tx) =>
    tx.sql<{ id: string }>('select id from organization order by id'),
  );
  return rows.map(({ id }) => id);
}

/** Lists all churches in the order of their slugs. */
export const listChurches = (db: Database): Promise<Pick<ChurchRecord, 'id' | 'name' | 'slug'>[]> =>
  db.platform((tx) => tx.sql('select id, name, slug from organization order by slug'));

/** Lists the active churches in the order of their names. */
export const listActiveChurches = (db: Database): Promise<Pick<ChurchRecord, 'id' | 'name'>[]> =>
  db.platform((tx) => tx.sql('select id, name from organization where is_active order by name'));

/**
 * Lists the newest three active churches that gave an email address as the address of their office.
 * @param email in lower case
 */
export const churchesWithEmail = (
  tx: Tx,
  email: string,
): Promise<Pick<ChurchRecord, 'id' | 'slug'>[]> =>
  tx.sql(
    `select id, slug
       from organization
      where lower(email) = $1 and is_active
      order by created_at desc
      limit 3`,
    [email],
  );

/** Reads what the setup of a custom domain needs, right after the registration of a church. */
export async function readRegistration(
  tx: Tx,
  id: string,
): Promise<{ trialEndsAt: Date; domainToken: string }> {
  const [church] = await tx.sql<{ trialEndsAt: Date; domainToken: string }>(
    `select trial_ends_at as "trialEndsAt", domain_token as "domainToken"
       from organization
      where id = $1`,
    [id],
  );
  return church!;
}
