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
import { filled, fillChurches, routesOf, type Route } from '../support/routes.js';

type Access = 'public' | 'signed in' | Action;

/** Who may call what. A route that is not here fails the test. */
const table: Record<string, Access> = {
  'GET /health': 'public',
  'GET /metrics': 'public',
  'GET /api/settings': 'public',
  'GET /api/site-images': 'public',
  'POST /api/settings': 'setting.manage',
  'POST /api/site-images': 'appearance.manage',
  'POST /api/site-images/bulk': 'appearance.manage',
  'PATCH /api/site-images/:id': 'appearance.manage',
  'DELETE /api/site-images/:id': 'appearance.manage',
  'GET /api/churches': 'public',
  'GET /api/login': 'public',
  'GET /api/login/callback': 'public',
  'GET /api/login/enter': 'public',
  'POST /api/login': 'public',
  'POST /api/register': 'public',
  'GET /api/logout': 'public',
  'GET /api/login/mfa': 'public',
  'POST /api/login/mfa': 'public',
  'POST /api/login/mfa/send': 'public',
  'POST /api/auth/verify-email': 'public',
  'POST /api/auth/verify-email/send': 'signed in',
  'POST /api/auth/link': 'public',
  'POST /api/auth/forgot-password': 'public',
  'POST /api/auth/reset-password': 'public',
  'POST /api/auth/password': 'signed in',
  'GET /api/auth/sessions': 'signed in',
  'DELETE /api/auth/sessions/:id': 'signed in',
  'DELETE /api/auth/sessions': 'signed in',
  'GET /api/auth/security': 'signed in',
  'POST /api/auth/mfa/setup': 'signed in',
  'POST /api/auth/mfa/confirm': 'signed in',
  'POST /api/auth/mfa/disable': 'signed in',
  'POST /api/auth/mfa/recovery-codes': 'signed in',
  'PUT /api/auth/profile': 'profile.own',
  'POST /api/auth/profile/picture': 'profile.own',
  'DELETE /api/auth/profile/picture': 'profile.own',
  'GET /api/images/:id': 'public',
  'POST /api/organizations/signup': 'public',
  'GET /api/organizations': 'organization.manage',
  'POST /api/organizations': 'organization.manage',
  'PUT /api/organizations/:id': 'organization.manage',
  'POST /api/organizations/:id/pause': 'organization.manage',
  'POST /api/organizations/:id/contact': 'organization.manage',
  'POST /api/organizations/:id/resume': 'organization.manage',
  'GET /api/subscription': 'portal.use',
  'POST /api/create-subscription': 'subscription.manage',
  'POST /api/subscription/preview': 'subscription.manage',
  'GET /api/subscription/invoices': 'subscription.manage',
  'POST /api/subscription/refresh': 'subscription.manage',
  'POST /api/subscription/cancel': 'subscription.manage',
  'POST /api/subscription/resume': 'subscription.manage',
  'POST /api/subscription/portal': 'subscription.manage',
  'POST /api/promo-codes/check': 'public',
  'POST /api/stripe/webhook': 'public',
  'GET /api/church/standing': 'portal.use',
  'GET /api/church/first-steps': 'setting.manage',
  'PUT /api/church/first-steps': 'setting.manage',
  'GET /api/admin/invitations/link': 'member.manage',
  'POST /api/admin/invitations': 'member.manage',
  'GET /api/church/domain': 'appearance.manage',
  'PUT /api/church/domain': 'appearance.manage',
  'POST /api/church/domain/check': 'appearance.manage',
  'GET /api/auth/user': 'signed in',
  'POST /api/auth/refresh': 'signed in',
  'GET /api/admin/users': 'member.list',
  'GET /api/users/pending': 'member.approve',
  'POST /api/users/:id/approve': 'member.approve',
  'POST /api/admin/users': 'member.manage',
  'POST /api/admin/users/import': 'member.manage',
  'PUT /api/admin/users/:id': 'profile.own',
  'POST /api/admin/users/:id/suspend': 'member.manage',
  'POST /api/admin/users/:id/reactivate': 'member.manage',
  'DELETE /api/admin/users/:id': 'member.manage',
  'GET /api/admin/roles-permissions': 'role.overview',
  'GET /api/admin/audit.csv': 'audit.read',
  'GET /api/admin/audit': 'audit.read',
  'GET /api/admin/donations': 'donation.manage',
  'GET /api/admin/donations.csv': 'donation.manage',
  'POST /api/admin/donations': 'donation.manage',
  'GET /api/admin/donations/summary': 'donation.manage',
  'GET /api/admin/donations/choices': 'donation.manage',
  'GET /api/admin/donations/:id/history': 'ledger.read',
  'PATCH /api/admin/donations/:id': 'donation.manage',
  'DELETE /api/admin/donations/:id': 'donation.manage',
  'POST /api/admin/donations/:id/restore': 'donation.manage',
  'POST /api/donations': 'donation.guest',
  'GET /api/donations/check': 'donation.guest',
  'GET /api/donations': 'giving.own',
  'GET /api/user/donations/total': 'giving.own',
  'GET /api/user/donations.csv': 'giving.own',
  'GET /api/admin/church-ledger': 'ledger.read',
  'GET /api/admin/church-ledger.csv': 'ledger.read',
  'GET /api/admin/church-ledger/:donorId/:year': 'ledger.read',
  'GET /api/admin/giving-by-month': 'ledger.read',
  'GET /api/admin/giving-today': 'ledger.read',
  'GET /api/pledges/user/:userId/year/:year': 'pledge.own',
  'POST /api/pledges': 'pledge.own',
  'PATCH /api/pledges/:id': 'pledge.own',
  'GET /api/fundraisers': 'portal.use',
  'POST /api/fundraisers': 'fundraiser.manage',
  'PATCH /api/fundraisers/:id': 'fundraiser.manage',
  'DELETE /api/fundraisers/:id': 'fundraiser.manage',
  'GET /api/admin/donation-imports': 'donation.import',
  'POST /api/admin/donation-imports': 'donation.import',
  'GET /api/admin/donation-imports/template.csv': 'donation.import',
  'GET /api/admin/donation-imports/:id': 'donation.import',
  'GET /api/admin/donation-imports/:id/rows': 'donation.import',
  'GET /api/admin/donation-imports/:id/rows.csv': 'donation.import',
  'PUT /api/admin/donation-imports/:id/mapping': 'donation.import',
  'PATCH /api/admin/donation-imports/:id/rows': 'donation.import',
  'DELETE /api/admin/donation-imports/:id': 'donation.import',
  'GET /api/admin/donation-imports/:id/rows/sum': 'donation.import',
  'POST /api/admin/donation-imports/:id/rows/undo': 'donation.import',
  'GET /api/admin/donation-imports/:id/givers': 'donation.import',
  'PATCH /api/admin/donation-imports/:id/givers': 'donation.import',
  'GET /api/admin/import-answers': 'donation.import',
  'DELETE /api/admin/import-answers/:id': 'donation.import',
  'GET /api/admin/import-layouts': 'donation.import',
  'DELETE /api/admin/import-layouts/:id': 'donation.import',
  'POST /api/admin/donation-imports/:id/commit': 'donation.import',
  'GET /api/admin/donation-imports/:id/undo': 'donation.import',
  'POST /api/admin/donation-imports/:id/undo': 'donation.import',
  'GET /api/admin/donation-imports/:id/events': 'donation.import',
  'GET /api/resources': 'portal.use',
  'GET /api/resources/:id': 'portal.use',
  'POST /api/resources': 'content.manage',
  'POST /api/resources/bulk': 'content.manage',
  'PUT /api/resources/:id': 'content.manage',
  'DELETE /api/resources/:id': 'content.manage',
  'GET /api/sermons': 'portal.use',
  'GET /api/sermons/:id': 'portal.use',
  'POST /api/sermons': 'content.manage',
  'POST /api/sermons/bulk': 'content.manage',
  'PUT /api/sermons/:id': 'content.manage',
  'DELETE /api/sermons/:id': 'content.manage',
  'GET /api/nuggets': 'portal.use',
  'GET /api/nuggets/:id': 'portal.use',
  'POST /api/nuggets': 'content.manage',
  'POST /api/nuggets/bulk': 'content.manage',
  'PUT /api/nuggets/:id': 'content.manage',
  'DELETE /api/nuggets/:id': 'content.manage',
  'POST /api/nuggets/:id/view': 'portal.use',
  'GET /api/events': 'portal.use',
  'GET /api/events/:id': 'portal.use',
  'POST /api/events': 'event.manage',
  'POST /api/events/bulk': 'event.manage',
  'PUT /api/events/:id': 'event.manage',
  'DELETE /api/events/:id': 'event.manage',
  'GET /api/bible-studies': 'portal.use',
  'GET /api/bible-studies/:id': 'portal.use',
  'POST /api/bible-studies': 'study.publish',
  'POST /api/bible-studies/bulk': 'study.publish',
  'PUT /api/bible-studies/:id': 'study.publish',
  'DELETE /api/bible-studies/:id': 'study.publish',
  'POST /api/bible-studies/:id/view': 'portal.use',
  'GET /api/brothers-in-christ': 'portal.use',
  'GET /api/brothers-in-christ/:id': 'portal.use',
  'POST /api/brothers-in-christ': 'brothers.manage',
  'POST /api/brothers-in-christ/bulk': 'brothers.manage',
  'PUT /api/brothers-in-christ/:id': 'brothers.manage',
  'DELETE /api/brothers-in-christ/:id': 'brothers.manage',
  'POST /api/brothers-in-christ/:id/view': 'portal.use',
  'GET /api/announcements': 'portal.use',
  'POST /api/announcements': 'announcement.manage',
  'POST /api/announcements/bulk': 'announcement.manage',
  'PATCH /api/announcements/:id': 'announcement.manage',
  'DELETE /api/announcements/:id': 'announcement.manage',
  'GET /api/events/:id.ics': 'portal.use',
  'GET /api/user-resources': 'portal.use',
  'GET /api/user-resources/counts': 'portal.use',
  'POST /api/user-resources/:id/progress': 'portal.use',
  'POST /api/content-imports': 'content.manage',
  'GET /api/content-imports/:id': 'content.manage',
  'POST /api/content-imports/:id/commit': 'content.manage',
  'DELETE /api/content-imports/:id': 'content.manage',
  'GET /api/feeds': 'portal.use',
  'POST /api/feeds': 'portal.use',
  'DELETE /api/feeds/:kind': 'portal.use',
  'GET /feeds/:secret.ics': 'public',
  'GET /feeds/:secret.xml': 'public',
  'GET /feeds/:secret/:id': 'public',
  'GET /api/church/podcast': 'setting.manage',
  'PUT /api/church/podcast': 'setting.manage',
  'GET /podcast.xml': 'public',
  'GET /podcast/cover/:name': 'public',
  'GET /podcast/:id/:name': 'public',
  'GET /api/search': 'portal.use',
  'GET /api/notifications': 'portal.use',
  'GET /api/notifications/count': 'portal.use',
  'PATCH /api/notifications/read-all': 'portal.use',
  'PATCH /api/user/notification-preferences': 'profile.own',
  'GET /api/messages': 'message.send',
  'POST /api/messages': 'message.send',
  'GET /api/pastor/messages': 'message.answer',
  'GET /api/pastor/messages/count': 'message.answer',
  'PATCH /api/messages/:id/read': 'message.answer',
  'POST /api/messages/:id/reply': 'message.answer',
  'GET /api/support-tickets': 'ticket.use',
  'GET /api/support-tickets/count': 'ticket.use',
  'GET /api/support-tickets/figures': 'ticket.answer',
  'GET /api/support-tickets/people': 'ticket.answer',
  'POST /api/support-tickets': 'ticket.use',
  'POST /api/support-tickets/bulk': 'ticket.answer',
  'GET /api/support-tickets/:id': 'ticket.use',
  'PATCH /api/support-tickets/:id': 'ticket.use',
  'PATCH /api/support-tickets/:id/resolve': 'ticket.use',
  'PATCH /api/support-tickets/:id/seen': 'ticket.use',
  'GET /api/support-tickets/:id/donation': 'ticket.use',
  'GET /api/support-tickets/:id/messages': 'ticket.use',
  'POST /api/support-tickets/:id/messages': 'ticket.use',
  'GET /api/support-tickets/:id/attachments/:fileId/:name': 'ticket.use',
  'POST /api/mail/inbound': 'public',
  'GET /api/live': 'ticket.use',
  'GET /api/user/sms': 'profile.own',
  'POST /api/user/sms/code': 'profile.own',
  'POST /api/user/sms/confirm': 'profile.own',
  'POST /api/sms/inbound': 'public',
  'GET /api/admin/sms': 'setting.manage',
  'GET /api/admin/news': 'event.manage',
  'GET /api/unsubscribe/:token': 'public',
  'POST /api/unsubscribe/:token': 'public',
  'GET /api/uploads': 'content.upload',
  'POST /api/uploads': 'ticket.use',
  'HEAD /api/uploads/:id': 'ticket.use',
  'PATCH /api/uploads/:id': 'ticket.use',
  'DELETE /api/uploads/:id': 'ticket.use',
  'GET /api/files/:id': 'portal.use',
  'POST /api/content-images': 'content.upload',
};

