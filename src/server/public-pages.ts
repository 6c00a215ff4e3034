/** To whom a host belongs. `sign-in` is the host of `BASE_URL`, which serves all churches. */
export type PublicHost =
  | { kind: 'church'; name: string }
  | { kind: 'platform' }
  | { kind: 'sign-in' };

/**
 * The descriptions of pages that can be opened without a sign-in, for search engines and previews
 * of links.
 */
const descriptions: Record<string, (portal: string) => string> = {
  '/': (portal) =>
    `${portal}: sermons, Bible study resources, events and giving, for everyone who belongs.`,
  '/sign-in': (portal) => `Sign in to ${portal}.`,
  '/join': (portal) => `Create your account for ${portal}.`,
  '/forgot-password': (portal) => `Choose a new password for ${portal}.`,
  '/signup': () =>
    'Register your church: a members portal of its own, with sermons, events and giving, and ' +
    'books that a treasurer can trust.',
  '/subscribe': () =>
    'What Church Connect costs a church: plans by the number of members, free to try.',
};

export const isPublicPage = (pathname: string) => Object.hasOwn(descriptions, pathname);

/**
 * Returns the title and the description of a public page as text. The caller must escape them for
 * HTML.
 */
export function describePage(
  pathname: string,
  host: PublicHost,
): { title: string; description: string } {
  const title = titleOf(host);
  if (pathname === '/' && host.kind === 'platform')
    return { title, description: descriptions['/signup']!('') };
  const portal =
    host.kind === 'church'
      ? `the members portal of ${host.name}`
      : 'the members portal of your church';
  return { title, description: descriptions[pathname]!(portal).replace(/^t/, 'T') };
}

function titleOf(host: PublicHost): string {
  if (host.kind === 'church') return `${host.name} · Members Portal`;
  return host.kind === 'platform'
    ? 'Church Connect · Members Portals for Churches'
    : 'Church Connect';
}

/**
 * Returns the rules for search engines (RFC 9309: the longest matching rule counts). They may read
 * all pages of the portal host except those of users, and on other hosts the public pages and the
 * podcast.
 */
export const robotsText = ({ kind }: PublicHost) =>
  (kind === 'platform'
    ? ['Allow: /', 'Disallow: /api/', 'Disallow: /admin/']
    : [
        'Disallow: /',
        'Allow: /$',
        'Allow: /sign-in$',
        'Allow: /join',
        'Allow: /assets/',
        'Allow: /logo.svg',
        'Allow: /favicon.ico',
        'Allow: /apple-touch-icon.png',
        'Allow: /api/settings',
        'Allow: /api/podcast',
      ]
  ).reduce((text, rule) => `${text}${rule}\n`, 'User-agent: *\n');
