import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startMailPortal, type MailPortal } from '../../../support/email/mail-portal.js';
import { expectInLog } from '../../../support/program/log.js';
import { until } from '../../../support/until.js';

expectInLog(/"context":"jobs".*"code":"EENVELOPE"/);

let portal: MailPortal;
beforeAll(async () => {
  portal = await startMailPortal();
  const grace = await portal.app.church('grace', { name: 'Grace' });
  await portal.app.person(grace, { email: 'office@grace.test', role: 'secretary' });
});
afterAll(() => portal.close());

it('an invitation to a refused address is sent once, and its sender gets a notice', async () => {
  portal.mail.refused.add('nobody@wrong.test');
  await portal.app
    .as('office@grace.test')
    .post('/api/admin/invitations', { emails: ['nobody@wrong.test', 'hannah@grace.test'] });
  const notice = await portal.mail.waitForEmail('office@grace.test', 'could not be delivered');
  expect(notice.text).toContain('nobody@wrong.test');
  expect(notice.text).toContain('Check the address');
  await portal.mail.waitForEmail('hannah@grace.test', 'You are invited to Grace');
  await until(async () => {
    const rows = await portal.app.database.asSuperuser<{ state: string }>(
      `select state from jobs.job where name = 'mail'`,
    );
    return rows.length === 2 && rows.every(({ state }) => state === 'completed');
  });
  expect(portal.mail.attempts.filter((address) => address === 'nobody@wrong.test')).toHaveLength(1);
});
