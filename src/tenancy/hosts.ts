import type { Database, Tx } from '#libs/database';
import { ownHosts, type Config } from '../ops/config.js';
import { findChurchesOnHosts, findChurchOfHost } from './churches.sql.js';

export interface HostChurch {
  id: string;
  slug: string;
}

/**
 * Finds the church of a host name: its slug before the domain of the portal host (`grace.localhost`
 * for `portal.localhost`), or its verified custom domain. The hosts of `BASE_URL` and `PORTAL_HOST`
 * never belong to a church, because users of all churches sign in there.
 * @returns null if the host serves all churches, or is unknown
 */
export async function churchOfHost(
  tx: Tx,
  hostname: string,
  config: Config,
): Promise<HostChurch | null> {
  const host = hostname.toLowerCase();
  if (ownHosts(config).includes(host) || host === 'localhost' || /^[\d.]+$/.test(host)) return null;
  const slug = slugIn(host, config);
  const [row] = await findChurchOfHost(tx, { subdomain: slug, host });
  return row ?? null;
}

/**
 * Returns the name of the church of a host, for signed-out pages. Returns null if the host belongs
 * to no church, or the church waits for its contact.
 */
export async function churchNameOfHost(
  db: Database,
  hostname: string,
  config: Config,
): Promise<string | null> {
  return db.platform(async (tx) => {
    const church = await churchOfHost(tx, hostname, config);
    if (!church) return null;
    const row = await tx.query
      .selectFrom('organization')
      .select('name')
      .where('id', '=', church.id)
      .where('awaitsContact', '=', false)
      .executeTakeFirst();
    return row?.name ?? null;
  });
}

/**
 * Returns the part of a host name before the domain that all churches share; null for a host of
 * another domain.
 */
export function slugIn(host: string, { PORTAL_HOST }: Pick<Config, 'PORTAL_HOST'>): string | null {
  const domain = PORTAL_HOST.slice(PORTAL_HOST.indexOf('.'));
  return host.endsWith(domain) ? host.slice(0, -domain.length) : null;
}

/**
 * Returns a message for the operator for each church whose slug or domain is one of the program's
 * own hosts. Such churches were registered before these names were refused, and have no host of
 * their own.
 */
export async function churchesOnOurHosts(db: Database, config: Config): Promise<string[]> {
  const hosts = ownHosts(config);
  const slugs = hosts.map((host) => slugIn(host, config)).filter((slug) => slug !== null);
  const rows = await db.platform((tx) => findChurchesOnHosts(tx, { hosts, slugs }));
  return rows.map(
    ({ name, host }) =>
      `${name} is registered as "${host}", which is the program's own host. ` +
      'People are not led to the church there: give it another slug or domain.',
  );
}

/** Finds an active church by its slug. */
export async function churchBySlug(tx: Tx, slug: string): Promise<HostChurch | null> {
  const row = await tx.query
    .selectFrom('organization')
    .select(['id', 'slug'])
    .where('slug', '=', slug.toLowerCase())
    .where('isActive', '=', true)
    .executeTakeFirst();
  return row ?? null;
}
