import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Twilio } from '../support/doubles/twilio.js';
import { until } from '../support/until.js';
import { describeInBrowser, open, phone, violations } from './support.js';

const twilio = new Twilio();
beforeAll(() => twilio.start());
afterAll(() => twilio.stop());

describeInBrowser(
  'text messages',
  (portal) => {
    it('are sent to a confirmed number after an admin has turned them on', async () => {
      const admins = await portal.visit('admin@grace.test');
      const settings = await open(admins, '/admin/settings');
      await settings.getByRole('heading', { name: 'Your own domain' }).scrollIntoViewIfNeeded();
      await settings.getByRole('switch', { name: 'Send text messages' }).click();
      await settings
        .getByText('0 of 500 text messages sent this month; 0 members get them.')
        .waitFor();
      expect(await violations(settings)).toEqual([]);

      const members = await portal.visit('member@grace.test', { viewport: phone });
      await members.request.put('/api/auth/profile', {
        data: { firstName: 'Hannah', lastName: 'Brooks', phone: '(706) 555-0142' },
      });
      const page = await open(members, '/notifications');
      await page.getByLabel('SMS Only').check();
      await page.getByText('Please confirm the number ending in 0142.').waitFor();
      expect(await violations(page)).toEqual([]);
      await page.getByRole('button', { name: 'Confirm number' }).click();
      const dialog = page.getByRole('dialog', { name: 'Confirm your number' });
      await dialog.getByText('We have sent a code to your phone ending in 0142.').waitFor();
      const code = twilio.sent[0]!.text.slice(0, 6);
      await dialog.getByLabel('Code').fill(code === '111111' ? '222222' : '111111');
      await dialog.getByRole('button', { name: 'Confirm' }).click();
      await dialog.getByText('This code is not right, or it was used before.').waitFor();
      expect(await violations(page)).toEqual([]);
      await dialog.getByLabel('Code').fill(code);
      await dialog.getByRole('button', { name: 'Confirm' }).click();
      await page
        .getByText('Text messages go to the number ending in 0142. Reply STOP to end them.')
        .waitFor();
      expect(await violations(page)).toEqual([]);

      await admins.request.post('/api/sermons', {
        data: { title: 'By text', description: 'What was preached.' },
      });
      await until(async () => (await portal.sql('select 1 from news_window')).length);
      await portal.sql(`update news_window set closes_at = now()`);
      await portal.sql(`update jobs.job set start_after = now() where name = 'tell-news'`);
      await until(() => twilio.sent.length >= 2);
      expect(twilio.sent[1]).toEqual({
        to: '+17065550142',
        text: expect.stringMatching(
          /^Grace Community Church: New sermon: By text http\S+\/sermons Reply STOP to end$/,
        ),
      });
      await settings.reload();
      await settings.getByRole('heading', { name: 'Your own domain' }).scrollIntoViewIfNeeded();
      await settings
        .getByText('1 of 500 text messages sent this month; 1 member gets them.')
        .waitFor();
      await admins.close();
      await members.close();
    });
  },
  () => twilio.environment,
);
