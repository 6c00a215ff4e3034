import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fs from 'node:fs';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { buildClientForDevelopment, serveClient } from '../steps/design-page.js';
import { colorIn, contrastOf, contrastOfEdge } from '../steps/pixels.js';
import { describeInBrowser, open, phone, until } from '../support.js';

/** WCAG 1.4.11: the contrast that a control and its states need. */
const minContrast = 3;

describeInBrowser('in forced colors', (portal) => {
  let client: string;
  beforeAll(async () => {
    client = await buildClientForDevelopment();
  });
  afterAll(() => {
    fs.rmSync(client, { recursive: true, force: true });
  });

  describe.each(['light', 'dark'] as const)('with a %s theme', (colorScheme) => {
    let context: BrowserContext;
    let page: Page;
    const button = (name: string) => page.getByRole('button', { name, exact: true }).first();
    beforeAll(async () => {
      context = await portal.visit('admin@grace.test', { colorScheme });
      await serveClient(context, client);
      page = await context.newPage();
      await page.goto('/design');
      await page.getByRole('heading', { level: 1, name: 'Design' }).waitFor();
      await page.emulateMedia({ colorScheme, forcedColors: 'active', reducedMotion: 'reduce' });
    });
    afterAll(async () => context.close());

    const expectVisibleEdge = async (element: Locator) =>
      expect(await contrastOfEdge(element)).toBeGreaterThanOrEqual(minContrast);
    /** Checks that two elements have different colors at the same point. */
    const expectDifferent = async (
      element: Locator,
      other: Locator,
      across: number,
      down = 0.5,
    ) => {
      const colors = [
        await colorIn(element, across, down),
        await colorIn(other, across, down),
      ] as const;
      expect(contrastOf(...colors)).toBeGreaterThanOrEqual(minContrast);
    };

    it.each(['Primary', 'Secondary', 'Danger', 'Small', 'Creating...', 'Disabled'])(
      'the button %s has a visible edge',
      async (name) => expectVisibleEdge(button(name)),
    );

    it('a progress bar shows where it ends and how far it is', async () => {
      const bar = page.getByRole('progressbar', { name: 'Some way' });
      await expectVisibleEdge(bar);
      const [filled, empty] = [await colorIn(bar, 0.2), await colorIn(bar, 0.8)];
      expect(contrastOf(filled, empty)).toBeGreaterThanOrEqual(minContrast);
      await expectDifferent(page.getByRole('progressbar', { name: 'Done' }), bar, 0.8);
    });

    it('a step that is done differs from a later one', async () => {
      const circles = page.getByRole('navigation', { name: 'Import' }).locator('.rounded-full');
      await expectDifferent(circles.nth(0), circles.nth(4), 0.15);
    });

    it('a switch shows its thumb and whether it is on', async () => {
      const control = page.getByRole('switch', { name: 'Takes effect at once' });
      const partsOf = async () =>
        [await colorIn(control, 0.3), await colorIn(control, 0.7)] as const;
      const partsIfOn = await partsOf();
      expect(contrastOf(...partsIfOn)).toBeGreaterThanOrEqual(minContrast);
      await expectVisibleEdge(control);
      await control.click();
      const partsIfOff = await partsOf();
      expect(contrastOf(...partsIfOff)).toBeGreaterThanOrEqual(minContrast);
      await expectVisibleEdge(control);
      const [trackIfOn, trackIfOff] = [partsIfOn[0], partsIfOff[1]];
      expect(contrastOf(trackIfOn, trackIfOff)).toBeGreaterThanOrEqual(minContrast);
    });

    it('chosen tabs, toggles and rows differ from others', async () => {
      const tab = (name: string) => page.getByRole('tab', { name, exact: true });
      await expectDifferent(tab('Empty'), tab('Error'), 0.5, 0.97);
      await expectDifferent(button('Sun'), button('Mon'), 0.15);
      const row = (name: string) => page.getByRole('row', { name }).getByRole('gridcell').nth(1);
      await page.getByRole('checkbox', { name: 'Choose Row 2', exact: true }).click();
      await expectDifferent(row('Row 2 '), row('Row 3 '), 0.1);
    });

    it('the bars of a chart and its legend are visible', async () => {
      const chart = page.getByRole('figure');
      const surface = await colorIn(chart, 0.5, 0.02);
      for (const part of ['.bg-accent', '.bg-line-strong', 'rect.fill-accent', '.fill-line-strong'])
        expect(
          contrastOf(await colorIn(chart.locator(part).first(), 0.5, 0.7), surface),
        ).toBeGreaterThanOrEqual(minContrast);
    });

    it('placeholders and initials have visible edges', async () => {
      await expectVisibleEdge(page.getByLabel('Figures').locator('[data-skeleton]'));
      await expectVisibleEdge(page.locator('#content').getByText('AB', { exact: true }));
    });

    it('dialogs, menus and messages have borders', async () => {
      await button('Confirm').click();
      await expectVisibleEdge(page.getByRole('alertdialog'));
      await page.keyboard.press('Escape');
      await button('Toast').click();
      await expectVisibleEdge(page.getByRole('listitem').filter({ hasText: 'Pledge Created' }));
      await button('Close notification').click();
      await button('Side panel').click();
      await expectVisibleEdge(page.getByRole('dialog', { name: 'Ruth Alvarez' }));
      await page.keyboard.press('Escape');
      await button('Tooltip').hover();
      await expectVisibleEdge(page.getByRole('tooltip'));
      await button('Menu').click();
      await page.getByRole('menuitem', { name: 'Edit' }).waitFor();
      await expectVisibleEdge(page.getByRole('menu'));
      await page.keyboard.press('ArrowDown');
      await expectDifferent(
        page.getByRole('menuitem', { name: 'Edit' }),
        page.getByRole('menuitem', { name: 'Delete' }),
        0.97,
      );
      await page.keyboard.press('Escape');
      await page.getByLabel('Person').click();
      await expectVisibleEdge(page.getByRole('listbox', { name: 'Suggestions' }).locator('..'));
      await page.keyboard.press('Escape');
      await button('Dialog').click();
      await expectVisibleEdge(page.getByRole('dialog', { name: 'Dialog' }));
    });

    it('the chosen entries of the menu and the command palette differ from others', async () => {
      const other = await open(context, '/church-program');
      await other.emulateMedia({ colorScheme, forcedColors: 'active', reducedMotion: 'reduce' });
      const link = (name: string) => other.getByRole('link', { name, exact: true });
      await expectDifferent(link('Church Program'), link('Nuggets'), 0.97);
      const icon = link('Church Program').locator('[data-screen]');
      await expectDifferent(icon, link('Nuggets').locator('[data-screen]'), 0.05, 0.02);
      await other.keyboard.press('Control+k');
      const option = (name: string) => other.getByRole('option', { name });
      await expectDifferent(option('Dashboard').first(), option('Nuggets').first(), 0.5);
      await other.close();
    });
  });
});

