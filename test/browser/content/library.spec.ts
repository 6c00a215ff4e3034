import { describe, expect, it } from '@jest/globals';
import { tone } from '../../support/audio.js';
import { picture } from '../../support/pictures.js';
import { demoPassword } from '../../support/program/program.js';
import { describeInBrowser, open, phone, until, violations } from '../support.js';
import {
  button,
  drafted,
  drafts,
  field,
  narrow,
  row,
  waitForText,
  sentRequest,
  tooWide,
} from './staff.js';

describeInBrowser('the administration of the library', (portal) => {
  describe('for an admin', () => {
    it('shows the errors of each type of resource, and adds a book with a picture', async () => {
      const context = await portal.visit('admin@grace.test');
      const page = await open(context, '/admin/content');
      await page.getByRole('link', { name: 'Add Resource' }).first().click();
      await field(page, 'Title').fill('Praying the psalms');
      await field(page, 'Description').fill('A walk of thirty days.');
      expect([
        await field(page, 'Duration in minutes').inputValue(),
        await page.getByLabel('Topic').locator('option').allInnerTexts(),
      ]).toEqual([
        '15',
        ['Bible Study', 'Prayer', 'Discipleship', 'Theology', 'Worship', 'Evangelism'],
      ]);
      await button(page, 'Create Resource').click();
      await page.getByText('An article needs a text, a link or a file', { exact: true }).waitFor();
      await page.getByLabel('Type').selectOption('Video');
      await button(page, 'Create Resource').click();
      await waitForText(page, 'A video needs a link to it');
      await page.getByLabel('Type').selectOption('Audio');
      await button(page, 'Create Resource').click();
      await waitForText(page, 'Audio needs a link or a file');
      await page.getByLabel('Type').selectOption('Book');
      await button(page, 'Create Resource').click();
      await waitForText(page, 'A book needs its title');
      await field(page, 'Book title').fill('Psalms for every day');
      await page
        .getByLabel('Picture: choose a file')
        .setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
      await waitForText(page, 'Please choose a JPEG, PNG or WebP picture.');
      await page.getByLabel('Picture: choose a file').setInputFiles({
        name: 'x.png',
        mimeType: 'image/png',
        buffer: await picture(800, 450).png().toBuffer(),
      });
      await button(page, 'Replace picture').waitFor();
      expect(await violations(page)).toEqual([]);
      await page.setViewportSize(narrow);
      expect(await tooWide(page)).toBe(0);
      await page.setViewportSize({ width: 1440, height: 900 });
      const { status, answer } = await sentRequest(page, 'POST', /^\/api\/resources$/, () =>
        button(page, 'Create Resource').click(),
      );
      expect([status, answer.resourceType, answer.bookTitle, answer.durationMinutes]).toEqual([
        201,
        'book',
        'Psalms for every day',
        15,
      ]);
      expect(answer.pictureUrl).toMatch(/^\/api\/images\//);
      await waitForText(page, 'Resource Created');
      await row(page, 'Praying the psalms').getByText('Book').waitFor();
      await context.close();
    });

    it('takes the duration of a sermon from its audio, and hides several items', async () => {
      const context = await portal.visit('admin@grace.test', { viewport: phone });
      const page = await open(context, '/admin/content/sermons/new');
      await field(page, 'Title').fill('Kept in hope');
      await field(page, 'Description').fill('On what carries us through.');
      await page
        .getByLabel('Audio file: choose a file')
        .setInputFiles({ name: 'hope.wav', mimeType: 'audio/wav', buffer: Buffer.from(tone(125)) });
      await page.getByText('977 KB, uploaded').waitFor();
      expect([await tooWide(page), await violations(page)]).toEqual([0, []]);
      const sermon = await sentRequest(page, 'POST', /^\/api\/sermons$/, () =>
        button(page, 'Create Sermon').click(),
      );
      expect([sermon.status, sermon.answer.durationMinutes]).toEqual([201, 2]);
      await page.waitForURL(/tab=sermons/);
      await page.setViewportSize({ width: 1440, height: 900 });

      await page.getByRole('tab', { name: 'Nuggets' }).click();
      await page.getByRole('link', { name: 'Add Nugget' }).first().click();
      expect(await field(page, 'Duration in seconds').inputValue()).toBe('60');
      await button(page, 'Create Nugget').click();
      await page.getByText('Title must be at least 3 characters').waitFor();
      await until(page, `document.activeElement?.labels?.[0]?.textContent === 'Title'`);
      await field(page, 'Title').fill('One minute of peace');
      await field(page, 'Description').fill('A word for the middle of the day.');
      await field(page, 'Duration in seconds').fill('301');
      await button(page, 'Add tag Spiritual Growth').click();
      await button(page, 'Create Nugget').click();
      await waitForText(page, 'A nugget lasts 10 to 300 seconds');
      await waitForText(page, 'Please enter the link to the video');
      await field(page, 'Duration in seconds').fill('90');
      await field(page, 'Video link').fill('https://youtu.be/dQw4w9WgXcQ');
      const nugget = await sentRequest(page, 'POST', /^\/api\/nuggets$/, () =>
        button(page, 'Create Nugget').click(),
      );
      expect([
        nugget.status,
        nugget.answer.durationSeconds,
        nugget.answer.category,
        nugget.answer.tags,
      ]).toEqual([201, 90, 'inspirational', ['Spiritual Growth']]);
      await row(page, 'One minute of peace').waitFor();
      expect(await violations(page)).toEqual([]);

      await page.getByRole('checkbox', { name: 'Choose One minute of peace' }).check();
      await button(page, 'Hide').click();
      await waitForText(page, '1 nugget hidden from members.');
      await row(page, 'One minute of peace').getByText('Inactive').waitFor();
      await page.getByRole('checkbox', { name: 'Choose One minute of peace' }).check();
      await button(page, 'Delete').click();
      await page
        .getByRole('alertdialog', { name: 'Delete 1 nugget?' })
        .getByRole('button', { name: 'Delete 1 nugget' })
        .click();
      await waitForText(page, 'Nugget Deleted');
      await row(page, 'One minute of peace').waitFor({ state: 'detached' });
      await page.getByRole('tab', { name: 'Site Images' }).click();
      await page.getByRole('heading', { level: 2, name: 'Leadership' }).waitFor();
      expect(await violations(page)).toEqual([]);
      await context.close();
    });

    it('has selectable cards and a bar for actions on a phone', async () => {
      const context = await portal.visit('admin@grace.test', { viewport: phone });
      const page = await open(context, '/admin/content?sort=title');
      const boxes = page.getByRole('list', { name: 'Resources' }).getByRole('checkbox');
      // The list renders only the cards near the window.
      const { length: count } = (await (
        await context.request.get('/api/resources?limit=100')
      ).json()) as unknown[];
      expect(count).toBeGreaterThan(2);
      const area = (await boxes.first().locator('xpath=..').boundingBox())!;
      expect([area.width >= 44, area.height >= 44]).toEqual([true, true]);
      // A tap on the checkbox selects the card. A tap on the rest of the card would open it.
      await page.mouse.click(area.x + 3, area.y + 3);
      const bar = page.getByRole('group', { name: 'What is chosen' });
      await bar.getByText('1 selected').waitFor();
      expect(page.url()).toContain('sort=title');
      await boxes.nth(1).focus();
      await page.keyboard.press('Space');
      await bar.getByText('2 selected').waitFor();
      for (const name of ['Show', 'Hide', 'Delete'])
        expect((await button(bar, name).boundingBox())!.height).toBeGreaterThanOrEqual(44);
      expect([await tooWide(page), await violations(page)]).toEqual([0, []]);
      await page.setViewportSize(narrow);
      expect([await tooWide(page), await violations(page)]).toEqual([0, []]);
      await page.setViewportSize(phone);
      await button(bar, 'Hide').focus();
      await page.keyboard.press('Enter');
      await waitForText(page, '2 resources hidden from members.');
      await bar.waitFor({ state: 'detached' });
      await page.getByRole('list', { name: 'Resources' }).getByText('Inactive').nth(1).waitFor();
      await boxes.first().check();
      await bar.getByRole('button', { name: `Select all ${count}` }).click();
      await button(bar, 'Show').click();
      await waitForText(page, '2 resources shown to members.');
      await bar.waitFor({ state: 'detached' });
      await context.close();
      // On a phone, items whose only action is the export cannot be selected.
      const secretary = await portal.visit('secretary@grace.test', { viewport: phone });
      const gifts = await open(secretary, '/admin/member-donations');
      await gifts.getByRole('listitem').first().waitFor();
      expect(await gifts.getByRole('listitem').getByRole('checkbox').count()).toBe(0);
      await secretary.close();
    });

    it('keeps a draft if the session expires, and deletes it if the user signs out', async () => {
      const context = await portal.visit('admin@grace.test');
      const page = await open(context, '/admin/content/resources/new');
      await field(page, 'Title').fill('Half a thought');
      await drafted(page);
      // If the user cancels and confirms it, the draft is deleted.
      await page.getByRole('link', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: 'Discard changes' }).click();
      await page.getByRole('heading', { level: 1, name: 'Content' }).waitFor();
      expect(await drafts(page)).toBe(0);

      await page.getByRole('link', { name: 'Add Resource' }).first().click();
      await field(page, 'Title').fill('Another thought');
      await drafted(page);
      page.on('dialog', (question) => void question.accept());
      await page.reload({ waitUntil: 'networkidle' });
      await waitForText(page, 'You left a draft here');
      await page.getByRole('link', { name: 'Logout' }).click();
      await page.waitForURL(/\/$/);
      expect(await drafts(page)).toBe(0);
      await context.close();

      const again = await portal.visit('admin@grace.test');
      const other = await open(again, '/admin/content/resources/new');
      await field(other, 'Title').fill('A thought that lasts');
      await drafted(other);
      await again.clearCookies();
      await field(other, 'Description').fill('Written after the session was over.');
      await button(other, 'Create Resource').click();
      await other.getByText('An article needs a text, a link or a file', { exact: true }).waitFor();
      await field(other, 'Article link').fill('https://example.org/thought');
      await button(other, 'Create Resource').click();
      await other.waitForURL(/\/sign-in\?next=/);
      expect(await drafts(other)).toBe(1);
      await other.getByLabel('Email').fill('admin@grace.test');
      await other.getByLabel('Password', { exact: true }).fill(demoPassword);
      await other.getByRole('button', { name: 'Sign In', exact: true }).click();
      await button(other, 'Restore draft').click();
      expect([
        await field(other, 'Title').inputValue(),
        await field(other, 'Article link').inputValue(),
      ]).toEqual(['A thought that lasts', 'https://example.org/thought']);
      await again.close();
    });
  });
});
