/**
 * The paths at which the client shows a page; `$` begins a part that may be any text. The routes of the client are the
 * same (a test compares them): the server answers 404 for every other path.
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
 * The page that the client shows at a path.
 * @param pathname upper and lower case are the same, and one slash at the end is ignored
 * @returns undefined if the client shows none
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