let app: TestApp;
let routes: Route[];
let ids: Record<string, string>;
beforeAll(async () => {
  app = await startApp();
  routes = routesOf(app);
  ids = await fillChurches(app);
});
afterAll(() => app.close());

const call = (client: Client, route: Route, body = '{"nonsense":true}') =>
  ['GET', 'HEAD'].includes(route.method)
    ? client.send(route.method, filled(route, ids), undefined)
    : client.send(route.method, filled(route, ids), body, { 'content-type': 'application/json' });
/** An answer that refuses so; to a HEAD without words. */
const refused = (route: Route, status: number, body: object) => ({
  route: route.name,
  status,
  ...(route.method === 'HEAD' ? {} : { body }),
});
const guarded = () => routes.filter(({ access }) => access[0] !== 'public');
const actions = () => guarded().filter(({ access }) => access[0] !== 'signed in');

/** without those of the platform's owner */
const ofChurch = () => actions().filter(({ access }) => access[0] !== 'organization.manage');
/** what a super administrator has to do with */
const ofPlatform = () =>
  actions().filter(({ access }) => superAdminMay.includes(access[0] as Action));

describe('the route table', () => {
  it('says of each route exactly one of Public, SignedIn and Allow, and what this test says', () => {
    expect(routes.length).toBeGreaterThan(30);
    const said = routes.map(({ name, access }) => `${name}: ${access.join(' and ')}`);
    expect(said.sort()).toEqual(
      Object.entries(table)
        .map(([name, access]) => `${name}: ${access}`)
        .sort(),
    );
  });

  it('has no other door than these, the API’s description and, where it was built, the client', () => {
    const all = app.app.getHttpAdapter().getInstance().printRoutes({ commonPrefix: false });
    const paths: string[] = [];
    const open: string[] = [];
    for (const line of all.split('\n')) {
      const match = /^((?:[│ ] {3})*)[├└]── (\S+) \(([A-Z, ]+)\)$/.exec(line);
      if (!match) continue;
      const depth = match[1]!.length / 4;
      open.length = depth;
      open[depth] = match[2]!;
      for (const method of match[3]!.split(', ')) paths.push(`${method} ${open.join('')}`);
    }
    const unknown = paths.filter(
      (path) =>
        !path.startsWith('HEAD ') &&
        !(path in table) &&
        !/^GET \/api\/(docs|openapi\.json)/.test(path),
    );
    // where nothing stands at / alone, everything that is not known is printed at the top
    const client = unknown.filter(
      (path) => path !== 'GET *' && (!path.startsWith('GET /') || path.startsWith('GET /api')),
    );
    expect(client).toEqual([]);
  });

  it('lets the policy name every action', () => {
    for (const access of Object.values(table))
      if (access !== 'public' && access !== 'signed in')
        expect(Object.keys(policy)).toContain(access);
  });
});

