import { lockName, type Tx } from '#libs/database';
import { invalidField } from '#libs/http';
import { findSlugsLike } from './churches.sql.js';
import { ownHosts, type Config } from '../ops/config.js';

/**
 * Slugs that no church can have: names of our own hosts, names that users would take for ours, and
 * names at which programs look up settings for the whole domain, such as mail programs
 * (autodiscover, mta-sts) and browsers (wpad).
 */
const reserved = new Set(
  `portal www api app admin mail smtp imap ftp ns ns1 ns2 localhost support help status billing pay
   payments stripe static assets cdn docs blog autodiscover autoconfig wpad isatap mta-sts
   openpgpkey webmail mx pop pop3 test demo staging dev root owner platform account accounts login
   signup join church-connect churchconnect`.split(/\s+/),
);
/**
 * Whether no church can have a slug. All parts of the hosts of `BASE_URL` and `PORTAL_HOST` are
 * reserved, too.
 */
export const isReserved = (slug: string, config: Config) =>
  reserved.has(slug) || ownHosts(config).some((host) => host.split('.').includes(slug));

/**
 * Derives a slug from a name: `eglise-st-paul` for `Église St. Paul`. It is empty if the name has
 * no Latin letter or digit.
 */
export const slugOf = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40)
    .replace(/-+$/, '');

/**
 * Finds a free slug for the name of a church. Adds a number if another church has the slug.
 * @throws HttpError 400 if the slug is reserved or too short
 */
export async function freeSlug(tx: Tx, name: string, config: Config): Promise<string> {
  const slug = slugOf(name);
  if (slug.length < 2 || isReserved(slug, config))
    throw invalidField(
      'organizationName',
      'This organization name cannot be used. Please choose another.',
    );
  await lockName(tx, { name: 'slugs' }); // concurrent requests could choose the same slug
  const rows = await findSlugsLike(tx, { slug });
  const takenSlugs = new Set(rows.map((row) => row.slug));
  for (let n = 1; ; n++) {
    const candidate = n === 1 ? slug : `${slug}-${n}`;
    if (!takenSlugs.has(candidate) && !isReserved(candidate, config)) return candidate;
  }
}
