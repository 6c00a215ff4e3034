import { expect, it } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';
import type { FaqEntry, Settings, SiteImage } from '#libs/contracts';
import { describeInBrowser, open, violations } from '../support.js';
import { button, waitForText } from '../content/staff.js';

describeInBrowser('settings that another user has saved meanwhile', (portal) => {
  const read = async (context: BrowserContext) =>
    (await (await context.request.get('/api/settings')).json()) as Settings;
  const save = async (context: BrowserContext, key: string, value: string) => {
    const answer = await context.request.post('/api/settings', { data: { key, value } });
    expect(answer.status()).toBe(200);
  };
  const conflict = (page: Page) =>
    page.getByRole('dialog', { name: 'These settings were changed in the meantime' });
  const cardOf = (page: Page, title: string) =>
    page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: title, exact: true }) });
  /** Opens the settings, and scrolls down to the cards that are loaded only then. */
  const openLowerCards = async (context: BrowserContext) => {
    const page = await open(context, '/admin/settings');
    await page.getByRole('heading', { name: 'Your own domain' }).scrollIntoViewIfNeeded();
    return page;
  };
  const differences = async (page: Page) => {
    const rows = await conflict(page).getByRole('row').all();
    const lines = await Promise.all(rows.map((row) => row.locator('th, td').allTextContents()));
    return lines.filter(([label]) => label!.endsWith('(differs)'));
  };

  it('replace only what the user changed, after a comparison of both versions', async () => {
    const context = await portal.visit('admin@grace.test');
    const page = await open(context, '/admin/settings');
    const phone = page.getByLabel(/^Phone/);
    await phone.fill('706-555-0142');
    await save(context, 'phoneNumber', '706-555-0199');
    await save(context, 'email', 'new-office@grace.test');
    await button(page, 'Save Church').click();
    const dialog = conflict(page);
    await dialog
      .getByText('You have saved this setting since you opened it. Your change was not made.', {
        exact: true,
      })
      .waitFor();
    expect(await differences(page)).toEqual([['Phone (differs)', '706-555-0199', '706-555-0142']]);
    expect(await violations(page)).toEqual([]);
    await button(dialog, 'Save my version').click();
    await waitForText(page, 'Settings Updated');
    expect(await read(context)).toMatchObject({
      phoneNumber: '706-555-0142',
      email: 'new-office@grace.test',
    });
    await context.close();
  });

  it('are shown if the user keeps the saved version', async () => {
    const context = await portal.visit('admin@grace.test');
    const page = await open(context, '/admin/settings');
    const handle = page.getByLabel(/^CashApp handle/);
    await handle.fill('$Mine');
    await save(context, 'paymentHandle', '$Theirs');
    await button(page, 'Save Giving').click();
    await button(conflict(page), 'Keep the saved version').click();
    await conflict(page).waitFor({ state: 'detached' });
    expect(await handle.inputValue()).toBe('$Theirs');
    await context.close();
  });

  it('are saved together, or not at all if another user has changed one of them', async () => {
    const context = await portal.visit('admin@grace.test');
    const page = await open(context, '/admin/settings');
    const { churchName } = await read(context);
    await page.getByLabel(/^Church name/).fill('Grace by the river');
    await page.getByLabel(/^Phone/).fill('706-555-0111');
    await save(context, 'phoneNumber', '706-555-0222');
    await button(page, 'Save Church').click();
    await conflict(page).waitFor();
    expect(await differences(page)).toEqual([
      ['Church name (differs)', churchName, 'Grace by the river'],
      ['Phone (differs)', '706-555-0222', '706-555-0111'],
    ]);
    expect(await read(context)).toMatchObject({ churchName, phoneNumber: '706-555-0222' });
    await button(conflict(page), 'Save my version').click();
    await waitForText(page, 'Settings Updated');
    expect(await read(context)).toMatchObject({
      churchName: 'Grace by the river',
      phoneNumber: '706-555-0111',
    });
    await context.close();
  });

  it('are saved once by a double click', async () => {
    const context = await portal.visit('admin@grace.test');
    const page = await openLowerCards(context);
    const before = await read(context);
    await page.getByLabel(/^CashApp handle/).fill('$Twice');
    await button(page, 'Save Giving').dblclick();
    await waitForText(page, 'Settings Updated');
    await button(cardOf(page, 'Pastor’s FAQ'), 'Add question').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Question').fill('Is there coffee?');
    await dialog.getByLabel('Answer').fill('Plenty.');
    await dialog.getByRole('button', { name: /^Save/ }).dblclick();
    await dialog.waitFor({ state: 'detached' });
    const after = await read(context);
    expect(await conflict(page).count()).toBe(0);
    expect(after.versions.paymentHandle).toBe(before.versions.paymentHandle! + 1);
    expect(after.pastorFaq).toHaveLength(before.pastorFaq.length + 1);
    await context.close();
  });

  it('keep the entries that both users have added to a list', async () => {
    const context = await portal.visit('admin@grace.test');
    const page = await openLowerCards(context);
    const faq = cardOf(page, 'Pastor’s FAQ');
    await button(faq, 'Add question').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Question').fill('May I bring my dog?');
    await dialog.getByLabel('Answer').fill('Please ask first.');
    const savedFaq = (await read(context)).pastorFaq;
    const savedEntry: FaqEntry = { question: 'Where do I park?', answer: 'Behind the hall.' };
    await save(context, 'pastorFaq', JSON.stringify([...savedFaq, savedEntry]));
    await dialog.getByRole('button', { name: /^Save/ }).click();
    await waitForText(page, 'Settings Updated');
    expect((await read(context)).pastorFaq).toEqual([
      ...savedFaq,
      savedEntry,
      { question: 'May I bring my dog?', answer: 'Please ask first.' },
    ]);
    await context.close();
  });

  it('are not overwritten if both users change the same entry of a list', async () => {
    const context = await portal.visit('admin@grace.test');
    await save(context, 'pastorFaq', JSON.stringify([{ question: 'When?', answer: 'Soon.' }]));
    const page = await openLowerCards(context);
    await button(page, 'Edit When?').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Answer').fill('Today.');
    const savedEntries = [{ question: 'When?', answer: 'Tomorrow.' }];
    await save(context, 'pastorFaq', JSON.stringify(savedEntries));
    await dialog.getByRole('button', { name: /^Save/ }).click();
    await waitForText(page, 'Somebody else has changed this list meanwhile.');
    expect((await read(context)).pastorFaq).toEqual(savedEntries);
    expect(await dialog.getByLabel('Answer').inputValue()).toBe('Today.');
    await context.close();
  });

  it('include the texts of a picture, which are compared and then replaced', async () => {
    const context = await portal.visit('admin@grace.test');
    const imageList = await context.request.get('/api/site-images?type=leadership');
    const { id, title } = ((await imageList.json()) as SiteImage[])[0]!;
    const page = await open(context, '/admin/appearance');
    await button(page, `Edit ${title}`).click();
    await page.getByLabel('Title').fill('Pastor Elias');
    const otherChange = { description: 'Since 2011' };
    await context.request.patch(`/api/site-images/${id}`, { data: otherChange });
    await button(page, 'Save Changes').click();
    const dialog = page.getByRole('dialog', { name: 'This picture was changed in the meantime' });
    await dialog.waitFor();
    expect(await violations(page)).toEqual([]);
    await button(dialog, 'Save my version').click();
    await waitForText(page, 'Picture Updated');
    const savedImages = (await (
      await context.request.get('/api/site-images')
    ).json()) as SiteImage[];
    expect(savedImages).toContainEqual(
      expect.objectContaining({ id, title: 'Pastor Elias', description: 'Since 2011' }),
    );
    await context.close();
  });

  it('include a picture, which is not deleted after a change that was not seen', async () => {
    const context = await portal.visit('admin@grace.test');
    const imageList = await context.request.get('/api/site-images?type=leadership');
    const { id, title } = ((await imageList.json()) as SiteImage[])[0]!;
    const page = await open(context, '/admin/appearance');
    await context.request.patch(`/api/site-images/${id}`, { data: { description: 'Since 1999' } });
    await button(page, `Delete ${title}`).click();
    await button(page, 'Delete picture').click();
    await waitForText(page, 'Picture Not Deleted');
    await page.getByText('Since 1999').waitFor();
    await context.close();
  });

  it('are not overwritten by the podcast switch, which then shows the saved state', async () => {
    const context = await portal.visit('admin@grace.test');
    const page = await openLowerCards(context);
    const podcast = page.getByRole('switch', { name: 'Publish sermons as a podcast' });
    await podcast.waitFor();
    await context.request.put('/api/church/podcast', { data: { isOn: true } });
    await podcast.click();
    await button(page, 'Make public').click();
    await waitForText(page, 'Podcast Not Changed');
    expect(await podcast.isChecked()).toBe(true);
    await context.request.put('/api/church/podcast', { data: { isOn: false } });
    await context.close();
  });

  it('are not overwritten by links that were opened before', async () => {
    const context = await portal.visit('admin@grace.test');
    const page = await open(context, '/community');
    await button(page, 'Edit Links').click();
    const dialog = page.getByRole('dialog', { name: 'Edit Links' });
    await dialog.getByLabel(/^Website/).fill('https://mine.example');
    await save(context, 'website_url', 'https://theirs.example');
    await button(dialog, 'Save Links').click();
    await conflict(page).waitFor();
    expect(await differences(page)).toEqual([
      ['Website (differs)', 'https://theirs.example/', 'https://mine.example'],
    ]);
    await button(conflict(page), 'Save my version').click();
    await waitForText(page, 'Social media links updated successfully');
    expect((await read(context)).website_url).toBe('https://mine.example/');
    await context.close();
  });
});