describe('who may call', () => {
  it('signed out: only what is public; 401 comes before every other refusal', async () => {
    for (const route of guarded())
      expect({ route: route.name, ...(await call(app.visitor, route)) }).toMatchObject(
        refused(route, 401, { code: 'signed-out' }),
      );
    for (const route of guarded().filter(({ method }) => method === 'GET'))
      expect((await call(app.visitor, { ...route, method: 'HEAD' })).status).toBe(401);
  });

  it.each([
    ['pending', 'Your account is awaiting approval.'],
    ['suspended', 'Your account is suspended.'],
  ])('%s: only who they are', async (who, message) => {
    const client = app.as(`${who}@grace.test`);
    for (const route of actions())
      expect({ route: route.name, ...(await call(client, route)) }).toMatchObject(
        refused(route, 403, { message }),
      );
  });

  // what the permission table means, written out a second time
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
  it.each(roles)('%s: what the table says; 403 comes before 404 and 400', async (role) => {
    const client = app.as(`${role}@grace.test`);
    for (const route of actions()) {
      const mayEnter = expected[role].includes(table[route.name] as Action);
      expect({
        route: route.name,
        policy: policy[table[route.name] as Action].some((known) => known === role),
      }).toEqual({ route: route.name, policy: mayEnter });
      const answer = await call(client, route);
      const { status } = answer;
      if (mayEnter) {
        // another person's pledge is a matter of its owner, not of the role; another person of whoever manages members
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
          refused(route, 403, { code: 'forbidden' }),
        );
    }
  });

  it.each(roles)(
    '%s: 403 also with ids that nobody has, and a body that is right',
    async (role) => {
      const client = app.as(`${role}@grace.test`);
      for (const route of actions().filter(
        ({ name, path }) => path.includes(':id') && !expected[role].includes(table[name] as Action),
      )) {
        const at = {
          ...route,
          path: route.path.replace(':id', '01a1fc63-f841-71e3-ad8c-fa6353f799cd'),
        };
        expect({ route: route.name, status: (await call(client, at, '{}')).status }).toEqual({
          route: route.name,
          status: 403,
        });
      }
    },
  );

  it('another church’s admin: 404 for everything of Grace’s, before the body is looked at', async () => {
    const client = app.as('admin@hope.test');
    const withIds = ofChurch().filter(({ path }) => path.includes(':'));
    expect(withIds.length).toBeGreaterThan(10);
    for (const route of withIds)
      expect({ route: route.name, ...(await call(client, route)) }).toMatchObject(
        refused(route, 404, { code: 'not-found' }),
      );
    expect((await client.get(`/api/donations?userId=${ids.userId!}`)).status).toBe(404);
    expect(
      (await client.get<Donation[]>(`/api/admin/donations?donorId=${ids.donorId!}`)).body,
    ).toEqual([]);
    expect(
      (await client.post('/api/admin/donations', { userId: ids.userId, amount: 1 })).status,
    ).toBe(400);
  });

  it('super admin: 403 on every call of a church but those of tickets, where what is internal is not there', async () => {
    const client = app.as('owner@platform.test');
    expect(await client.get('/api/auth/user')).toMatchObject({
      status: 200,
      body: { isSuperAdmin: true, organizationId: null },
    });
    for (const route of actions().filter((one) => !ofPlatform().includes(one)))
      expect({ route: route.name, ...(await call(client, route)) }).toMatchObject(
        refused(route, 403, { code: 'forbidden' }),
      );
    for (const route of ofPlatform())
      expect({ route: route.name, status: (await call(client, route)).status }).toMatchObject({
        status: route.path.includes(':') ? 404 : route.method === 'GET' ? 200 : 400,
      });
  });

  it('404 comes before 400: an unknown id with a senseless body', async () => {
    const client = app.as('admin@grace.test');
    for (const route of ofChurch().filter(({ path }) => path.includes(':'))) {
      const at = {
        ...route,
        path: route.path.replace(/:(id|donorId|userId)/, '01a1fc63-f841-71e3-ad8c-fa6353f799cd'),
      };
      expect({ route: route.name, ...(await call(client, at)) }).toMatchObject(
        refused(route, 404, { code: 'not-found' }),
      );
    }
  });
});
