import { describe, expect, it } from '@jest/globals';
import { tone } from '../../support/audio.js';
import { describeInBrowser, open, violations } from '../support.js';
import { button, field, focused, narrow, row, waitForText, sentRequest, tooWide } from './staff.js';

describeInBrowser('the administration', (portal) => {
  describe('of Brothers in Christ', () => {
    const refusal = 'Only admins and pastors can manage Brothers in Christ content.';

    it('requires an article, video or audio, and continues interrupted uploads', async () => {
      const context = await portal.visit('pastor@grace.test');
      const page = await open(context, '/admin/brothers-in-christ');
      await button(page, 'Add Content').first().click();
      const dialog = page.getByRole('dialog', { name: 'Add Content' });
      await button(dialog, 'Create Content').click();
      await waitForText(page, 'Title is required');
      await field(dialog, 'Title').fill('Iron and iron');
      await button(dialog, 'Create Content').click();
      await waitForText(page, 'At least one content type (article, video, or audio) is required');
      for (const tag of ['Wisdom', 'Promise', 'Precept']) await button(dialog, tag).click();
      const audio = dialog.getByLabel('Audio file: choose a file');
      await audio.setInputFiles({
        name: 'notes.xlsx',
        mimeType: 'application/vnd.ms-excel',
        buffer: Buffer.from('x'),
      });
      await waitForText(page, 'Please choose an audio file, such as MP3 or WAV.');
      await audio.setInputFiles({
        name: 'talk.mp3',
        mimeType: 'audio/mpeg',
        buffer: Buffer.from('this is no sound'),
      });
      await waitForText(page, 'Please choose an audio file (MP3, M4A');
      let cuts = 0;
      await page.route('**/api/uploads/*', (route) =>
        route.request().method() === 'PATCH' && cuts++ < 2
          ? route.abort('connectionreset')
          : route.fallback(),
      );
      await audio.setInputFiles({
        name: 'talk.wav',
        mimeType: 'audio/wav',
        buffer: Buffer.from(tone(65)),
      });
      await dialog.getByText('508 KB, uploaded').waitFor();
      expect(cuts).toBeGreaterThan(2);
      expect(await violations(page)).toEqual([]);
      const { status, answer } = await sentRequest(
        page,
        'POST',
        /^\/api\/brothers-in-christ$/,
        () => button(dialog, 'Create Content').click(),
      );
      expect([status, answer.tags]).toEqual([201, ['wisdom', 'promise', 'precept']]);
      expect(answer.file).toMatchObject({ name: 'talk.wav', durationSeconds: 65 });
      await waitForText(page, 'Content Created');
      await dialog.waitFor({ state: 'detached' });
      expect((await row(page, 'Iron and iron').innerText()).replace(/\s+/g, ' ')).toContain(
        'Audio wisdom promise +1',
      );

      for (let round = 0; round < 2; round++) {
        await page.getByRole('button', { name: 'Actions for Iron and iron' }).click();
        await page.getByRole('menuitem', { name: 'Edit' }).click();
        const edit = page.getByRole('dialog', { name: 'Edit Content' });
        await edit.getByText('1 min').waitFor();
        await page.keyboard.press('Escape');
        await edit.waitFor({ state: 'detached' });
        expect(await focused(page).getAttribute('aria-label')).toBe('Actions for Iron and iron');
      }
      await page.getByRole('switch', { name: 'Iron and iron: active' }).click();
      await row(page, 'Iron and iron').getByText('Inactive').waitFor();
      await page.setViewportSize(narrow);
      expect(await tooWide(page)).toBe(0);
      await context.close();
    });

    it('is not visible to secretaries', async () => {
      const context = await portal.visit('secretary@grace.test');
      const page = await open(context, '/admin/brothers-in-christ');
      await page.getByText(refusal).waitFor();
      const menu = await page
        .getByRole('navigation', { name: 'Main' })
        .getByRole('link')
        .allInnerTexts();
      expect(menu).toEqual(expect.arrayContaining(['Events Management', 'Announcements']));
      for (const other of ['Brothers Management', 'Pastor Dashboard', 'Content'])
        expect(menu).not.toContain(other);
      await context.close();
    });
  });

  describe('of Bible studies', () => {
    it('shows errors and a preview in which no script runs', async () => {
      const context = await portal.visit('pastor@grace.test');
      const page = await open(context, '/admin/pastor-dashboard?tab=studies');
      await page.getByRole('link', { name: 'New Bible Study' }).first().click();
      await button(page, 'Publish Bible Study').click();
      await waitForText(page, 'Title must be at least 3 characters');
      await field(page, 'Title').fill('The good shepherd');
      await field(page, 'Content').fill(
        '## John 10\n<img src=x onerror="window.ran = 1"> **Who** calls?',
      );
      await field(page, 'Tags').fill('John, sheep');
      await page.keyboard.press('Enter');
      await field(page, 'Study resources').fill('John 10:1-18\n\nPsalm 23');
      await button(page, 'Add tool').click();
      await field(page, 'Name of tool 1').fill('Bible Gateway');
      await field(page, 'Link of tool 1').fill('javascript:alert(1)');
      await field(page, 'Video link').fill('https://youtu.be/dQw4w9WgXcQ');
      await waitForText(page, 'A YouTube video: it plays on the page.');
      const preview = page.getByRole('article', { name: 'The study as members see it' });
      await preview.getByRole('heading', { name: 'John 10' }).waitFor();
      await preview.getByText('Psalm 23').waitFor();
      expect(await page.evaluate('window.ran')).toBeUndefined();
      await button(page, 'Publish Bible Study').click();
      await waitForText(page, 'Please enter a web address that begins with https://');
      expect(await violations(page)).toEqual([]);
      await field(page, 'Link of tool 1').fill('https://www.biblegateway.com/');
      const { status, body } = await sentRequest(page, 'POST', /^\/api\/bible-studies$/, () =>
        button(page, 'Publish Bible Study').click(),
      );
      expect([status, body.tags, body.studyResources, body.onlineTools]).toEqual([
        201,
        ['John', 'sheep'],
        ['John 10:1-18', 'Psalm 23'],
        [{ name: 'Bible Gateway', url: 'https://www.biblegateway.com/' }],
      ]);
      await waitForText(page, 'Bible Study Created');
      await row(page, 'The good shepherd').waitFor();
      await context.close();
    });
  });

  describe('of the church’s settings', () => {
    it('includes its description, place, services and questions', async () => {
      const context = await portal.visit('admin@grace.test');
      const page = await open(context, '/admin/settings');
      await page
        .getByRole('heading', { level: 2, name: 'Your own domain' })
        .scrollIntoViewIfNeeded();
      await field(page, 'About').fill('## Who we are\nFounded in **2018**.');
      await field(page, 'Default event location').fill('Harbor Hotel, Augusta');
      await button(page, 'Save About').click();
      await waitForText(page, 'Your settings have been saved.');

      await button(page, 'Add service').click();
      const service = page.getByRole('dialog', { name: 'Add Service' });
      await button(service, 'Save Service').click();
      await waitForText(page, 'Please name the service');
      await field(service, 'Name').fill('Morning prayer');
      await button(service, 'Sun').click();
      await button(service, 'Save Service').click();
      await waitForText(page, 'Please choose at least one day');
      for (const day of ['Tue', 'Fri']) await button(service, day).click();
      await field(service, 'Time').fill('07:15');
      expect(await violations(page)).toEqual([]);
      await button(service, 'Save Service').click();
      await service.waitFor({ state: 'detached' });
      await page.getByText('Every Tuesday and Friday at 7:15 AM').waitFor();

      await button(page, 'Add question').click();
      const question = page.getByRole('dialog', { name: 'Add Question' });
      await field(question, 'Question').fill('May I bring my dog?');
      await button(question, 'Save Question').click();
      await waitForText(page, 'Please enter the answer');
      await field(question, 'Answer').fill('To the picnic, gladly.');
      await button(question, 'Save Question').click();
      await page.getByText('To the picnic, gladly.').waitFor();
      expect(await violations(page)).toEqual([]);
      await page.setViewportSize(narrow);
      expect(await tooWide(page)).toBe(0);
      const again = await open(context, '/admin/events/new');
      expect(await field(again, 'Location').inputValue()).toBe('Harbor Hotel, Augusta');
      await context.close();
    });
  });
});
