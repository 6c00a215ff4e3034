import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  policy,
  roles,
  superAdminMay,
  type Action,
  type Donation,
  type Role,
} from '#libs/contracts';
import { startApp, type Client, type TestApp } from '../support/app.js';
import { filled, fillChurches, tableOfRoutes, type Route } from '../support/routes.js';

let app: TestApp;
let ids: Record<string, string>;
beforeAll(async () => {
  app = await startApp();
  ids = await fillChurches(app);
});
afterAll(() => app.close());

const call = (client: Client, route: Route, body = '{"nonsense":true}') =>
  ['GET', 'HEAD'].includes(route.method)
    ? client.send(route.method, filled(route, ids), undefined)
    : client.send(route.method, filled(route, ids), body, { 'content-type': 'application/json' });
/** Returns the expected refusal of a request. An answer to a HEAD request has no body. */
const refusalOf = (route: Route, status: number, body: object) => ({
  route: route.name,
  status,
  ...(route.method === 'HEAD' ? {} : { body }),
});
const guardedRoutes = () => tableOfRoutes.filter(({ access }) => access !== 'public');
/** Returns the routes that need a permission. */
const actionRoutes = () => guardedRoutes().filter(({ access }) => access !== 'signed in');

/** Returns the routes that need a permission in a church. */
const churchRoutes = () => actionRoutes().filter(({ access }) => access !== 'organization.manage');
/** Returns the routes that need a permission which super administrators have. */
const superAdminRoutes = () =>
  actionRoutes().filter(({ access }) => superAdminMay.includes(access as Action));

