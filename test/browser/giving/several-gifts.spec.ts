import { expect, it } from '@jest/globals';
import type { Donation } from '#libs/contracts';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { until } from '../../support/until.js';
import { drafts } from '../content/staff.js';
import { describeInBrowser, open, violations } from '../support.js';

describeInBrowser('several gifts that are recorded one after the other', (portal) => {
  const visit = async () => {
    const context = await portal.visit('secretary@grace.test');
    const page = await open(context, '/admin/member-donations');
    await page.getByRole('button', { name: 'Add Donation' }).first().click();
    await page
      .getByLabel(/^Member/)
      .and(page.locator(':focus'))
      .waitFor();
    return { context, page, dialog: page.getByRole('dialog', { name: 'Add Donation' }) };
  };
  const typeGift = async (page: Page, giver: string, amount: string) => {
    await page.keyboard.type(giver);
    await page.getByRole('listbox').getByRole('option').first().waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.type(amount);
  };
  const isIn = (page: Page, label: RegExp) =>
    page.getByLabel(label).and(page.locator(':focus')).waitFor();

  const buttonOf = (dialog: Locator, name: string) =>
    dialog.getByRole('button', { name, exact: true });
  const campaignGifts = async (context: BrowserContext, campaign: string) => {
    const query = new URLSearchParams({ campaign }).toString();
    const answer = await context.request.get(`/api/admin/donations?${query}`);
    return (await answer.json()) as Donation[];
  };

  it('keep date, payment method and campaign, and need no mouse', async () => {
    const { context, page, dialog } = await visit();
    await isIn(page, /^Member/);
    await dialog.getByLabel(/^Date/).fill('2025-03-02');
    await dialog.getByLabel('Payment method').selectOption('Check');
    await dialog.getByLabel(/^Campaign/).fill('Roof of the barn');
    await dialog.getByText('No donation has this name yet. It will be a new fund.').waitFor();
    await dialog.getByLabel(/^Member/).focus();
    for (const amount of ['12.01', '12.02', '12.03']) {
      await typeGift(page, 'Hannah', amount);
      await dialog.getByRole('button', { name: 'Record and add another' }).press('Enter');
      await isIn(page, /^Member/);
      expect(await dialog.getByLabel('Amount').inputValue()).toBe('');
      expect(await dialog.getByLabel(/^Date/).inputValue()).toBe('2025-03-02');
      expect(await dialog.getByLabel('Payment method').inputValue()).toBe('Check');
      expect(await dialog.getByLabel(/^Campaign/).inputValue()).toBe('Roof of the barn');
    }
    expect(await violations(page)).toEqual([]);
    await dialog.getByText('It will be a new fund.').waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    const gifts = await campaignGifts(context, 'Roof of the barn');
    expect(gifts.map(({ amount }) => amount).sort()).toEqual(['12.01', '12.02', '12.03']);
    await context.close();
  });

  it('are recorded once each, also by a double click', async () => {
    const { context, page, dialog } = await visit();
    await dialog.getByLabel(/^Campaign/).fill('Double clicks');
    await dialog.getByLabel(/^Member/).focus();
    await typeGift(page, 'Hannah', '7.77');
    await dialog.getByRole('button', { name: 'Record and add another' }).dblclick();
    await page.getByText('The donation has been recorded.').first().waitFor();
    await isIn(page, /^Member/);
    expect(await campaignGifts(context, 'Double clicks')).toHaveLength(1);
    await context.close();
  });

  it('are announced to screen readers, and the dialog ends with Done', async () => {
    const { context, page, dialog } = await visit();
    await buttonOf(dialog, 'Cancel').waitFor();
    await typeGift(page, 'Hannah', '4.04');
    await buttonOf(dialog, 'Record and add another').click();
    const announced = page
      .getByRole('status')
      .filter({ hasText: 'The donation has been recorded.' });
    await announced.first().waitFor({ state: 'attached' });
    await isIn(page, /^Member/);
    // "Done" would hide that what was typed is discarded.
    await dialog.getByLabel('Amount').fill('4.05');
    await buttonOf(dialog, 'Cancel').waitFor();
    await dialog.getByLabel('Amount').fill('');
    await buttonOf(dialog, 'Done').click();
    await dialog.waitFor({ state: 'detached' });
    await context.close();
  });

  it('can be typed before the list shows the last one', async () => {
    const { context, page, dialog } = await visit();
    await typeGift(page, 'Hannah', '3.03');
    let showList = () => {};
    const isListAwaited = new Promise<void>((resolve) => {
      showList = resolve;
    });
    await page.route(
      (url) => url.pathname.startsWith('/api/admin/donations'),
      async (route) => {
        if (route.request().method() === 'GET') await isListAwaited;
        await route.continue();
      },
    );
    await buttonOf(dialog, 'Record and add another').click();
    await isIn(page, /^Member/);
    await typeGift(page, 'Hannah', '3.04');
    showList();
    await page.locator('[data-row]').getByText('$3.03').first().waitFor();
    expect(await dialog.getByLabel('Amount').inputValue()).toBe('3.04');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.close();
  });

  it('leave no draft of the last one', async () => {
    const { context, page, dialog } = await visit();
    await typeGift(page, 'Hannah', '5.05');
    await until(() => drafts(page));
    await buttonOf(dialog, 'Record and add another').click();
    await isIn(page, /^Member/);
    await page.reload({ waitUntil: 'networkidle' });
    expect(await drafts(page)).toBe(0);
    await context.close();
  });

  it('keep what was typed if the server cannot record it', async () => {
    const { context, page, dialog } = await visit();
    await typeGift(page, 'Hannah', '6.06');
    const isCreation = (url: URL) => url.pathname === '/api/admin/donations';
    await page.route(isCreation, (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    );
    await buttonOf(dialog, 'Record and add another').click();
    await page.getByText('Failed to add donation').first().waitFor();
    expect(await dialog.getByLabel('Amount').inputValue()).toBe('6.06');
    await page.unroute(isCreation);
    await buttonOf(dialog, 'Record and add another').click();
    await isIn(page, /^Member/);
    expect(await dialog.getByLabel('Amount').inputValue()).toBe('');
    await context.close();
  });

  it('ask about a gift that is recorded already, and record it on confirmation', async () => {
    const { context, page, dialog } = await visit();
    await dialog.getByLabel(/^Campaign/).fill('Twice');
    await dialog.getByLabel(/^Member/).focus();
    await typeGift(page, 'Hannah', '31.31');
    await buttonOf(dialog, 'Record and add another').click();
    await isIn(page, /^Member/);
    await typeGift(page, 'Hannah', '31.31');
    await buttonOf(dialog, 'Record and add another').click();
    await dialog.getByText('Is this right?').waitFor();
    expect(await campaignGifts(context, 'Twice')).toHaveLength(1);
    await buttonOf(dialog, 'Record anyway and add another').click();
    await isIn(page, /^Member/);
    await dialog.getByText('Is this right?').waitFor({ state: 'detached' });
    await buttonOf(dialog, 'Record and add another').waitFor();
    expect(await campaignGifts(context, 'Twice')).toHaveLength(2);
    await context.close();
  });
});

describeInBrowser('gifts of guests that are recorded one after the other', (portal) => {
  it('begin at the first name, without the last guest', async () => {
    const context = await portal.visit('secretary@grace.test');
    const page = await open(context, '/admin/member-donations');
    await page.getByRole('button', { name: 'Record Guest Donation' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Record Guest Donation' });
    const own = {
      'First name': 'Dorcas',
      'Last name': 'Joppa',
      Email: 'dorcas@joppa.test',
      Phone: '706-555-0199',
      Amount: '8.08',
      Notes: 'In memory of her aunt',
    };
    const field = (label: string) => dialog.getByLabel(new RegExp(`^${label}`));
    await dialog.getByText('Contact, reference and notes (optional)').click();
    for (const [label, value] of Object.entries(own)) await field(label).fill(value);
    await field('Payment method').selectOption('Check');
    await dialog.getByRole('button', { name: 'Record and add another' }).click();
    await field('First name').and(page.locator(':focus')).waitFor();
    for (const label of Object.keys(own))
      expect({ label, value: await field(label).inputValue() }).toEqual({ label, value: '' });
    expect(await field('Payment method').inputValue()).toBe('Check');
    await context.close();
  });
});

describeInBrowser('the dialog that corrects a gift', (portal) => {
  it('has the focus on the amount when it opens', async () => {
    const context = await portal.visit('secretary@grace.test');
    const page = await open(context, '/admin/member-donations');
    await page.getByRole('grid').locator('[data-row]').first().click();
    await page.getByRole('button', { name: 'Edit' }).first().click();
    await page.getByRole('dialog', { name: 'Edit Donation' }).waitFor();
    await page.getByLabel('Amount').and(page.locator(':focus')).waitFor();
    await context.close();
  });
});
