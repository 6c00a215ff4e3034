import { beforeAll, expect, it } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';
import { todayIn } from '#libs/calendar';
import { describeInBrowser, goTo } from './support.js';

/** An unusually large amount that a church may receive. All layouts must have room for it. */
const large = '25198216.00';

/**
 * An expression that returns the amounts of which a part cannot be seen, even by scrolling, because
 * an element cuts it off or because it is beyond the edge of the page.
 */
const cut = `(() => {
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!/\\$\\d[\\d,.]*/.test(node.data)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const rect of range.getClientRects()) {
      if (rect.width < 2 || rect.height < 2) continue;
      let scrolls = false;
      const root = document.documentElement;
      for (let box = node.parentElement; box && box !== root; box = box.parentElement) {
        const style = getComputedStyle(box);
        const isForScreenReaders =
          style.visibility === 'hidden' || (box.clientWidth <= 1 && style.position === 'absolute');
        if (isForScreenReaders) { scrolls = true; break; }
        const { left, right } = box.getBoundingClientRect();
        if (/auto|scroll/.test(style.overflowX)) { scrolls = true; break; }
        const isCut =
          /hidden|clip/.test(style.overflowX) && (rect.right > right + 1 || rect.left < left - 1);
        if (isCut) found.push(node.data.trim() + ' in ' + box.className);
      }
      const isOutside = rect.right > innerWidth + 1 || rect.left < -1;
      if (!scrolls && isOutside) found.push(node.data.trim() + ' beyond the edge');
    }
  }
  return [...new Set(found)];
})()`;

/** An expression that is true if the page is wider than the window. */
const tooWide = 'document.documentElement.scrollWidth > innerWidth + 1';

const widths = [
  ['320 px', { width: 320, height: 640 }],
  ['1,440 px at 200 percent', { width: 720, height: 450 }],
  ['1,440 px', { width: 1440, height: 900 }],
] as const;

describeInBrowser('large amounts', (portal) => {
  const today = todayIn('America/New_York', new Date());
  beforeAll(async () => {
    const staff = await portal.visit('secretary@grace.test');
    const [hannah] = (await portal.sql(
      `select u.id from app_user u join organization o on o.id = u.organization_id
         where o.slug = 'grace' and u.email = 'member@grace.test'`,
    )) as { id: string }[];
    const [active] = (await portal.sql(
      `select t.title from fundraiser_text t join organization o on o.id = t.organization_id
         where o.slug = 'grace' and t.is_active limit 1`,
    )) as { title: string }[];
    const ok = async (call: Promise<{ status(): number }>) =>
      expect([200, 201]).toContain((await call).status());
    await ok(
      staff.request.post('/api/admin/donations', {
        data: {
          userId: hannah!.id,
          amount: large,
          date: today,
          paymentMethod: 'Cash',
          campaign: active!.title,
        },
      }),
    );
    await ok(
      staff.request.post('/api/admin/donations', {
        data: { userId: hannah!.id, amount: large, date: today, paymentMethod: 'Cash' },
      }),
    );
    await ok(
      staff.request.post('/api/fundraisers', {
        data: {
          title: 'A cathedral',
          description: 'Large, and for everybody',
          goal: large,
          current: '25198215.00',
        },
      }),
    );
    await staff.close();
    const member = await portal.visit('member@grace.test');
    const pledge = (await (
      await member.request.get(`/api/pledges/user/${hannah!.id}/year/${today.slice(0, 4)}`)
    ).json()) as { id: string };
    await ok(member.request.patch(`/api/pledges/${pledge.id}`, { data: { amount: large } }));
    await member.close();
  });

  const upload = async (context: BrowserContext) => {
    const buffer = Buffer.from(
      'email,amount,paymentmethod,date,campaign,notes\n' +
        `member@grace.test,${large},Cash,${today},,\n` +
        `member@grace.test,${large},Cash,2020-01-01,,\n` +
        `nobody@grace.test,${large},Cash,2020-01-01,,\n`,
    );
    const created = await context.request.post('/api/admin/donation-imports', {
      multipart: { file: { name: 'large.csv', mimeType: 'text/csv', buffer } },
    });
    return `/admin/donation-imports/${((await created.json()) as { id: string }).id}`;
  };

  it.each(widths)('are never cut off in a window of %s', async (_, viewport) => {
    const screens: [
      email: string,
      path: string | ((context: BrowserContext) => Promise<string>),
      then?: (page: Page) => Promise<void>,
    ][] = [
      ['member@grace.test', '/'],
      ['member@grace.test', '/donations'],
      ['secretary@grace.test', '/'],
      ['secretary@grace.test', '/admin/member-donations?sort=-amount'],
      [
        'secretary@grace.test',
        '/admin/member-donations?sort=-amount',
        async (page) => {
          await page.getByText('Hannah Brooks').first().click();
          await page.locator('[data-side-panel]').waitFor();
        },
      ],
      [
        'secretary@grace.test',
        '/admin/church-ledger?sort=-total',
        async (page) => {
          await page.getByRole('button', { name: / against / }).click();
          await page
            .getByRole('figure')
            .or(page.locator('svg[role=img], svg[viewBox^="0 0 600"]'))
            .first()
            .waitFor();
        },
      ],
      [
        'secretary@grace.test',
        '/admin/church-ledger?sort=-total',
        async (page) => {
          await page.getByText('Hannah Brooks').first().click();
          await page.locator('[data-side-panel]').getByText('$25,198,216.00').first().waitFor();
        },
      ],
      ['secretary@grace.test', '/admin/fundraisers'],
      ['secretary@grace.test', '/admin/donation-imports'],
      ['secretary@grace.test', upload],
    ];
    const problems: unknown[] = [];
    // The screens of one user share a page, because this takes two thirds of the time.
    const pages = new Map<string, Page>();
    for (const [email, path, prepare] of screens) {
      const page = pages.get(email) ?? (await (await portal.visit(email, { viewport })).newPage());
      pages.set(email, page);
      const screenPath = typeof path === 'string' ? path : await path(page.context());
      await goTo(page, screenPath);
      await prepare?.(page);
      const found = await page.evaluate<string[]>(cut);
      if (await page.evaluate<boolean>(tooWide)) found.push('the page is wider than the window');
      if (found.length > 0) problems.push({ path: screenPath, found });
    }
    for (const page of pages.values()) await page.context().close();
    expect(problems).toEqual([]);
  });
});
