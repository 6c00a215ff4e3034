import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../../../support/app.js';
import { expectInLog } from '../../../support/program/log.js';
import { MailServer } from '../../../support/doubles/smtp.js';
import { until } from '../../../support/until.js';

expectInLog(/"context":"jobs".*"code":"EENVELOPE"/);

let app: TestApp;
let mail: MailServer;
beforeAll(async () => {
  mail = await MailServer.start();
  app = await startApp({
    env: {
      BASE_URL: 'http://portal.example',
      SMTP_URL: mail.url(),
      MAIL_FROM: 'portal@church.example',
    },
  });
  const grace = await app.church('grace', { name: 'Grace' });
  await app.person(grace, { email: 'office@grace.test', role: 'secretary' });
});
afterAll(async () => {
  await app.close();
  await mail.stop();
});

it('an invitation to an address that the mail server refuses is tried once, and the person who invited is told', async () => {
  mail.refused.add('nobody@wrong.test');
  await app
    .as('office@grace.test')
    .post('/api/admin/invitations', { emails: ['nobody@wrong.test', 'hannah@grace.test'] });
  const notice = await mail.waitForEmail('office@grace.test', 'could not be delivered');
  expect(notice.text).toContain('nobody@wrong.test');
  expect(notice.text).toContain('Check the address');
  await mail.waitForEmail('hannah@grace.test', 'You are invited to Grace');
  await until(async () => {
    const rows = await app.database.asSuperuser<{ state: string }>(
      `select state from jobs.job where name = 'mail'`,
    );
    return rows.length === 2 && rows.every(({ state }) => state === 'completed');
  });
  expect(mail.attempts.filter((address) => address === 'nobody@wrong.test')).toHaveLength(1);
});
