/**
 * The paths at which the client shows a page. A part that begins with `$` may be any text. A test
 * checks that the client has the same routes. The server answers 404 for all other paths.
 */
export const pagePaths = [
  '/',
  '/admin/announcements',
  '/admin/appearance',
  '/admin/audit',
  '/admin/brothers-in-christ',
  '/admin/church-ledger',
  '/admin/content',
  '/admin/content/$kind/$id',
  '/admin/donation-imports',
  '/admin/donation-imports/$id',
  '/admin/events',
  '/admin/events/$id',
  '/admin/fundraisers',
  '/admin/member-donations',
  '/admin/members',
  '/admin/organizations',
  '/admin/pastor-dashboard',
  '/admin/pastor-dashboard/studies/$id',
  '/admin/roles-permissions',
  '/admin/settings',
  '/admin/trash',
  '/admin/user-approvals',
  '/brothers-in-christ',
  '/church-program',
  '/community',
  '/donations',
  '/forgot-password',
  '/join',
  '/join/$slug',
  '/message-pastor',
  '/notifications',
  '/nuggets',
  '/profile',
  '/reset-password',
  '/resources',
  '/sermons',
  '/settings',
  '/sign-in',
  '/sign-in/code',
  '/signup',
  '/signup-success',
  '/subscribe',
  '/support',
  '/support/$id',
  '/verify-email',
] as const;

type PagePath = (typeof pagePaths)[number];

const pages = pagePaths.map((path) => ({ path, pattern: path.split('/') }));

/**
 * Finds the page that the client shows at a path.
 * @param pathname a path in any case, with or without a slash at the end
 * @returns the path in `pagePaths`; undefined if there is no such page
 */
export function pageAt(pathname: string): PagePath | undefined {
  const parts = withoutSlashAtEnd(pathname.toLowerCase()).split('/');
  return pages.find(({ pattern }) => matches(parts, pattern))?.path;
}

const matches = (parts: readonly string[], pattern: readonly string[]): boolean =>
  pattern.length === parts.length &&
  pattern.every((part, index) =>
    part.startsWith('$') ? parts[index] !== '' : part === parts[index],
  );

const withoutSlashAtEnd = (path: string): string =>
  /[^/]\/$/.test(path) ? path.slice(0, -1) : path;
