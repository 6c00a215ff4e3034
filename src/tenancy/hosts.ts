import type { Database, Tx } from '#libs/database';
import { ownHosts, type Config } from '../ops/config.js';

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
  const [row] = await tx.sql<HostChurch>(
    `select id, slug from organization where is_active and subdomain = $1
     union all select o.id, o.slug from host h join organization o on o.id = h.organization_id where h.name = $2 limit 1`,
    [slug, host],
  );
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
    const [row] = church
      ? await tx.sql<{ name: string }>(
          'select name from organization where id = $1 and not awaits_contact',
          [church.id],
        )
      : [];
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
  const rows = await db.platform((tx) =>
    tx.sql<{ name: string; host: string }>(
      `select o.name, coalesce(h.name, o.slug) as host from organization o left join host h on h.organization_id = o.id and h.name = any($1::text[])
        where h.name is not null or o.slug = any($2::text[]) or o.subdomain = any($2::text[]) order by o.name`,
      [hosts, hosts.map((host) => slugIn(host, config)).filter((slug) => slug !== null)],
    ),
  );
  return rows.map(
    ({ name, host }) =>
      `${name} is registered as "${host}", which is the program's own host. People are not led to the church there: give it another slug or domain.`,
  );
}

export async function churchBySlug(tx: Tx, slug: string): Promise<HostChurch | null> {
  const [row] = await tx.sql<HostChurch>(
    'select id, slug from organization where slug = $1 and is_active',
    [slug.toLowerCase()],
  );
  return row ?? null;
}
