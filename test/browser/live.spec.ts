import { expect, it } from '@jest/globals';
import type { Ticket } from '#libs/contracts';
import type { BrowserContext, Page } from 'playwright-core';
import { describeInBrowser, everyByte, open, phone } from './support.js';

describeInBrowser('live updates', (portal) => {
  const ask = async (context: BrowserContext, subject: string) =>
    (await (
      await context.request.post('/api/support-tickets', {
        data: { subject, description: 'It is there for a test in a browser.' },
      })
    ).json()) as Ticket;
  const write = async (page: Page, words: string, isNote = false) => {
    if (isNote) await page.getByLabel('Internal note').check();
    await page
      .getByRole('textbox', { name: isNote ? 'Internal note' : 'Your message' })
      .fill(words);
    await page.getByRole('button', { name: 'Send Message' }).click();
    await page.locator('li', { hasText: words }).waitFor();
  };

  it('show a conversation in three browsers, without internal notes for the member', async () => {
    const [member, support, admin] = [
      await portal.visit('member@grace.test', { viewport: phone }),
      await portal.visit('support@grace.test'),
      await portal.visit('admin@grace.test'),
    ];
    const desk = await open(support, '/support');
    const { id } = await ask(member, 'The bell rings by itself');
    // The ticket appears without a reload.
    await desk.getByRole('link', { name: 'The bell rings by itself' }).click();
    await desk.getByRole('heading', { level: 1, name: `Ticket #${id}` }).waitFor();
    const page = await member.newPage();
    const received = await everyByte(page);
    await page.goto(`/support/${id}`);
    await page.getByText('Nobody has answered yet.').waitFor();
    const staff = await open(admin, `/support/${id}`);

    await write(desk, 'Since when does it ring?');
    await page.getByText('Since when does it ring?').waitFor();
    await staff.getByText('Since when does it ring?').waitFor();
    await write(staff, 'Surely the youth group again.', true);
    await desk
      .locator('li', { hasText: 'Surely the youth group again.' })
      .getByText('Internal')
      .waitFor();
    await page.getByLabel('Your message').fill('Since the wedding on Saturday.');
    await page.getByRole('button', { name: 'Send Message' }).click();
    await desk.getByText('Since the wedding on Saturday.').waitFor();
    await desk.getByRole('button', { name: 'Resolve' }).click();
    await page.locator('dt', { hasText: 'Resolved' }).waitFor();
    await page.getByRole('button', { name: 'Status: Resolved' }).waitFor();

    const all = await received();
    expect(all).toContain('Since when does it ring?');
    expect(all).toContain(`{"kind":"ticket","id":"${id}"}`);
    expect(all).not.toContain('youth group');
    expect(all).not.toContain('"isInternal":true');
    expect(await page.locator('body').innerText()).not.toContain('youth group');
    await Promise.all([member.close(), support.close(), admin.close()]);
  });

  it('reach all tabs of a browser by one stream', async () => {
    const context = await portal.visit('support@grace.test');
    const member = await portal.visit('member@grace.test');
    const streams: string[] = [];
    context.on('request', (request) => {
      if (request.resourceType() === 'eventsource') streams.push(request.url());
    });
    const first = await open(context, '/support');
    const second = await open(context, '/support');
    await ask(member, 'The first of two');
    for (const tab of [first, second])
      await tab.getByRole('link', { name: 'The first of two' }).waitFor();
    expect(streams).toHaveLength(1);
    await first.close();
    // The ticket is created while no stream is open, or just after the second one has opened.
    await ask(member, 'Between two streams');
    await second.getByRole('link', { name: 'Between two streams' }).waitFor();
    expect(streams).toHaveLength(2);
    await Promise.all([context.close(), member.close()]);
  });

  it('show the sign-in screen in all tabs after a sign-out in one', async () => {
    const context = await portal.visit('support@grace.test');
    const [firstTab, secondTab] = [
      await open(context, '/support'),
      await open(context, '/resources'),
    ];
    await firstTab.goto('/api/logout');
    await secondTab.getByText('Sign In', { exact: true }).waitFor();
    expect(await secondTab.getByRole('navigation', { name: 'Main' }).count()).toBe(0);
    await context.close();
  });

  it('show new messages to the pastor, and the reply to the member', async () => {
    const [member, pastor] = [
      await portal.visit('member@grace.test'),
      await portal.visit('pastor@grace.test'),
    ];
    const own = await open(member, '/message-pastor');
    const inbox = await open(pastor, '/admin/pastor-dashboard');
    const sentMessage = (await (
      await member.request.post('/api/messages', {
        data: { subject: 'A verse for Tom', content: 'He starts school on Monday.' },
      })
    ).json()) as { id: string };
    await inbox.getByRole('button', { name: /A verse for Tom/ }).waitFor();
    await own.getByText('A verse for Tom').waitFor();
    await pastor.request.post(`/api/messages/${sentMessage.id}/reply`, {
      data: { reply: 'Joshua, chapter one, verse nine.' },
    });
    await own.getByText('Joshua, chapter one, verse nine.').waitFor();
    await Promise.all([member.close(), pastor.close()]);
  });
});
