import type { Database, Tx } from '#libs/database';
import { findChurchesByEmail, selectChurch, selectRegistration } from './churches.sql.js';

/** What other contexts need to know about a church. */
export interface ChurchRecord {
  id: string;
  name: string;
  slug: string;
  /** the email address of the church; null if the church has not entered one */
  email: string | null;
  /** an IANA name, such as `America/New_York` */
  timeZone: string;
  /** false for a church that was deactivated */
  isActive: boolean;
  isPaused: boolean;
}

/**
 * Finds a church by its id.
 * @param tx any transaction, because the churches are not behind row-level security
 * @returns null if there is no such church
 */
export async function findChurch(tx: Tx, id: string): Promise<ChurchRecord | null> {
  const [church] = await selectChurch(tx, { id });
  return church ?? null;
}

/** Reads the church of the transaction. Throws an error if the transaction has no church. */
export async function readChurch(tx: Tx): Promise<ChurchRecord> {
  const church = tx.organizationId && (await findChurch(tx, tx.organizationId));
  if (!church) throw new Error('This transaction has no church.');
  return church;
}

/** Whether a church sends news to its members: it is active and not paused. */
export const sendsNews = ({ isActive, isPaused }: ChurchRecord): boolean => isActive && !isPaused;

/** Returns the ids of all churches, ordered by id. */
export async function churchIds(db: Database): Promise<string[]> {
  const rows = await db.platform((tx) =>
    tx.query.selectFrom('organization').select('id').orderBy('id').execute(),
  );
  return rows.map(({ id }) => id);
}

/** Lists all churches in the order of their slugs. */
export const listChurches = (db: Database): Promise<Pick<ChurchRecord, 'id' | 'name' | 'slug'>[]> =>
  db.platform((tx) =>
    tx.query.selectFrom('organization').select(['id', 'name', 'slug']).orderBy('slug').execute(),
  );

/** Lists the active churches in the order of their names. */
export const listActiveChurches = (db: Database): Promise<Pick<ChurchRecord, 'id' | 'name'>[]> =>
  db.platform((tx) =>
    tx.query
      .selectFrom('organization')
      .select(['id', 'name'])
      .where('isActive', '=', true)
      .orderBy('name')
      .execute(),
  );

/**
 * Lists the newest three active churches with an email address.
 * @param email in lower case
 */
export const churchesWithEmail = (
  tx: Tx,
  email: string,
): Promise<Pick<ChurchRecord, 'id' | 'slug'>[]> => findChurchesByEmail(tx, { email, limit: 3 });

/**
 * Reads the end of the trial and the token of the custom domain of a church that was just
 * registered.
 */
export async function readRegistration(
  tx: Tx,
  id: string,
): Promise<{ trialEndsAt: Date; domainToken: string }> {
  const [church] = await selectRegistration(tx, { id });
  return church!;
}