describe('access', () => {
  it('is limited to public routes without a sign-in, and 401 precedes other errors', async () => {
    for (const route of guardedRoutes())
      expect({ route: route.name, ...(await call(app.visitor, route)) }).toMatchObject(
        refusalOf(route, 401, { code: 'signed-out' }),
      );
    for (const route of guardedRoutes().filter(({ method }) => method === 'GET'))
      expect((await call(app.visitor, { ...route, method: 'HEAD' })).status).toBe(401);
  });

  it.each([
    ['pending', 'Your account is awaiting approval.'],
    ['suspended', 'Your account is suspended.'],
  ])('is refused to a user who is %s, if it needs a permission', async (user, message) => {
    const client = app.as(`${user}@grace.test`);
    for (const route of actionRoutes())
      expect({ route: route.name, ...(await call(client, route)) }).toMatchObject(
        refusalOf(route, 403, { message }),
      );
  });

  // The permissions of each role, repeated here so that a change of the table fails the test.
  const expected: Record<Role, Action[]> = {
    member: ['portal.use', 'giving.own', 'pledge.own', 'message.send', 'ticket.use', 'profile.own'],
    support: [
      'portal.use',
      'giving.own',
      'pledge.own',
      'message.send',
      'ticket.use',
      'profile.own',
      'ticket.answer',
    ],
    pastor: [
      'portal.use',
      'giving.own',
      'pledge.own',
      'message.send',
      'ticket.use',
      'profile.own',
      'donation.guest',
      'ledger.read',
      'event.manage',
      'announcement.manage',
      'brothers.manage',
      'message.answer',
      'study.publish',
      'content.upload',
    ],
    secretary: [
      'portal.use',
      'giving.own',
      'pledge.own',
      'message.send',
      'ticket.use',
      'profile.own',
      'donation.guest',
      'ledger.read',
      'donation.manage',
      'donation.import',
      'fundraiser.manage',
      'member.list',
      'member.manage',
      'member.approve',
      'event.manage',
      'announcement.manage',
      'content.upload',
      'ticket.answer',
    ],
    admin: [
      'portal.use',
      'giving.own',
      'pledge.own',
      'message.send',
      'ticket.use',
      'profile.own',
      'donation.guest',
      'ledger.read',
      'donation.manage',
      'donation.import',
      'fundraiser.manage',
      'member.list',
      'member.manage',
      'member.approve',
      'role.overview',
      'audit.read',
      'link.edit',
      'setting.manage',
      'appearance.manage',
      'subscription.manage',
      'event.manage',
      'announcement.manage',
      'brothers.manage',
      'message.answer',
      'study.publish',
      'content.manage',
      'content.upload',
      'ticket.answer',
    ],
  };
  it.each(roles)('of the role %s follows the table, and 403 precedes 404 and 400', async (role) => {
    const client = app.as(`${role}@grace.test`);
    for (const route of actionRoutes()) {
      const mayEnter = expected[role].includes(route.access as Action);
      expect({
        route: route.name,
        policy: policy[route.access as Action].some((known) => known === role),
      }).toEqual({ route: route.name, policy: mayEnter });
      const answer = await call(client, route);
      const { status } = answer;
      if (mayEnter) {
        // For pledges and users of other people, the answer also depends on the owner and on
        // further permissions, so that 403 is correct for some roles.
        const isOthers =
          (route.path.startsWith('/api/pledges/') &&
            (route.method === 'PATCH'
              ? role !== 'admin'
              : !expected[role].includes('ledger.read'))) ||
          (route.path === '/api/admin/users/:id' && !expected[role].includes('member.manage'));
        expect({
          route: route.name,
          isRefused: status === 401 || (status === 403 && !isOthers) || status >= 500,
        }).toEqual({ route: route.name, isRefused: false });
      } else
        expect({ route: route.name, ...answer }).toMatchObject(
          refusalOf(route, 403, { code: 'forbidden' }),
        );
    }
  });

  it.each(roles)('of the role %s gets 403 also for unknown ids with valid bodies', async (role) => {
    const client = app.as(`${role}@grace.test`);
    for (const route of actionRoutes().filter(
      ({ access, path }) => path.includes(':id') && !expected[role].includes(access as Action),
    )) {
      const ids = {
        ...route,
        path: route.path.replace(':id', '01a1fc63-f841-71e3-ad8c-fa6353f799cd'),
      };
      expect({ route: route.name, status: (await call(client, ids, '{}')).status }).toEqual({
        route: route.name,
        status: 403,
      });
    }
  });

  it('is answered with 404 to another church’s admin before the body is checked', async () => {
    const client = app.as('admin@hope.test');
    const withIds = churchRoutes().filter(({ path }) => path.includes(':'));
    expect(withIds.length).toBeGreaterThan(10);
    for (const route of withIds)
      expect({ route: route.name, ...(await call(client, route)) }).toMatchObject(
        refusalOf(route, 404, { code: 'not-found' }),
      );
    expect((await client.get(`/api/donations?userId=${ids.userId!}`)).status).toBe(404);
    expect(
      (await client.get<Donation[]>(`/api/admin/donations?donorId=${ids.donorId!}`)).body,
    ).toEqual([]);
    expect(
      (await client.post('/api/admin/donations', { userId: ids.userId, amount: 1 })).status,
    ).toBe(400);
  });

  it('is limited to external tickets for super administrators', async () => {
    const client = app.as('owner@platform.test');
    expect(await client.get('/api/auth/user')).toMatchObject({
      status: 200,
      body: { isSuperAdmin: true, organizationId: null },
    });
    for (const route of actionRoutes().filter((action) => !superAdminRoutes().includes(action)))
      expect({ route: route.name, ...(await call(client, route)) }).toMatchObject(
        refusalOf(route, 403, { code: 'forbidden' }),
      );
    for (const route of superAdminRoutes()) {
      const { status } = await call(client, route);
      const expected = route.method === 'GET' ? 200 : 400;
      expect({ route: route.name, status }).toMatchObject({
        status: route.path.includes(':') ? 404 : expected,
      });
    }
  });

  it('is answered with 404 if the id is unknown and the body invalid', async () => {
    const client = app.as('admin@grace.test');
    for (const route of churchRoutes().filter(({ path }) => path.includes(':'))) {
      const ids = {
        ...route,
        path: route.path.replace(/:(id|donorId|userId)/, '01a1fc63-f841-71e3-ad8c-fa6353f799cd'),
      };
      expect({ route: route.name, ...(await call(client, ids)) }).toMatchObject(
        refusalOf(route, 404, { code: 'not-found' }),
      );
    }
  });
});
