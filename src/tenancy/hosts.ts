import type { Database, Tx } from '#libs/database';
import { ownHosts, type Config } from '../ops/config.js';
import { findChurchesOnHosts, findChurchOfHost } from './churches.sql.js';

export interface HostChurch {
  id: string;
  slug: string;
}

/**
 * The church that a host name stands for: `<slug>` before the portal's own domain (`grace.localhost` beside
 * `portal.localhost`), or a verified custom domain. Null: the host serves every church, or none we know. The hosts of
 * `BASE_URL` and `PORTAL_HOST` are nobody's, whatever a church is called: whoever had them had everybody's sign-in.
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

/** What the church of a host is called, for whoever looks at its front door; null where the host is nobody's, or the church waits for its contact. */
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

/** The label before the domain that all churches share; null for a host that does not lie under it. */
export function slugIn(host: string, { PORTAL_HOST }: Pick<Config, 'PORTAL_HOST'>): string | null {
  const domain = PORTAL_HOST.slice(PORTAL_HOST.indexOf('.'));
  return host.endsWith(domain) ? host.slice(0, -domain.length) : null;
}

/** A sentence for each church that is called like one of our own hosts, from before that was refused: it has no host of its own. */
export async function churchesOnOurHosts(db: Database, config: Config): Promise<string[]> {
  const hosts = ownHosts(config);
  const slugs = hosts.map((host) => slugIn(host, config)).filter((slug) => slug !== null);
  const rows = await db.platform((tx) => findChurchesOnHosts(tx, { hosts, slugs }));
  return rows.map(
    ({ name, host }) =>
      `${name} is registered as "${host}", which is the program's own host. People are not led to the church there: give it another slug or domain.`,
  );
}

export async function churchBySlug(tx: Tx, slug: string): Promise<HostChurch | null> {
  const row = await tx.query
    .selectFrom('organization')
    .select(['id', 'slug'])
    .where('slug', '=', slug.toLowerCase())
    .where('isActive', '=', true)
    .executeTakeFirst();
  return row ?? null;
}
