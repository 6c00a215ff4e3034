import type { Tx } from '#libs/database';
import type { Config } from '../config.js';

export interface HostChurch {
  id: string;
  slug: string;
}

/**
 * The church that a host name stands for: `<slug>` before the portal's own domain (`grace.localhost` beside
 * `portal.localhost`), or a verified custom domain. Null: the host serves every church, or none we know.
 */
export async function churchOfHost(tx: Tx, hostname: string, config: Pick<Config, 'PORTAL_HOST'>): Promise<HostChurch | null> {
  const host = hostname.toLowerCase();
  if (host === config.PORTAL_HOST || host === 'localhost' || /^[\d.]+$/.test(host)) return null;
  const domain = config.PORTAL_HOST.slice(config.PORTAL_HOST.indexOf('.'));
  const slug = host.endsWith(domain) ? host.slice(0, -domain.length) : null;
  const [row] = await tx.sql<HostChurch>(
    `select id, slug from organization where is_active and subdomain = $1
     union all select o.id, o.slug from host h join organization o on o.id = h.organization_id where h.name = $2 limit 1`,
    [slug, host],
  );
  return row ?? null;
}

export async function churchBySlug(tx: Tx, slug: string): Promise<HostChurch | null> {
  const [row] = await tx.sql<HostChurch>('select id, slug from organization where slug = $1 and is_active', [slug.toLowerCase()]);
  return row ?? null;
}
