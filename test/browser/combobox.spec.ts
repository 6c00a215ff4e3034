import { afterAll, beforeAll, beforeEach, afterEach, expect, it } from '@jest/globals';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { until as eventually } from '../support/until.js';
import { hasFocus } from './arrow-down.js';
import { describeInBrowser, open, phone, violations } from './support.js';

const choiceNeeded =
  'Please choose one: several match. Use the arrow keys and Enter, or type more.';

describeInBrowser('the field for a giver', (portal) => {
  let context: BrowserContext;
  let page: Page;
  let dialog: Locator;
  let member: Locator;
  beforeAll(async () => {
    context = await portal.visit('secretary@grace.test');
  });
  afterAll(() => context.close());
  afterEach(() => page.close());

  const getsFocus = (field: Locator) =>
    eventually(() => hasFocus(field), 'The field has not got the focus.');
  const list = () => dialog.getByRole('listbox');

  const openAdd = async () => {
    page = await open(context, '/admin/member-donations');
    await page.getByRole('button', { name: 'Add Donation' }).click();
    dialog = page.getByRole('dialog', { name: 'Add Donation' });
    member = dialog.getByRole('combobox', { name: 'Member' });
  };
  const openEdit = async () => {
    page = await open(context, '/admin/member-donations?search=Hannah');
    await page
      .getByRole('button', { name: /^Actions for .* Hannah Brooks/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    dialog = page.getByRole('dialog', { name: 'Edit Donation' });
    member = dialog.getByRole('combobox', { name: 'Member' });
  };

  it.each<[dialog: string, open: () => Promise<void>]>([
    ['Add Donation', openAdd],
    ['Edit Donation', openEdit],
  ])('takes the only match with Tab, and moves to the amount: %s', async (_name, openDialog) => {
    await openDialog();
    await member.click();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('osei');
    await dialog.getByRole('option', { name: /Benjamin Osei/ }).waitFor();
    await page.keyboard.press('Tab');
    expect(await member.inputValue()).toBe('Benjamin Osei');
    expect(await list().count()).toBe(0);
    await getsFocus(dialog.getByLabel(/^Amount/));
  });

  it.each<[dialog: string, open: () => Promise<void>]>([
    ['Add Donation', openAdd],
    ['Edit Donation', openEdit],
  ])('asks for a choice if several people match: %s', async (_name, openDialog) => {
    await openDialog();
    await member.click();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('grace.test');
    await eventually(async () => (await list().getByRole('option').count()) > 1);
    expect(await member.getAttribute('aria-activedescendant')).toBeNull();
    for (const key of ['Tab', 'Shift+Tab', 'Enter']) {
      await page.keyboard.press(key);
      await dialog.getByRole('alert').filter({ hasText: choiceNeeded }).waitFor();
      expect(await member.inputValue()).toBe('grace.test');
      expect(await list().count()).toBe(1);
      await getsFocus(member);
    }
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('ArrowDown');
    const first = await list().getByRole('option').first().locator('span').nth(1).innerText();
    await page.keyboard.press('Tab');
    expect(await member.inputValue()).toBe(first);
    expect(await dialog.getByRole('alert').count()).toBe(0);
    await getsFocus(dialog.getByLabel(/^Amount/));
  });

  it('prevents saving if the user has typed a text without choosing a giver', async () => {
    await openEdit();
    let isSent = false;
    page.on('request', (request) => (isSent ||= request.method() !== 'GET'));
    await member.fill('grace.test');
    await eventually(async () => (await list().getByRole('option').count()) > 1);
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await dialog.getByText('Member is required').waitFor();
    await dialog.getByText(choiceNeeded).waitFor();
    expect(await member.inputValue()).toBe('grace.test');
    expect(isSent).toBe(false);
  });

  it('keeps its text after Escape, and then lets Tab move to the next field', async () => {
    await openAdd();
    await member.fill('grace.test');
    await page.keyboard.press('Escape');
    await list().waitFor({ state: 'detached' });
    await page.keyboard.press('Tab');
    await getsFocus(dialog.getByLabel(/^Amount/));
    expect(await member.inputValue()).toBe('grace.test');
    await dialog.getByText(choiceNeeded).waitFor();
  });

  it('keeps a text without a match, and says that no giver is chosen', async () => {
    await openAdd();
    await member.fill('nobody at all');
    await page.keyboard.press('Tab');
    await getsFocus(dialog.getByLabel(/^Amount/));
    expect(await member.inputValue()).toBe('nobody at all');
    await dialog.getByText('No member by that name. Nothing is chosen yet.').waitFor();
  });

  it('does not change the giver if nothing was typed', async () => {
    await openEdit();
    await member.click();
    await page.keyboard.press('Tab');
    await getsFocus(dialog.getByLabel(/^Amount/));
    expect(await member.inputValue()).toBe('Hannah Brooks');
  });

  it('also takes the only match if the user clicks into another field', async () => {
    await openAdd();
    await member.fill('osei');
    await dialog.getByRole('option', { name: /Benjamin Osei/ }).waitFor();
    await dialog.getByLabel(/^Notes/).click();
    await getsFocus(dialog.getByLabel(/^Notes/));
    expect(await member.inputValue()).toBe('Benjamin Osei');
  });

  it('does not take an option only because the mouse is over it', async () => {
    await openAdd();
    await member.fill('grace.test');
    await list().getByRole('option').nth(1).hover();
    await page.keyboard.press('Tab');
    await dialog.getByText(choiceNeeded).waitFor();
  });

  it('differs from the field for a fund, which completes a text only after ArrowDown', async () => {
    await openAdd();
    const fund = dialog.getByRole('combobox', { name: 'Campaign' });
    await fund.fill('General');
    await page.keyboard.press('Tab');
    expect(await fund.inputValue()).toBe('General');
    await fund.fill('General');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Tab');
    expect(await fund.inputValue()).toBe('General Fund');
  });

  it('is accessible on a phone in dark mode', async () => {
    const dark = await portal.visit('secretary@grace.test', {
      viewport: phone,
      colorScheme: 'dark',
    });
    page = await open(dark, '/admin/member-donations');
    await page.getByRole('button', { name: 'Add Donation' }).click();
    dialog = page.getByRole('dialog', { name: 'Add Donation' });
    await dialog.getByRole('combobox', { name: 'Member' }).fill('grace.test');
    await page.keyboard.press('Enter');
    await dialog.getByText(choiceNeeded).waitFor();
    expect(await violations(page)).toEqual([]);
    await dark.close();
  });
});

describeInBrowser('the member chosen for a giver of an import', (portal) => {
  let context: BrowserContext;
  let page: Page;
  beforeEach(async () => {
    context = await portal.visit('secretary@grace.test');
    const upload = await context.request.post('/api/admin/donation-imports', {
      multipart: {
        file: {
          name: 'gifts.csv',
          mimeType: 'text/csv',
          buffer: Buffer.from(
            'email,amount,paymentmethod,date,campaign,notes\n' +
              'stranger@example.test,12.00,Cash,2019-05-05,,\n',
          ),
        },
      },
    });
    const { id } = (await upload.json()) as { id: string };
    page = await open(context, `/admin/donation-imports/${id}`);
  });
  afterEach(() => context.close());

  it('is shown immediately, and saved by the button after it', async () => {
    const changes: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET') changes.push(request.method());
    });
    const member = page.getByRole('combobox', { name: 'Member who is stranger@example.test' });
    await member.fill('Hannah');
    await page.getByRole('option', { name: /Hannah Brooks/ }).waitFor();
    await page.keyboard.press('Tab');
    expect(await member.inputValue()).toBe('Hannah Brooks');
    expect(changes).toEqual([]);
    await page.getByRole('button', { name: 'Choose for 1 gift' }).click();
    await page.getByRole('button', { name: 'Import 1 donation' }).waitFor();
    expect(changes).toEqual(['PATCH']);
  });
});
