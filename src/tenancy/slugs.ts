import { lockName, type Tx } from '#libs/database';
import { refusedAt } from '#libs/http';
import { findSlugsLike } from './churches.sql.js';
import { ownHosts, type Config } from '../ops/config.js';

/**
 * Names of hosts that are ours, that people would take for ours, or at which programs look for the settings of everybody under
 * the domain: email programs (autodiscover, mta-sts) and browsers (wpad).
 */
const reserved = new Set(
  `portal www api app admin mail smtp imap ftp ns ns1 ns2 localhost support help status billing pay payments stripe static assets cdn docs blog
   autodiscover autoconfig wpad isatap mta-sts openpgpkey webmail mx pop pop3 test demo staging dev root owner platform account accounts login signup join church-connect churchconnect`.split(
    /\s+/,
  ),
);
/** Also every label of the hosts of `BASE_URL` and `PORTAL_HOST`. */
export const isReserved = (slug: string, config: Config) =>
  reserved.has(slug) || ownHosts(config).some((host) => host.split('.').includes(slug));

/** `Église St. Paul` → `eglise-st-paul`; empty where nothing of the name can stand in a host name. */
export const slugOf = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40)
    .replace(/-+$/, '');

/** A slug from a church's name that no church has: the name's own, or with a number. @throws HttpError 400 for a reserved one */
export async function freeSlug(tx: Tx, name: string, config: Config): Promise<string> {
  const slug = slugOf(name);
  if (slug.length < 2 || isReserved(slug, config))
    throw refusedAt(
      'organizationName',
      'This organization name cannot be used. Please choose another.',
    );
  await lockName(tx, { name: 'slugs' }); // two of one name at once
  const rows = await findSlugsLike(tx, { slug });
  const taken = new Set(rows.map((row) => row.slug));
  for (let n = 1; ; n++) {
    const candidate = n === 1 ? slug : `${slug}-${n}`;
    if (!taken.has(candidate) && !isReserved(candidate, config)) return candidate;
  }
}
