import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { ahead } from '../support/ahead.js';
import { describeInBrowser, open, phone, until, violations, wide } from './support.js';

/** Every screen, by who sees it, with its heading and document title. */
const screens: [path: string, email: string | null, heading: string | RegExp, title: RegExp][] = [
  ['/', null, 'Members Portal', /Church Connect|Members Portal/],
  ['/sign-in', null, /sign in/i, /sign in/i],
  ['/sign-in/code', null, 'Sign in', /Sign in/],
  ['/join', null, /./, /./],
  ['/join/grace', null, /./, /./],
  ['/forgot-password', null, 'Forgot your password?', /Forgot password/],
  ['/reset-password', null, 'This link no longer works', /./],
  ['/verify-email', null, 'This link no longer works', /./],
  ['/signup', null, 'Everything your church runs on, in one portal', /Register your church/],
  ['/signup-success?church=new-life', null, 'Welcome to Church Connect!', /Welcome/],
  [
    '/admin/organizations',
    'owner@platform.test',
    'Organization Management',
    /Organization Management/,
  ],
  ['/profile', 'member@grace.test', 'My Profile', /My Profile/],
  ['/settings', 'member@grace.test', 'Account Settings', /Account Settings/],
  ['/subscribe', null, 'Everything your church runs on, in one portal', /Register your church/],
  ['/subscribe', 'member@grace.test', 'Choose Your Plan', /Choose Your Plan/],
  ['/subscribe', 'admin@grace.test', 'Choose Your Plan', /Choose Your Plan/],
  ['/nowhere', null, '404 Page Not Found', /./],
  ['/', 'pending@grace.test', /awaiting approval/i, /./],
  ['/donations', 'pending@grace.test', '404 Page Not Found', /./],
  ['/', 'suspended@grace.test', /suspended/i, /./],
  ['/', 'member@grace.test', 'Welcome, Hannah!', /Dashboard/],
  ['/donations', 'member@grace.test', 'Donations & Giving', /Donations/],
  ['/resources', 'member@grace.test', 'Bible Study Resources', /Bible Study Resources/],
  ['/nuggets', 'member@grace.test', 'Nuggets', /Nuggets/],
  ['/sermons', 'member@grace.test', 'Sermon Archive', /Sermon Archive/],
  ['/community', 'admin@grace.test', 'Our Community', /Our Community/],
  ['/church-program', 'member@grace.test', 'Church Program', /Church Program/],
  ['/brothers-in-christ', 'pastor@grace.test', 'Brothers in Christ', /Brothers in Christ/],
  ['/message-pastor', 'member@grace.test', 'Message Pastor', /Message Pastor/],
  ['/notifications', 'member@grace.test', 'Notification Settings', /Notification Settings/],
  ['/support', 'member@grace.test', 'Support Center', /Support Center/],
  ['/support', 'support@grace.test', 'Support Center', /Support Center/],
  ['/support?tab=external', 'admin@grace.test', 'Support Center', /Support Center/],
  ['/support', 'owner@platform.test', 'Support Center', /Support Center/],
  ['/support', null, 'Sign in', /Sign in/],
  ['/support/12345678', 'member@grace.test', 'Ticket Not Found', /Support Ticket/],
  ['/sermons', null, 'Sign in', /Sign in/],
  ['/admin/church-ledger', 'member@grace.test', /Access Restricted/, /./],
  ['/admin/member-donations', 'member@grace.test', /Access Denied/, /./],
  ['/nowhere', 'member@grace.test', '404 Page Not Found', /./],
  ['/', 'admin@grace.test', 'Welcome, Ruth!', /Dashboard/],
  ['/admin/member-donations', 'secretary@grace.test', 'Member Donations', /Member Donations/],
  ['/admin/donation-imports', 'secretary@grace.test', 'Import Donations', /Import Donations/],
  ['/admin/church-ledger', 'pastor@grace.test', 'Church Ledger', /Church Ledger/],
  ['/admin/fundraisers', 'admin@grace.test', 'Fundraising Campaigns', /Fundraising Campaigns/],
  ['/admin/members', 'secretary@grace.test', 'Members', /Members/],
  ['/admin/members', 'pastor@grace.test', /Access Denied/, /./],
  ['/admin/user-approvals', 'secretary@grace.test', 'User Approvals', /User Approvals/],
  ['/admin/roles-permissions', 'admin@grace.test', 'Roles & Permissions', /Roles & Permissions/],
  ['/admin/roles-permissions', 'secretary@grace.test', /Access Denied/, /./],
  ['/admin/audit', 'admin@grace.test', 'Audit Log', /Audit Log/],
  ['/admin/audit', 'secretary@grace.test', /Access Denied/, /./],
  ['/admin/appearance', 'admin@grace.test', 'Church Appearance', /Church Appearance/],
  ['/admin/appearance', 'secretary@grace.test', /Access Denied/, /./],
  ['/admin/settings', 'admin@grace.test', 'Church Settings', /Church Settings/],
  ['/admin/settings', 'pastor@grace.test', /Access Denied/, /./],
  ['/admin/events', 'secretary@grace.test', 'Events Management', /Events Management/],
  ['/admin/events/new', 'pastor@grace.test', 'Add Event', /Event/],
  ['/admin/events', 'member@grace.test', /Access Denied/, /./],
  ['/admin/announcements', 'secretary@grace.test', 'Announcements', /Announcements/],
  [
    '/admin/brothers-in-christ',
    'pastor@grace.test',
    'Brothers in Christ Management',
    /Brothers in Christ Management/,
  ],
  ['/admin/brothers-in-christ', 'secretary@grace.test', /Access Denied/, /./],
  ['/admin/pastor-dashboard', 'pastor@grace.test', 'Pastor Dashboard', /Pastor Dashboard/],
  [
    '/admin/pastor-dashboard?tab=studies',
    'pastor@grace.test',
    'Pastor Dashboard',
    /Pastor Dashboard/,
  ],
  ['/admin/pastor-dashboard/studies/new', 'pastor@grace.test', 'New Bible Study', /Bible Study/],
  ['/admin/pastor-dashboard', 'secretary@grace.test', /Access Denied/, /./],
  ['/admin/content', 'admin@grace.test', 'Content', /Content/],
  ['/admin/content?tab=site-images', 'admin@grace.test', 'Content', /Content/],
  ['/admin/content/resources/new', 'admin@grace.test', 'Add Resource', /Content/],
  ['/admin/content/sermons/new', 'admin@grace.test', 'Add Sermon', /Content/],
  ['/admin/content/nuggets/new', 'admin@grace.test', 'Add Nugget', /Content/],
  ['/admin/content/hymns/new', 'admin@grace.test', '404 Page Not Found', /./],
  ['/admin/content', 'pastor@grace.test', /Access Denied/, /./],
];

