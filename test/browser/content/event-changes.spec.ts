import { expect, it } from '@jest/globals';
import type { BrowserContext } from 'playwright-core';
import type { Event } from '#libs/contracts';
import { describeInBrowser, open, phone, violations } from '../support.js';
import { button, card, field, waitForText, tooWide } from './staff.js';

describeInBrowser('an event that takes place otherwise than planned', (portal) => {
  const create = async (context: BrowserContext, title: string) =>
    (await (
      await context.request.post('/api/events', {
        data: {
          title,
          description: 'Every voice is welcome.',
          date: '2030-05-05T18:00',
          location: 'Room 2',
        },
      })
    ).json()) as Event;

  it('is canceled with a message, shown as canceled, and reinstated', async () => {
    const context = await portal.visit('secretary@grace.test');
    const { id } = await create(context, 'Choir of May');
    const page = await open(context, '/admin/events?q=Choir+of+May');
    await button(page, 'Move or cancel Choir of May').click();
    const dialog = page.getByRole('dialog', { name: 'Move or cancel this event' });
    await page.keyboard.press('Enter'); // nothing is chosen yet
    await dialog.getByLabel('It is canceled').check();
    await page.keyboard.press('Enter');
    await field(dialog, 'Message to members').fill('The heating is broken.');
    expect(await violations(page)).toEqual([]);
    await button(dialog, 'Cancel Event').click();
    await waitForText(page, 'Event Canceled');
    await card(page, 'Choir of May').getByText('Canceled', { exact: true }).waitFor();

    const member = await portal.visit('member@grace.test', { viewport: phone });
    const program = await open(member, `/church-program?open=${id}`);
    await program.getByText('Canceled', { exact: true }).waitFor();
    expect(await program.getByRole('button', { name: 'Add to calendar' }).count()).toBe(0);
    await member.close();

    await button(page, 'Reinstate Choir of May').click();
    const again = page.getByRole('dialog', { name: 'Reinstate this event' });
    await button(again, 'Reinstate Event').click();
    await waitForText(page, 'Event Reinstated');
    await button(page, 'Move or cancel Choir of May').waitFor();
    await context.close();
  });

  it('is moved to another time and place, on a phone too', async () => {
    const context = await portal.visit('pastor@grace.test', { viewport: phone });
    const { id } = await create(context, 'Choir of June');
    const page = await open(context, '/admin/events?q=Choir+of+June');
    await button(page, 'Move or cancel Choir of June').click();
    const dialog = page.getByRole('dialog', { name: 'Move or cancel this event' });
    await dialog.getByLabel('It moves to another time or place').check();
    await field(dialog, 'Date').fill('2020-01-01');
    await button(dialog, 'Move Event').click();
    await waitForText(page, 'Please choose a future date');
    expect(await tooWide(page)).toBe(0);
    await field(dialog, 'Date').fill('2030-06-02');
    await field(dialog, 'Time').fill('19:30');
    await field(dialog, 'Location').fill('The garden');
    await dialog.getByLabel('Tell members now').uncheck();
    await button(dialog, 'Move Event').click();
    await waitForText(page, 'Members were not told.');
    const moved = (await (await context.request.get(`/api/events/${id}`)).json()) as Event;
    expect(moved).toMatchObject({ date: '2030-06-02T19:30:00', location: 'The garden' });
    await context.close();
  });

  it('is not canceled after a change that the user has not seen', async () => {
    const context = await portal.visit('admin@grace.test');
    const event = await create(context, 'Choir of July');
    const page = await open(context, '/admin/events?q=Choir+of+July');
    await button(page, 'Move or cancel Choir of July').click();
    const { title, description, location } = event;
    await context.request.put(`/api/events/${event.id}`, {
      data: { title, description, location, date: '2030-07-07T18:00' },
    });
    await page.getByLabel('It is canceled').check();
    await button(page, 'Cancel Event').click();
    await waitForText(page, 'Event Not Canceled');
    const savedEvent = (await (
      await context.request.get(`/api/events/${event.id}`)
    ).json()) as Event;
    expect(savedEvent).toMatchObject({ status: 'planned', date: '2030-07-07T18:00:00' });
    await context.close();
  });
});
