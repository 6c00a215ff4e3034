import { expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { prefetch } from '../support/prefetch.js';
import { sampleOfEachGroup } from '../support/generated.js';
import { screens } from './all-screens.js';
import { pressArrowDownInEveryControl } from './arrow-down.js';
import { describeInBrowser, open, phone, until, violations, wide } from './support.js';

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

/** Each screen in one of the looks, which is chosen at random, or in both (`npm run faults`). */
const views = sampleOfEachGroup(
  screens.flatMap((screen) => looks.map((look) => ({ screen, look }))),
  ({ screen }) => String(screens.indexOf(screen)),
  1,
);

/**
 * An expression that returns the width of the page if it is wider than the window, and the texts
 * that are wider than their button or link.
 */
const overflowingTexts = `new Promise((resolve) => requestAnimationFrame(() => {
  const root = document.documentElement;
  const width = root.clientWidth + ' px: ';
  const isCut = (element) =>
    element.innerText.trim() !== ''
    && element.clientWidth > 0
    && element.scrollWidth > element.clientWidth
    && getComputedStyle(element).textOverflow !== 'ellipsis';
  const controls = document.querySelectorAll('main button, main a, header button');
  const cut = [...controls].filter(isCut).map((element) => width + element.textContent);
  resolve(root.scrollWidth > root.clientWidth ? [width + root.scrollWidth, ...cut] : cut);
}))`;

/** The findings about a screen in one look. */
interface Seen {
  title: string;
  violations: string[];
  runsOut: string[];
}

describeInBrowser('every screen', (portal) => {
  const visits = new Map<string | null, ReturnType<typeof portal.visit>>();
  const idlePages = new Map<string | null, Page[]>();
  /**
   * Returns an idle page of a user, or a new one. Loading a screen in a page that has loaded the
   * portal before takes a third of the time.
   */
  const pageOf = async (email: string | null) => {
    const visit = visits.get(email) ?? portal.visit(email);
    visits.set(email, visit);
    return idlePages.get(email)?.pop() ?? (await visit).newPage();
  };
  /**
   * Loads a screen once, and then switches the page to each further look (window size and color
   * scheme), because loading a page takes longer than switching it.
   */
  const lookAt = prefetch(screens, 3, async (screen) => {
    const [path, email, heading] = screen;
    const looksOfScreen = views.filter((view) => view.screen === screen).map(({ look }) => look);
    const page = await pageOf(email);
    await page.setViewportSize(looksOfScreen[0]!.viewport);
    await page.emulateMedia({ colorScheme: looksOfScreen[0]!.colorScheme });
    await page.goto(path, { waitUntil: 'networkidle' });
    const stateByLook = new Map<string, Seen>();
    const devTools = await page.context().newCDPSession(page);
    for (const { name, viewport, extreme, colorScheme } of looksOfScreen) {
      await page.setViewportSize(viewport);
      // On touch screens the controls are larger.
      await devTools.send('Emulation.setTouchEmulationEnabled', { enabled: viewport === phone });
      await page.emulateMedia({ colorScheme });
      await page.locator(colorScheme === 'dark' ? 'html.dark' : 'html:not(.dark)').waitFor();
      await page.getByRole('heading', { level: 1, name: heading }).first().waitFor();
      const foundViolations = await violations(page);
      const overflowing = await page.evaluate<string[]>(overflowingTexts);
      await page.setViewportSize(extreme);
      stateByLook.set(name, {
        title: await page.title(),
        violations: foundViolations,
        runsOut: [...overflowing, ...(await page.evaluate<string[]>(overflowingTexts))],
      });
    }
    await page.setViewportSize(wide); // A wide page shows most controls.
    const { changes } = await pressArrowDownInEveryControl(page);
    await devTools.detach();
    idlePages.set(email, [...(idlePages.get(email) ?? []), page]);
    return { seen: stateByLook, changes };
  });

  it.each(views.map(({ screen, look }) => [screen[0], screen[1], look.name, screen] as const))(
    'has its heading and title, no axe violation and no overflow, and saves nothing by ' +
      'ArrowDown: %s as %s, %s',
    async (_path, _email, look, screen) => {
      const { seen: seenInEachLook, changes } = await lookAt(screen);
      const screenState = seenInEachLook.get(look)!;
      expect(screenState.title).toMatch(screen[3]);
      expect(screenState.violations).toEqual([]);
      expect(screenState.runsOut).toEqual([]);
      expect(changes).toEqual([]);
    },
  );

  it('has the focus on its heading after a navigation by keyboard', async () => {
    const context = await portal.visit('secretary@grace.test');
    const page = await open(context, '/');
    await page.getByRole('link', { name: 'Church Ledger' }).first().focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Church Ledger' }).waitFor();
    await until(page, `document.activeElement?.tagName === 'H1'`);
    await context.close();
  });

  it('has the focus on its heading also if its code arrives after seconds', async () => {
    const context = await portal.visit('secretary@grace.test');
    const page = await open(context, '/');
    await page.route('**/assets/**', async (route) => {
      await sleep(4_000);
      await route.continue();
    });
    await page.getByRole('link', { name: 'Member Donations' }).first().focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Member Donations' }).waitFor();
    await until(page, `document.activeElement?.tagName === 'H1'`);
    expect(await page.locator(':focus').innerText()).toContain('Member Donations');
    await context.close();
  });

  it('explains its icon buttons by tooltips, which Escape closes', async () => {
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

  it('is found by a path in capitals, and shows the navigation of the role', async () => {
    const context = await portal.visit('pastor@grace.test');
    const page = await open(context, '/ADMIN/Church-Ledger');
    await page.getByRole('heading', { level: 1, name: 'Church Ledger' }).waitFor();
    const items = await page.getByRole('navigation').first().getByRole('link').allInnerTexts();
    expect(items).toContain('Church Ledger');
    expect(items).not.toContain('Import Donations');
    expect(items).not.toContain('Fundraising Campaigns');
    await context.close();
  });

  it('hides its data after the sign-out', async () => {
    const context = await portal.visit('member@grace.test');
    const page = await open(context, '/donations');
    await page.goto('/api/logout', { waitUntil: 'networkidle' });
    await page.goto('/donations', { waitUntil: 'networkidle' });
    expect(await page.getByText('Total contributions').count()).toBe(0);
    await context.close();
  });

  it('offers to try again after its data could not be loaded', async () => {
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