const looks = [
  {
    name: 'wide and light',
    viewport: wide,
    extreme: { width: 1920, height: 1080 },
    colorScheme: 'light',
  },
  {
    name: 'on a phone in the dark',
    viewport: phone,
    extreme: { width: 320, height: 700 },
    colorScheme: 'dark',
  },
] as const;

/** What runs out of the window, and buttons whose words run out of them. */
const runsOut = `new Promise((resolve) => requestAnimationFrame(() => {
  const root = document.documentElement;
  const cut = [...document.querySelectorAll('main button, main a, header button')].filter((one) => one.innerText.trim() !== '' && one.clientWidth > 0 && one.scrollWidth > one.clientWidth && getComputedStyle(one).textOverflow !== 'ellipsis');
  resolve([...(root.scrollWidth > root.clientWidth ? [root.clientWidth + ' px: ' + root.scrollWidth] : []), ...cut.map((one) => root.clientWidth + ' px: ' + one.textContent)]);
}))`;

describeInBrowser('every screen', (portal) => {
  const visits = new Map<string | null, ReturnType<typeof portal.visit>>();
  const idle = new Map<string | null, Page[]>();
  /** A page of this person's that has been put back, or a new one: to load in a browser's process that knows the portal takes a third of the work. */
  const pageOf = async (email: string | null) => {
    const visit = visits.get(email) ?? portal.visit(email);
    visits.set(email, visit);
    return idle.get(email)?.pop() ?? (await visit).newPage();
  };
  /** A screen is loaded once, every other one as on a phone, and then becomes the other look: to load is dearer than to look. */
  const lookAt = ahead(screens, 3, async (screen) => {
    const [path, email, heading] = screen;
    const inTurn = screens.indexOf(screen) % 2 === 0 ? looks : ([looks[1], looks[0]] as const);
    const page = await pageOf(email);
    await page.setViewportSize(inTurn[0].viewport);
    await page.emulateMedia({ colorScheme: inTurn[0].colorScheme });
    await page.goto(path, { waitUntil: 'networkidle' });
    const seen = new Map<string, { title: string; violations: string[]; runsOut: string[] }>();
    const devTools = await page.context().newCDPSession(page);
    for (const { name, viewport, extreme, colorScheme } of inTurn) {
      await page.setViewportSize(viewport);
      await devTools.send('Emulation.setTouchEmulationEnabled', { enabled: viewport === phone }); // what is touched is larger
      await page.emulateMedia({ colorScheme });
      await page.locator(colorScheme === 'dark' ? 'html.dark' : 'html:not(.dark)').waitFor();
      await page.getByRole('heading', { level: 1, name: heading }).first().waitFor();
      const found = await violations(page);
      const out = await page.evaluate<string[]>(runsOut);
      await page.setViewportSize(extreme);
      seen.set(name, {
        title: await page.title(),
        violations: found,
        runsOut: [...out, ...(await page.evaluate<string[]>(runsOut))],
      });
    }
    await devTools.detach();
    idle.set(email, [...(idle.get(email) ?? []), page]);
    return seen;
  });

  it.each(
    screens.flatMap((screen) =>
      looks.map((look) => [screen[0], screen[1], look.name, screen] as const),
    ),
  )(
    '%s as %s, %s: its heading, its title, no axe violation, nothing wider than the window or its button, from 320 to 1920 pixels',
    async (_path, _email, look, screen) => {
      const seen = (await lookAt(screen)).get(look)!;
      expect(seen.title).toMatch(screen[3]);
      expect(seen.violations).toEqual([]);
      expect(seen.runsOut).toEqual([]);
    },
  );

  it('the focus is on the new page’s heading after a navigation by keyboard', async () => {
    const context = await portal.visit('secretary@grace.test');
    const page = await open(context, '/');
    await page.getByRole('link', { name: 'Church Ledger' }).first().focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Church Ledger' }).waitFor();
    await until(page, `document.activeElement?.tagName === 'H1'`);
    await context.close();
  });

  it('a button that is an icon says what it does, to the pointer and to the keyboard, until Escape', async () => {
    const context = await portal.visit('secretary@grace.test');
    const page = await open(context, '/admin/church-ledger');
    const tip = page.getByRole('tooltip');
    await page.getByRole('button', { name: 'Print' }).hover();
    await tip.waitFor();
    await page.keyboard.press('Escape');
    await tip.waitFor({ state: 'detached' });
    await page.mouse.move(0, 0);
    await page.getByRole('button', { name: 'Print' }).focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    await tip.waitFor();
    expect(await page.getByRole('button', { name: 'Print' }).getAttribute('aria-describedby')).toBe(
      await tip.getAttribute('id'),
    );
    await context.close();
  });

  it('routes match in any case, and a screen shows the navigation that the role has', async () => {
    const context = await portal.visit('pastor@grace.test');
    const page = await open(context, '/ADMIN/Church-Ledger');
    await page.getByRole('heading', { level: 1, name: 'Church Ledger' }).waitFor();
    const items = await page.getByRole('navigation').first().getByRole('link').allInnerTexts();
    expect(items).toContain('Church Ledger');
    expect(items).not.toContain('Import Donations');
    expect(items).not.toContain('Fundraising Campaigns');
    await context.close();
  });

  it('logout ends the session: the back button shows nothing of it', async () => {
    const context = await portal.visit('member@grace.test');
    const page = await open(context, '/donations');
    await page.goto('/api/logout', { waitUntil: 'networkidle' });
    await page.goto('/donations', { waitUntil: 'networkidle' });
    expect(await page.getByText('Total contributions').count()).toBe(0);
    await context.close();
  });

  it('without a network a screen says what happened and how to go on', async () => {
    const context = await portal.visit('secretary@grace.test');
    const page = await open(context, '/');
    await page.route('**/api/admin/church-ledger**', (route) => route.abort());
    await page.getByRole('link', { name: 'Church Ledger' }).first().click();
    await page.getByRole('button', { name: 'Try again' }).first().waitFor();
    await page.unroute('**/api/admin/church-ledger**');
    await page.getByRole('button', { name: 'Try again' }).first().click();
    await page.getByText('Abigail Carter').first().waitFor();
    await context.close();
  });
});