describeInBrowser('in forced colors on a phone', (portal) => {
  it('the chosen entry of the menu at the bottom differs from others', async () => {
    const context = await portal.visit('member@grace.test', { viewport: phone });
    const page = await open(context, '/sermons');
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
    const bar = page.getByRole('navigation', { name: 'Quick menu' });
    const [currentLink, other] = [
      bar.getByRole('link', { name: 'Sermons' }),
      bar.getByRole('link', { name: 'Program' }),
    ];
    const background = await colorIn(currentLink, 0.05, 0.5);
    expect(contrastOf(background, await colorIn(other, 0.05, 0.5))).toBeGreaterThanOrEqual(
      minContrast,
    );
    const colors = await page.evaluate(`(() => {
      const link = document.querySelector('[data-menu-bar] [aria-current=page]');
      const icon = link.querySelector('[data-screen]');
      return [getComputedStyle(icon).backgroundColor, getComputedStyle(link).color];
    })()`);
    const [colorOfIcon, colorOfText] = colors as string[];
    expect(colorOfIcon).toBe(colorOfText);
    await context.close();
  });

  it('the buttons in compact cards have visible edges', async () => {
    const context = await portal.visit('member@grace.test', { viewport: phone });
    const page = await open(context, '/resources');
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
    const card = page.getByRole('list', { name: 'Resources' }).getByRole('article').first();
    const button = card.getByRole('button', { name: 'Start Learning' });
    expect(await contrastOfEdge(button)).toBeGreaterThanOrEqual(minContrast);
    await context.close();
  });
});

describeInBrowser('motion and light', (portal) => {
  it('a jump to the prices is not animated with reduced motion', async () => {
    const context = await portal.visit(null);
    const page = await open(context, '/subscribe');
    await page.evaluate(
      'Element.prototype.scrollIntoView = (options) => { window.jump = options.behavior; }',
    );
    await page.getByRole('button', { name: 'Pricing' }).first().click();
    await until(page, `window.jump === 'auto'`);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.getByRole('button', { name: 'Pricing' }).first().click();
    await until(page, `window.jump === 'smooth'`);
    await context.close();
  });

  it('pictures are dimmed on a dark page only', async () => {
    const context = await portal.visit('member@grace.test');
    const page = await open(context, '/sermons');
    const filter = () =>
      page.evaluate("getComputedStyle(document.querySelector('main img.object-cover')).filter");
    expect(await filter()).toBe('none');
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    await page.locator('html.dark').waitFor();
    expect(await filter()).toBe('brightness(0.75)');
    await context.close();
  });
});
