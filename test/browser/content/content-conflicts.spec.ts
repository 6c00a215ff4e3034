import { expect, it } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';
import type { Announcement, BrothersContent, Event, Sermon } from '#libs/contracts';
import { describeInBrowser, open, phone, violations } from '../support.js';
import { button, drafted, field, narrow, waitForText, tooWide } from './staff.js';

describeInBrowser('an editor of content that was saved in another window meanwhile', (portal) => {
  /** Creates an item as the user of `context`, without a form. */
  const create = async <Item>(context: BrowserContext, path: string, data: object) =>
    (await (await context.request.post(path, { data })).json()) as Item;
  const load = async <Item extends { id: string }>(
    context: BrowserContext,
    path: string,
    id: string,
  ): Promise<Item> => {
    const items = (await (await context.request.get(path)).json()) as Item[];
    return items.find((item) => item.id === id)!;
  };
  /** Returns the texts of the cells of each row that differs. */
  const differences = async (page: Page) => {
    const rows = await page.getByRole('dialog').last().getByRole('row').all();
    const lines = await Promise.all(rows.map((row) => row.locator('th, td').allTextContents()));
    return lines.filter(([label]) => label!.endsWith('(differs)'));
  };
  const conflict = (page: Page, kind: string) =>
    page.getByRole('dialog', { name: `This ${kind} was changed in the meantime` });
  const sermonInput = {
    title: 'The lamp',
    description: 'On a light that is not hidden.',
    date: '2026-01-04',
    preacher: 'Ruth Bell',
    tags: ['light'],
  };

  it('replaces only the fields that the user changed, if the user chooses that', async () => {
    const context = await portal.visit('admin@grace.test');
    const other = await portal.visit('admin@grace.test');
    const sermon = await create<Sermon>(context, '/api/sermons', sermonInput);
    const page = await open(context, `/admin/content/sermons/${sermon.id}`);
    await field(page, 'Title').fill('The lamp on its stand');
    const otherVersion = {
      ...sermonInput,
      title: 'The lamp under a bowl',
      preacher: 'Samuel Ortiz',
    };
    const response = await other.request.put(`/api/sermons/${sermon.id}`, { data: otherVersion });
    expect(response.status()).toBe(200);

    await button(page, 'Update Sermon').click();
    const dialog = conflict(page, 'sermon');
    const description =
      'You have saved this sermon since you opened it. Your change was not made. ' +
      'The other change was saved just now.';
    await dialog.getByText(description, { exact: true }).waitFor();
    expect(await differences(page)).toEqual([
      ['Title (differs)', 'The lamp under a bowl', 'The lamp on its stand'],
    ]);
    expect(await violations(page)).toEqual([]);
    await page.setViewportSize(narrow);
    expect(await tooWide(page)).toBe(0);
    await button(dialog, 'Save my version').click();
    await waitForText(page, 'Sermon Updated');
    expect(await load<Sermon>(context, '/api/sermons', sermon.id)).toMatchObject({
      title: 'The lamp on its stand',
      preacher: 'Samuel Ortiz',
      version: 3,
    });
    await Promise.all([context.close(), other.close()]);
  });

  it('shows the saved version if the user keeps it, and can then be saved', async () => {
    const context = await portal.visit('admin@grace.test', { viewport: phone });
    const sermon = await create<Sermon>(context, '/api/sermons', sermonInput);
    const page = await open(context, `/admin/content/sermons/${sermon.id}`);
    await field(page, 'Title').fill('A title that is discarded');
    const otherVersion = { ...sermonInput, title: 'The saved title' };
    await context.request.put(`/api/sermons/${sermon.id}`, { data: otherVersion });

    await button(page, 'Update Sermon').click();
    await button(conflict(page, 'sermon'), 'Keep the saved version').click();
    await waitForText(page, 'Your Change Was Discarded');
    expect(await field(page, 'Title').inputValue()).toBe('The saved title');
    await field(page, 'Preacher').fill('Samuel Ortiz');
    await button(page, 'Update Sermon').click();
    await waitForText(page, 'Sermon Updated');
    expect(await load<Sermon>(context, '/api/sermons', sermon.id)).toMatchObject({
      title: 'The saved title',
      preacher: 'Samuel Ortiz',
      version: 3,
    });
    await context.close();
  });

  it('keeps the form if the dialog is closed, and the repetition of an event', async () => {
    const context = await portal.visit('admin@grace.test');
    const body = {
      title: 'Choir practice',
      description: 'Every voice is welcome.',
      date: '2030-05-05T18:00',
      location: 'Room 2',
      recurrence: 'FREQ=WEEKLY;BYDAY=SU',
    };
    const event = await create<Event>(context, '/api/events', body);
    const page = await open(context, `/admin/events/${event.id}`);
    await field(page, 'Location').fill('The hall');
    const otherVersion = { ...body, location: 'Room 3', recurrence: null };
    await context.request.put(`/api/events/${event.id}`, { data: otherVersion });

    await button(page, 'Update Event').click();
    await conflict(page, 'event').waitFor();
    expect(await differences(page)).toEqual([['Location (differs)', 'Room 3', 'The hall']]);
    await page.keyboard.press('Escape');
    await conflict(page, 'event').waitFor({ state: 'hidden' });
    expect(await field(page, 'Location').inputValue()).toBe('The hall');
    await button(page, 'Update Event').click();
    await button(conflict(page, 'event'), 'Save my version').click();
    await waitForText(page, 'Event Updated');
    expect(await load<Event>(context, '/api/events', event.id)).toMatchObject({
      location: 'The hall',
      recurrence: null,
    });
    await context.close();
  });

  it('asks in a second dialog if the form is a dialog, as for announcements', async () => {
    const context = await portal.visit('admin@grace.test');
    const text = { title: 'Picnic', content: 'On the lawn after church.' };
    const announcement = await create<Announcement>(context, '/api/announcements', text);
    const page = await open(context, '/admin/announcements');
    const card = page.getByRole('listitem').filter({ hasText: 'On the lawn after church.' });
    await card
      .getByRole('button', { name: /^(Edit|Actions)/ })
      .first()
      .click();
    const edit = page.getByRole('menuitem', { name: 'Edit' });
    if (await edit.isVisible()) await edit.click();
    const form = page.getByRole('dialog', { name: 'Edit Announcement' });
    await form.getByLabel('Title').fill('Picnic on Sunday');
    await context.request.patch(`/api/announcements/${announcement.id}`, {
      data: { content: 'In the hall, because it rains.' },
    });
    await button(form, 'Update Announcement').click();
    await conflict(page, 'announcement').waitFor();
    expect(await violations(page)).toEqual([]);
    await button(conflict(page, 'announcement'), 'Save my version').click();
    await waitForText(page, 'Announcement Updated');
    const path = '/api/announcements';
    expect(await load<Announcement>(context, path, announcement.id)).toMatchObject({
      title: 'Picnic on Sunday',
      content: 'In the hall, because it rains.',
    });
    await context.close();
  });

  it('shows both versions if a restored draft is based on an older version', async () => {
    const context = await portal.visit('admin@grace.test');
    const sermon = await create<Sermon>(context, '/api/sermons', sermonInput);
    const page = await open(context, `/admin/content/sermons/${sermon.id}`);
    await field(page, 'Title').fill('From the draft');
    await drafted(page);
    const otherVersion = { ...sermonInput, preacher: 'Samuel Ortiz' };
    await context.request.put(`/api/sermons/${sermon.id}`, { data: otherVersion });
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await button(page, 'Restore draft').click();
    await button(page, 'Update Sermon').click();
    await conflict(page, 'sermon').waitFor();
    expect(await differences(page)).toEqual([
      ['Title (differs)', 'The lamp', 'From the draft'],
      ['Preacher (differs)', 'Samuel Ortiz', 'Ruth Bell'],
    ]);
    await context.close();
  });

  it('does not delete an item whose last change the user has not seen', async () => {
    const context = await portal.visit('admin@grace.test');
    const text = { title: 'Bazaar', content: 'In the hall.' };
    const { id } = await create<Announcement>(context, '/api/announcements', text);
    const page = await open(context, '/admin/announcements');
    await button(page, 'Delete Bazaar').click();
    await context.request.patch(`/api/announcements/${id}`, {
      data: { content: 'In the garden.' },
    });
    await button(page, 'Delete announcement').click();
    await waitForText(page, 'Announcement Not Deleted');
    await page.getByText('In the garden.').waitFor();
    expect(await load(context, '/api/announcements', id)).toMatchObject({ title: 'Bazaar' });
    await context.close();
  });

  it('shows the part of a long article that differs', async () => {
    const context = await portal.visit('pastor@grace.test');
    const longText = (end: string) => `${'In the beginning. '.repeat(60)}${end}`;
    const body = { title: 'Iron', content: longText('Sharpens iron.'), tags: ['wisdom'] };
    const item = await create<BrothersContent>(context, '/api/brothers-in-christ', body);
    const page = await open(context, '/admin/brothers-in-christ');
    await page.getByRole('button', { name: 'Actions for Iron' }).first().click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const form = page.getByRole('dialog', { name: 'Edit Content' });
    await form.getByLabel(/^Article/).fill(longText('Sharpens steel.'));
    await context.request.put(`/api/brothers-in-christ/${item.id}`, {
      data: { ...body, content: longText('Sharpens wood.') },
    });
    await button(form, 'Update Content').click();
    await conflict(page, 'item').waitFor();
    const [[, savedText, typedText]] = (await differences(page)) as [string[]];
    expect([
      savedText!.startsWith('…'),
      savedText!.endsWith('wood.'),
      typedText!.endsWith('steel.'),
    ]).toEqual([true, true, true]);
    await context.close();
  });
});
