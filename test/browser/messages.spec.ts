import { expect, it } from '@jest/globals';
import { describeInBrowser, open, phone, violations } from './support.js';

describeInBrowser('messages to the pastor', (portal) => {
  it('are sent once by a member, and answered once by the pastor', async () => {
    const members = await portal.visit('member@grace.test', { viewport: phone });
    const page = await open(members, '/message-pastor');
    await page.getByText('Your pastor usually answers within 24 to 48 hours.').waitFor();
    expect(await page.getByText('Pending').count()).toBe(1);
    await page.getByText('Can we meet in person?').click();
    await page.getByText('Say when you are free').waitFor();
    await page.getByRole('button', { name: 'Send Message' }).click();
    await page.getByText('Subject must be at least 3 characters').waitFor();
    await page.getByText('Message must be at least 10 characters').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByLabel('Subject').fill('My brother');
    await page
      .getByLabel('Message', { exact: true })
      .fill('He has asked me\nfor <b>help</b>. What should I say?');
    await page.getByText('51 of 1000 characters').waitFor();
    // The page asks before the user leaves it by accident.
    await page.getByRole('link', { name: /Notifications/ }).click();
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await page.getByRole('button', { name: 'Send Message' }).dblclick();
    await page.getByText('Message Sent').first().waitFor();
    await page.getByRole('heading', { name: 'My brother' }).waitFor();
    expect(await page.getByRole('heading', { name: 'My brother' }).count()).toBe(1);
    expect(await page.getByLabel('Subject').inputValue()).toBe('');

    const pastors = await portal.visit('pastor@grace.test');
    const inbox = await open(pastors, '/admin/pastor-dashboard');
    await inbox.getByRole('tab', { name: 'Messages (2 unread)' }).waitFor();
    expect(
      await inbox.evaluate(
        `getComputedStyle(document.querySelector('[aria-label="List of messages"]')).maxHeight`,
      ),
    ).toBe('600px');
    expect(await violations(inbox)).toEqual([]);
    await inbox.getByRole('button', { name: /My brother/ }).click();
    await inbox.getByText('He has asked me').waitFor();
    await inbox.getByRole('tab', { name: 'Messages (1 unread)' }).waitFor();
    const reply = inbox.getByLabel('Reply to Hannah Brooks');
    await reply.fill('Yes.');
    await inbox.getByRole('button', { name: 'Send Reply' }).click();
    await inbox.getByText('Reply must be at least 10 characters').waitFor();
    expect(await violations(inbox)).toEqual([]);
    await reply.fill('Say yes, and bring somebody with you.');
    await inbox.getByRole('button', { name: 'Send Reply' }).dblclick();
    await inbox.getByText('Reply Sent').first().waitFor();
    await inbox.getByRole('heading', { name: /Pastor’s reply/ }).waitFor();
    expect(await inbox.getByRole('button', { name: 'Send Reply' }).count()).toBe(0);
    expect(await violations(inbox)).toEqual([]);
    await inbox.getByRole('button', { name: 'Pending', exact: true }).click();
    await inbox.getByRole('button', { name: /My brother/ }).waitFor({ state: 'detached' });
    await inbox.getByRole('button', { name: /A visit to my mother/ }).waitFor();

    await page.reload();
    await page.getByText('Say yes, and bring somebody with you.').waitFor();
    expect(await page.getByText('Replied').count()).toBe(2);
    expect(await violations(page)).toEqual([]);
    await members.close();
    await pastors.close();
  });
});
