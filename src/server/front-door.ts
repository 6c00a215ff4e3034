/** Whose front door a host is. */
export type FrontDoor =
  | { kind: 'church'; name: string }
  | { kind: 'platform' }
  | { kind: 'sign-in' };

/** Pages that anybody may open, and what search engines and previews of links say of them. */
const descriptions: Record<string, (whose: string) => string> = {
  '/': (whose) =>
    `${whose}: sermons, Bible study resources, events and giving, for everyone who belongs.`,
  '/sign-in': (whose) => `Sign in to ${whose}.`,
  '/join': (whose) => `Create your account for ${whose}.`,
  '/forgot-password': (whose) => `Choose a new password for ${whose}.`,
  '/signup': () =>
    'Register your church: a members portal of its own, with sermons, events and giving, and ' +
    'books that a treasurer can trust.',
  '/subscribe': () =>
    'What Church Connect costs a church: plans by the number of members, free to try.',
};

export const isFrontPage = (pathname: string) => Object.hasOwn(descriptions, pathname);

/** Title and description of a front page, as text: whoever writes them into a page escapes them. */
export function wordsOf(pathname: string, door: FrontDoor): { title: string; description: string } {
  const platform = 'Church Connect';
  const title =
    door.kind === 'church'
      ? `${door.name} · Members Portal`
      : door.kind === 'platform'
        ? `${platform} · Members Portals for Churches`
        : platform;
  if (pathname === '/' && door.kind === 'platform')
    return { title, description: descriptions['/signup']!('') };
  return {
    title,
    description: descriptions[pathname]!(
      door.kind === 'church'
        ? `the members portal of ${door.name}`
        : 'the members portal of your church',
    ).replace(/^t/, 'T'),
  };
}

/**
 * What search engines may look at (RFC 9309: the longest rule counts): on the platform's own host all that is not somebody's, on a
 * church's its front door and its podcast, if it has one.
 */
export const robotsOf = ({ kind }: FrontDoor) =>
  (kind === 'platform'
    ? ['Allow: /', 'Disallow: /api/', 'Disallow: /admin/']
    : [
        'Disallow: /',
        'Allow: /$',
        'Allow: /sign-in$',
        'Allow: /join',
        'Allow: /assets/',
        'Allow: /logo.svg',
        'Allow: /api/settings',
        'Allow: /api/podcast',
      ]
  ).reduce((text, rule) => `${text}${rule}\n`, 'User-agent: *\n');
