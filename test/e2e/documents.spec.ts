import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../support/app.js';
import { tableOfRoutes } from '../support/routes.js';

/*
 * The screens and API calls that the two specifications name: that of the members' area, and that
 * of staff and the platform.
 */

const screens = {
  members: [
    '/',
    '/signup-success',
    '/subscribe',
    '/signup',
    '/resources',
    '/nuggets',
    '/sermons',
    '/community',
    '/church-program',
    '/donations',
    '/message-pastor',
    '/brothers-in-christ',
    '/profile',
    '/settings',
    '/notifications',
    '/support',
    '/support/{id}',
    '/admin/organizations',
  ],
  staff: [
    '/',
    '/signup-success',
    '/subscribe',
    '/signup',
    '/resources',
    '/nuggets',
    '/sermons',
    '/community',
    '/church-program',
    '/donations',
    '/message-pastor',
    '/brothers-in-christ',
    '/profile',
    '/settings',
    '/notifications',
    '/support',
    '/support/{id}',
    '/admin/events',
    '/admin/pastor-dashboard',
    '/admin/announcements',
    '/admin/brothers-in-christ',
    '/admin/church-ledger',
    '/admin/members',
    '/admin/user-approvals',
    '/admin/member-donations',
    '/admin/fundraisers',
    '/admin/content',
    '/admin/appearance',
    '/admin/roles-permissions',
    '/admin/organizations',
  ],
};

const calls = {
  members: [
    'GET /api/auth/user',
    'GET /api/login',
    'GET /api/logout',
    'POST /api/auth/refresh',
    'GET /api/site-images',
    'GET /api/resources',
    'GET /api/user-resources',
    'POST /api/user-resources/{id}/progress',
    'GET /api/announcements',
    'GET /api/sermons',
    'GET /api/fundraisers',
    'GET /api/user/donations/total',
    'GET /api/events',
    'GET /api/nuggets',
    'GET /api/settings',
    'POST /api/settings',
    'GET /api/pledges/user/{userId}/year/{year}',
    'GET /api/donations',
    'POST /api/pledges',
    'PATCH /api/pledges/{pledgeId}',
    'GET /api/messages',
    'POST /api/messages',
    'PUT /api/admin/users/{id}',
    'PATCH /api/user/notification-preferences',
    'GET /api/notifications',
    'GET /api/notifications/count',
    'PATCH /api/notifications/read-all',
  ],
  staff: [
    'GET /api/events',
    'POST /api/events',
    'PUT /api/events/{id}',
    'DELETE /api/events/{id}',
    'GET /api/admin/donations',
    'POST /api/admin/donations',
    'PATCH /api/admin/donations/{id}',
    'DELETE /api/admin/donations/{id}',
    'GET /api/admin/users',
    'POST /api/donations',
    'GET /api/fundraisers',
    'POST /api/fundraisers',
    'PATCH /api/fundraisers/{id}',
    'DELETE /api/fundraisers/{id}',
    'GET /api/users/pending',
    'POST /api/users/{id}/approve',
    'PUT /api/auth/profile',
    'POST /api/auth/profile/picture',
    'GET /api/auth/user',
    'GET /api/announcements',
    'POST /api/announcements',
    'PATCH /api/announcements/{id}',
    'DELETE /api/announcements/{id}',
    'GET /api/brothers-in-christ',
    'POST /api/brothers-in-christ',
    'PUT /api/brothers-in-christ/{id}',
    'DELETE /api/brothers-in-christ/{id}',
    'GET /api/organizations',
    'POST /api/organizations',
    'POST /api/organizations/{id}/pause',
    'POST /api/organizations/{id}/resume',
    'POST /api/create-subscription',
    'GET /api/support-tickets',
    'POST /api/support-tickets',
    'GET /api/support-tickets/{id}',
    'GET /api/support-tickets/{id}/messages',
    'POST /api/support-tickets/{id}/messages',
    'PATCH /api/support-tickets/{id}',
    'PATCH /api/support-tickets/{id}/resolve',
    'POST /api/organizations/signup',
    'GET /api/admin/roles-permissions',
    'GET /api/logout',
  ],
};

/**
 * Replaces the parameters of a path, because the documents (`{pledgeId}`), the server (`:id`) and
 * the router of the web application (`$id`) write them differently.
 */
const shape = (path: string) => path.replace(/\{\w+\}|:\w+|\$\w+/g, '{}');
const missing = (documented: string[], served: string[]) => {
  const servedShapes = new Set(served.map(shape));
  return documented.filter((path) => !servedShapes.has(shape(path)));
};

/** Returns the paths of the web application's router, read from the sources of its routes. */
function routerPaths(): string[] {
  const folder = path.resolve(import.meta.dirname, '../../web/src/routes');
  const read = (name: string) => fs.readFileSync(path.join(folder, name), 'utf8');
  const paths = new Map<string, string>();
  for (const name of fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx') && !name.endsWith('.lazy.tsx'))) {
    for (const [, route, operations] of read(name).matchAll(
      /^export const (\w+) = createRoute\(\{\s+getParentRoute: \(\) => rootRoute,\s+path: '([^']+)'/gm,
    ))
      paths.set(route!, operations!);
  }
  const tree = /rootRoute\.addChildren\(\[([^\]]+)\]\)/.exec(read('router.tsx'))![1]!;
  return [...tree.matchAll(/^ {2}(\w+),$/gm)].map(([, route]) => {
    const operations = paths.get(route!);
    if (operations === undefined)
      throw new Error(`${route!} is in the router, but its path was not found`);
    return operations;
  });
}

describe('the specifications', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  it.each(['members', 'staff'] as const)(
    'name only screens of the %s area that have a route',
    (area) => {
      expect(missing(screens[area], routerPaths())).toEqual([]);
    },
  );

  it.each(['members', 'staff'] as const)(
    'name only API calls of the %s area that are served',
    (area) => {
      expect(
        missing(
          calls[area],
          tableOfRoutes.map(({ name }) => name),
        ),
      ).toEqual([]);
    },
  );
});

describe('the function `missing`', () => {
  it('returns the paths and methods that the router does not have', () => {
    expect(missing(['/support/{number}', '/nowhere'], routerPaths())).toEqual(['/nowhere']);
    expect(
      missing(
        ['PATCH /api/pledges/{pledgeId}', 'PUT /api/pledges/{pledgeId}'],
        tableOfRoutes.map(({ name }) => name),
      ),
    ).toEqual(['PUT /api/pledges/{pledgeId}']);
  });
});
